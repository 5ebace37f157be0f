// The seating of a lesson: two taps, or a drag, move a pupil. Every move is the plain form's, sent by this page.

import { Idiomorph } from "../vendor/idiomorph/idiomorph.esm.js";

const REFRESH_EVERY = 5_000;
const DRAG_AFTER = 8; // pixels
const DRAGGED = "[data-user]:not(button)";

const form = document.getElementById("seating-form");
const said = document.getElementById("seating-said");
let picked = "";
let drag = null;
let isBusy = false;

form?.classList.add("is-live");

// --- asking and sending --------------------------------------------------------------------------

async function send(action, fields) {
  isBusy = true;
  const body = new FormData();
  body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  try {
    await draw(await fetch(action, { method: "POST", body, headers: { "X-Live": "1" }, cache: "no-store" }));
  } catch {
    tell(form.dataset.trouble, true);
  }
  isBusy = false;
}

async function refresh() {
  if (document.hidden || drag || isBusy) return;
  try {
    await draw(await fetch(form.dataset.refresh, { headers: { "X-Live": "1" }, cache: "no-store" }), false);
  } catch {
    // asked again soon
  }
}

async function draw(answer, speaks = true) {
  const html = await answer.text();
  const parsed = new DOMParser().parseFromString(html, "text/html").getElementById("seating");
  if (!parsed) throw new Error(String(answer.status));
  Idiomorph.morph(document.getElementById("seating"), parsed.outerHTML, { morphStyle: "outerHTML" });
  if (speaks) tell(parsed.dataset.error, true);
  mark();
}

function tell(sentence, isError = false) {
  said.textContent = sentence;
  said.classList.toggle("is-error", isError && Boolean(sentence));
}

// --- two taps ------------------------------------------------------------------------------------

function pick(user) {
  picked = user;
  mark();
  const name = user && form.querySelector(`${DRAGGED}[data-user="${user}"]`)?.dataset.name;
  tell(user ? `${form.dataset.picked} ${name}` : "");
}

function mark() {
  for (const place of form.querySelectorAll(DRAGGED)) {
    const isPicked = place.dataset.user === picked;
    place.classList.toggle("is-picked", isPicked);
    const radio = place.querySelector("input[type=radio]");
    if (radio) radio.checked = isPicked;
  }
}

function move(user, chair) {
  pick("");
  return send(form.action, { user, to: chair });
}

/** A chair or a pupil was tapped, or chosen with the keyboard. */
function tap(place) {
  const { user, chair } = place.dataset;
  if (picked && picked === user) pick("");
  else if (picked && chair) move(picked, chair);
  else if (user) pick(user);
}

form?.addEventListener("click", (event) => {
  if (event.target.closest("button")) return;
  const place = event.target.closest("[data-chair], .seat-person");
  if (!place || !form.contains(place)) return;
  event.preventDefault(); // the radio button of the label
  if (event.detail !== 0 || event.target.matches("label, label *")) tap(place);
});

form?.addEventListener("keydown", (event) => {
  const place = event.target.matches("input[type=radio]") && event.target.closest("[data-chair], .seat-person");
  if (event.key === "Escape") pick("");
  if (!place || ![" ", "Enter"].includes(event.key)) return;
  event.preventDefault();
  tap(place);
});

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = event.submitter;
  if (button?.name === "to") {
    if (picked) move(picked, button.value);
  } else if (button?.hasAttribute("formaction")) {
    send(button.formAction, button.name ? { [button.name]: button.value } : { seen: form.elements.seen.value });
  }
});

// --- dragging ------------------------------------------------------------------------------------

form?.addEventListener("pointerdown", (event) => {
  const place = event.target.closest(DRAGGED);
  if (!place || event.button !== 0 || event.target.closest("button")) return;
  drag = { user: place.dataset.user, x: event.clientX, y: event.clientY, name: place.querySelector("label")?.textContent.trim(), ghost: null };
});

addEventListener("pointermove", (event) => {
  if (!drag) return;
  if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG_AFTER) {
    drag.ghost = document.createElement("div");
    drag.ghost.className = "seat-ghost";
    drag.ghost.textContent = drag.name;
    document.body.append(drag.ghost);
  }
  if (!drag.ghost) return;
  event.preventDefault();
  drag.ghost.style.translate = `${event.clientX + 8}px ${event.clientY + 8}px`;
  drag.ghost.style.inset = "0 auto auto 0";
  for (const chair of form.querySelectorAll("[data-chair]")) chair.classList.toggle("is-over", chair === chairAt(event));
});

addEventListener("pointerup", (event) => {
  const dragged = drag;
  stopDragging();
  if (!dragged?.ghost) return;
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
  const chair = chairAt(event);
  if (chair && chair.dataset.user !== dragged.user) move(dragged.user, chair.dataset.chair);
});

addEventListener("pointercancel", stopDragging);

function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}

function stopDragging() {
  drag?.ghost?.remove();
  drag = null;
  for (const chair of document.querySelectorAll(".is-over")) chair.classList.remove("is-over");
}

function chairAt(event) {
  return document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-chair]") ?? null;
}

if (form) setInterval(refresh, REFRESH_EVERY);
