// While robots play, how far they are is asked again. Without this file the page loads itself again.

import { Idiomorph } from "../vendor/idiomorph/idiomorph.esm.js";

const EVERY = 1500;
const section = () => document.getElementById("compare");
let timer = null;

// What the reader has chosen in the form stays as he left it.
const mayMorph = (node) => !(node instanceof Element && node.matches(".compare-bots"));

async function ask() {
  if (!section()) return; // the reader of a deal stepped back to where nothing is told
  try {
    const response = await fetch(section().dataset.address, { headers: { "X-Fragment": "compare" } });
    const html = await response.text();
    if (response.ok && section()) {
      Idiomorph.morph(section(), html, { morphStyle: "outerHTML", callbacks: { beforeNodeMorphed: mayMorph } });
    }
  } catch {
    // No connection: the next attempt may have one.
  }
  wait();
}

function wait() {
  clearTimeout(timer);
  if (section()?.hasAttribute("data-running")) timer = setTimeout(ask, EVERY);
}

document.addEventListener("deal-more", wait);
wait();
