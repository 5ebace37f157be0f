// Steps through a finished deal without loading the page anew. Without this file each step is a link.
//
// What a step looks like stands in its address (`?step=12&seat=S…`), and the server alone decides what is told there.

import { Idiomorph } from "../vendor/idiomorph/idiomorph.esm.js";

const kept = new Map();
const WIDE = "(min-width: 62rem)";
let wanted = "";
let isSliding = false;

const root = () => document.getElementById("replay");

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

// Where something is kept back, nothing is fetched before it is asked for.
function fetchNeighbours() {
  if (!("tellsAll" in root().dataset)) return;
  for (const key of ["back", "on", "trick-back", "trick-on"]) {
    const link = root().querySelector(`#go-${key}:not([aria-disabled])`);
    if (link) fetchStep(link.getAttribute("href")).catch(() => {});
  }
}

// What the reader has opened, and the slider under his finger, stay as he left them.
function mayChange(name, element) {
  return !(name === "open" || (name === "value" && isSliding && element.id === "replay-step"));
}

/** Goes to an address; `isOwnWish` unless the reader follows somebody. */
export async function show(address, { isOwnWish = true } = {}) {
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
  const { step, address: reached, keep } = root().dataset;
  // A secret link has nothing to keep: its reader may have chosen otherwise for his own deals.
  if (keep) document.cookie = `replay=${encodeURIComponent(keep)}; path=/; max-age=31536000; samesite=lax`;
  history.replaceState(null, "", reached);
  document.getElementById("together-open")?.setAttribute("value", step);
  followLog();
  fetchMore();
  fetchNeighbours();
  document.dispatchEvent(new CustomEvent("replay:step", { detail: { step: Number(step), isOwnWish } }));
}

/** What tells of the whole deal comes when its end is reached, and goes again before. */
async function fetchMore() {
  const isOutdated = (more) => "untold" in more.dataset === "tellsAll" in root().dataset;
  const sections = () => [...document.querySelectorAll(".deal-more")];
  if (!sections().some(isOutdated)) return;
  let fresh;
  try {
    const response = await fetch(location.href);
    if (!response.ok) return;
    fresh = new DOMParser().parseFromString(await response.text(), "text/html").querySelectorAll(".deal-more");
  } catch {
    return; // the next step asks again
  }
  // The reader may have stepped back meanwhile: then the answer tells what he may not know any more.
  const pairs = sections().map((more, place) => [more, fresh[place]]);
  for (const [more, newer] of pairs) if (isOutdated(more) && newer && !isOutdated(newer)) more.replaceWith(newer);
  document.dispatchEvent(new CustomEvent("deal-more"));
}

function followLog() {
  const list = root().querySelector(".replay-log ol");
  const now = list.querySelector(".now");
  list.scrollTop = now.offsetTop - list.clientHeight / 2;
}

const go = (key) => show(root().querySelector(`#go-${key}`).getAttribute("href"));

document.addEventListener("click", (event) => {
  const link = event.target.closest('main a[href^="?step="]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  show(link.getAttribute("href"));
});

document.addEventListener("input", (event) => {
  if (event.target.id !== "replay-step") return;
  show(`?${new URLSearchParams(new FormData(event.target.form))}`);
});

document.addEventListener("pointerdown", (event) => {
  isSliding = event.target.id === "replay-step";
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => (isSliding = false));

const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
const TYPED = "input:not([type=range]), select, textarea";

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches(TYPED)) return;
  const key = KEYS[event.key];
  if (!key) return;
  event.preventDefault();
  go(event.shiftKey && key in { back: 1, on: 1 } ? `trick-${key}` : key);
});

document.documentElement.classList.add("js");
if (!matchMedia(WIDE).matches) document.getElementById("replay-look").open = false;
followLog();
fetchNeighbours();
