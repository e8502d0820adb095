import { readStorage, writeStorage } from "../common/storage";

/** A player's own bookmarks in a game, each with a note: kept in this browser, seen by nobody else. */
export class Notes {
  private byClock = $state.raw<Record<number, string>>({});
  private match = "";

  /** The notes of a match. */
  open(match: string): void {
    if (match === this.match) return;
    this.match = match;
    this.byClock = readStorage<Record<number, string>>(this.key, {});
  }

  private get key(): string {
    return `notes.${this.match}`;
  }

  /** The bookmarked actions in their order. */
  get all(): { at: number; words: string }[] {
    return Object.entries(this.byClock).map(([at, words]) => ({ at: Number(at), words }));
  }

  has(at: number): boolean {
    return at in this.byClock;
  }

  of(at: number): string {
    return this.byClock[at] ?? "";
  }

  write(at: number, words: string): void {
    this.store({ ...this.byClock, [at]: words });
  }

  toggle(at: number): void {
    const { [at]: known, ...others } = this.byClock;
    this.store(known === undefined ? { ...this.byClock, [at]: "" } : others);
  }

  private store(notes: Record<number, string>): void {
    this.byClock = notes;
    writeStorage(this.key, notes);
  }
}
