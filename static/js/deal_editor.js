// Laying a deal by hand: cards are dragged from the pack to the hands, tapped there, or sent by a key. What lies where
// is written into the four text fields of the form, which are all that is sent. Without this file they are typed.

const board = document.getElementById("deal-board");
const form = board?.closest("form");
const said = document.getElementById("deal-said");
const FAR = 8; // pixels that a finger may move while it taps
const HAND = 13;
const SUITS = "SHDC";
const FRENCH = { K: "R", Q: "D", J: "V", T: "10" };
const ENGLISH = { T: "10" };
const READ = { R: "K", D: "Q", V: "J", X: "T" };
const KEYS = { N: "N", E: "E", S: "S", W: "W", O: "W", Delete: "", Backspace: "" };

let drag = null;
let dragged = false; // the click that follows belongs to the drag

const zones = () => [...board.querySelectorAll(".zone")];
const zoneOf = (seat) => board.querySelector(`.zone[data-zone="${seat}"]`);
const cardsOf = (zone) => [...zone.querySelectorAll(".zone-cards .card")];
const chosen = () => [...board.querySelectorAll('.card[aria-pressed="true"]')];
const fieldOf = (seat) => form.querySelector(`[data-hand-text="${seat}"]`);
const nameOf = (zone) => zone.querySelector(".zone-name b").textContent;

// --- what lies where -------------------------------------------------------------------------------

function lay(card, zone) {
  const box = zone.querySelector(".zone-cards");
  const order = Number(card.dataset.order);
  box.insertBefore(card, cardsOf(zone).find((one) => one !== card && Number(one.dataset.order) < order) ?? null);
  card.setAttribute("aria-pressed", "false");
}

/** Moves cards to a zone as far as there is room, and tells what happened. */
function give(cards, zone) {
  const moving = cards.filter((card) => card.closest(".zone") !== zone);
  const room = zone.dataset.zone ? HAND - cardsOf(zone).length : moving.length;
  for (const card of moving.slice(0, room)) lay(card, zone);
  for (const card of chosen()) card.setAttribute("aria-pressed", "false");
  if (moving.length > room) tell(board.dataset.full, { zone: nameOf(zone) });
  else if (moving.length) {
    const card = moving.map((one) => one.getAttribute("aria-label")).join(", ");
    const where = zone.dataset.zone ? nameOf(zone) : board.dataset.deck;
    tell(board.dataset.placed, { card, zone: where, count: cardsOf(zone).length });
  }
  write();
}

function tell(sentence, values) {
  said.textContent = sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function write() {
  const letters = board.dataset.letters === "fr" ? FRENCH : ENGLISH;
  const sides = { NS: 0, EW: 0 };
  for (const zone of zones()) {
    const seat = zone.dataset.zone;
    const cards = cardsOf(zone);
    const points = cards.reduce((sum, card) => sum + Number(card.dataset.points), 0);
    zone.querySelector(".zone-count").textContent = seat ? `${cards.length} / ${HAND}` : cards.length;
    if (!seat) continue;
    zone.querySelector(".zone-points").textContent = `${points} pts`;
    sides["NS".includes(seat) ? "NS" : "EW"] += points;
    const held = cards.map((card) => card.dataset.card);
    const suit = (letter) => held.filter((code) => code[0] === letter).map((code) => letters[code[1]] ?? code[1]);
    fieldOf(seat).value = held.length ? [...SUITS].map((letter) => suit(letter).join("")).join(".") : "";
  }
  for (const side of ["NS", "EW"]) board.querySelector(`[data-side="${side}"]`).textContent = sides[side];
  board.classList.toggle("is-choosing", chosen().length > 0);
  for (const zone of zones()) rove(zone);
}

/** What was typed into a field is laid, if it is a hand that can be. */
function read(seat) {
  const suits = fieldOf(seat).value.toUpperCase().replace(/10/g, "T").split(/[.,;/|]/);
  if (suits.length !== 4) return;
  const codes = suits.flatMap((ranks, index) =>
    [...ranks.replace(/[\s–—_-]/g, "")].map((rank) => SUITS[index] + (READ[rank] ?? rank)),
  );
  const cards = codes.map((code) => board.querySelector(`[data-card="${code}"]`));
  if (cards.includes(null) || new Set(codes).size !== codes.length || codes.length > HAND) return;
  for (const card of cardsOf(zoneOf(seat))) lay(card, zoneOf(""));
  for (const card of cards) lay(card, zoneOf(seat));
  write();
}

// --- all cards at once -----------------------------------------------------------------------------

function shuffled(cards) {
  const numbers = crypto.getRandomValues(new Uint32Array(cards.length));
  return cards.map((card, index) => [numbers[index], card]).sort((a, b) => a[0] - b[0]).map(([, card]) => card);
}

const tools = {
  rest() {
    const rest = shuffled(cardsOf(zoneOf("")));
    for (const seat of "NESW") {
      const zone = zoneOf(seat);
      for (const card of rest.splice(0, HAND - cardsOf(zone).length)) lay(card, zone);
    }
  },
  clear() {
    for (const seat of "NESW") for (const card of cardsOf(zoneOf(seat))) lay(card, zoneOf(""));
  },
  swap() {
    const [one, other] = [zoneOf(form.elements.swap_one.value), zoneOf(form.elements.swap_other.value)];
    if (one === other) return;
    const [mine, theirs] = [cardsOf(one), cardsOf(other)];
    for (const card of mine) lay(card, other);
    for (const card of theirs) lay(card, one);
  },
};

// --- taps ------------------------------------------------------------------------------------------

function onClick(event) {
  const tool = event.target.closest('button[name="do"]')?.value;
  if (tool in tools) {
    event.preventDefault();
    tools[tool]();
    write();
    return;
  }
  if (dragged || !board.contains(event.target)) return;
  const card = event.target.closest(".card");
  if (card) {
    card.setAttribute("aria-pressed", card.getAttribute("aria-pressed") === "true" ? "false" : "true");
    board.classList.toggle("is-choosing", chosen().length > 0);
    return;
  }
  const zone = event.target.closest(".zone");
  if (zone && chosen().length) give(chosen(), zone);
}

// --- dragging --------------------------------------------------------------------------------------

function onPointerDown(event) {
  dragged = false;
  const card = event.target.closest(".card");
  drag = card && event.isPrimary && event.button === 0 ? { card, x: event.clientX, y: event.clientY } : null;
}

function onPointerMove(event) {
  if (!drag || !event.isPrimary) return;
  if (!event.buttons) return endDrag();
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moved && Math.hypot(dx, dy) < FAR) return;
  drag.moved = true;
  drag.card.classList.add("is-dragged");
  drag.card.style.transform = `translate(${dx}px, ${dy}px)`;
  for (const zone of zones()) zone.classList.toggle("is-over", zone === zoneAt(event));
}

function zoneAt(event) {
  return document.elementFromPoint(event.clientX, event.clientY)?.closest("#deal-board .zone") ?? null;
}

function onPointerUp(event) {
  const zone = drag?.moved ? zoneAt(event) : null;
  const card = drag?.card;
  dragged = Boolean(drag?.moved);
  endDrag();
  if (zone) give(card.getAttribute("aria-pressed") === "true" ? chosen() : [card], zone);
}

function endDrag() {
  if (drag?.card) {
    drag.card.style.removeProperty("transform");
    drag.card.classList.remove("is-dragged");
  }
  for (const zone of zones()) zone.classList.remove("is-over");
  drag = null;
}

// --- keyboard --------------------------------------------------------------------------------------

function onKey(event) {
  const card = event.target.closest(".card");
  if (!card || event.altKey || event.ctrlKey || event.metaKey) return;
  const zone = card.closest(".zone");
  const cards = cardsOf(zone);
  const index = cards.indexOf(card);
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  if (step) cards[(index + step + cards.length) % cards.length].focus();
  else if (key in KEYS) {
    const next = cards[index + 1] ?? cards[index - 1] ?? zone.querySelector(".zone-name");
    give(chosen().length ? chosen() : [card], zoneOf(KEYS[key]));
    if (card.closest(".zone") !== zone) next.focus();
  } else return;
  event.preventDefault();
}

/** One stop of the tab key for each zone. */
function rove(zone, stop) {
  const cards = cardsOf(zone);
  const here = stop ?? cards.find((card) => card === document.activeElement) ?? cards[0];
  for (const card of cards) card.tabIndex = card === here ? 0 : -1;
}

if (board) {
  for (const card of board.querySelectorAll(".card[data-hand]")) {
    if (card.dataset.hand) lay(card, zoneOf(card.dataset.hand));
  }
  const hasErrors = form.querySelector(".text-hands .errorlist") !== null;
  const typed = [...form.querySelectorAll("[data-hand-text]")].map((field) => field.value);
  board.hidden = false;
  write();
  form.querySelector(".deal-texts").open = hasErrors;
  if (hasErrors) form.querySelectorAll("[data-hand-text]").forEach((field, index) => (field.value = typed[index]));
  form.addEventListener("click", onClick);
  form.addEventListener("change", (event) => event.target.dataset.handText && read(event.target.dataset.handText));
  board.addEventListener("pointerdown", onPointerDown);
  document.addEventListener("pointermove", onPointerMove);
  document.addEventListener("pointerup", onPointerUp);
  document.addEventListener("pointercancel", endDrag);
  board.addEventListener("keydown", onKey);
  board.addEventListener("focusin", (event) => {
    const card = event.target.closest(".card");
    if (card) rove(card.closest(".zone"), card);
  });
}
