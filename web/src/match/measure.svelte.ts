import { counted } from "../common/format";
import type { OverlayMessage } from "../wire/types";
import type { MatchStore } from "./store.svelte";

/** How far a distance on the ground is, in words. */
export function distanceWords(meters: number): string {
  return meters < 1000 ? `${meters} m` : `${(meters / 1000).toFixed(meters < 10_000 ? 1 : 0).replace(/\.0$/, "")} km`;
}

/** The measuring line: from a hex to the one pointed at, with what the way would cost a unit. */
export class Measure {
  active = $state(false);
  from = $state(0);
  to = $state(0);
  /** The end stays where it was put. */
  private pinned = $state(false);
  unit = $state("");
  /** Where the unit can go with its whole allowance, by the rules. */
  private reach = $state.raw<OverlayMessage | null>(null);

  constructor(
    private readonly store: MatchStore,
    private readonly subject: () => { hex: number; unit: string },
  ) {}

  toggle(): void {
    if (this.active) return this.close();
    const { unit } = this.subject();
    this.active = true;
    this.begin(this.store.hexOf(unit), unit);
  }

  close(): void {
    this.active = false;
    this.begin(0, "");
  }

  private begin(from: number, unit: string): void {
    this.from = from;
    this.unit = from ? unit : "";
    this.to = 0;
    this.pinned = false;
    this.reach = null;
    if (this.unit) void this.loadReach(this.unit);
  }

  private async loadReach(unit: string): Promise<void> {
    const reach = await this.store.tryRequest<OverlayMessage>({ type: "overlay", name: "reach", unit });
    if (this.unit === unit) this.reach = reach;
  }

  point(hex: number): void {
    if (hex && this.from && !this.pinned) this.to = hex;
  }

  /** The first hex chosen is where the line begins, the second where it ends, the third begins another. */
  choose(hex: number): void {
    if (!this.from || this.pinned) return this.begin(hex, this.store.topUnit(hex));
    this.to = hex;
    this.pinned = true;
    this.store.announce(this.words);
  }

  get hexes(): number[] {
    const { geometry } = this.store;
    return geometry && this.from && this.to ? geometry.line(this.from, this.to) : [];
  }

  /** What it costs the unit to get to a hex; empty where it cannot get to in one move. */
  cost(hex: number): string {
    return hex === this.from ? "" : (this.reach?.hexes[hex] ?? "");
  }

  get words(): string {
    const { from, to, unit, store } = this;
    const { geometry } = store;
    if (!from || !geometry) return "Measure: choose the hex to measure from";
    const name = unit ? `${store.unitName(unit)}: ` : "";
    if (!to) return `${name}choose the hex to measure to`;
    const hexes = geometry.distance(from, to);
    const length = `${counted(hexes, "hex")}, ${distanceWords(hexes * geometry.meters)}`;
    return `${name}${store.placeName(from)} to ${store.placeName(to)}: ${length}${this.moveWords(to)}`;
  }

  private moveWords(to: number): string {
    if (!this.reach || to === this.from) return "";
    const cost = this.cost(to);
    return cost ? `, movement cost ${cost}` : ", beyond one move";
  }
}
