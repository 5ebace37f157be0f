// The four pictures of a pupil, tapped without a request for each. Without this file every tap is a form.

const form = document.getElementById("pictures");
const chosen = form.elements.chosen;
const slots = [...form.querySelectorAll(".slots li")];
const back = form.elements.back;

const names = () => chosen.value.split(" ").filter(Boolean);

function show(list) {
  chosen.value = list.join(" ");
  slots.forEach((slot, place) => {
    const name = list[place];
    const button = name && form.querySelector(`[name="tap"][value="${name}"]`);
    slot.replaceChildren();
    if (!button) return;
    const label = document.createElement("span");
    label.className = "sr";
    label.textContent = button.textContent.trim();
    slot.append(button.querySelector("svg").cloneNode(true), label);
  });
  back.disabled = list.length === 0;
}

form.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  event.preventDefault();
  const list = names();
  if (button === back) return show(list.slice(0, -1));
  if (list.length === slots.length) return; // on its way already
  show([...list, button.value]);
  if (list.length + 1 === slots.length) form.submit();
});

// A page that comes back from the browser's memory begins anew.
window.addEventListener("pageshow", (event) => event.persisted && show([]));
