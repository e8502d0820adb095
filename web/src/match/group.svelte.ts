import type { OptionLine, TogetherMessage } from "../wire/types";
import { endingOf, isPick } from "./ending";
import type { Interaction } from "./interaction.svelte";
import type { MatchStore } from "./store.svelte";

/** What one gesture did: so many actions, undone together. */
interface Gesture {
  from: number;
  to: number;
}

/** Several units moved or committed by one gesture. Underneath every action is single, legal and checked by the server. */
export class Group {
  /** Those that will move together. */
  units = $state.raw<readonly string[]>([]);
  /** Where all of them can go. */
  hexes = $state.raw<ReadonlySet<number>>(new Set());
  /** Its actions are on their way. */
  running = $state(false);
  private gestures: Gesture[] = [];

  constructor(
    private readonly store: MatchStore,
    private readonly interaction: Interaction,
  ) {}

  get active(): boolean {
    return this.units.length > 0;
  }

  /** The hexes as options for whoever shows or reads them; taking one is this group's business. */
  get options(): OptionLine[] {
    const count = `${this.units.length} units`;
    return [...this.hexes].map((hex) => ({
      index: -1,
      verb: "MoveTo",
      kind: "hex" as const,
      noun: hex,
      words: `Move ${count} to ${this.store.placeName(hex)}`,
      action: null,
    }));
  }

  clear(): void {
    this.units = [];
    this.hexes = new Set();
  }

  /** The units in a hex that may be picked now. */
  pickable(hex: number): string[] {
    const { legalMoves, stackAt } = this.store;
    const stack = stackAt.get(hex)?.pieces.map((piece) => piece.unit) ?? [];
    return stack.filter((unit) => unit && legalMoves.units.get(unit)?.some(isPick));
  }

  /** Is something being put together, so that whoever is picked joins it? */
  get joins(): boolean {
    const { unit, hexes, committed } = this.interaction.subject;
    return !unit && (hexes.size > 0 || committed.size > 0);
  }

  /** All who can be picked for what is being put together. */
  get candidates(): string[] {
    if (!this.joins) return [];
    return [...this.store.legalMoves.units].filter(([, options]) => options.some(isPick)).map(([unit]) => unit);
  }

  /** The whole stack: it joins what is being put together, or is taken up to be moved. */
  async takeStack(hex: number): Promise<boolean> {
    if (this.joins) {
      const units = this.pickable(hex);
      await this.addAll(units);
      return units.length > 0;
    }
    const inHand = this.interaction.subject.unit;
    if (inHand && !this.pickable(hex).length && this.store.hexOf(inHand) === hex && this.store.state?.can_undo)
      await this.interaction.undo();
    const units = this.pickable(hex);
    if (units.length < 2) return false;
    await this.choose(units);
    return true;
  }

  /** Take a unit up beside the others, or leave it behind. */
  async toggle(unit: string): Promise<void> {
    if (this.units.includes(unit)) return this.choose(this.units.filter((other) => other !== unit));
    if (this.pickable(this.store.hexOf(unit)).includes(unit)) await this.choose([...this.units, unit]);
  }

  private async choose(units: readonly string[]): Promise<void> {
    this.units = units;
    this.hexes = new Set();
    if (!units.length) return;
    const state = this.store.state;
    const answer = await this.store.request<TogetherMessage>({ type: "together", units: [...units] });
    if (!answer || this.store.state !== state || this.units !== units) return;
    if (answer.stuck.length) {
      this.store.notify(`Can't move now: ${answer.stuck.map((unit) => this.store.unitName(unit)).join("; ")}.`);
      return this.choose(units.filter((unit) => !answer.stuck.includes(unit)));
    }
    this.hexes = new Set(answer.hexes);
    this.store.announce(`${units.length} units move together: ${answer.hexes.length} hexes in reach`);
    if (!answer.hexes.length) this.store.notify("No hex is in reach of all of these units.");
  }

  /** Move them one after the other, each by its own action. */
  async moveTo(hex: number): Promise<void> {
    const units = this.units;
    await this.asOne(async () => {
      for (const unit of units)
        if (!(await this.moveOne(unit, hex))) {
          this.store.notify(`${this.store.unitName(unit)} can't follow to ${this.store.placeName(hex)}.`, "", true);
          return;
        }
    });
  }

  private async moveOne(unit: string, hex: number): Promise<boolean> {
    const { store, interaction } = this;
    const pick = store.legalMoves.units.get(unit)?.find(isPick);
    if (!pick || !(await interaction.act(pick))) return false;
    const options = store.legalMoves.hexes.get(hex);
    const go = options?.find((option) => option.verb === "MoveTo") ?? options?.[0];
    if (!go) {
      await interaction.back();
      return false;
    }
    if (!(await interaction.act(go))) return false;
    const ending = endingOf(store.legalMoves, interaction.subject.unit);
    if (interaction.subject.unit === unit && ending?.kind === "unit") await interaction.act(ending.option);
    return true;
  }

  /** Commit all of some units, one after the other; those that may not join any more are left out. */
  async addAll(units: readonly string[]): Promise<void> {
    await this.asOne(async () => {
      for (const unit of units) {
        const pick = this.store.legalMoves.units.get(unit)?.find(isPick);
        if (pick && !(await this.interaction.act(pick))) return;
      }
    });
  }

  /** Remember what was done in one gesture. */
  private async asOne(deed: () => Promise<void>): Promise<void> {
    const from = this.store.state?.clock ?? 0;
    this.running = true;
    try {
      await deed();
    } finally {
      this.running = false;
      this.clear();
      const to = this.store.state?.clock ?? 0;
      if (to > from + 1) this.gestures.push({ from, to });
      this.interaction.refresh();
    }
  }

  /** Where an undo leads: before the gesture that was just made, or one action back. */
  undoTarget(clock: number): number {
    this.gestures = this.gestures.filter((gesture) => gesture.to <= clock);
    return this.gestures.at(-1)?.to === clock ? this.gestures.pop()!.from : clock - 1;
  }
}
