import type {
  ForecastMessage,
  OptionLine,
  OverlayMessage,
  RemindersMessage,
  RouteMessage,
  StateMessage,
  Why,
} from "../wire/types";
import { hexsideKey, type LegalMoves } from "./legalMoves";
import { Overlays, type OverlaySubject } from "./overlays.svelte";
import { clearanceChance, Previews, worthShowing } from "./previews";
import type { MatchStore } from "./store.svelte";
import { subjectOf, type Subject } from "./subject";

export type InputKind = "mouse" | "touch" | "keyboard";

export interface PointerTarget {
  hex: number;
  unit: string;
}

/** Several things may be done with what was clicked: a small menu at a place of the window. */
export interface Choice {
  options: OptionLine[];
  hex: number;
}

export interface Explanation {
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

const NO_TARGET: PointerTarget = { hex: 0, unit: "" };
const NO_SUBJECT: Subject = { unit: "", committed: new Set(), hexes: new Set() };

/** What the player does: pointing, clicking, previewing, committing. Knows decisions, not games. */
export class Interaction {
  pointerTarget = $state.raw<PointerTarget>(NO_TARGET);
  /** The stack under study in the panel: stays when the pointer leaves the map. */
  inspectedHex = $state(0);
  /** The option that a list, the keyboard or the pointer has in hand. */
  hoveredOption = $state.raw<OptionLine | null>(null);
  /** An option shown and waiting for a second click. */
  staged = $state.raw<OptionLine | null>(null);
  route = $state.raw<RouteMessage | null>(null);
  /** What is being assembled, and what the hovered option would make of it. */
  forecast = $state.raw<ForecastMessage | null>(null);
  preview = $state.raw<ForecastMessage | null>(null);
  /** A thorough forecast is on its way. */
  computing = $state(false);
  menu = $state.raw<Choice | null>(null);
  explanation = $state.raw<Explanation | null>(null);
  checklist = $state.raw<Checklist | null>(null);
  /** The costs of the reach of the unit in hand, where the game offers them. */
  reach = $state.raw<OverlayMessage | null>(null);
  busy = $state(false);
  /** The action last taken, as it was sent. */
  lastAction = "";
  readonly overlays: Overlays;

  private previousMoves: LegalMoves | null = null;
  private hoverTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly previews: Previews;

  constructor(private readonly store: MatchStore) {
    this.previews = new Previews(store);
    this.overlays = new Overlays(store, () => this.overlaySubject);
  }

  /** The position has changed: what was shown of the old one goes. */
  onState(state: StateMessage): void {
    this.previews.clear();
    this.hover(null);
    this.staged = null;
    this.menu = null;
    this.checklist = null;
    this.explanation = null;
    this.reach = null;
    this.forecast = null;
    if (!state.your_turn) this.previousMoves = null;
    else {
      void this.loadContext(state);
      this.revealLegalMoves();
    }
    if (this.overlays.name) void this.overlays.show(this.overlays.name);
  }

  private async loadContext(state: StateMessage): Promise<void> {
    const { unit } = this.subject;
    if (unit && this.store.legalMoves.hexes.size && this.hasOverlay("reach")) {
      const reach = await this.store.tryRequest<OverlayMessage>({ type: "overlay", name: "reach", unit });
      if (this.store.state === state) this.reach = reach;
    }
    const forecast = await this.store.tryRequest<ForecastMessage>({ type: "forecast" });
    if (this.store.state !== state || !forecast?.forecast) return;
    this.forecast = forecast;
    if (!forecast.complete) await this.followThoroughly(forecast);
  }

  /** Some fights have more ways than are followed at once: the whole answer comes a moment later. */
  private async followThoroughly(first: ForecastMessage): Promise<void> {
    this.computing = true;
    const forecast = await this.store.tryRequest<ForecastMessage>({ type: "forecast", thorough: true });
    this.computing = false;
    if (this.forecast === first && forecast) this.forecast = forecast;
  }

  /** If nothing of what is legal is in sight, look there. */
  private revealLegalMoves(): void {
    const { legalHexes: hexes, camera } = this.store;
    if (hexes.length && camera && !hexes.some((hex) => camera.isVisible(hex))) camera.frame(hexes);
  }

  private hasOverlay(overlay: string): boolean {
    return this.store.info?.overlays.some((each) => each.id === overlay) ?? false;
  }

  /** What the decision on the board is about. */
  get subject(): Subject {
    const view = this.store.position?.view;
    return view ? subjectOf(view) : NO_SUBJECT;
  }

  // --- taking an action

  async act(option: OptionLine): Promise<boolean> {
    const state = this.store.state;
    if (!state || this.busy) return false;
    this.busy = true;
    this.lastAction = JSON.stringify(option.action);
    const before = this.store.legalMoves;
    try {
      const answer = await this.store.request<StateMessage>({
        type: "act",
        action: option.action as Record<string, unknown>,
        stamp: state.stamp,
      });
      if (answer && option.kind === "unit") this.previousMoves = before;
      return answer !== null;
    } finally {
      this.busy = false;
    }
  }

  /** Take an option from a button or a list: ends of phases are checked first. */
  async submit(option: OptionLine): Promise<void> {
    if (option.kind !== "" || option.verb === "Commit" || option.verb === "Cancel") {
      await this.act(option);
      return;
    }
    const stamp = this.store.state?.stamp;
    const left = await this.store.tryRequest<RemindersMessage>({ type: "reminders" });
    // An option belongs to the position it was pressed in.
    if (this.store.state?.stamp !== stamp) return;
    if (left?.reminders.length) this.checklist = { option, reminders: left.reminders };
    else await this.act(option);
  }

  async undo(): Promise<void> {
    const state = this.store.state;
    if (!state?.can_undo || this.busy || this.store.replaying) return;
    this.busy = true;
    try {
      await this.store.request({ type: "undo", stamp: state.stamp });
    } finally {
      this.busy = false;
    }
  }

  /** Escape: what is open closes; what is begun is given up. */
  async cancel(): Promise<void> {
    if (this.store.animator.running) return this.store.animator.skip();
    if (this.menu || this.explanation || this.staged || this.checklist) {
      this.menu = this.explanation = this.staged = this.checklist = null;
      this.route = null;
      return;
    }
    const cancel = this.store.legalMoves.cancel;
    if (cancel) await this.act(cancel);
    else if (this.subject.unit && this.store.state?.can_undo) await this.undo();
    else if (this.overlays.name) this.overlays.hide();
    else this.inspectedHex = 0;
  }

  // --- clicking

  async clickUnit(unit: string, input: InputKind): Promise<void> {
    const options = this.store.legalMoves.units.get(unit);
    if (options) return this.choose(options, this.store.hexOf(unit), input);
    const hex = this.store.hexOf(unit);
    const here = hex ? this.store.legalMoves.hexes.get(hex) : undefined;
    if (here) return this.choose(here, hex, input);
    if (await this.switchUnit(unit)) return;
    if (hex) this.inspectedHex = hex;
    await this.askWhyNot({ unit, hex });
  }

  /** Another unit in place of the one in hand: never mind the first, take the second. */
  private async switchUnit(unit: string): Promise<boolean> {
    const wanted = this.previousMoves?.units.get(unit)?.[0];
    if (!wanted || !this.subject.unit || this.subject.unit === unit) return false;
    const cancel = this.store.legalMoves.cancel;
    if (cancel) await this.act(cancel);
    else if (this.store.state?.can_undo) await this.undo();
    else return false;
    const again = this.store.legalMoves.findSame(wanted);
    if (again) await this.act(again);
    return again !== undefined;
  }

  async clickHex(hex: number, input: InputKind): Promise<void> {
    const { legalMoves } = this.store;
    const options = legalMoves.hexes.get(hex);
    const stack = this.store.stackAt.get(hex)?.pieces.map((piece) => piece.unit) ?? [];
    const top = legalMoves.topUnit(stack);
    if (options && top) return this.choose([...options, ...legalMoves.units.get(top)!], hex, input);
    if (options) return this.choose(options, hex, input);
    this.inspectedHex = hex;
    if (top) {
      const several = stack.filter((unit) => legalMoves.units.has(unit));
      if (input === "touch" && several.length > 1) return;
      return this.clickUnit(top, input);
    }
    const known = stack.findLast((unit) => unit !== "");
    if (known && (await this.switchUnit(known))) return;
    await this.askWhyNot({ unit: known ?? "", hex });
  }

  async clickHexside(a: number, b: number, input: InputKind): Promise<void> {
    const options = this.store.legalMoves.hexsides.get(hexsideKey(a, b));
    if (options) await this.choose(options, a, input);
  }

  /** One option is taken, several are asked about; on touch what has consequences is shown first. */
  private async choose(options: OptionLine[], hex: number, input: InputKind): Promise<void> {
    this.explanation = null;
    if (options.length > 1) {
      this.menu = { options, hex };
      return;
    }
    const option = options[0]!;
    if (input !== "touch" || this.staged === option) {
      await this.act(option);
      return;
    }
    if (option.kind === "unit" && !this.forecast) {
      const { forecast } = await this.previews.fetch(option);
      if (!worthShowing(forecast)) {
        await this.act(option);
        return;
      }
    }
    this.hover(option);
    const { route, forecast } = await this.previews.fetch(option);
    if (route || worthShowing(forecast)) this.staged = option;
    else await this.act(option);
  }

  /** Nothing may be done with it: ask why, for what it most likely was meant. */
  async askWhyNot(what: { unit: string; hex: number }): Promise<void> {
    const { store } = this;
    const state = store.state;
    if (!state || store.replaying || store.animator.running || state.result) return;
    if (!state.your_turn) return;
    const asUnit = what.unit ? { kind: "unit" as const, value: what.unit } : null;
    const asHex = what.hex ? { kind: "hex" as const, value: what.hex } : null;
    const order = store.legalMoves.hexes.size ? [asHex, asUnit] : [asUnit, asHex];
    let best: Why | null = null;
    for (const noun of order) {
      if (!noun) continue;
      const answer = await store.tryRequest<Why>({ type: "why_not", noun });
      if (answer && (!best || (answer.rule && !best.rule))) best = answer;
      if (best?.rule) break;
    }
    if (!best || store.state !== state) return;
    const words = what.unit ? store.unitName(what.unit) : store.placeName(what.hex);
    this.explanation = { answer: best, what: words, hex: what.hex };
    store.announce(`${words}: ${best.because}. ${best.rule}`);
  }

  // --- pointing

  pointTo(hex: number, unit: string): void {
    if (this.pointerTarget.hex === hex && this.pointerTarget.unit === unit) return;
    this.pointerTarget = { hex, unit };
    const { legalMoves } = this.store;
    const options = (unit && legalMoves.units.get(unit)) || (hex && legalMoves.hexes.get(hex)) || undefined;
    this.hover(options?.[0] ?? null);
  }

  /** Show what an option would do: its way at once, its dice after a moment. */
  hover(option: OptionLine | null): void {
    if (option === this.hoveredOption) return;
    this.hoveredOption = option;
    this.route = null;
    this.preview = null;
    clearTimeout(this.hoverTimer);
    if (!option || option.verb === "Cancel") return;
    this.hoverTimer = setTimeout(() => void this.showPreview(option), 60);
  }

  private async showPreview(option: OptionLine): Promise<void> {
    const { route, forecast } = await this.previews.fetch(option);
    if (this.hoveredOption !== option) return;
    this.route = route;
    this.preview = worthShowing(forecast) ? forecast : null;
  }

  /** Add the attackers that raise the chance of an empty hex, the best one first. */
  async addBestAttackers(): Promise<void> {
    for (let rounds = 0; rounds < 20; rounds++) {
      const now = clearanceChance(this.forecast);
      let found: OptionLine | null = null;
      let most = now + 0.005;
      const target = this.forecast;
      for (const options of this.store.legalMoves.units.values())
        for (const option of options) {
          if (option.verb === "Drop") continue;
          const { forecast } = await this.previews.fetch(option);
          if (forecast && clearanceChance(forecast) > most) [found, most] = [option, clearanceChance(forecast)];
        }
      if (!found || !(await this.act(found))) return;
      if (this.store.state && this.forecast === target) await this.loadContext(this.store.state);
    }
  }

  /** What an overlay is asked about: the unit in hand, else the stack under study. */
  get overlaySubject(): OverlaySubject {
    const { unit } = this.subject;
    if (unit) return { hex: this.store.hexOf(unit), unit };
    const stack = this.store.stackAt.get(this.inspectedHex);
    return { hex: this.inspectedHex, unit: stack?.pieces.findLast((piece) => piece.unit)?.unit ?? "" };
  }
}
