// Puts new regions into the page: morphs them, keeps the focus, and lets cards travel from where they lay.

import { Idiomorph } from "../vendor/idiomorph/idiomorph.esm.js";

const TRAVEL = { duration: 250, easing: "cubic-bezier(.2, .7, .3, 1)" };
const table = document.getElementById("table");
const flight = document.getElementById("flight");

const TYPED = "textarea, input:not([type=radio], [type=checkbox], [type=hidden])";
const MORPH = {
  morphStyle: "outerHTML",
  callbacks: {
    // What a person has opened, typed or ticked is his, not the server's; and the order of tabbing is the page's.
    beforeAttributeUpdated: (name, node) =>
      !(
        (name === "value" && node.matches(TYPED)) ||
        ["checked", "selected", "tabindex"].includes(name) ||
        (name === "open" && !node.dataset.closes)
      ),
  },
};

function isMoving() {
  return !(
    document.hidden ||
    document.documentElement.classList.contains("reduced-motion") ||
    matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}

function faceOf(card) {
  return card.querySelector(".face") || card;
}

function cardPlaces() {
  const places = new Map();
  for (const card of table.querySelectorAll("[data-card]")) {
    const place = faceOf(card).getBoundingClientRect();
    if (place.width) places.set(card.dataset.card, place);
  }
  return places;
}

function travel(card, from) {
  const to = faceOf(card).getBoundingClientRect();
  if (!to.width || (Math.abs(from.left - to.left) < 1 && Math.abs(from.top - to.top) < 1)) return;
  const dx = from.left + from.width / 2 - to.left - to.width / 2;
  const dy = from.top + from.height / 2 - to.top - to.height / 2;
  const scale = from.width / to.width;
  faceOf(card).animate(
    [{ transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 5 }, { transform: "none", zIndex: 5 }],
    TRAVEL,
  );
}

/** Cards that moved travel; a card out of a hidden hand comes from its player's plate. */
function animate(before) {
  for (const card of table.querySelectorAll("[data-card]")) {
    const from = before.get(card.dataset.card);
    if (from) travel(card, from);
    else if (card.closest(".trick-cards")) {
      const seat = seatClass(card.closest("li"));
      const plate = table.querySelector(`.plate.${seat}`);
      if (plate) travel(card, small(plate.getBoundingClientRect(), card));
    }
  }
}

function seatClass(element) {
  return [...element.classList].find((name) => name.startsWith("at-"));
}

/** A card-sized place in the middle of a plate. */
function small(rect, card) {
  const { width, height } = faceOf(card).getBoundingClientRect();
  return {
    left: rect.left + rect.width / 2 - width / 4,
    top: rect.top + rect.height / 2 - height / 4,
    width: width / 2,
    height: height / 2,
  };
}

/** A finished trick flies to whoever won it, as copies: the region itself is already the next trick. */
function sweep() {
  const trick = document.getElementById("r-trick");
  const winner = trick.dataset.winner;
  const plate = winner && table.querySelector(`.plate.at-${winner}`);
  if (!plate) return;
  const to = plate.getBoundingClientRect();
  for (const card of trick.querySelectorAll("[data-card]")) {
    const from = faceOf(card).getBoundingClientRect();
    const copy = document.createElement("div");
    copy.className = card.className;
    copy.append(faceOf(card).cloneNode(true));
    Object.assign(copy.style, {
      left: `${from.left}px`,
      top: `${from.top}px`,
      width: `${from.width}px`,
      height: `${from.height}px`,
    });
    flight.append(copy);
    const dx = to.left + to.width / 2 - from.left - from.width / 2;
    const dy = to.top + to.height / 2 - from.top - from.height / 2;
    copy.animate(
      [{ opacity: 1 }, { transform: `translate(${dx}px, ${dy}px) scale(.4)`, opacity: 0.2 }],
      { ...TRAVEL, duration: 350 },
    ).onfinish = () => copy.remove();
  }
}

// --- focus ---------------------------------------------------------------------------------------

function focusPlace() {
  const active = document.activeElement;
  if (!active || !table.contains(active)) return null;
  const hand = active.closest(".hand[data-hand]");
  if (!hand) return { active, region: active.closest("section[id]")?.id };
  return { active, hand: hand.dataset.hand, index: cardsOf(hand).indexOf(active) };
}

function cardsOf(hand) {
  return [...hand.querySelectorAll("button.card")];
}

/** Only where the focused thing itself is gone: a played card hands the focus to its neighbour. */
function restoreFocus(place) {
  if (!place || (place.active.isConnected && document.activeElement === place.active)) return;
  if (document.activeElement && document.activeElement !== document.body) return;
  if (place.hand) {
    const hand = table.querySelector(`.hand[data-hand="${place.hand}"]`);
    const cards = hand ? cardsOf(hand) : [];
    const next = cards[Math.min(place.index, cards.length - 1)];
    if (next) return next.focus({ preventScroll: true });
  }
  document.getElementById("r-now").focus({ preventScroll: true });
}

// --- painting ------------------------------------------------------------------------------------

/** Put the given regions ({name: html}) into the page. */
export function paint(regions) {
  const names = Object.keys(regions).filter((name) => document.getElementById(`r-${name}`));
  if (!names.length) return;
  const moving = isMoving();
  const before = moving ? cardPlaces() : new Map();
  const focused = focusPlace();
  const wasPlaying = table.dataset.stage === "play";
  if (moving && "trick" in regions) sweep();
  for (const name of names) Idiomorph.morph(document.getElementById(`r-${name}`), regions[name], MORPH);
  takeState();
  if (wasPlaying && table.dataset.stage === "finished" && moving) holdResult();
  if (moving) animate(before);
  restoreFocus(focused);
}

/** The region of the one line says how the page lies: who is at the bottom, what stage the deal is in. */
function takeState() {
  const state = document.getElementById("r-now").dataset;
  for (const name of ["bottom", "seat", "stage", "faced", "mine", "joins"]) table.dataset[name] = state[name];
  const other = [...document.body.classList].filter((name) => name.startsWith("is-"));
  document.body.classList.remove(...other);
  document.body.classList.add(`is-${state.stage}`);
}

/** The last trick stays in sight for a moment before the result covers it. */
function holdResult() {
  table.classList.add("is-just-finished");
  setTimeout(() => table.classList.remove("is-just-finished"), 1600);
}
