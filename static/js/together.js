// Several people look at one deal: whoever leads sends his steps, the others follow until they go their own way.
//
// Following is written in the address: without a step it means the leader's, so that a reload finds it again.

import { Idiomorph } from "../vendor/idiomorph/idiomorph.esm.js";
import { Link } from "./link.js";
import { show } from "./replay.js";

const STEP_EVERY = 300; // milliseconds: a slider passes many steps on its way to one

const panel = document.getElementById("together");
const shared = { version: Number(panel.dataset.version), step: Number(panel.dataset.step), epoch: 0, record: null, n: 0 };
const socketUrl = new URL(panel.dataset.socket, location.href);
socketUrl.protocol = location.protocol === "https:" ? "wss:" : "ws:";

const leads = () => panel.dataset.leads === "1";
const follows = () => panel.dataset.follows === "1";
const shownStep = () => Number(document.getElementById("replay").dataset.step);

const link = new Link({
  socketUrl: socketUrl.href,
  viewUrl: panel.dataset.view,
  pingEvery: Number(panel.dataset.heartbeat) * 1000,
  at: () => shared,
  on: {
    frame: onFrame,
    presence: () => {},
    state: (state) => (panel.dataset.wire = state),
    bye: () => tell(panel.dataset.bye),
    lost: () => {},
  },
});

// --- news ----------------------------------------------------------------------------------------

function onFrame(frame) {
  tell(frame.error || "");
  if (!frame.html || frame.version < shared.version) return;
  const isNewLeader = frame.leads && !leads();
  Object.assign(shared, { version: frame.version, step: frame.step });
  panel.dataset.leads = frame.leads ? "1" : "0";
  Idiomorph.morph(document.getElementById("together-bar"), frame.html, {
    morphStyle: "outerHTML",
    callbacks: { beforeAttributeUpdated: (name) => name !== "open" },
  });
  if (!frame.leads) return follow();
  setFollows(true);
  if (isNewLeader) sendStep(); // the others come to where the new leader is
}

function follow() {
  if (follows() && !leads() && shownStep() !== shared.step) show(addressOf(shared.step), { isOwnWish: false });
}

function addressOf(step) {
  const address = new URLSearchParams(document.getElementById("replay").dataset.address);
  address.set("step", step);
  return `?${address}`;
}

function tell(sentence) {
  document.getElementById("together-alert").textContent = sentence;
}

// --- following and going one's own way -----------------------------------------------------------

function setFollows(isFollowing) {
  panel.dataset.follows = isFollowing ? "1" : "0";
  const address = new URLSearchParams(document.getElementById("replay").dataset.address);
  if (isFollowing) address.delete("step");
  history.replaceState(null, "", `?${address}`);
}

document.addEventListener("replay:step", (event) => {
  if (leads()) sendStep();
  const isOwnWay = event.detail.isOwnWish && !leads() && (event.detail.step !== shared.step || !follows());
  setFollows(isOwnWay ? false : follows());
});

document.getElementById("together-back").addEventListener("click", (event) => {
  event.preventDefault();
  setFollows(true);
  follow();
  document.getElementById("go-on").focus({ preventScroll: true });
});

// --- leading -------------------------------------------------------------------------------------

let waiting = null;
let sentAt = 0;

/** The newest step goes out, at most one in STEP_EVERY. */
function sendStep() {
  if (waiting) return;
  waiting = setTimeout(
    () => {
      waiting = null;
      sentAt = Date.now();
      if (leads() && shownStep() !== shared.step) send("step", { step: shownStep() });
    },
    Math.max(0, sentAt + STEP_EVERY - Date.now()),
  );
}

function send(type, numbers) {
  if (link.isOpen) {
    link.say({ type, ...numbers });
    return;
  }
  const form = document.getElementById(`together-${type}`);
  const body = new FormData(form);
  for (const [name, value] of Object.entries(numbers)) body.set(name, value);
  link.post(form.action, body).catch(() => tell(document.getElementById("replay").dataset.trouble));
}

panel.addEventListener("submit", (event) => {
  const type = event.target.id.replace("together-", "");
  if (!["take", "hand"].includes(type)) return;
  event.preventDefault();
  const { name, value } = event.submitter ?? {};
  send(type, name ? { [name]: Number(value) } : {});
});

link.start();
setInterval(follow, link.pingEvery); // a step that could not be fetched is asked for again
if (leads() && !follows()) sendStep();
