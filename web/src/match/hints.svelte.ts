import { readStorage, writeStorage } from "../common/storage";
import { RequestError } from "../wire/socket";
import type { HintMessage, OptionLine, StateMessage } from "../wire/types";
import type { Interaction } from "./interaction.svelte";
import type { MatchStore } from "./store.svelte";

/** Refusals that need no words: the player has moved on, or given up waiting. */
const SILENT_CODES = ["stale", "gone"];

/** What a bot would do in the player's place: asked for, shown, and done step by step. */
export class Hints {
  thinking = $state(false);
  hint = $state.raw<HintMessage | null>(null);
  /** How many of its steps are done. */
  done = $state(0);
  bot = $state(readStorage("hint.bot", "veteran"));

  constructor(
    private readonly store: MatchStore,
    private readonly interaction: Interaction,
  ) {}

  /** May one ask here at all, and now? */
  get offered(): boolean {
    return (this.store.welcome?.match.hints ?? false) && this.store.ownSides.length > 0;
  }

  get possible(): boolean {
    const { state, replaying, animator } = this.store;
    return this.offered && !!state?.your_turn && !state.hand_over && !replaying && !animator.running;
  }

  get open(): boolean {
    return this.thinking || this.hint !== null;
  }

  /** The option that is the next step. */
  get next(): OptionLine | undefined {
    const step = this.hint?.actions[this.done];
    if (step === undefined) return undefined;
    const wanted = JSON.stringify(step);
    return this.store.legalMoves.all.find((option) => JSON.stringify(option.action) === wanted);
  }

  get steps(): number {
    return this.hint?.actions.length ?? 0;
  }

  /** Hexes to look at: where its units stand, and where they go. */
  get hexes(): number[] {
    const reason = this.hint?.reason;
    if (!reason) return [];
    return [...new Set([...reason.units.map((unit) => this.store.hexOf(unit)), ...reason.hexes])].filter((hex) =>
      this.store.geometry?.has(hex),
    );
  }

  async request(): Promise<void> {
    const state = this.store.state;
    if (!state || this.thinking || !this.possible) return;
    this.hint = null;
    this.done = 0;
    this.thinking = true;
    this.store.announce("Thinking…");
    try {
      const hint = await this.store.requestOrThrow<HintMessage>({ type: "hint", stamp: state.stamp, bot: this.bot });
      if (this.store.state?.stamp !== hint.stamp) return;
      this.hint = hint;
      this.store.announce(`${hint.reason.what}. ${hint.reason.why}`);
    } catch (problem) {
      if (!(problem instanceof RequestError && SILENT_CODES.includes(problem.answer.code)))
        this.store.showError(problem);
    } finally {
      this.thinking = false;
    }
  }

  async requestFrom(bot: string): Promise<void> {
    this.bot = bot;
    writeStorage("hint.bot", bot);
    await this.request();
  }

  close(): void {
    if (this.thinking) this.store.send({ type: "drop_hint" });
    this.hint = null;
    this.done = 0;
  }

  async playNext(): Promise<void> {
    const next = this.next;
    if (next) await this.interaction.act(next);
  }

  /** The position has changed: a hint stays while its steps are taken, by its button or by hand. */
  onState(state: StateMessage): void {
    const hint = this.hint;
    if (!hint || state.stamp === hint.stamp + this.done) return;
    const taken = JSON.stringify(hint.actions[this.done]);
    const next = JSON.stringify(hint.actions[this.done + 1]);
    const followed = state.stamp === hint.stamp + this.done + 1 && this.interaction.lastAction === taken;
    const offered = state.your_turn && state.options.some((option) => JSON.stringify(option.action) === next);
    if (followed && offered) this.done += 1;
    else this.close();
  }
}
