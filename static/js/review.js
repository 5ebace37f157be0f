// Shows how far the review of a deal is, and the page anew when it is done. Without this file a link does it.

import { Idiomorph } from "../vendor/idiomorph/idiomorph.esm.js";

const EVERY = 1500;
const box = () => document.getElementById("review");
let timer = null;

const keepOpen = (name) => name !== "open";

async function look() {
  const response = await fetch(location.pathname + location.search, { headers: { "X-Fragment": "review" } });
  if (!response.ok) throw new Error(response.status);
  const html = await response.text();
  if (box()) Idiomorph.morph(box(), html, { morphStyle: "outerHTML", callbacks: { beforeAttributeUpdated: keepOpen } });
}

async function follow() {
  if (!box()) return;
  const wasOpen = box().open;
  try {
    await look();
  } catch {
    // the next look may fare better
  }
  if (!box()) return; // the reader stepped back to where nothing is told
  if (box().dataset.working) {
    wait();
  } else if (wasOpen) {
    history.replaceState(null, "", `${location.pathname}${location.search}#review`);
    location.reload(); // each step has something to tell now
  }
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(follow, EVERY);
}

// Whoever wants to be surprised is told nothing before the end.
function start() {
  if (!box()) return;
  if (location.hash === "#review") box().open = true;
  if (box().dataset.working) wait();
}

document.addEventListener("deal-more", start);
start();
