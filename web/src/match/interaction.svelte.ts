import type {
  ForecastMessage,
  OptionLine,
  OverlayMessage,
  RemindersMessage,
  RouteMessage,
  StateMessage,
  Why,
} from "../wire/types";
import { hexesOf, sideKey, type Lit } from "./legalMoves";
import type { Table } from "./store.svelte";

export type Pointer = "mouse" | "touch" | "keyboard";

export interface Pointed {
  hex: number;
  unit: string;
}

/** Several things may be done with what was clicked: a small menu at a place of the window. */
export interface Menu {
  options: OptionLine[];
  hex: number;
}

export interface WhyCard {
  answer: Why;
  /** What was clicked, in words. */
  what: string;
  hex: number;
}

/** What is asked before a decision is ended. */
export interface Checklist {
  option: OptionLine;
  reminders: RemindersMessage["reminders"];
}

const NOWHERE: Pointed = { hex: 0, unit: "" };

/** A player's hands: pointing, clicking, previewing, committing. Knows decisions, not games. */
export class Doing {
  pointed = $state.raw<Pointed>(NOWHERE);
  /** The stack under study in the panel: stays when the pointer leaves the map. */
  studied = $state(0);
  /** The option that a list, the keyboard or the pointer has in hand. */
  hovered = $state.raw<OptionLine | null>(null);
  /** An option shown and waiting for a second click. */
  staged = $state.raw<OptionLine | null>(null);
  route = $state.raw<RouteMessage | null>(null);
  /** What is being assembled, and what the hovered option would make of it. */
  forecast = $state.raw<ForecastMessage | null>(null);
  preview = $state.raw<ForecastMessage | null>(null);
  menu = $state.raw<Menu | null>(null);
  why = $state.raw<WhyCard | null>(null);
  checklist = $state.raw<Checklist | null>(null);
  overlay = $state.raw<OverlayMessage | null>(null);
  overlayName = $state("");
  /** The costs of a picked unit's reach, where the game offers them. */
  reach = $state.raw<OverlayMessage | null>(null);
  busy = $state(false);
  /** The action last taken, as it was sent. */
  acted = "";

  private parent: Lit | null = null;
  private hovering: ReturnType<typeof setTimeout> | undefined;
  private readonly previews = new Map<string, Promise<[RouteMessage | null, ForecastMessage | null]>>();

  constructor(private readonly table: Table) {}

  /** The position has changed: what was shown of the old one goes. */
  renewed(state: StateMessage): void {
    this.previews.clear();
    this.hover(null);
    this.staged = null;
    this.menu = null;
    this.checklist = null;
    this.why = null;
    this.reach = null;
    this.forecast = null;
    if (!state.your_turn) this.parent = null;
    else {
      void this.prepare(state);
      this.lookAtLit();
    }
    if (this.overlayName) void this.lay(this.overlayName);
  }

  private async prepare(state: StateMessage): Promise<void> {
    const picked = this.picked;
    if (picked && this.table.lit.hexes.size && this.offers("reach")) {
      const reach = await this.table.wonders<OverlayMessage>({ type: "overlay", name: "reach", unit: picked });
      if (this.table.state === state) this.reach = reach;
    }
    const forecast = await this.table.wonders<ForecastMessage>({ type: "forecast" });
    if (this.table.state === state && forecast?.forecast) this.forecast = forecast;
  }

  /** If nothing of what is lit is in sight, look there. */
  private lookAtLit(): void {
    const { lit, camera } = this.table;
    const hexes = lit.all.flatMap((option) => hexesOf(option, (unit) => this.table.hexOf(unit)));
    if (hexes.length && camera && !hexes.some((hex) => camera.sees(hex))) camera.frame(hexes);
  }

  private offers(overlay: string): boolean {
    return this.table.info?.overlays.some((each) => each.id === overlay) ?? false;
  }

  /** The unit the present decision is about, by the decision's own word. */
  get picked(): string {
    const unit = this.table.shown?.view.asked["unit"];
    return typeof unit === "string" ? unit : "";
  }

  /** Units already committed to what is being assembled. */
  get assembled(): Set<string> {
    const found = new Set<string>();
    for (const value of Object.values(this.table.shown?.view.asked ?? {})) {
      if (typeof value === "string" && this.table.units.has(value)) found.add(value);
      if (Array.isArray(value))
        for (const each of value) if (typeof each === "string" && this.table.units.has(each)) found.add(each);
    }
    return found;
  }

  /** Hexes the present decision is about: a target, a place of battle. */
  get targets(): Set<number> {
    const geometry = this.table.geometry;
    const asked = this.table.shown?.view.asked ?? {};
    const found = new Set<number>();
    for (const name of ["hex", "target", "to", "hexes", "targets"]) {
      const value = asked[name];
      for (const each of Array.isArray(value) ? value : [value])
        if (typeof each === "number" && geometry?.has(each) && each !== this.table.hexOf(this.picked)) found.add(each);
    }
    return found;
  }

  // --- taking an action

  async act(option: OptionLine): Promise<boolean> {
    const state = this.table.state;
    if (!state || this.busy) return false;
    this.busy = true;
    this.acted = JSON.stringify(option.action);
    const before = this.table.lit;
    try {
      const answer = await this.table.asks<StateMessage>({
        type: "act",
        action: option.action as Record<string, unknown>,
        stamp: state.stamp,
      });
      if (answer && option.kind === "unit") this.parent = before;
      return answer !== null;
    } finally {
      this.busy = false;
    }
  }

  /** Take an option from a button or a list: ends of phases are checked first. */
  async press(option: OptionLine): Promise<void> {
    if (option.kind !== "" || option.verb === "Commit" || option.verb === "Cancel") {
      await this.act(option);
      return;
    }
    const left = await this.table.wonders<RemindersMessage>({ type: "reminders" });
    if (left?.reminders.length) this.checklist = { option, reminders: left.reminders };
    else await this.act(option);
  }

  async undo(): Promise<void> {
    const state = this.table.state;
    if (!state?.can_undo || this.busy || this.table.replaying) return;
    this.busy = true;
    try {
      await this.table.asks({ type: "undo", stamp: state.stamp });
    } finally {
      this.busy = false;
    }
  }

  /** Escape: what is open closes; what is begun is given up. */
  async cancel(): Promise<void> {
    if (this.table.cinema.running) return this.table.cinema.skip();
    if (this.menu || this.why || this.staged || this.checklist) {
      this.menu = this.why = this.staged = this.checklist = null;
      this.route = null;
      return;
    }
    const cancel = this.table.lit.cancel;
    if (cancel) await this.act(cancel);
    else if (this.picked && this.table.state?.can_undo) await this.undo();
    else if (this.overlayName) this.hideOverlay();
    else this.studied = 0;
  }

  // --- clicking

  async clickUnit(unit: string, pointer: Pointer): Promise<void> {
    const options = this.table.lit.units.get(unit);
    if (options) return this.offer(options, this.table.hexOf(unit), pointer);
    const hex = this.table.hexOf(unit);
    const here = hex ? this.table.lit.hexes.get(hex) : undefined;
    if (here) return this.offer(here, hex, pointer);
    if (await this.instead(unit)) return;
    if (hex) this.studied = hex;
    await this.askWhyNot({ unit, hex });
  }

  /** Another unit in place of the one in hand: never mind the first, take the second. */
  private async instead(unit: string): Promise<boolean> {
    const wanted = this.parent?.units.get(unit)?.[0];
    if (!wanted || !this.picked || this.picked === unit) return false;
    const cancel = this.table.lit.cancel;
    if (cancel) await this.act(cancel);
    else if (this.table.state?.can_undo) await this.undo();
    else return false;
    const again = this.table.lit.same(wanted);
    if (again) await this.act(again);
    return again !== undefined;
  }

  async clickHex(hex: number, pointer: Pointer): Promise<void> {
    const { lit } = this.table;
    const options = lit.hexes.get(hex);
    const pile = this.table.pileAt.get(hex)?.pieces.map((piece) => piece.unit) ?? [];
    const top = lit.topOf(pile);
    if (options && top) return this.offer([...options, ...lit.units.get(top)!], hex, pointer);
    if (options) return this.offer(options, hex, pointer);
    this.studied = hex;
    if (top) {
      const several = pile.filter((unit) => lit.units.has(unit));
      if (pointer === "touch" && several.length > 1) return;
      return this.clickUnit(top, pointer);
    }
    const known = pile.findLast((unit) => unit !== "");
    if (known && (await this.instead(known))) return;
    await this.askWhyNot({ unit: known ?? "", hex });
  }

  async clickSide(a: number, b: number, pointer: Pointer): Promise<void> {
    const options = this.table.lit.sides.get(sideKey(a, b));
    if (options) await this.offer(options, a, pointer);
  }

  /** One option is taken, several are asked about; on touch what has consequences is shown first. */
  private async offer(options: OptionLine[], hex: number, pointer: Pointer): Promise<void> {
    this.why = null;
    if (options.length > 1) {
      this.menu = { options, hex };
      return;
    }
    const option = options[0]!;
    if (pointer !== "touch" || this.staged === option) {
      await this.act(option);
      return;
    }
    if (option.kind === "unit" && !this.forecast) {
      const [, forecast] = await this.foresee(option);
      if (!worthShowing(forecast)) {
        await this.act(option);
        return;
      }
    }
    this.hover(option);
    const [route, forecast] = await this.foresee(option);
    if (route?.hexes.length || worthShowing(forecast)) this.staged = option;
    else await this.act(option);
  }

  /** Nothing may be done with it: ask why, for what it most likely was meant. */
  async askWhyNot(what: { unit: string; hex: number }): Promise<void> {
    const { table } = this;
    const state = table.state;
    if (!state || table.replaying || table.cinema.running || state.result) return;
    if (!state.your_turn) return;
    const asUnit = what.unit ? { kind: "unit" as const, value: what.unit } : null;
    const asHex = what.hex ? { kind: "hex" as const, value: what.hex } : null;
    const order = table.lit.hexes.size ? [asHex, asUnit] : [asUnit, asHex];
    let best: Why | null = null;
    for (const noun of order) {
      if (!noun) continue;
      const answer = await table.wonders<Why>({ type: "why_not", noun });
      if (answer && (!best || (answer.rule && !best.rule))) best = answer;
      if (best?.rule) break;
    }
    if (!best || table.state !== state) return;
    const words = what.unit ? table.unitName(what.unit) : table.placeName(what.hex);
    this.why = { answer: best, what: words, hex: what.hex };
    table.speak(`${words}: ${best.because}. ${best.rule}`);
  }

  // --- pointing

  point(hex: number, unit: string): void {
    if (this.pointed.hex === hex && this.pointed.unit === unit) return;
    this.pointed = { hex, unit };
    const { lit } = this.table;
    const options = (unit && lit.units.get(unit)) || (hex && lit.hexes.get(hex)) || undefined;
    this.hover(options?.[0] ?? null);
  }

  /** Show what an option would do: its way at once, its dice after a moment. */
  hover(option: OptionLine | null): void {
    if (option === this.hovered) return;
    this.hovered = option;
    this.route = null;
    this.preview = null;
    clearTimeout(this.hovering);
    if (!option || option.verb === "Cancel") return;
    this.hovering = setTimeout(() => void this.foreseen(option), 60);
  }

  private async foreseen(option: OptionLine): Promise<void> {
    const [route, forecast] = await this.foresee(option);
    if (this.hovered !== option) return;
    this.route = route?.hexes.length ? route : null;
    this.preview = worthShowing(forecast) ? forecast : null;
  }

  private foresee(option: OptionLine): Promise<[RouteMessage | null, ForecastMessage | null]> {
    const action = option.action as Record<string, unknown>;
    const key = JSON.stringify(action);
    const known = this.previews.get(key);
    if (known) return known;
    const { table } = this;
    const asked = Promise.all([
      option.kind === "hex" ? table.wonders<RouteMessage>({ type: "route", action }) : Promise.resolve(null),
      table.wonders<ForecastMessage>({ type: "forecast", action }),
    ]);
    this.previews.set(key, asked);
    return asked;
  }

  /** Add the attackers that raise the chance of an empty hex, the best one first. */
  async best(): Promise<void> {
    for (let rounds = 0; rounds < 20; rounds++) {
      const now = promise(this.forecast);
      let found: OptionLine | null = null;
      let most = now + 0.005;
      const target = this.forecast;
      for (const options of this.table.lit.units.values())
        for (const option of options) {
          if (option.verb === "Drop") continue;
          const [, forecast] = await this.foresee(option);
          if (forecast && promise(forecast) > most) [found, most] = [option, promise(forecast)];
        }
      if (!found || !(await this.act(found))) return;
      if (this.table.state && this.forecast === target) await this.prepare(this.table.state);
    }
  }

  // --- overlays

  async lay(name: string): Promise<void> {
    this.overlayName = name;
    const { hex, unit } = this.subject;
    const answer = await this.table.wonders<OverlayMessage>({ type: "overlay", name, hex, unit });
    if (this.overlayName === name) this.overlay = answer;
  }

  hideOverlay(): void {
    this.overlayName = "";
    this.overlay = null;
  }

  async toggleOverlay(name: string): Promise<void> {
    if (this.overlayName === name) this.hideOverlay();
    else await this.lay(name);
  }

  /** What an overlay is asked about: the unit in hand, else the stack under study. */
  get subject(): { hex: number; unit: string } {
    const picked = this.picked;
    if (picked) return { hex: this.table.hexOf(picked), unit: picked };
    const pile = this.table.pileAt.get(this.studied);
    return { hex: this.studied, unit: pile?.pieces.findLast((piece) => piece.unit)?.unit ?? "" };
  }
}

/** A forecast with dice in it, or at least a table. */
export function worthShowing(message: ForecastMessage | null): boolean {
  return message !== null && (message.forecast !== null || message.outcomes.length > 1);
}

/** How good a forecast looks to the attacker: the chance that the hexes are empty after. */
function promise(message: ForecastMessage | null): number {
  return (message?.empty ?? []).reduce((sum, each) => sum + each.after_choices, 0);
}
