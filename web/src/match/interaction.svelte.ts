import type {
  ForecastMessage,
  OptionLine,
  OverlayMessage,
  RemindersMessage,
  RouteMessage,
  StateMessage,
  Why,
} from "../wire/types";
import { settings } from "../common/settings.svelte";
import { endingOf, isPick, type Ending } from "./ending";
import { Group } from "./group.svelte";
import { hexsideKey, LegalMoves } from "./legalMoves";
import { Measure } from "./measure.svelte";
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
  readonly group: Group;
  readonly measure: Measure;

  private previousMoves: LegalMoves | null = null;
  private hoverTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly previews: Previews;

  constructor(private readonly store: MatchStore) {
    this.previews = new Previews(store);
    this.group = new Group(store, this);
    this.measure = new Measure(store, () => this.overlaySubject);
    this.overlays = new Overlays(store, () => this.overlaySubject);
  }

  /** The position has changed: what was shown of the old one goes. */
  onState(state: StateMessage): void {
    this.previews.clear();
    this.staged = null;
    this.hover(null);
    this.menu = null;
    this.checklist = null;
    this.explanation = null;
    this.reach = null;
    this.forecast = null;
    if (this.group.running) return;
    this.group.clear();
    if (!state.your_turn) this.previousMoves = null;
    else {
      void this.loadContext(state);
      this.revealLegalMoves();
    }
    if (this.overlays.name) void this.overlays.show(this.overlays.name);
  }

  /** A gesture of several actions is over: show what belongs to where it led. */
  refresh(): void {
    if (this.store.state) this.onState(this.store.state);
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
    if (hexes.length && camera && !hexes.some((hex) => camera.isVisible(hex))) camera.focus(hexes);
  }

  private hasOverlay(overlay: string): boolean {
    return this.store.info?.overlays.some((each) => each.id === overlay) ?? false;
  }

  /** What the decision on the board is about. */
  get subject(): Subject {
    const view = this.store.position?.view;
    return view ? subjectOf(view) : NO_SUBJECT;
  }

  /** What may be done on the map: while units are taken up to move together, where they can go. */
  get boardMoves(): LegalMoves {
    const { legalMoves } = this.store;
    if (!this.group.active) return legalMoves;
    return new LegalMoves([...legalMoves.all.filter((option) => option.kind === "unit"), ...this.group.options]);
  }

  /** The button that ends the present decision. */
  get ending(): Ending | null {
    return endingOf(this.store.legalMoves, this.subject.unit);
  }

  /** The unit in hand was only picked up so far. */
  get justPicked(): boolean {
    const isPicked = this.lastAction.includes('"type":"Pick"') && this.subject.unit !== "";
    return isPicked && !this.ending?.left.length && (this.store.state?.can_undo ?? false);
  }

  /** May one step back from what is begun, where the game itself offers no way to give it up? */
  get hasWayBack(): boolean {
    const { state, legalMoves } = this.store;
    const begun = this.subject.unit !== "" || this.group.joins;
    return begun && !legalMoves.cancel && !!state?.your_turn && state.can_undo && legalMoves.all.length > 0;
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
  async submit(option: OptionLine, input: InputKind = "mouse"): Promise<void> {
    if (input === "touch" && option.kind === "choice" && this.staged !== option) {
      // A finger does not hover: what a plan would bring is shown first.
      this.hover(option);
      const { after, forecast } = await this.previews.fetch(option);
      if ((after?.view || worthShowing(forecast)) && this.hoveredOption === option) {
        this.staged = option;
        return;
      }
    }
    if (option.kind !== "" || option.verb === "Commit" || option.verb === "Cancel") {
      await this.act(option);
      return;
    }
    const stamp = this.store.state?.stamp;
    const left = await this.store.tryRequest<RemindersMessage>({ type: "reminders" });
    // An option belongs to the position it was pressed in.
    if (this.store.state?.stamp !== stamp) return;
    const reminders = this.worthAsking(option, left?.reminders ?? []);
    if (reminders.length) this.checklist = { option, reminders };
    else await this.act(option);
  }

  /** What is asked about before a phase ends: duties always, units left to move unless the player wants no questions. */
  private worthAsking(option: OptionLine, reminders: Checklist["reminders"]): Checklist["reminders"] {
    if (!settings.askUnmoved) return reminders.filter((reminder) => reminder.duty);
    const { ending } = this;
    if (!ending?.moves || ending.option !== option) return reminders;
    const named = new Set(reminders.map((reminder) => reminder.unit));
    const unmoved = ending.left.filter((unit) => !named.has(unit));
    return [
      ...reminders,
      ...unmoved.map((unit) => ({ words: "has not moved", unit, hex: this.store.hexOf(unit), duty: false })),
    ];
  }

  /** Undo the last gesture: one action, or all that it took. */
  async undo(): Promise<void> {
    const target = this.group.undoTarget(this.clock);
    for (let before = Infinity; this.clock > target && this.clock < before;) {
      before = this.clock;
      if (!(await this.back())) return;
    }
  }

  private get clock(): number {
    return this.store.state?.clock ?? 0;
  }

  /** Undo one action. */
  async back(): Promise<boolean> {
    const state = this.store.state;
    if (!state?.can_undo || this.busy || this.store.replaying) return false;
    this.busy = true;
    try {
      return (await this.store.request({ type: "undo", stamp: state.stamp })) !== null;
    } finally {
      this.busy = false;
    }
  }

  /** Escape: what is open closes; what is begun is given up. */
  async cancel(): Promise<void> {
    if (this.store.animator.running) return this.store.animator.skip();
    if (this.measure.active) return this.measure.close();
    if (this.menu || this.explanation || this.staged || this.checklist) {
      this.menu = this.explanation = this.staged = this.checklist = null;
      this.hover(null);
      this.route = null;
      return;
    }
    if (this.group.active) return this.group.clear();
    const cancel = this.store.legalMoves.cancel;
    if (cancel) await this.act(cancel);
    else if (this.hasWayBack) await this.undo();
    else if (this.overlays.name) this.overlays.hide();
    else this.inspectedHex = 0;
  }

  // --- clicking

  async clickUnit(unit: string, input: InputKind): Promise<void> {
    if (this.measure.active) return this.measure.choose(this.store.hexOf(unit));
    const options = this.store.legalMoves.units.get(unit);
    const hex = this.store.hexOf(unit);
    if (options) {
      this.inspectedHex = hex;
      return this.choose(options, hex, input);
    }
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
    if (this.measure.active) return this.measure.choose(hex);
    const { legalMoves } = this.store;
    if (this.group.hexes.has(hex)) return this.group.moveTo(hex);
    if (await this.clickAgain(hex)) return;
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

  /** A second click on the stack of the unit in hand takes up the whole stack; a third puts it down again. */
  private async clickAgain(hex: number): Promise<boolean> {
    const { group, subject, store } = this;
    if (group.active) {
      const again = group.units.some((unit) => store.hexOf(unit) === hex);
      group.clear();
      return again;
    }
    if (!subject.unit || store.hexOf(subject.unit) !== hex || store.legalMoves.hexes.has(hex)) return false;
    return this.matesOf(hex).length > 1 && group.takeStack(hex);
  }

  /** The units of a hex that could be picked when the one in hand was. */
  matesOf(hex: number): string[] {
    const { stackAt, legalMoves } = this.store;
    const before = this.subject.unit && !this.group.active ? this.previousMoves : legalMoves;
    const stack = stackAt.get(hex)?.pieces.map((piece) => piece.unit) ?? [];
    return stack.filter((unit) => unit && (before ?? legalMoves).units.get(unit)?.some(isPick));
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
    if (this.measure.active) return this.measure.point(hex);
    const { legalMoves } = this.store;
    const options = (unit && legalMoves.units.get(unit)) || (hex && legalMoves.hexes.get(hex)) || undefined;
    this.hover(options?.[0] ?? null);
  }

  /** Show what an option would do: its way at once, its dice after a moment. */
  hover(option: OptionLine | null): void {
    // What waits for its confirmation stays shown when its button moves from under the finger.
    if (option === this.hoveredOption || (!option && this.staged)) return;
    this.hoveredOption = option;
    this.route = null;
    this.preview = null;
    this.store.foreseen = null;
    clearTimeout(this.hoverTimer);
    if (!option || option.verb === "Cancel" || option.index < 0) return;
    this.hoverTimer = setTimeout(() => void this.showPreview(option), 60);
  }

  private async showPreview(option: OptionLine): Promise<void> {
    const { route, forecast, after } = await this.previews.fetch(option);
    if (this.hoveredOption !== option) return;
    this.route = route;
    if (after?.view) this.store.foresee(after);
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

  /** What an overlay is asked about: the hex under study, with the unit in hand or else the top one there. */
  get overlaySubject(): OverlaySubject {
    const { inspectedHex, store, subject } = this;
    const hex = inspectedHex || store.hexOf(subject.unit);
    return { hex, unit: subject.unit || store.topUnit(hex) };
  }
}
