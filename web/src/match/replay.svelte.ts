import type { LogLine, ReplayMessage } from "../wire/types";
import type { MatchStore } from "./store.svelte";

/** The past of a match on the board: any position, stepped, played and scrubbed. */
export class Replay {
  at = $state(0);
  playing = $state(false);
  /** Positions a second. */
  speed = $state(2);
  /** Whose eyes; empty for one's own. */
  side = $state("");
  lines = $state.raw<LogLine[]>([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly cache = new Map<string, Promise<ReplayMessage | null>>();
  private cacheStamp = -1;

  constructor(private readonly store: MatchStore) {}

  get active(): boolean {
    return this.store.replaying;
  }

  /** Where turns begin, for marks under the slider. */
  get turns(): { at: number; words: string }[] {
    return this.store.log
      .filter((line) => line.heading === "turn")
      .map((line) => ({ at: line.clock, words: line.words.replace(/\.$/, "") }));
  }

  /** Where turns and phases begin. */
  private get starts(): number[] {
    return [0, ...new Set(this.store.log.filter((line) => line.heading).map((line) => line.clock)), this.end];
  }

  async toPhase(backward: boolean): Promise<void> {
    const { starts, at } = this;
    const to = backward ? starts.findLast((start) => start < at) : starts.find((start) => start > at);
    if (to !== undefined) await this.seek(to);
  }

  get end(): number {
    return this.store.state?.clock ?? 0;
  }

  async open(at: number): Promise<void> {
    this.store.animator.skip();
    this.store.replaying = true;
    void this.store.loadWholeLog();
    await this.seek(at);
  }

  close(): void {
    this.pause();
    this.store.replaying = false;
    if (this.store.state) this.store.position = this.store.state;
  }

  toggle(): void {
    if (this.active) this.close();
    else void this.open(this.end);
  }

  async seek(to: number): Promise<void> {
    const at = Math.max(0, Math.min(this.end, Math.round(to)));
    this.at = at;
    const message = await this.positionAt(at);
    if (!message || this.at !== at || !this.active) return;
    this.store.position = { ...message, clock: at };
    this.lines = message.lines;
    if (this.playing && at < this.end) void this.positionAt(at + 1);
  }

  /** The position after an action, from the eyes that were chosen. */
  positionAt(at: number): Promise<ReplayMessage | null> {
    const stamp = this.store.state?.stamp ?? 0;
    if (stamp !== this.cacheStamp) this.cache.clear();
    this.cacheStamp = stamp;
    const key = `${at}:${this.side}`;
    const cached = this.cache.get(key);
    if (cached) return cached;
    const side = this.side || (this.store.state?.side ?? null);
    const answer = this.store.request<ReplayMessage>({ type: "replay", at, side });
    this.cache.set(key, answer);
    if (this.cache.size > 300) this.cache.delete(this.cache.keys().next().value!);
    return answer;
  }

  viewAs(side: string): void {
    this.side = side;
    void this.seek(this.at);
  }

  play(): void {
    if (this.at >= this.end) this.at = 0;
    this.playing = true;
    void this.advance();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private async advance(): Promise<void> {
    if (!this.playing) return;
    if (this.at >= this.end) return this.pause();
    await this.seek(this.at + 1);
    this.timer = setTimeout(() => void this.advance(), 1000 / this.speed);
  }
}
