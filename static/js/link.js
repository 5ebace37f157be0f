// The wire between this page and the table: a socket while one can be had, else questions over HTTP.
//
// Nothing is kept for later: what is sent while the wire is down is refused at once. The one exception is an action that
// was on its way when the wire broke, or that a busy site sent away; it goes again under the same id, and only while the
// deal stands where it stood.

const PROBE_FOR = 2_000;
const PROBE_LONGEST = 16_000;
const BUSY_TRIES = 3;
const POLL_EVERY = 3_000;
const POLL_AFTER_FAILURES = 3;
const BACKOFF_FIRST = 300;
const BACKOFF_LAST = 8_000;
const STALE_ACTION = 20_000;
const FINAL_CLOSES = [4401, 4403, 4404];

export function newId() {
  // crypto.randomUUID exists only where the page is served securely; a school's LAN is plain http.
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Link {
  /**
   * `at()` tells {epoch, version, record, n} of what is shown. `on` has the callbacks frame(frame), presence(present),
   * state("live" | "polling" | "down"), bye(code) and lost().
   */
  constructor({ socketUrl, viewUrl, pingEvery, at, on }) {
    Object.assign(this, { socketUrl, viewUrl, pingEvery, at, on });
    this.deadAfter = 2.5 * pingEvery;
    this.absent = "";
    this.failures = 0;
    this.patience = PROBE_FOR;
    this.heard = 0;
    this.ended = false;
    this.pending = null;
    this.state = "down";
  }

  start() {
    this.connect();
    setInterval(() => this.beat(), 1000);
    addEventListener("online", () => this.wake());
    addEventListener("pageshow", (event) => event.persisted && this.wake());
    addEventListener("offline", () => this.tell("down"));
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
  }

  // --- the socket ------------------------------------------------------------------------------

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    clearTimeout(this.retry);
    if (this.ended) return;
    const socket = new WebSocket(this.socketUrl);
    this.socket = socket;
    this.opened = Date.now();
    socket.onopen = () => {
      const { version, epoch } = this.at();
      const again = this.heard > 0;
      this.heard = Date.now();
      this.say({ type: "hello", version, epoch, again });
      this.ping();
    };
    socket.onmessage = (event) => socket === this.socket && this.hear(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      if (FINAL_CLOSES.includes(event.code)) this.end(event.code);
      else this.lose();
    };
  }

  hear(message) {
    this.heard = Date.now();
    if (this.state !== "live") {
      this.failures = 0;
      clearInterval(this.poller);
      this.poller = null;
      this.tell("live");
    }
    if (["view", "wall", "refused"].includes(message.type)) this.take(message);
    else if (message.type === "presence") this.on.presence(message.present);
    else if (message.type === "pong") {
      if (Date.now() - this.pinged < PROBE_FOR) this.patience = PROBE_FOR;
      this.resend();
    } else if (message.type === "bye") this.end(message.code);
  }

  /** The server does not want this page back: removed, shut out or logged out. */
  end(code) {
    if (this.ended) return;
    this.ended = true;
    this.socket = null;
    clearInterval(this.poller);
    this.on.bye(code);
  }

  lose() {
    this.socket = null;
    if (this.ended) return;
    this.failures += 1;
    const longest = Math.min(BACKOFF_LAST, BACKOFF_FIRST * 2 ** this.failures);
    this.retry = setTimeout(() => this.connect(), BACKOFF_FIRST + Math.random() * (longest - BACKOFF_FIRST));
    if (this.state !== "polling") this.tell("down");
    if (this.failures >= POLL_AFTER_FAILURES && !this.poller) {
      this.poller = setInterval(() => this.look(), POLL_EVERY);
      this.look();
    }
  }

  drop() {
    // A dead connection may take minutes to close: it is replaced, not waited for.
    const socket = this.socket;
    if (!socket) return;
    socket.onclose = socket.onmessage = socket.onopen = null;
    socket.close();
    this.lose();
  }

  say(message) {
    this.socket.send(JSON.stringify(message));
  }

  beat() {
    if (this.socket && !this.isOpen && Date.now() - this.opened > this.deadAfter) this.drop();
  }

  /**
   * The heartbeat, now and every so often. A socket over which nothing comes back is replaced: the next one with more
   * patience, since the site may be busy.
   */
  ping() {
    const { socket } = this;
    const asked = (this.pinged = Date.now());
    this.say({ type: "ping", ...this.at() });
    setTimeout(() => {
      if (socket !== this.socket || this.heard > asked) return;
      this.patience = Math.min(2 * this.patience, PROBE_LONGEST);
      this.drop();
    }, this.patience);
    clearTimeout(this.pinger);
    this.pinger = setTimeout(() => socket === this.socket && this.isOpen && this.ping(), this.pingEvery);
  }

  /** Ask again now: the page was asleep, away or offline, and its socket may be a corpse. */
  wake() {
    if (this.ended) return;
    if (!this.isOpen) {
      this.failures = Math.min(this.failures, 1);
      if (this.socket) this.drop();
      this.connect();
      this.look();
      return;
    }
    this.patience = PROBE_FOR;
    this.ping();
  }

  // --- without a socket ------------------------------------------------------------------------

  /** Ask who is there and what changed; for all regions when `whole`. */
  async look(whole = false) {
    const { version, epoch, record, n } = this.at();
    const known = new URLSearchParams({ version, epoch, record: record ?? "", n, absent: this.absent });
    const query = whole ? "" : `?${known}`;
    try {
      const answer = await fetch(this.viewUrl + query, { headers: { "X-Live": String(version) }, cache: "no-store" });
      if (!answer.ok) throw new Error(String(answer.status));
      const frame = await answer.json();
      this.absent = frame.absent;
      this.take(frame);
      if (!this.isOpen) this.tell("polling");
      this.resend();
    } catch {
      if (!this.isOpen) this.tell("down");
    }
  }

  async post(url, body) {
    const answer = await fetch(url, {
      method: "POST",
      body,
      headers: { "X-Live": String(this.at().version) },
      cache: "no-store",
    });
    const type = answer.headers.get("Content-Type") || "";
    if (!type.startsWith("application/json")) throw new Error(String(answer.status));
    const frame = await answer.json();
    this.take(frame);
    return frame;
  }

  take(frame) {
    if (frame.answers && frame.answers === this.pending?.id) {
      if (frame.retry && this.tryLater(frame.retry)) return;
      this.settle();
    }
    if (frame.present) this.on.presence(frame.present);
    this.on.frame(frame);
  }

  tell(state) {
    if (state === this.state) return;
    this.state = state;
    this.on.state(state);
  }

  // --- actions ---------------------------------------------------------------------------------

  /** Whether an action is on its way. A second tap while one is does nothing. */
  get isBusy() {
    return this.pending !== null;
  }

  /** Send an action of the deal. `form` is its plain form, used when there is no socket. */
  async act(action, form, settled) {
    if (this.pending) return;
    if (navigator.onLine === false) {
      settled();
      this.on.lost();
      return;
    }
    const { record, n } = this.at();
    this.pending = { id: newId(), action, form, record, n, settled, since: Date.now(), tries: 0, notBefore: 0 };
    await this.transmit();
  }

  async transmit() {
    const { id, action, form, record, n } = this.pending;
    this.pending.sentAt = Date.now();
    this.pending.socket = this.isOpen ? this.socket : null;
    if (this.isOpen) {
      this.say({ type: "act", record, n, client_id: id, action });
      return;
    }
    const body = new FormData(form);
    const fields = { ...action, record, n, client_id: id };
    if ("accept" in action) fields.accept = action.accept ? "1" : "0";
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    try {
      const frame = await this.post(form.action, body);
      if (this.pending?.id === id && !frame.retry) this.settle();
    } catch {
      if (this.pending?.id === id) {
        this.settle();
        this.on.lost();
      }
      this.tell("down");
    }
  }

  /** The site was busy: the same action goes again after a moment. Returns false when that was tried often enough. */
  tryLater(seconds) {
    const waiting = this.pending;
    if (waiting.tries >= BUSY_TRIES) return false;
    const pause = seconds * 1000 * 2 ** waiting.tries * (1 + Math.random() / 2);
    Object.assign(waiting, { tries: waiting.tries + 1, notBefore: Date.now() + pause, sentAt: 0 });
    setTimeout(() => this.pending === waiting && this.resend(), pause + 1);
    return true;
  }

  /** After a broken wire: the same id again, while nothing has happened in the deal; else what is shown is the answer. */
  resend() {
    const waiting = this.pending;
    if (!waiting) return;
    const { record, n } = this.at();
    const isOnOtherWire = waiting.socket !== this.socket;
    if (waiting.record !== record || waiting.n !== n) this.settle();
    else if (Date.now() - waiting.since > STALE_ACTION) {
      this.settle();
      this.on.lost();
    } else if (Date.now() < waiting.notBefore) return;
    else if (isOnOtherWire || Date.now() - waiting.sentAt > PROBE_FOR) this.transmit();
  }

  settle() {
    const { settled } = this.pending;
    this.pending = null;
    settled();
  }
}
