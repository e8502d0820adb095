import { expect, test } from "vitest";
import { areaPath, frontPath } from "../src/board/areas";
import { Geometry } from "../src/board/geometry";
import { layout } from "./layout";

const geometry = new Geometry(layout);
const [first] = [...geometry.centres.keys()];
const all = [...geometry.centres.keys()];

test("an area is all of its hexes on the map", () => {
  expect(areaPath([first!, 9999], geometry).match(/Z/g)).toHaveLength(1);
  expect(areaPath([], geometry)).toBe("");
});

test("the front runs where others hold the land beyond, and not along water or the edge of the map", () => {
  const sides = geometry.neighbours(first!).length;
  expect(frontPath([first!], geometry).match(/M/g)).toHaveLength(sides);
  expect(frontPath(all, geometry)).toBe("");
  expect(frontPath([first!], geometry, () => true)).toBe("");
});
