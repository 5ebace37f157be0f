// Three sounds, never the only sign of anything, and none before the person has touched the page.

const KEY = "minibridge.sounds";

export class Sounds {
  constructor(table) {
    const [card, turn, trick] = table.dataset.soundsPath.split(" ");
    this.files = { card, turn, trick };
    this.players = {};
    this.isOn = (read() ?? table.dataset.sounds) === "on";
    this.isUnlocked = false;
    for (const type of ["pointerdown", "keydown"]) {
      addEventListener(type, () => this.unlock(), { once: true, capture: true });
    }
  }

  unlock() {
    this.isUnlocked = true;
    for (const [name, file] of Object.entries(this.files)) {
      this.players[name] = new Audio(file);
      this.players[name].preload = "auto";
    }
  }

  toggle() {
    this.isOn = !this.isOn;
    try {
      localStorage.setItem(KEY, this.isOn ? "on" : "off");
    } catch {
      // private windows forget; the choice then holds for this page
    }
    if (this.isOn) this.play("turn");
  }

  play(name) {
    if (!this.isOn || !this.isUnlocked || document.hidden) return;
    const player = this.players[name];
    player.currentTime = 0;
    player.play().catch(() => {});
  }
}

function read() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
