import { expect, test } from "vitest";
import { frontLine } from "../src/board/frontLine";
import { Geometry } from "../src/board/geometry";
import { boxesOf, fullName, stacksOf, placeName, type Position } from "../src/match/position";
import type { FaceInfo } from "../src/wire/types";
import { layout } from "./layout";

const position: Position = {
  clock: 3,
  side: "red",
  phase: "",
  faces: { r1: "f1", r2: "f2", r3: "f3" },
  back_faces: ["back1", "back2", "back3"],
  view: {
    game: "toy",
    scenario: "toy",
    setting: {},
    side: "red",
    turn: 1,
    deciding: "red",
    decision: "Moves",
    about: { unit: "", committed: [], hexes: [] },
    units: [
      { id: "r1", side: "red", hex: 101, box: "" },
      { id: "r2", side: "red", hex: 303, box: "" },
      { id: "r3", side: "red", hex: 0, box: "reserve" },
    ],
    stacks: { "101": ["r1"], "303": ["", "r2", ""], "304": [""] },
    backs: [
      { side: "blue", hex: 0, box: "reserve", look: "blue" },
      { side: "blue", hex: 303, box: "", look: "blue" },
      { side: "blue", hex: 304, box: "", look: "blue" },
    ],
    facts: {},
    ended: null,
  },
};

test("stacks keep their order, hidden counters among them", () => {
  const stacks = stacksOf(position);
  expect(stacks.map((pile) => pile.hex)).toEqual([101, 303, 304]);
  expect(stacks[1]!.pieces.map((piece) => piece.unit)).toEqual(["", "r2"]);
  expect(stacks[1]!.pieces[0]!.face).toBe("back2");
  expect(stacks[2]!.pieces[0]).toMatchObject({ unit: "", side: "blue", face: "back3", hex: 304 });
});

test("what is off the map lies in its box", () => {
  const boxes = boxesOf(position);
  expect(boxes.get("reserve")?.map((piece) => piece.face)).toEqual(["f3", "back1"]);
});

test("the front is where sides touch", () => {
  expect(frontLine(stacksOf(position), new Geometry(layout))).toEqual([303, 304]);
});

test("a counter's full name has its condition, once", () => {
  const face = { name: "76th Regiment, reduced", reduced: true, badges: ["out_of_supply"] } as unknown as FaceInfo;
  expect(fullName(face, "x")).toBe("76th Regiment, reduced, out of supply");
  expect(fullName(undefined, "x")).toBe("x");
});

test("places have name and number", () => {
  expect(placeName({ "0905": "Seelow" }, 905)).toBe("Seelow (0905)");
  expect(placeName({}, 905)).toBe("0905");
});
