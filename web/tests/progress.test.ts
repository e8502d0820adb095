import { beforeEach, expect, test, vi } from "vitest";
import {
  allProgress,
  decline,
  isFirstVisit,
  lessonId,
  noteProgress,
  progressOf,
  unfinished,
} from "../src/learn/progress";

class Storage {
  [name: string]: unknown;
  getItem(name: string): string | null {
    return (this[name] as string | undefined) ?? null;
  }
  setItem(name: string, value: string): void {
    this[name] = value;
  }
}

beforeEach(() => vi.stubGlobal("localStorage", new Storage()));

const CORRIDOR = lessonId("seelow1945", "01-corridor");
const ROAD = lessonId("seelow1945", "02-by-road");

test("a browser in which nobody has played or learned is visited for the first time", () => {
  expect(isFirstVisit()).toBe(true);
  localStorage.setItem("bridgehead.seen.key", "{}");
  expect(isFirstVisit()).toBe(false);
});

test("who declines is not asked again", () => {
  decline();
  expect(isFirstVisit()).toBe(false);
});

test("progress is kept by lesson, and what is not said stays", () => {
  noteProgress(CORRIDOR, { at: 3, beats: 12, key: "k" });
  noteProgress(CORRIDOR, { hints: 2 });
  expect(progressOf(CORRIDOR)).toEqual({ done: false, tries: 0, hints: 2, at: 3, beats: 12, key: "k" });
  expect(progressOf(ROAD).at).toBe(0);
  expect(isFirstVisit()).toBe(false);
});

test("the lesson that was begun last can be taken up again until it is done", () => {
  expect(unfinished()).toBe("");
  noteProgress(CORRIDOR, { at: 3, key: "k" });
  noteProgress(ROAD, { at: 0, key: "l" });
  expect(unfinished()).toBe(ROAD);
  noteProgress(ROAD, { done: true });
  expect(unfinished()).toBe("");
  expect(Object.keys(allProgress())).toEqual([CORRIDOR, ROAD]);
});
