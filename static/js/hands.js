// Playing a card: by one click, by two taps, by dragging it up, by keyboard. Which card may be played is said by the
// page (aria-disabled, data-due, data-why); no rule of the game is known here.

const DRAG_UP = 40;
const table = document.getElementById("table");
const confirm = document.getElementById("confirm");

let lifted = null; // the code of the card that one tap has lifted
let clicked = null; // the code of the card that the latest click was on
let drag = null;
let pointer = "mouse";
let words, play, refuse, isBusy;

/** `play(button)` sends a card, `refuse(sentence)` tells why not, `isBusy()` whether an action is on its way. */
export function startHands(options) {
  ({ words, play, refuse, isBusy } = options);
  document.addEventListener("pointerdown", onPointerDown);
  document.addEventListener("pointermove", onPointerMove);
  document.addEventListener("pointerup", onPointerUp);
  document.addEventListener("pointercancel", endDrag);
  document.addEventListener("click", onClick);
  document.addEventListener("keydown", onKey);
  document.addEventListener("focusin", onFocus);
  confirm.addEventListener("click", () => lifted && choose(buttonOf(lifted)));
  afterPaint();
}

function cardAt(target) {
  return target.closest?.(".hand[data-hand] button.card");
}

function handOf(button) {
  return button.closest(".hand");
}

function buttonOf(code) {
  return table.querySelector(`.hand[data-hand] button[data-card="${code}"]`);
}

function needsTwoTaps() {
  const chosen = table.dataset.taps;
  return chosen ? chosen === "2" : pointer === "touch" || pointer === "pen";
}

// --- choosing ------------------------------------------------------------------------------------

/** Why this card cannot be played now; nothing if it can. */
function hindrance(button) {
  const hand = handOf(button);
  if (!("due" in hand.dataset)) return document.getElementById("r-now").textContent.trim();
  if (button.getAttribute("aria-disabled") === "true") return hand.dataset.why || " ";
  return "";
}

function onClick(event) {
  const button = cardAt(event.target);
  if (!button) {
    if (lifted && !confirm.contains(event.target)) lower();
    return;
  }
  event.preventDefault();
  if (drag?.done) return;
  // The second half of a double click is not for the card that moved into the place of the one just played.
  if (event.detail > 1 && button.dataset.card !== clicked) return;
  clicked = button.dataset.card;
  const why = hindrance(button);
  if (why) {
    lower();
    refuse(why);
    return;
  }
  if (needsTwoTaps() && lifted !== button.dataset.card) lift(button);
  else choose(button);
}

function lift(button) {
  lower();
  lifted = button.dataset.card;
  showLift();
}

function lower() {
  lifted = null;
  showLift();
}

function showLift() {
  for (const card of table.querySelectorAll("button.card[aria-pressed]")) card.removeAttribute("aria-pressed");
  const button = lifted && buttonOf(lifted);
  if (button) button.setAttribute("aria-pressed", "true");
  else lifted = null;
  confirm.hidden = !button;
  table.classList.toggle("is-choosing", Boolean(button));
  if (button) confirm.textContent = words.playCard.replace("%(card)s", button.getAttribute("aria-label"));
}

function choose(button) {
  if (!button || isBusy()) return;
  lifted = null;
  showLift();
  button.setAttribute("aria-busy", "true");
  play(button, () => button.removeAttribute("aria-busy"));
}

// --- dragging ------------------------------------------------------------------------------------

function onPointerDown(event) {
  pointer = event.pointerType;
  const button = cardAt(event.target);
  drag = button && event.isPrimary && event.button === 0 ? { button, x: event.clientX, y: event.clientY } : null;
}

function onPointerMove(event) {
  if (!drag?.button || !event.isPrimary) return;
  if (!event.buttons) return endDrag(); // let go where the page could not see it
  const dx = event.clientX - drag.x;
  const dy = event.clientY - drag.y;
  if (!drag.moved && (dy > -10 || Math.abs(dx) > Math.abs(dy))) return;
  drag.moved = true;
  drag.up = -dy;
  const face = drag.button.querySelector(".face");
  face.style.transform = `translate(${dx}px, ${dy}px)`;
  drag.button.classList.toggle("is-leaving", drag.up >= DRAG_UP);
}

function onPointerUp() {
  const { button, moved, up } = drag ?? {};
  endDrag();
  if (!moved) return;
  drag = { done: true }; // the click that follows belongs to the drag
  setTimeout(() => drag?.done && (drag = null), 50);
  if (up < DRAG_UP) return;
  const why = hindrance(button);
  if (why) refuse(why);
  else choose(button);
}

function endDrag() {
  if (drag?.button) {
    drag.button.querySelector(".face")?.style.removeProperty("transform");
    drag.button.classList.remove("is-leaving");
  }
  drag = null;
}

// --- keyboard ------------------------------------------------------------------------------------

function onKey(event) {
  pointer = "mouse";
  if (event.key === "Escape" && lifted) return lower();
  const button = cardAt(event.target);
  if (!button || event.altKey || event.ctrlKey || event.metaKey) return;
  const cards = [...handOf(button).querySelectorAll("button.card")];
  const next = arrow(event.key, cards, button) || bySuit(event.key, cards, button) || byRank(event.key, cards, button);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function arrow(key, cards, button) {
  const index = cards.indexOf(button);
  const step = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: cards.length - 1 }[key];
  if (step !== undefined) return cards[(step + cards.length) % cards.length];
  if (key === "ArrowUp" || key === "ArrowDown") return otherHand(button);
  return null;
}

/** Declarer has two hands: up and down change between them. */
function otherHand(button) {
  const hands = [...table.querySelectorAll(".hand[data-hand]")].filter((hand) => hand !== handOf(button));
  return hands[0]?.querySelector("button.card[tabindex='0']") || hands[0]?.querySelector("button.card");
}

/** The letter of a suit goes to its highest card, the same letter again to the next. */
function bySuit(key, cards, button) {
  const suit = words.suitKeys[key.toUpperCase()];
  const held = suit ? cards.filter((card) => card.dataset.card[0] === suit) : [];
  return held.length ? held[(held.indexOf(button) + 1) % held.length] : null;
}

/** A rank looks in the suit where the focus is, then in the others. */
function byRank(key, cards, button) {
  const french = table.dataset.letters === "fr";
  const letters = french ? { A: "A", R: "K", D: "Q", V: "J" } : { A: "A", K: "K", Q: "Q", J: "J" };
  const upper = key.toUpperCase();
  const rank = letters[upper] || (key === "1" || key === "0" ? "T" : /^[2-9]$/.test(key) ? key : null);
  if (!rank) return null;
  const suit = button.dataset.card[0];
  return cards.find((card) => card.dataset.card === suit + rank) || cards.find((card) => card.dataset.card[1] === rank);
}

function onFocus(event) {
  const button = cardAt(event.target);
  if (button) rove(handOf(button), button);
}

/** One stop of the tab key for each hand. */
function rove(hand, stop) {
  for (const card of hand.querySelectorAll("button.card")) card.tabIndex = card === stop ? 0 : -1;
}

/** Painting may have laid new cards: lifted card and tab stops are set again. */
export function afterPaint() {
  if (lifted && (!buttonOf(lifted) || hindrance(buttonOf(lifted)))) lifted = null;
  showLift();
  for (const hand of table.querySelectorAll(".hand[data-hand]")) {
    const cards = [...hand.querySelectorAll("button.card")];
    const stop =
      cards.find((card) => card === document.activeElement) ||
      cards.find((card) => card.tabIndex === 0 && card.hasAttribute("tabindex") && !card.hasAttribute("aria-disabled")) ||
      cards.find((card) => !card.hasAttribute("aria-disabled")) ||
      cards[0];
    if (stop) rove(hand, stop);
  }
}
