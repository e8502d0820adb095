import { getContext, setContext, tick } from "svelte";
import { MediaQuery } from "svelte/reactivity";
import { frontLine } from "../board/frontLine";
import { BoardKeyboard } from "../board/keyboard.svelte";
import { settings } from "../common/settings.svelte";
import { Lesson } from "../learn/lesson.svelte";
import { chartOf } from "../reference/charts";
import { api } from "../wire/api";
import type { ForecastInfo, ForecastMessage, ReferenceInfo } from "../wire/types";
import { Hints } from "./hints.svelte";
import { Interaction } from "./interaction.svelte";
import { Replay } from "./replay.svelte";
import { MatchStore } from "./store.svelte";

export type Panel =
  | ""
  | "rules"
  | "reference"
  | "units"
  | "chat"
  | "key"
  | "keys"
  | "settings"
  | "links"
  | "dice"
  | "export"
  | "overlays"
  | "menu";
export type Tab = "orders" | "unit" | "log" | "tracks";

/** All that the parts of a match's page share. */
export class Page {
  readonly store: MatchStore;
  readonly interaction: Interaction;
  readonly keyboard: BoardKeyboard;
  readonly hints: Hints;
  readonly replay: Replay;
  readonly lesson: Lesson;
  panel = $state<Panel>("");
  /** The rule that is open in the rules. */
  rule = $state("");
  countersHidden = $state(false);
  /** How much of the map's lower edge the replay's controls cover. */
  replayHeight = $state(0);
  /** Which tab the bottom sheet of a small screen shows, and whether it is pulled up. */
  tab = $state<Tab>("orders");
  sheetExpanded = $state(false);
  /** A hex is being looked for by its number or name. */
  finding = $state(false);
  /** Hexes a log line or a list points at. */
  highlightedHexes = $state.raw<readonly number[]>([]);
  private readonly narrowScreen = new MediaQuery("(max-width: 820px)");
  private readonly coarsePointer = new MediaQuery("(pointer: coarse)");

  constructor(key: string) {
    this.store = new MatchStore(key);
    this.interaction = new Interaction(this.store);
    this.keyboard = new BoardKeyboard(this.store, this.interaction);
    this.hints = new Hints(this.store, this.interaction);
    this.replay = new Replay(this.store);
    this.lesson = new Lesson(this.store, this.interaction);
    this.store.onWrongTurn = (answer) => this.lesson.onWrong(answer);
  }

  /** How far from the map's lower edge its corners are free. */
  get corner(): string {
    return `${this.store.replaying ? this.replayHeight + 18 : 8}px`;
  }

  get narrow(): boolean {
    return this.narrowScreen.current;
  }

  /** One plays with fingers here: words say tap. */
  get touch(): boolean {
    return this.coarsePointer.current;
  }

  /** A small map of the whole lies in a corner: always, never, or as long as it has not been said where there is room. */
  get miniMap(): boolean {
    const wanted = settings.miniMap ?? !(this.narrow || this.store.lesson);
    return wanted && !(this.narrow && this.sheetExpanded);
  }

  toggleMiniMap(): void {
    settings.set("minimap", !(settings.miniMap ?? !(this.narrow || this.store.lesson)));
  }

  /** The screen is covered until the other player sits down. */
  get covered(): boolean {
    return typeof this.store.state?.hand_over === "string";
  }

  /** What the option in hand would bring, else what is being assembled. */
  get forecast(): ForecastMessage | null {
    return this.store.replaying ? null : (this.interaction.preview ?? this.interaction.forecast);
  }

  private reference: Promise<ReferenceInfo> | null = null;

  /** The results of the table that a forecast reads, in words. */
  async meaningsOf(forecast: ForecastInfo): Promise<ReadonlyMap<string, string>> {
    const match = this.store.welcome?.match;
    if (!match) return new Map();
    this.reference ??= api.reference(match.game, match.scenario, match.setting);
    const chart = chartOf(await this.reference, forecast);
    return new Map((chart?.codes ?? []).map((code) => [code.code, code.words]));
  }

  openRule(number: string): void {
    this.rule = number;
    this.panel = "rules";
  }

  /** Open the rules at the one under which something must be decided now. */
  toggleRules(): void {
    this.rule = this.store.replaying ? "" : (this.store.state?.rule ?? "");
    this.toggle("rules");
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

  /** Set or take away a bookmark at the moment on the board. */
  bookmark(): void {
    const { notes, replaying } = this.store;
    const at = replaying ? this.replay.at : this.replay.end;
    notes.toggle(at);
    this.store.notify(notes.has(at) ? "Bookmark set" : "Bookmark removed");
  }

  /** Look at where the sides meet. */
  showFrontLine(): void {
    const { geometry, camera, stacks } = this.store;
    if (geometry) camera?.focus(frontLine(stacks, geometry));
  }

  /** The first look: where something may be done, rather at the front than behind it. */
  showStart(): void {
    const { geometry, camera, stacks, legalHexes } = this.store;
    if (!geometry || !camera) return;
    const front = frontLine(stacks, geometry);
    const near = legalHexes.filter((hex) => front.includes(hex));
    camera.focus(near.length ? near : legalHexes.length ? legalHexes : front);
  }

  /** Go to the next unit that has not moved; what is in hand is put down first. */
  async nextUnit(backward: boolean): Promise<void> {
    const { interaction, keyboard } = this;
    if (interaction.justPicked) await interaction.undo();
    else if (interaction.ending?.kind === "unit") await interaction.act(interaction.ending.option);
    else if (interaction.hasWayBack || this.store.legalMoves.cancel) await interaction.cancel();
    await tick();
    keyboard.focusUnit(backward);
  }
}

const CONTEXT_KEY = Symbol("page");

export function providePage(page: Page): Page {
  return setContext(CONTEXT_KEY, page);
}

export function usePage(): Page {
  return getContext<Page>(CONTEXT_KEY);
}
