import { readStorage, writeStorage } from "../common/storage";
import { settings } from "../common/settings.svelte";
import type { Advice } from "../wire/types";

/** In how many first games the adviser speaks unasked. */
const FIRST_GAMES = 3;
/** Notes in a phase. */
export const MOST = 3;

/** Remember a match as played here; says whether it is one of the first. */
export function isFirstGame(match: string): boolean {
  const played = readStorage<string[]>("played", []);
  if (!played.includes(match) && played.length < FIRST_GAMES) {
    played.push(match);
    writeStorage("played", played);
  }
  return played.includes(match);
}

/** Does the adviser speak in this match: as the player chose, else in the first games only. */
export function speaks(match: string): boolean {
  const first = isFirstGame(match);
  return settings.adviser ?? first;
}

const same = (a: Advice, b: Advice) => a.words === b.words;

/** The notes of a phase: those shown stay while they hold, new ones come until there were three. */
export class PhaseNotes {
  private phase = "";
  private said: Advice[] = [];

  /** Take an answer in a phase; gives back what is to be shown. */
  take(phase: string, notes: readonly Advice[]): Advice[] {
    if (phase !== this.phase) {
      this.phase = phase;
      this.said = [];
    }
    for (const note of notes)
      if (this.said.length < MOST && !this.said.some((each) => same(each, note))) this.said.push(note);
    return this.said.filter((each) => notes.some((note) => same(each, note)));
  }
}
