import { Denied } from "../wire/socket";
import type { HintMessage, OptionLine, StateMessage } from "../wire/types";
import type { Doing } from "./interaction.svelte";
import { recall, remember } from "../common/storage";
import type { Table } from "./store.svelte";

/** Refusals that need no words: the player has moved on, or given up waiting. */
const QUIET = ["stale", "gone"];

/** What a bot would do in the player's place: asked for, shown, and done step by step. */
export class Advice {
  thinking = $state(false);
  hint = $state.raw<HintMessage | null>(null);
  /** How many of its steps are done. */
  done = $state(0);
  bot = $state(recall("hint.bot", "veteran"));

  constructor(
    private readonly table: Table,
    private readonly doing: Doing,
  ) {}

  /** May one ask here at all, and now? */
  get offered(): boolean {
    return (this.table.welcome?.match.hints ?? false) && this.table.mine.length > 0;
  }

  get possible(): boolean {
    const { state, replaying, cinema } = this.table;
    return this.offered && !!state?.your_turn && !state.hand_over && !replaying && !cinema.running;
  }

  get open(): boolean {
    return this.thinking || this.hint !== null;
  }

  /** The option that is the next step. */
  get next(): OptionLine | undefined {
    const step = this.hint?.actions[this.done];
    if (step === undefined) return undefined;
    const wanted = JSON.stringify(step);
    return this.table.lit.all.find((option) => JSON.stringify(option.action) === wanted);
  }

  get steps(): number {
    return this.hint?.actions.length ?? 0;
  }

  /** Hexes to look at: where its units stand, and where they go. */
  get hexes(): number[] {
    const reason = this.hint?.reason;
    if (!reason) return [];
    return [...new Set([...reason.units.map((unit) => this.table.hexOf(unit)), ...reason.hexes])].filter((hex) =>
      this.table.geometry?.has(hex),
    );
  }

  async ask(): Promise<void> {
    const state = this.table.state;
    if (!state || this.thinking || !this.possible) return;
    this.hint = null;
    this.done = 0;
    this.thinking = true;
    this.table.speak("Thinking…");
    try {
      const hint = await this.table.hears<HintMessage>({ type: "hint", stamp: state.stamp, bot: this.bot });
      if (this.table.state?.stamp !== hint.stamp) return;
      this.hint = hint;
      this.table.speak(`${hint.reason.what}. ${hint.reason.why}`);
    } catch (problem) {
      if (!(problem instanceof Denied && QUIET.includes(problem.answer.code))) this.table.tellProblem(problem);
    } finally {
      this.thinking = false;
    }
  }

  async askOf(bot: string): Promise<void> {
    this.bot = bot;
    remember("hint.bot", bot);
    await this.ask();
  }

  close(): void {
    if (this.thinking) this.table.says({ type: "drop_hint" });
    this.hint = null;
    this.done = 0;
  }

  async doIt(): Promise<void> {
    const next = this.next;
    if (next) await this.doing.act(next);
  }

  /** The position has changed: a hint stays while its steps are taken, by its button or by hand. */
  renewed(state: StateMessage): void {
    const hint = this.hint;
    if (!hint || state.stamp === hint.stamp + this.done) return;
    const taken = JSON.stringify(hint.actions[this.done]);
    const next = JSON.stringify(hint.actions[this.done + 1]);
    const followed = state.stamp === hint.stamp + this.done + 1 && this.doing.acted === taken;
    const offered = state.your_turn && state.options.some((option) => JSON.stringify(option.action) === next);
    if (followed && offered) this.done += 1;
    else this.close();
  }
}
