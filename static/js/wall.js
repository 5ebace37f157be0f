// The wall: paints the tables that have changed, counts how long each has waited, and brings those first that have
// waited long. The server's clock counts; this computer's may be wrong.

import { Idiomorph } from "../vendor/idiomorph/idiomorph.esm.js";
import { Link } from "./link.js";

const ALERT_FOR = 6000;

const wall = document.getElementById("wall");
const tables = document.getElementById("wall-tables");
const confirmation = document.getElementById("to-point");
const words = wall.dataset;
const shown = { version: Number(words.version), epoch: 0, record: null, n: 0 };
let ahead = Number(words.now) - Date.now();

const socketUrl = new URL(words.socket, location.href);
socketUrl.protocol = location.protocol === "https:" ? "wss:" : "ws:";

const link = new Link({
  socketUrl: socketUrl.href,
  viewUrl: words.view,
  pingEvery: Number(words.heartbeat) * 1000,
  at: () => shown,
  on: { frame: onFrame, presence: () => {}, state: onState, bye: () => banner(words.bye), lost: () => tell(words.lost) },
});

// --- what may be pressed ----------------------------------------------------------------------------

const CONTROLS_AFTER = 700; // milliseconds: what follows at once is asked for together
const control = document.getElementById("wall-control");
let asked = 0;

function askControls() {
  asked ||= setTimeout(async () => {
    asked = 0;
    try {
      const answer = await fetch(control.dataset.control);
      if (answer.ok && !isAboutToPress()) Idiomorph.morph(control, await answer.text(), { ...MORPH, morphStyle: "innerHTML" });
    } catch {
      // The next news brings them.
    }
  }, CONTROLS_AFTER);
}

/** A button that has the focus is not taken away; what opens the rest stays in its place anyhow. */
function isAboutToPress() {
  const focused = document.activeElement;
  return control.contains(focused) && focused.tagName !== "SUMMARY";
}

// --- news ----------------------------------------------------------------------------------------

const MORPH = {
  morphStyle: "outerHTML",
  callbacks: { beforeAttributeUpdated: (name) => name !== "open" },
};

function onFrame(frame) {
  if (frame.error) tell(frame.error);
  if (frame.type !== "wall") return;
  ahead = frame.now - Date.now();
  shown.version = frame.version;
  askControls();
  for (const number of Object.keys(frame.tables)) {
    const table = document.getElementById(`wall-${number}`);
    if (!table) return location.reload(); // a table has been added
    Idiomorph.morph(table, frame.tables[number], MORPH);
  }
  if (frame.html.head) Idiomorph.morph(document.getElementById("wall-head"), frame.html.head, MORPH);
  for (const table of cards()) {
    if (!frame.order.includes(Number(table.dataset.number))) table.remove();
  }
  tick();
}

function onState(state) {
  wall.dataset.wire = state;
  banner(state === "down" ? words.down : "");
}

function banner(text) {
  document.getElementById("wall-wire").textContent = text;
}

let alertTimer;

function tell(sentence, isError = true) {
  const line = document.getElementById("wall-alert");
  clearTimeout(alertTimer);
  line.textContent = sentence;
  line.classList.toggle("is-error", isError);
  alertTimer = setTimeout(() => (line.textContent = ""), ALERT_FOR);
}

// --- how long ------------------------------------------------------------------------------------

function cards() {
  return [...tables.children];
}

function waited(milliseconds) {
  return Math.max(0, Math.floor((Date.now() + ahead - milliseconds) / 1000));
}

function spelled(seconds) {
  const time =
    seconds < 60
      ? words.seconds.replace("{seconds}", seconds)
      : words.minutes.replace("{minutes}", Math.floor(seconds / 60)).replace("{seconds}", seconds % 60);
  return words.ago.replace("{time}", time);
}

function isLong(table) {
  const since = Number(table.querySelector(".wall-waits .wall-time").dataset.since);
  return table.dataset.people === "1" && waited(since) >= Number(words.calm);
}

/** Once a second: what has been waited, and in which order the tables lie. */
function tick() {
  for (const time of wall.querySelectorAll(".wall-time")) {
    const text = spelled(waited(Number(time.dataset.since)));
    if (time.textContent !== text) time.textContent = text;
  }
  for (const table of cards()) table.classList.toggle("is-long", isLong(table));
  arrange();
}

function place(table) {
  const isFirst = wall.dataset.order === "waiting" && (Number(table.dataset.hands) > 0 || isLong(table));
  return [isFirst ? 0 : 1, isFirst ? Number(table.dataset.since) : 0, Number(table.dataset.number)];
}

/** Nothing moves away under a hand that is about to tap it. */
function arrange() {
  if (!confirmation.hidden || tables.querySelector(":active")) return;
  const wanted = cards()
    .map((table) => [place(table), table])
    .sort(([a], [b]) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
    .map(([, table]) => table);
  const focused = document.activeElement;
  wanted.forEach((table, index) => {
    if (tables.children[index] !== table) tables.insertBefore(table, tables.children[index]);
  });
  if (focused !== document.activeElement && tables.contains(focused)) focused.focus({ preventScroll: true });
}

// --- what the teacher does -----------------------------------------------------------------------

document.addEventListener("click", (event) => {
  const change = event.target.closest("[data-switch]");
  if (change) {
    event.preventDefault();
    turn(change);
  }
  const speak = event.target.closest("[data-to]");
  if (speak) {
    event.preventDefault();
    speakTo(speak.dataset.to);
  }
  const card = event.target.closest(".wall-card");
  if (card) ask(card);
  if (event.target.id === "point-not") confirmation.hidden = true;
});

function turn(change) {
  const isOn = change.dataset.on !== "1";
  change.dataset.on = isOn ? "1" : "0";
  for (const word of change.querySelectorAll("[data-when]")) word.hidden = word.dataset.when !== change.dataset.on;
  const [on, off] = change.dataset.switch === "order" ? ["number", "waiting"] : ["hidden", "shown"];
  wall.dataset[change.dataset.switch] = isOn ? on : off;
  const address = new URL(location.href);
  address.searchParams.set(change.dataset.switch, isOn ? on : off);
  history.replaceState(null, "", address);
  tick();
}

function speakTo(to) {
  const talk = document.getElementById("talk");
  talk.open = true;
  document.getElementById("talk-to").value = to;
  document.getElementById("talk-text").focus();
  talk.scrollIntoView({ block: "nearest" });
}

/** A tapped card is asked about first: they lie close together. */
function ask(card) {
  const { number } = card.closest(".wall-table").dataset;
  confirmation.elements.table.value = number;
  confirmation.elements.card.value = card.dataset.card;
  document.getElementById("point-what").textContent = words.question
    .replace("{number}", number)
    .replace("{card}", card.title);
  confirmation.hidden = false;
  confirmation.querySelector("button").focus();
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") confirmation.hidden = true;
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!["to-whisper", "to-show", "to-lower", "to-point"].includes(form.id)) return;
  event.preventDefault();
  const body = new FormData(form);
  if (event.submitter?.name) body.set(event.submitter.name, event.submitter.value);
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Live": "1" }, cache: "no-store" });
    const { status, said } = await answer.json();
    tell(said, status !== 200);
    if (status === 200 && form.id === "to-whisper") form.elements.text.value = "";
    confirmation.hidden = true;
  } catch {
    tell(words.lost);
  }
});

link.start();
tick();
setInterval(tick, 1000);
