import { settings } from "../common/settings.svelte";
import type { LogLine } from "../wire/types";
import type { Position } from "./position";
import { timelineOf, type TimelineEntry } from "./timeline";

interface Update {
  lines: LogLine[];
  position: Position;
}

export interface DiceFlash {
  key: number;
  hex: number;
  dice: number[];
  words: string;
}

/** Plays the other side's moves one after another, and flashes one's own dice on the map. */
export class Animator {
  entry = $state.raw<TimelineEntry | null>(null);
  running = $state(false);
  flashes = $state.raw<DiceFlash[]>([]);
  private queue: Update[] = [];
  private current: Update | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private number = 0;

  /** `display` puts a position on the board when its animation is over; `hexOf` says where a unit stands. */
  constructor(
    private readonly display: (position: Position) => void,
    private readonly hexOf: (unit: string) => number,
  ) {}

  show(lines: LogLine[], position: Position): void {
    if (!settings.animationSpeed) {
      this.display(position);
      this.flash(lines);
      return;
    }
    this.queue.push({ lines, position });
    if (!this.running) this.next();
  }

  private next(): void {
    const update = this.queue.shift();
    this.current = update;
    this.running = update !== undefined;
    if (!update) {
      this.entry = null;
      return;
    }
    // The more there is to see, the faster it goes.
    const speed = settings.animationSpeed * (1 + Math.min(30, this.queue.length) * 0.35);
    this.play(timelineOf(update.lines, speed), update.position);
  }

  private play(entries: TimelineEntry[], position: Position): void {
    const [entry, ...rest] = entries;
    if (!entry) {
      this.display(position);
      this.next();
      return;
    }
    this.entry = entry;
    this.timer = setTimeout(() => {
      if (!rest.length) this.display(position);
      this.play(rest, position);
    }, entry.milliseconds);
  }

  /** To the end of it at once. */
  skip(): void {
    clearTimeout(this.timer);
    const last = this.queue.at(-1) ?? this.current;
    this.queue = [];
    this.current = undefined;
    this.entry = null;
    this.running = false;
    if (last) this.display(last.position);
  }

  /** Dice and their result, for a few seconds where they fell. */
  flash(lines: readonly LogLine[]): void {
    const flashes = lines
      .filter((line) => line.dice.length)
      .map((line) => ({ key: ++this.number, hex: this.placeOf(line), dice: line.dice, words: line.words }))
      .filter((flash) => flash.hex);
    if (!flashes.length) return;
    this.flashes = [...this.flashes, ...flashes].slice(-6);
    const keys = new Set(flashes.map((flash) => flash.key));
    setTimeout(() => (this.flashes = this.flashes.filter((flash) => !keys.has(flash.key))), 4500);
  }

  private placeOf(line: LogLine): number {
    return line.hexes.at(-1) ?? line.units.map(this.hexOf).find(Boolean) ?? 0;
  }
}
