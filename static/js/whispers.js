// The card that the teacher shows is marked on the page of a pupil who sees it. The teacher, who looks on at the same
// page, taps the card that he wants to show, and speaks without leaving it.

const table = document.getElementById("table");

// --- the card the teacher points at --------------------------------------------------------------

function deal() {
  const form = document.getElementById("do-card");
  return { record: form?.elements.record.value, n: form?.elements.n.value };
}

/** Marks the card while the deal stands where the teacher pointed; afterwards its words go, too. */
function mark() {
  const point = document.querySelector("[data-point]");
  const { record, n } = deal();
  const isNow = point !== null && point.dataset.record === record && point.dataset.n === n;
  if (point && point.hidden === isNow) point.hidden = !isNow;
  for (const card of document.querySelectorAll(".cards [data-card]")) {
    const isPointed = isNow && card.dataset.card === point.dataset.point;
    if (card.classList.contains("is-pointed") !== isPointed) card.classList.toggle("is-pointed", isPointed);
  }
}

// Paints end with the fields of the plain forms, which tell where the deal stands: after them is soon enough.
let isWaiting = false;
new MutationObserver(() => {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    mark();
  });
}).observe(document.getElementById("main"), { childList: true, subtree: true, attributeFilter: ["class", "data-point"] });
mark();

// --- sending -------------------------------------------------------------------------------------

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.hasAttribute("data-teacher")) return;
  event.preventDefault();
  const body = new FormData(form);
  if (event.submitter?.name) body.set(event.submitter.name, event.submitter.value);
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Live": "1" }, cache: "no-store" });
    const { status, said } = await answer.json();
    const line = document.querySelector(".look-on-said");
    if (line) line.textContent = said;
    if (status === 200 && form.elements.text) form.elements.text.value = "";
    for (const details of document.querySelectorAll(".look-on details[open]")) details.open = false;
  } catch {
    HTMLFormElement.prototype.submit.call(form); // as without this file
  }
});

// --- the teacher taps a card ---------------------------------------------------------------------

const choice = document.getElementById("point-card");
if (choice) {
  table.addEventListener("click", (event) => {
    const card = event.target.closest(".cards [data-card]");
    if (!card) return;
    choice.value = card.dataset.card;
    document.querySelector("#to-point button").focus();
  });
}
