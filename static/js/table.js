// The live table: hears what changed, paints it, and sends what the person does.
//
// Every rule, every word and every card comes from the server as HTML; without this file the same page works as plain
// forms. What is shown is known by epoch, version, record and n; older news is dropped.

import { afterPaint, startHands } from "./hands.js";
import { Link, newId } from "./link.js";
import { paint } from "./paint.js";
import { Sounds } from "./sounds.js";

const SPOKEN_KEPT = 40;
const ALERT_FOR = 7000;
const BUBBLE_FOR = 6000;
const BANNER_AFTER = 1500;

const table = document.getElementById("table");
const wire = document.getElementById("wire");
const alertLine = document.getElementById("alert");
const spoken = document.getElementById("spoken");
const words = JSON.parse(document.getElementById("words").textContent);
const sounds = new Sounds(table);

const shown = {
  epoch: Number(table.dataset.epoch),
  version: Number(table.dataset.version),
  record: table.dataset.record ? Number(table.dataset.record) : null,
  n: Number(table.dataset.n),
};

const socketUrl = new URL(table.dataset.socket, location.href);
socketUrl.protocol = location.protocol === "https:" ? "wss:" : "ws:";

const link = new Link({
  socketUrl: socketUrl.href,
  viewUrl: table.dataset.view,
  pingEvery: Number(table.dataset.heartbeat) * 1000,
  at: () => shown,
  on: { frame: onFrame, presence: showPresence, state: onState, bye: onBye, lost: () => tell(words.lost) },
});

// --- news ----------------------------------------------------------------------------------------

function onFrame(frame) {
  if (frame.error) tell(frame.error);
  else if (frame.to > shown.version) hush();
  if (!frame.html) return;
  const isOtherEpoch = frame.epoch !== shown.epoch || frame.reset;
  if (!isOtherEpoch && frame.to < shown.version) return;
  if (!isOtherEpoch && frame.from > shown.version) {
    link.look(true); // something was lost between: the whole view closes the gap
    return;
  }
  const isNews = isOtherEpoch || frame.to > shown.version;
  Object.assign(shown, { epoch: frame.epoch, version: frame.to, record: frame.record, n: frame.n });
  const before = scene();
  paint(frame.html);
  setFields();
  showPresence(present);
  afterPaint();
  if (isNews) {
    frame.said.forEach(speak);
    sound(before, scene());
    bubbles(before.messages);
  }
}

/** What a sound or a bubble is about. */
function scene() {
  const trick = document.getElementById("r-trick");
  return {
    cards: trick.querySelectorAll("[data-card]").length,
    lead: trick.querySelector("[data-card]")?.dataset.card,
    winner: trick.dataset.winner || "",
    mine: table.dataset.mine === "1",
    sentence: document.getElementById("r-now").textContent,
    messages: new Set([...document.querySelectorAll("#r-talk .messages li")].map((line) => line.id)),
  };
}

function sound(before, after) {
  const isNewCard = after.cards && (after.lead !== before.lead || after.cards > before.cards);
  if (isNewCard) closeLastTrick();
  if (after.winner && after.winner + after.lead !== before.winner + before.lead) sounds.play("trick");
  else if (isNewCard) sounds.play("card");
  if (after.mine && (!before.mine || after.sentence !== before.sentence)) sounds.play("turn");
}

function closeLastTrick() {
  for (const details of table.querySelectorAll("details[data-closes]")) details.open = false;
}

function speak(sentence) {
  const line = document.createElement("p");
  line.textContent = sentence;
  spoken.append(line);
  while (spoken.childElementCount > SPOKEN_KEPT) spoken.firstElementChild.remove();
}

let alertTimer;

/** Something for this person's eyes and ears at once: a refusal, a broken wire. */
function tell(sentence) {
  clearTimeout(alertTimer);
  alertLine.replaceChildren();
  const line = document.createElement("p");
  line.textContent = sentence;
  alertLine.append(line);
  alertTimer = setTimeout(() => alertLine.replaceChildren(), ALERT_FOR);
}

/** What was told is settled once something else has happened. */
function hush() {
  clearTimeout(alertTimer);
  alertLine.replaceChildren();
}

/** A message shows for a moment beside the plate of whoever said it. */
function bubbles(known) {
  for (const line of document.querySelectorAll("#r-talk .messages li")) {
    if (known.has(line.id)) continue;
    const plate = table.querySelector(`.plate.at-${line.dataset.seat}`);
    if (!plate || !plate.getClientRects().length) continue;
    const bubble = document.createElement("div");
    bubble.className = "bubble";
    bubble.textContent = line.querySelector("span").textContent;
    const place = plate.getBoundingClientRect();
    bubble.style.left = `${Math.max(8, Math.min(innerWidth - 200, place.left))}px`;
    bubble.style.top = `${Math.max(8, Math.min(innerHeight - 60, place.bottom + 6))}px`;
    document.getElementById("flight").append(bubble);
    setTimeout(() => bubble.remove(), BUBBLE_FOR);
  }
}

/** The plain forms stay true, for whoever turns JavaScript off in mid-deal and for a post in place of the socket. */
function setFields() {
  for (const field of document.querySelectorAll('.door input[name="record"]')) field.value = shown.record ?? "";
  for (const field of document.querySelectorAll('.door input[name="n"]')) field.value = shown.n;
}

// --- the wire ------------------------------------------------------------------------------------

let bannerTimer;

function onState(state) {
  clearTimeout(bannerTimer);
  table.dataset.wire = state;
  if (state === "live") banner("");
  // A blink is not worth a word: the banner waits a moment.
  else bannerTimer = setTimeout(() => banner(words[state]), state === "down" ? BANNER_AFTER : 0);
}

function banner(text) {
  wire.replaceChildren(text);
}

function onBye() {
  const again = document.createElement("a");
  again.href = location.pathname;
  again.textContent = words.reload;
  wire.replaceChildren(`${words.bye} `, again);
}

let present = Object.fromEntries(["N", "E", "S", "W"].map((seat) => [seat, table.dataset[`dot${seat}`]]));

function showPresence(dots) {
  present = dots;
  for (const [seat, state] of Object.entries(dots)) {
    for (const dot of table.querySelectorAll(`.dot[data-chair="${seat}"]`)) {
      dot.dataset.is = state;
      dot.replaceChildren(Object.assign(document.createElement("span"), { className: "sr", textContent: words[state] }));
    }
  }
}

// --- what the person does ------------------------------------------------------------------------

const NUMBERS = ["points", "tricks", "request"];

function actionOf(form, submitter) {
  const fields = new FormData(form);
  if (submitter?.name) fields.set(submitter.name, submitter.value);
  const action = { kind: form.dataset.act };
  for (const [name, value] of fields) {
    if (["csrfmiddlewaretoken", "record", "n", "client_id", "kind"].includes(name)) continue;
    if (name === "accept") action[name] = value === "1";
    else action[name] = NUMBERS.includes(name) ? Number(value) : value;
  }
  return action;
}

function submitterOf(event) {
  return event.submitter || document.activeElement?.closest?.("button");
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.act) {
    event.preventDefault();
    send(form, submitterOf(event));
  } else if (form.hasAttribute("data-live")) {
    event.preventDefault();
    post(form, submitterOf(event));
  }
});

// What is missing is told in the table's own words, not in those of the browser.
document.addEventListener(
  "invalid",
  (event) => {
    if (!event.target.dataset.missing) return;
    event.preventDefault();
    tell(event.target.dataset.missing);
    event.target.focus();
  },
  true,
);

function send(form, button, settled = () => {}) {
  if (link.isBusy) return;
  if (navigator.onLine === false) {
    settled();
    tell(words.offline);
    return;
  }
  button?.setAttribute("aria-busy", "true");
  for (const details of table.querySelectorAll(".tools details[open]")) details.open = false;
  link.act(actionOf(form, button), form, () => {
    button?.removeAttribute("aria-busy");
    settled();
  });
}

async function post(form, button) {
  if (form.dataset.busy || button?.getAttribute("aria-disabled") === "true") return;
  const body = new FormData(form);
  if (button?.name) body.set(button.name, button.value);
  if (form.id === "to-say" || form.id === "say-text") body.set("client_id", newId());
  form.dataset.busy = "1";
  button?.setAttribute("aria-busy", "true");
  try {
    await link.post(form.action, body);
    if (form.id === "say-text") form.reset();
    for (const details of document.querySelectorAll("details.phrases[open]")) details.open = false;
  } catch {
    tell(navigator.onLine === false ? words.offline : words.lost);
  } finally {
    delete form.dataset.busy;
    button?.removeAttribute("aria-busy");
  }
}

// --- small helpers of the panels -----------------------------------------------------------------

document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]");
  if (step) stepBy(step);
  const copy = event.target.closest("[data-copy]");
  if (copy) copyLink(copy);
  if (event.target.closest("[data-toggle-sounds]")) {
    sounds.toggle();
    showSounds();
  }
  for (const details of document.querySelectorAll("details.pop[open]")) {
    if (!details.contains(event.target)) details.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const details of document.querySelectorAll("details.pop[open]")) {
    details.open = false;
    if (details.contains(document.activeElement)) details.querySelector("summary").focus();
  }
});

function stepBy(button) {
  const input = button.closest("[data-stepper]").querySelector("input");
  const value = Number(input.value || 0) + Number(button.dataset.step);
  input.value = Math.max(Number(input.min), Math.min(Number(input.max), value));
}

document.addEventListener("change", (event) => {
  hush();
  const text = document.querySelector("[data-choice-text]");
  if (text && event.target.dataset.says) text.textContent = `${text.dataset.before} ${event.target.dataset.says}`;
});

async function copyLink(button) {
  const text = button.dataset.copy;
  const label = button.querySelector("span");
  const before = label.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyOldWay(text); // navigator.clipboard does not exist on plain http
  }
  label.textContent = words.copied;
  setTimeout(() => (label.textContent = before), 2000);
}

function copyOldWay(text) {
  const field = Object.assign(document.createElement("textarea"), { value: text, className: "sr" });
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

function showSounds() {
  const button = document.querySelector("[data-toggle-sounds]");
  button.hidden = false;
  button.setAttribute("aria-pressed", String(sounds.isOn));
  button.querySelector("span").textContent = sounds.isOn ? words.soundsOn : words.soundsOff;
}

// --- begin ---------------------------------------------------------------------------------------

startHands({
  words,
  refuse: tell,
  isBusy: () => link.isBusy,
  play: (button, settled) => send(document.getElementById("do-card"), button, settled),
});
for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
showSounds();
showPresence(present);
link.start();
