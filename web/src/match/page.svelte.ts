import { getContext, setContext } from "svelte";
import type { LogLine, ReplayMessage } from "../wire/types";
import { Advice } from "./hints.svelte";
import { Doing } from "./interaction.svelte";
import { Table } from "./store.svelte";

export type Panel = "" | "rules" | "chat" | "keys" | "settings" | "links" | "dice" | "overlays" | "menu";

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
  private readonly kept = new Map<string, Promise<ReplayMessage | null>>();
  private keptStamp = -1;

  constructor(private readonly table: Table) {}

  get on(): boolean {
    return this.table.replaying;
  }

  get end(): number {
    return this.table.state?.clock ?? 0;
  }

  async open(at: number): Promise<void> {
    this.table.cinema.skip();
    this.table.replaying = true;
    await this.go(at);
  }

  close(): void {
    this.pause();
    this.table.replaying = false;
    if (this.table.state) this.table.shown = this.table.state;
  }

  async go(to: number): Promise<void> {
    const at = Math.max(0, Math.min(this.end, Math.round(to)));
    this.at = at;
    const message = await this.fetch(at);
    if (!message || this.at !== at || !this.on) return;
    this.table.shown = { ...message, clock: at };
    this.lines = message.lines;
    if (this.playing && at < this.end) void this.fetch(at + 1);
  }

  private fetch(at: number): Promise<ReplayMessage | null> {
    const stamp = this.table.state?.stamp ?? 0;
    if (stamp !== this.keptStamp) this.kept.clear();
    this.keptStamp = stamp;
    const key = `${at}:${this.side}`;
    const kept = this.kept.get(key);
    if (kept) return kept;
    const side = this.side || (this.table.state?.side ?? null);
    const asked = this.table.asks<ReplayMessage>({ type: "replay", at, side });
    this.kept.set(key, asked);
    if (this.kept.size > 300) this.kept.delete(this.kept.keys().next().value!);
    return asked;
  }

  look(side: string): void {
    this.side = side;
    void this.go(this.at);
  }

  play(): void {
    if (this.at >= this.end) this.at = 0;
    this.playing = true;
    void this.run();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private async run(): Promise<void> {
    if (!this.playing) return;
    if (this.at >= this.end) return this.pause();
    await this.go(this.at + 1);
    this.timer = setTimeout(() => void this.run(), 1000 / this.speed);
  }
}

/** All that the parts of a match's page share. */
export class Desk {
  readonly table: Table;
  readonly doing: Doing;
  readonly advice: Advice;
  readonly replay: Replay;
  panel = $state<Panel>("");
  /** The rule that is open in the rules. */
  rule = $state("");
  bare = $state(false);
  /** Which tab the bottom sheet of a small screen shows. */
  tab = $state<"orders" | "unit" | "log" | "tracks">("orders");
  /** Hexes a log line or a list points at. */
  pointedAt = $state.raw<readonly number[]>([]);

  constructor(key: string) {
    this.table = new Table(key);
    this.doing = new Doing(this.table);
    this.advice = new Advice(this.table, this.doing);
    this.replay = new Replay(this.table);
  }

  openRule(number: string): void {
    this.rule = number;
    this.panel = "rules";
  }

  toggle(panel: Panel): void {
    this.panel = this.panel === panel ? "" : panel;
    if (this.panel === "chat") this.table.unread = 0;
  }

  /** Bring hexes into sight and mark them. */
  show(hexes: readonly number[]): void {
    const geometry = this.table.geometry;
    const there = hexes.filter((hex) => geometry?.has(hex));
    this.pointedAt = there;
    if (there.length === 1) this.table.camera?.show(there[0]!, true);
    else if (there.length) this.table.camera?.frame(there);
  }
}

const KEY = Symbol("desk");

export function provideDesk(desk: Desk): Desk {
  return setContext(KEY, desk);
}

export function useDesk(): Desk {
  return getContext<Desk>(KEY);
}
