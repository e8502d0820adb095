import type { LogLine } from "../wire/types";
import { diceOf, shotsOf, type Shot } from "./timeline";
import type { Position } from "./position";
import { settings } from "../common/settings.svelte";

interface Reel {
  lines: LogLine[];
  position: Position;
}

export interface Flash {
  key: number;
  hex: number;
  dice: number[];
  words: string;
}

/** The other side's moves as a short film, and one's own dice as flashes on the map. */
export class Cinema {
  shot = $state.raw<Shot | null>(null);
  running = $state(false);
  flashes = $state.raw<Flash[]>([]);
  private reels: Reel[] = [];
  private current: Reel | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private number = 0;

  /** `cut` puts a position on the board when its film is over; `hexOf` says where a unit stands. */
  constructor(
    private readonly cut: (position: Position) => void,
    private readonly hexOf: (unit: string) => number,
  ) {}

  show(lines: LogLine[], position: Position): void {
    if (!settings.film) {
      this.cut(position);
      this.flash(lines);
      return;
    }
    this.reels.push({ lines, position });
    if (!this.running) this.next();
  }

  private next(): void {
    const reel = this.reels.shift();
    this.current = reel;
    this.running = reel !== undefined;
    if (!reel) {
      this.shot = null;
      return;
    }
    // The more there is to see, the faster it goes.
    const haste = settings.film * (1 + Math.min(30, this.reels.length) * 0.35);
    this.play(shotsOf(reel.lines, haste), reel.position);
  }

  private play(shots: Shot[], position: Position): void {
    const [shot, ...rest] = shots;
    if (!shot) {
      this.cut(position);
      this.next();
      return;
    }
    this.shot = shot;
    this.timer = setTimeout(() => {
      if (!rest.length) this.cut(position);
      this.play(rest, position);
    }, shot.milliseconds);
  }

  /** To the end of it at once. */
  skip(): void {
    clearTimeout(this.timer);
    const last = this.reels.at(-1) ?? this.current;
    this.reels = [];
    this.current = undefined;
    this.shot = null;
    this.running = false;
    if (last) this.cut(last.position);
  }

  /** Dice and their result, for a few seconds where they fell. */
  flash(lines: readonly LogLine[]): void {
    const fresh = lines
      .filter((line) => diceOf(line).length)
      .map((line) => ({ key: ++this.number, hex: this.placeOf(line), dice: diceOf(line), words: line.words }))
      .filter((flash) => flash.hex);
    if (!fresh.length) return;
    this.flashes = [...this.flashes, ...fresh].slice(-6);
    const keys = new Set(fresh.map((flash) => flash.key));
    setTimeout(() => (this.flashes = this.flashes.filter((flash) => !keys.has(flash.key))), 4500);
  }

  private placeOf(line: LogLine): number {
    return line.hexes.at(-1) ?? line.units.map(this.hexOf).find(Boolean) ?? 0;
  }
}
