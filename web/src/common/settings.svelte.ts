import { readStorage, writeStorage } from "./storage";

export type Theme = "" | "light" | "dark";

interface Stored {
  film: number;
  numbers: boolean;
  outlines: boolean;
  notify: boolean;
  large: boolean;
  ask: boolean;
  sound: boolean;
  minimap: boolean | null;
  /** Null: in the first games only. */
  advise: boolean | null;
}

const DEFAULTS: Stored = {
  film: 1,
  numbers: true,
  outlines: false,
  notify: false,
  large: false,
  ask: true,
  sound: true,
  minimap: null,
  advise: null,
};

/** A player's own preferences, stored in the browser. */
class Settings {
  private stored = $state<Stored>({ ...DEFAULTS, ...readStorage<Partial<Stored>>("settings", {}) });
  theme = $state<Theme>(storedTheme());

  /** How fast the other side's moves are shown; 0 shows them at once. Stored under its first name. */
  get animationSpeed(): number {
    return this.stored.film;
  }
  get hexNumbers(): boolean {
    return this.stored.numbers;
  }
  /** Strong outlines and patterns beside colours. */
  get strongOutlines(): boolean {
    return this.stored.outlines;
  }
  get notify(): boolean {
    return this.stored.notify;
  }
  /** Ask before a phase ends with units that could still move. */
  get askUnmoved(): boolean {
    return this.stored.ask;
  }
  get sound(): boolean {
    return this.stored.sound;
  }
  /** Null: not said, so that the size of the screen decides. */
  get miniMap(): boolean | null {
    return this.stored.minimap;
  }
  /** The adviser, where the player has chosen. */
  get adviser(): boolean | null {
    return this.stored.advise;
  }
  get largeText(): boolean {
    return this.stored.large;
  }

  set<K extends keyof Stored>(name: K, value: Stored[K]): void {
    this.stored[name] = value;
    writeStorage("settings", this.stored);
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    if (theme) document.documentElement.dataset["theme"] = theme;
    else delete document.documentElement.dataset["theme"];
    try {
      if (theme) localStorage.setItem("bridgehead.theme", theme);
      else localStorage.removeItem("bridgehead.theme");
    } catch {
      // Stored for this page only.
    }
  }
}

function storedTheme(): Theme {
  try {
    const theme = localStorage.getItem("bridgehead.theme");
    return theme === "light" || theme === "dark" ? theme : "";
  } catch {
    return "";
  }
}

export const settings = new Settings();

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
let systemDark = $state(prefersDark.matches);
prefersDark.addEventListener("change", (event) => (systemDark = event.matches));

/** Is the page dark, by choice or because the system is? */
export function isDark(): boolean {
  return settings.theme ? settings.theme === "dark" : systemDark;
}
