import { isPick } from "../match/ending";
import type { Interaction } from "../match/interaction.svelte";
import { tabStops, type TabStop } from "../match/legalMoves";
import type { MatchStore } from "../match/store.svelte";
import { hexLabel } from "./geometry";
import { toMap } from "./viewport";

/** The board by keyboard: Tab goes through what is legal on it, a cursor goes from hex to hex. */
export class BoardKeyboard {
  /** The board's element while there is one. */
  element = $state.raw<HTMLElement>();
  /** The hex of the cursor; 0 until it was somewhere. */
  cursor = $state(0);
  /** The cursor was last moved by keyboard: its hex is outlined. */
  cursorVisible = $state(false);
  /** The unit that was last gone to. */
  private lastUnit = "";

  private readonly stops = $derived.by(() => {
    const { geometry } = this.store;
    return geometry
      ? tabStops(
          this.interaction.boardMoves,
          (unit) => this.store.hexOf(unit),
          (hex) => geometry.centre(hex),
        )
      : [];
  });
  private readonly stopByKey = $derived.by(() => new Map(this.stops.map((stop) => [stop.key, stop])));

  constructor(
    private readonly store: MatchStore,
    private readonly interaction: Interaction,
  ) {}

  focus(): void {
    this.element?.focus({ preventScroll: true });
  }

  // --- tab stops

  stop(key: string): TabStop | undefined {
    return this.stopByKey.get(key);
  }

  /** The cost of a hex within reach of the unit in hand. */
  cost(hex: number): string {
    return this.interaction.reach?.hexes[hex] ?? "";
  }

  stopName(stop: TabStop): string {
    if (stop.unit) return `${hexLabel(stop.hex)}, ${this.store.unitName(stop.unit)}`;
    const cost = this.cost(stop.hex);
    return stop.options.map((option) => option.words).join(" or ") + (cost ? `, cost ${cost}` : "");
  }

  /** Focus the next tab stop; false when there is none left and the focus leaves the board. */
  focusNext(backward: boolean): boolean {
    const { stops } = this;
    const focused = document.activeElement?.getAttribute("data-spot");
    const at = stops.findIndex((stop) => stop.key === focused);
    const stop = stops[at < 0 ? (backward ? stops.length - 1 : 0) : at + (backward ? -1 : 1)];
    if (!stop) return false;
    const element = this.element?.querySelector<SVGElement>(`[data-spot="${CSS.escape(stop.key)}"]`);
    element?.focus({ preventScroll: true });
    return true;
  }

  /** Focus the next unit that can be picked, from where one looks. */
  focusUnit(backward: boolean): boolean {
    const units = this.stops.filter((stop) => stop.options.some(isPick));
    const at = units.findIndex((stop) => stop.key === this.lastUnit);
    const next = units[(at < 0 ? (backward ? -1 : 0) : at + (backward ? -1 : 1) + units.length) % units.length];
    const stop = next ?? units.at(backward ? -1 : 0);
    if (!stop) return false;
    this.lastUnit = stop.key;
    this.element?.querySelector<SVGElement>(`[data-spot="${CSS.escape(stop.key)}"]`)?.focus({ preventScroll: true });
    return true;
  }

  /** A tab stop got the focus. */
  onFocus(stop: TabStop): void {
    this.store.camera?.reveal(stop.hex);
    this.interaction.inspectedHex = stop.hex;
    this.interaction.hover(stop.options[0] ?? null);
  }

  /** A key was pressed on a tab stop. */
  onKey(event: KeyboardEvent, stop: TabStop): void {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    const { interaction } = this;
    if (stop.unit && event.shiftKey) void interaction.group.takeStack(stop.hex);
    else if (stop.unit) void interaction.clickUnit(stop.unit, "keyboard");
    else if (stop.hexside) void interaction.clickHexside(...(stop.options[0]!.noun as [number, number]), "keyboard");
    else void interaction.clickHex(stop.hex, "keyboard");
  }

  // --- the cursor

  /** Move the cursor to a neighbour and say what is there. */
  moveCursor(dx: number, dy: number): void {
    const next = this.cursor && (this.store.geometry?.neighbourToward(this.cursor, dx, dy) || this.cursor);
    this.goTo(next || this.middleHex());
  }

  goTo(hex: number): void {
    const { store, interaction } = this;
    this.cursor = hex;
    this.cursorVisible = true;
    store.camera?.reveal(hex);
    interaction.inspectedHex = hex;
    interaction.pointTo(hex, store.topLegalUnit(hex));
    store.announce(store.describeHex(hex));
  }

  clickCursor(): void {
    if (this.cursor) void this.interaction.clickHex(this.cursor, "keyboard");
  }

  private middleHex(): number {
    const { geometry, camera } = this.store;
    if (!geometry || !camera) return 0;
    const [x, y] = toMap(camera.viewport, camera.size.width / 2, camera.size.height / 2);
    return geometry.hexAt(x, y) || [...geometry.centres.keys()][0]!;
  }
}
