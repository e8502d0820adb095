import { expect, test } from "vitest";
import { checkOf, crc32, nextState } from "../src/wire/changes";
import type { ChangesMessage, StateMessage } from "../src/wire/types";
import messages from "./changes.json";

interface Step {
  changes: ChangesMessage;
  whole: StateMessage;
}
const [first, ...steps] = messages as unknown as [StateMessage, ...Step[]];

test("changes put into the last state give the whole state of the server", () => {
  let state = first;
  for (const { changes, whole } of steps) {
    const before = JSON.stringify(state);
    const next = nextState(state, changes);
    expect(next).toEqual({ ...whole, type: "state" });
    expect(next!.view.units.map((unit) => unit.id)).toEqual(whole.view.units.map((unit) => unit.id));
    expect(checkOf(whole)).toBe(changes.check);
    expect(JSON.stringify(state), "the last state stays as it was").toBe(before);
    state = next!;
  }
});

test("what does not fit is no state", () => {
  const { changes } = steps[0]!;
  expect(nextState({ ...first, stamp: first.stamp + 1 }, changes), "changes of another state").toBeNull();
  expect(nextState(first, { ...changes, units: [] }), "a change is missing").toBeNull();
  expect(nextState(first, { ...changes, check: changes.check ^ 1 })).toBeNull();
});

test("the check is the CRC-32 everybody knows", () => {
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
});
