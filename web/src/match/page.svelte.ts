import { getContext, setContext } from "svelte";
import { Hints } from "./hints.svelte";
import { Interaction } from "./interaction.svelte";
import { Replay } from "./replay.svelte";
import { MatchStore } from "./store.svelte";

export type Panel = "" | "rules" | "chat" | "keys" | "settings" | "links" | "dice" | "overlays" | "menu";

/** All that the parts of a match's page share. */
export class Page {
  readonly store: MatchStore;
  readonly interaction: Interaction;
  readonly hints: Hints;
  readonly replay: Replay;
  panel = $state<Panel>("");
  /** The rule that is open in the rules. */
  rule = $state("");
  countersHidden = $state(false);
  /** Which tab the bottom sheet of a small screen shows. */
  tab = $state<"orders" | "unit" | "log" | "tracks">("orders");
  /** Hexes a log line or a list points at. */
  highlightedHexes = $state.raw<readonly number[]>([]);

  constructor(key: string) {
    this.store = new MatchStore(key);
    this.interaction = new Interaction(this.store);
    this.hints = new Hints(this.store, this.interaction);
    this.replay = new Replay(this.store);
  }

  openRule(number: string): void {
    this.rule = number;
    this.panel = "rules";
  }

  toggle(panel: Panel): void {
    this.panel = this.panel === panel ? "" : panel;
    if (this.panel === "chat") this.store.unread = 0;
  }

  /** Bring hexes into sight and mark them. */
  showHexes(hexes: readonly number[]): void {
    const geometry = this.store.geometry;
    const there = hexes.filter((hex) => geometry?.has(hex));
    this.highlightedHexes = there;
    if (there.length === 1) this.store.camera?.reveal(there[0]!, true);
    else if (there.length) this.store.camera?.frame(there);
  }
}

const CONTEXT_KEY = Symbol("page");

export function providePage(page: Page): Page {
  return setContext(CONTEXT_KEY, page);
}

export function usePage(): Page {
  return getContext<Page>(CONTEXT_KEY);
}
