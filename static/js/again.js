// The form below a deal begins where the reader has stepped to. Without this file it keeps the step of the page.

const form = document.getElementById("again-form");
const replay = document.getElementById("replay");
let hasChosen = false; // the reader has said himself where to begin

function follow() {
  const { step, last } = replay.dataset;
  form.elements.step.value = step;
  document.getElementById("again-step").textContent = step;
  if (!hasChosen) form.elements.where.value = step === "0" || step === last ? "start" : "here";
}

if (form && replay) {
  form.addEventListener("change", (event) => {
    if (event.target.name === "where") hasChosen = true;
  });
  new MutationObserver(follow).observe(replay, { attributeFilter: ["data-step"] });
}
