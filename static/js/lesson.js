// A pupil's page in a lesson: the bar of the lesson, drawn anew whenever the lesson changes, and the way to his table.
//
// Forms of the bar (`form[data-lesson]`) are sent by this page and answered by the bar as it is then; without this file
// they are plain forms. Where sockets are blocked the bar is asked for over HTTP.

import { Idiomorph } from "../vendor/idiomorph/idiomorph.esm.js";

const BEAT_EVERY = 10_000;
const POLL_EVERY = 5_000;
const BACKOFF_FIRST = 500;
const BACKOFF_LAST = 8_000;
const DEAD_AFTER = 25_000;
const GONE = 4404;
const LEFT = 4401;

const TYPED = "textarea, input:not([type=radio], [type=checkbox], [type=hidden])";
const MORPH = {
  morphStyle: "innerHTML",
  callbacks: {
    // What a person has opened, typed or ticked is his, not the server's.
    beforeAttributeUpdated: (name, node) =>
      !((name === "value" && node.matches(TYPED)) || ["checked", "selected", "open"].includes(name)),
  },
};

const bar = document.getElementById("lesson-bar");
const token = () => document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";
const csrf = token();

let shown = Number(bar.dataset.version);
let failures = 0;
let heard = Date.now();
let socket = null;
let poller = null;
let isLeaving = false;

// --- news ----------------------------------------------------------------------------------------

function take(frame) {
  if (frame.type !== "bar") return;
  if (frame.place && frame.place !== bar.dataset.page) {
    go(frame.place);
    return;
  }
  if (frame.html === undefined || frame.version < shown) return;
  shown = frame.version;
  const focused = document.activeElement;
  const id = bar.contains(focused) ? focused.id : "";
  Idiomorph.morph(bar, frame.html, MORPH);
  if (id && document.activeElement !== document.getElementById(id)) document.getElementById(id)?.focus();
  document.dispatchEvent(new CustomEvent("lesson:bar", { detail: frame }));
}

function go(address) {
  if (isLeaving) return;
  isLeaving = true;
  location.assign(address);
}

// --- the socket, and questions while there is none -----------------------------------------------

function connect() {
  if (isLeaving) return;
  const url = new URL(bar.dataset.socket, location.href);
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const mine = new WebSocket(url.href);
  socket = mine;
  heard = Date.now();
  mine.onmessage = (event) => {
    if (mine !== socket) return;
    heard = Date.now();
    failures = 0;
    clearInterval(poller);
    poller = null;
    const message = JSON.parse(event.data);
    if (message.type === "bye") end(message.code);
    else take(message);
  };
  mine.onclose = (event) => {
    if (mine !== socket) return;
    if (event.code === GONE || event.code === LEFT) end(event.code);
    else lose();
  };
}

/** The lesson is over, or this pupil is not in it any more: he is led to where he waits. */
function end(code) {
  socket = null;
  if (code !== LEFT) go(bar.dataset.home);
}

function lose() {
  socket = null;
  failures += 1;
  const longest = Math.min(BACKOFF_LAST, BACKOFF_FIRST * 2 ** failures);
  setTimeout(connect, BACKOFF_FIRST + Math.random() * (longest - BACKOFF_FIRST));
  if (failures > 1) poll();
}

function poll() {
  if (poller) return;
  poller = setInterval(look, POLL_EVERY);
  look();
}

async function look() {
  try {
    const answer = await fetch(bar.dataset.poll, { cache: "no-store" });
    if (answer.ok && !answer.redirected) take(await answer.json());
  } catch {
    // asked again soon
  }
}

function beat() {
  if (socket?.readyState === WebSocket.OPEN && Date.now() - heard < DEAD_AFTER) {
    socket.send(JSON.stringify({ type: "ping", version: shown }));
  } else if (socket && Date.now() - heard >= DEAD_AFTER) {
    socket.onclose = null; // a dead connection may take minutes to close
    socket.close();
    lose();
  }
}

// --- forms of the bar ----------------------------------------------------------------------------

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form[data-lesson]")) return;
  event.preventDefault();
  const body = new FormData(form, event.submitter);
  if (!body.get("csrfmiddlewaretoken")) body.set("csrfmiddlewaretoken", csrf || token());
  say("");
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Live": "1" }, cache: "no-store" });
    const isJson = (answer.headers.get("Content-Type") || "").startsWith("application/json");
    const frame = isJson ? await answer.json() : {};
    if (frame.error) say(frame.error);
    else if (!answer.ok) say(bar.dataset.trouble);
    if (frame.type === "bar") take(frame);
  } catch {
    say(bar.dataset.trouble);
  }
  await look();
});

function say(sentence) {
  let line = document.getElementById("lesson-trouble");
  if (!line && !sentence) return;
  if (!line) {
    line = document.createElement("p");
    line.id = "lesson-trouble";
    line.className = "lesson-trouble";
    line.setAttribute("role", "alert");
    bar.after(line);
  }
  line.textContent = sentence;
}

// --- the beginning ---------------------------------------------------------------------------------

if (bar.dataset.socket) {
  connect();
  setInterval(beat, BEAT_EVERY);
  document.addEventListener("visibilitychange", () => document.hidden || look());
  addEventListener("online", look);
} else {
  poll(); // he waits: there is no lesson yet
}
