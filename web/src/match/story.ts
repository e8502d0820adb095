import type { Facts, LogLine, Moment, MomentsMessage, ReplayMessage, TrackFact } from "../wire/types";
import { unitsOf } from "./position";
import type { MatchStore } from "./store.svelte";

/** A change in the course of one turn, and the action it began with. */
interface Swing {
  turn: string;
  by: number;
  at: number;
}

/** How a score or a track stood at the beginning of each turn and at the end. */
export interface Course {
  title: string;
  values: number[];
  /** The turn after whose beginning it changed most, and by how much. */
  swing: Swing;
}

/** The dice of a side's attacks beside what dice come to on average. */
export interface DiceTally {
  side: string;
  count: number;
  average: number;
  expected: number;
}

export interface Losses {
  side: string;
  /** Faces of the units that were eliminated. */
  faces: string[];
}

export interface Story {
  courses: Course[];
  losses: Losses[];
  dice: DiceTally[];
  moments: readonly Moment[];
}

/** What a game was: asked for when it is over. */
export async function tellStory(store: MatchStore): Promise<Story> {
  await store.loadWholeLog();
  const headings = store.log.filter((line) => line.heading === "turn");
  const places = [...headings.map((line) => line.clock), store.state?.clock ?? 0];
  const positions: ReplayMessage[] = [];
  for (const at of places) {
    const position = await store.tryRequest<ReplayMessage>({ type: "replay", at, side: store.state?.side ?? null });
    if (position) positions.push(position);
  }
  const moments = await store.tryRequest<MomentsMessage>({ type: "moments" });
  const turns = headings.map((line) => ({ at: line.clock, words: line.words.replace(/[.:,].*$/, "") }));
  return {
    courses: coursesOf(
      positions.map((position) => (position.view.facts as Facts).tracks ?? []),
      turns,
    ),
    losses: lossesOf(store, positions.at(-1)),
    dice: diceOf(store.log),
    moments: moments?.moments ?? [],
  };
}

/** Tracks that moved in the course of the game. */
export function coursesOf(
  tracks: readonly (readonly TrackFact[])[],
  turns: readonly { at: number; words: string }[],
): Course[] {
  const last = tracks.at(-1) ?? [];
  return last
    .filter(({ name }) => name !== "turn")
    .map(({ name, title }) => {
      const values = tracks.map((all) => all.find((track) => track.name === name)?.value ?? 0);
      const changes = values.slice(1).map((value, i) => value - values[i]!);
      const most = changes.reduce((best, change, i) => (Math.abs(change) > Math.abs(changes[best]!) ? i : best), 0);
      const { words, at } = turns[most] ?? { words: "", at: 0 };
      return { title, values, swing: { turn: words, by: changes[most] ?? 0, at } };
    })
    .filter(({ values }) => new Set(values).size > 1);
}

const ELIMINATED = "eliminated";

function lossesOf(store: MatchStore, end: ReplayMessage | undefined): Losses[] {
  const lost = new Map<string, string[]>(store.info?.sides.map((side) => [side.id, []]));
  for (const unit of end ? unitsOf(end.view) : [])
    if (unit.box === ELIMINATED) lost.get(unit.side)?.push(end!.faces[unit.id] ?? "");
  return [...lost].map(([side, faces]) => ({ side, faces }));
}

/** What each side threw in its own attacks. */
export function diceOf(log: readonly LogLine[]): DiceTally[] {
  const thrown = new Map<string, number[]>();
  for (const line of log)
    if (line.fight && line.by) thrown.set(line.by, [...(thrown.get(line.by) ?? []), ...line.dice]);
  const faces = Math.max(6, ...[...thrown.values()].flat()) > 6 ? 10 : 6;
  return [...thrown]
    .filter(([, dice]) => dice.length)
    .map(([side, dice]) => ({
      side,
      count: dice.length,
      average: dice.reduce((sum, die) => sum + die, 0) / dice.length,
      expected: (faces + 1) / 2,
    }));
}
