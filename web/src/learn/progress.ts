import { readStorage, writeStorage } from "../common/storage";

/** How far one has come in a lesson; kept in the browser. */
export interface LessonProgress {
  done: boolean;
  /** Wrong turns, and times gone back. */
  tries: number;
  hints: number;
  /** The step one is at, from 0, of how many. */
  at: number;
  beats: number;
  /** The key of its match. */
  key: string;
}

const FRESH: LessonProgress = { done: false, tries: 0, hints: 0, at: 0, beats: 0, key: "" };

/** A lesson under one name: its game and its own. */
export function lessonId(game: string, lesson: string): string {
  return `${game}/${lesson}`;
}

export function allProgress(): Record<string, LessonProgress> {
  return readStorage<Record<string, LessonProgress>>("learn", {});
}

export function progressOf(id: string): LessonProgress {
  return { ...FRESH, ...allProgress()[id] };
}

export function noteProgress(id: string, change: Partial<LessonProgress>): void {
  writeStorage("learn", { ...allProgress(), [id]: { ...progressOf(id), ...change } });
  writeStorage("learn.last", id);
}

/** The lesson that was begun last and is not done, if any. */
export function unfinished(): string {
  const last = readStorage("learn.last", "");
  const progress = allProgress()[last];
  return progress && !progress.done && progress.key ? last : "";
}

/** Nobody has played or learned in this browser, or has said that he needs no lesson. */
export function isFirstVisit(): boolean {
  if (readStorage("learn.declined", false) || Object.keys(allProgress()).length) return false;
  try {
    return !Object.keys(localStorage).some((name) => name.startsWith("bridgehead.seen."));
  } catch {
    return true;
  }
}

export function decline(): void {
  writeStorage("learn.declined", true);
}
