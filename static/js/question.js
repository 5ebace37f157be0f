// The two buttons beside a number: one less, one more. Without this file the number is typed.

function step(button) {
  const field = button.parentElement.querySelector("input");
  const wished = Number(field.value || 0) + Number(button.dataset.step);
  field.value = Math.min(Number(field.max), Math.max(Number(field.min), wished));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (button) step(button);
});

document.documentElement.classList.add("has-steps");
