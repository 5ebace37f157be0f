// Steps through a finished deal without loading the page anew. Without this file each step is a link.

import { Idiomorph } from "../vendor/idiomorph/idiomorph.esm.js";

const kept = new Map();
let wanted = "";

const root = () => document.getElementById("replay");
const query = (step, seat) => `?step=${step}&seat=${seat}`;

function fetchStep(address) {
  if (!kept.has(address)) {
    const answer = fetch(location.pathname + address, { headers: { "X-Fragment": "replay" } }).then((response) => {
      if (!response.ok) throw new Error(response.status);
      return response.text();
    });
    answer.catch(() => kept.delete(address));
    kept.set(address, answer);
  }
  return kept.get(address);
}

function fetchNeighbours() {
  const { step, last, seat } = root().dataset;
  const steps = [...root().querySelectorAll(".replay-steps a")].map((link) => link.dataset.step);
  for (const near of new Set([...steps, String(Math.min(Number(step) + 2, last))])) {
    if (near !== step && near !== "0" && near !== last) fetchStep(query(near, seat)).catch(() => {});
  }
}

// What the reader has opened, and the slider under his finger, stay as he left them.
function mayChange(name, element) {
  if (name === "open") return false;
  return !(name === "value" && element === document.activeElement);
}

async function show(step, seat) {
  const address = query(step, seat);
  wanted = address;
  let html;
  try {
    html = await fetchStep(address);
  } catch {
    document.getElementById("replay-now").textContent = root().dataset.trouble;
    return;
  }
  if (wanted !== address) return; // the reader is already elsewhere
  Idiomorph.morph(root(), html, { morphStyle: "outerHTML", callbacks: { beforeAttributeUpdated: mayChange } });
  history.replaceState(null, "", address);
  followLog();
  fetchNeighbours();
}

function followLog() {
  const list = root().querySelector(".replay-log ol");
  const now = list.querySelector(".now");
  list.scrollTop = now.offsetTop - list.clientHeight / 2;
}

const go = (key) => show(root().querySelector(`#go-${key}`).dataset.step, root().dataset.seat);

document.addEventListener("click", (event) => {
  const link = event.target.closest("#replay a[data-step], #replay a[data-seat]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  show(link.dataset.step ?? root().dataset.step, link.dataset.seat ?? root().dataset.seat);
});

document.addEventListener("input", (event) => {
  if (event.target.id === "replay-step") show(event.target.value, root().dataset.seat);
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select, textarea")) return;
  const key = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
  if (!key) return;
  event.preventDefault();
  go(event.shiftKey && key in { back: 1, on: 1 } ? `trick-${key}` : key);
});

document.documentElement.classList.add("js");
if (matchMedia("(min-width: 62rem)").matches) document.getElementById("replay-log").open = true;
followLog();
fetchNeighbours();
