import { recall, remember } from "./storage";

export type Theme = "" | "light" | "dark";

interface Kept {
  film: number;
  numbers: boolean;
  outlines: boolean;
  confirm: boolean;
  notify: boolean;
  large: boolean;
}

const FRESH: Kept = { film: 1, numbers: true, outlines: false, confirm: false, notify: false, large: false };

/** A player's own preferences, kept in the browser. */
class Settings {
  private kept = $state<Kept>({ ...FRESH, ...recall<Partial<Kept>>("settings", {}) });
  theme = $state<Theme>(storedTheme());

  /** How fast the other side's moves are shown; 0 shows no film. */
  get film(): number {
    return this.kept.film;
  }
  get numbers(): boolean {
    return this.kept.numbers;
  }
  /** Strong outlines and patterns beside colours. */
  get outlines(): boolean {
    return this.kept.outlines;
  }
  /** A second click takes what the first one showed. */
  get confirm(): boolean {
    return this.kept.confirm;
  }
  get notify(): boolean {
    return this.kept.notify;
  }
  get large(): boolean {
    return this.kept.large;
  }

  set<K extends keyof Kept>(name: K, value: Kept[K]): void {
    this.kept[name] = value;
    remember("settings", this.kept);
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    if (theme) document.documentElement.dataset["theme"] = theme;
    else delete document.documentElement.dataset["theme"];
    try {
      if (theme) localStorage.setItem("bridgehead.theme", theme);
      else localStorage.removeItem("bridgehead.theme");
    } catch {
      // Kept for this page only.
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

const night = matchMedia("(prefers-color-scheme: dark)");
let systemDark = $state(night.matches);
night.addEventListener("change", (event) => (systemDark = event.matches));

/** Is the page dark, by choice or because the system is? */
export function isDark(): boolean {
  return settings.theme ? settings.theme === "dark" : systemDark;
}
