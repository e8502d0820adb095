import { hexLabel } from "../board/geometry";
import { isVisible } from "../board/viewport";
import type { Interaction } from "../match/interaction.svelte";
import type { MatchStore } from "../match/store.svelte";
import type { LessonInfo, LessonMessage, LessonStep, OptionLine, StateMessage, Why } from "../wire/types";
import { lessonId, noteProgress, progressOf } from "./progress";

/** How long one thinks before the first help comes by itself. */
const HELP_AFTER_MS = 20_000;

export interface Answer {
  words: string;
  rule: string;
}

/** A lesson on the page of its match: what is asked, what came of it, and help. */
export class Lesson {
  /** The answer to what was done last, if it was off the plan. */
  wrong = $state.raw<Answer | null>(null);
  busy = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shown = "";

  constructor(
    private readonly store: MatchStore,
    private readonly interaction: Interaction,
  ) {}

  get info(): LessonInfo | null {
    return this.store.lesson;
  }

  /** The other side's part is still being shown. */
  get watching(): boolean {
    return this.store.animator.running;
  }

  get done(): boolean {
    return this.info?.stage === "done" && !this.watching;
  }

  get over(): boolean {
    return this.done && (this.info?.over ?? false);
  }

  /** What the step lights on the map. */
  get lit(): number[] {
    const { info } = this;
    return info && info.stage === "play" ? this.hexesOf(info.hexes, info.units) : [];
  }

  /** Is a counter lit? One in a box is, where it can be picked. */
  lights(unit: string): boolean {
    const { info } = this;
    return info?.stage === "play" && (info.units.includes(unit) || (info.hint?.units.includes(unit) ?? false));
  }

  /** What help lights. */
  get helped(): number[] {
    const hint = this.info?.hint;
    if (!hint || this.info?.stage !== "play") return [];
    const option = this.nextOption;
    return option ? this.store.hexesOf(option) : this.hexesOf(hint.hexes, hint.units);
  }

  private hexesOf(hexes: readonly number[], units: readonly string[]): number[] {
    const all = [...hexes, ...units.map((unit) => this.store.hexOf(unit))];
    return [...new Set(all)].filter((hex) => this.store.geometry?.has(hex));
  }

  /** What help says to do, among what may be done. */
  get nextOption(): OptionLine | undefined {
    const action = this.info?.hint?.action;
    if (!action) return undefined;
    const wanted = JSON.stringify(action);
    return this.store.legalMoves.all.find((option) => JSON.stringify(option.action) === wanted);
  }

  /** The hexes that words name, by how the map prints them. */
  hexesByLabel = $derived.by(() => {
    const hexes = this.store.geometry?.centres.keys() ?? [];
    return new Map([...hexes].map((hex) => [hexLabel(hex), hex]));
  });

  // --- what comes from the server

  onState(state: StateMessage): void {
    const info = state.lesson;
    if (!info) return;
    this.wrong = null;
    clearTimeout(this.timer);
    if (info.stage === "play" && state.your_turn && !info.hint)
      this.timer = setTimeout(() => void this.request("hint"), HELP_AFTER_MS);
    const id = lessonId(info.game, info.name);
    const progress = progressOf(id);
    noteProgress(id, {
      key: this.store.key,
      at: info.at,
      beats: info.beats,
      done: progress.done || info.over,
    });
    const step = `${info.at} ${info.stage}`;
    if (step === this.shown) return;
    this.shown = step;
    if (info.stage === "play") {
      this.look();
      this.store.announce(`${info.beat}. ${info.say}`);
    } else this.store.announce(info.stage === "done" ? "Done." : info.answer || "This step went wrong.");
  }

  onWrong(answer: Answer): void {
    this.wrong = answer;
    this.interaction.explanation = null;
    this.count({ tries: 1 });
  }

  /** Bring what is lit into sight, clear of the edges and of what lies in the corners. */
  look(): void {
    this.bringIntoSight(this.lit);
  }

  private bringIntoSight(hexes: readonly number[]): void {
    const { camera, geometry } = this.store;
    if (!hexes.length || !camera || !geometry) return;
    if (hexes.every((hex) => isVisible(camera.viewport, ...geometry.centre(hex), camera.size))) return;
    camera.frame(hexes);
  }

  private count(more: { tries?: number; hints?: number }): void {
    const { info } = this;
    if (!info) return;
    const id = lessonId(info.game, info.name);
    const { tries, hints } = progressOf(id);
    noteProgress(id, { tries: tries + (more.tries ?? 0), hints: hints + (more.hints ?? 0) });
  }

  // --- what the learner asks for

  async request(what: LessonStep["do"]): Promise<void> {
    const { state } = this.store;
    if (!state || this.busy) return;
    clearTimeout(this.timer);
    if (what !== "hint" && this.watching) this.store.animator.skip();
    this.busy = true;
    try {
      const answer = await this.store.tryRequest<StateMessage | LessonMessage>({
        type: "lesson",
        do: what,
        stamp: state.stamp,
      });
      if (!answer) return;
      if (what === "hint") this.onHint();
      else if (what === "again" || what === "restart") this.count({ tries: 1 });
    } finally {
      this.busy = false;
    }
  }

  private onHint(): void {
    this.count({ hints: 1 });
    this.bringIntoSight(this.helped);
    const words = this.info?.hint?.words.at(-1);
    this.store.announce(words ?? "Look at what is lit on the map.");
  }

  /** Try what the step says is forbidden. */
  async tryForbidden(): Promise<void> {
    const refusal = this.info?.refusal;
    if (!refusal) return;
    const answer = await this.store.tryRequest<Why>({
      type: "why_not",
      action: refusal.action as Record<string, unknown>,
    });
    if (!answer) return;
    const value = Object.values(refusal.action as Record<string, unknown>).at(-1);
    const hex = typeof value === "number" && answer.hexes.includes(value) ? value : (answer.hexes[0] ?? 0);
    this.interaction.explanation = { answer, what: refusal.words, hex };
    this.store.announce(`${refusal.words}: ${answer.because}. ${answer.rule}`);
  }
}
