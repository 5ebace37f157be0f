// Small comforts of files and links. Without this file everything is a link, a form or a text to select.

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select(); // also what remains where there is no clipboard, on plain http
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    if (!document.execCommand("copy")) return;
  }
  const label = button.querySelector("span");
  const before = label.textContent;
  label.textContent = button.dataset.copied;
  setTimeout(() => (label.textContent = before), 2000);
}

function tickAll(button) {
  for (const box of button.form.querySelectorAll('[name="board"]:not(:disabled)')) {
    box.checked = Boolean(button.dataset.tickAll);
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.copy) copy(button);
  if ("tickAll" in button.dataset) tickAll(button);
  if ("print" in button.dataset) window.print();
});

for (const hidden of document.querySelectorAll("[data-copy], [data-print], [data-tick]")) hidden.hidden = false;
