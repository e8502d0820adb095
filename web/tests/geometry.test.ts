import { describe, expect, test } from "vitest";
import { Geometry, hexLabel, writeHexesWith } from "../src/board/geometry";
import { layout } from "./layout";

const flat = new Geometry(layout);

describe("a layout of flat-topped hexes", () => {
  test("every centre is found again", () => {
    for (const [hex, [x, y]] of flat.centres) expect(flat.hexAt(x, y)).toBe(hex);
  });

  test("points near a corner belong to their hex, points off the layout to none", () => {
    const [x, y] = flat.centre(303);
    for (const [dx, dy] of flat.corners) expect(flat.hexAt(x + dx * 0.95, y + dy * 0.95)).toBe(303);
    expect(flat.hexAt(-50, -50)).toBe(0);
  });

  test("a hex inside has six neighbours, which have it", () => {
    const near = flat.neighbours(303);
    expect(near).toHaveLength(6);
    for (const other of near) expect(flat.neighbours(other)).toContain(303);
  });

  test("even files are shifted down", () => {
    expect([...flat.neighbours(203)].sort((a, b) => a - b)).toEqual([103, 104, 202, 204, 303, 304]);
  });

  test("a side is shared by its two hexes", () => {
    const key = (ends: readonly (readonly [number, number])[]) =>
      ends.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).sort();
    for (const other of flat.neighbours(303))
      expect(key(flat.hexside(303, other))).toEqual(key(flat.hexside(other, 303)));
  });

  test("walking by direction", () => {
    expect(flat.neighbourToward(303, 0, -1)).toBe(302);
    expect(flat.neighbourToward(303, 0, 1)).toBe(304);
    expect(flat.centre(flat.neighbourToward(303, 1, 0))[0]).toBeGreaterThan(flat.centre(303)[0]);
    expect(flat.neighbourToward(101, 0, -1)).toBe(0);
  });

  test("the box around hexes has room", () => {
    const box = flat.box([101, 505])!;
    expect(box.x).toBeLessThan(flat.centre(101)[0]);
    expect(box.x + box.width).toBeGreaterThan(flat.centre(505)[0]);
    expect(flat.box([])).toBeNull();
  });

  test("hexes are printed with four digits", () => {
    expect(hexLabel(905)).toBe("0905");
    writeHexesWith(".");
    expect(hexLabel(905)).toBe("09.05");
    writeHexesWith("");
  });

  test("hexes that are not of the map are left out", () => {
    const some = new Geometry(layout, [101, 102]);
    expect([...some.centres.keys()]).toEqual([101, 102]);
  });
});

describe("measuring", () => {
  test("as many hexes as steps from neighbour to neighbour", () => {
    const far = new Map([[101, 0]]);
    for (const hex of far.keys())
      for (const other of flat.neighbours(hex)) if (!far.has(other)) far.set(other, far.get(hex)! + 1);
    expect(far.size).toBe(25);
    for (const [hex, steps] of far) expect(flat.distance(101, hex)).toBe(steps);
  });

  test("a line goes from neighbour to neighbour", () => {
    for (const to of [505, 301, 205, 101, 502]) {
      const line = flat.line(101, to);
      expect(line).toHaveLength(flat.distance(101, to) + 1);
      expect([line[0], line.at(-1)]).toEqual([101, to]);
      line.slice(1).forEach((hex, i) => expect(flat.neighbours(line[i]!)).toContain(hex));
    }
  });
});
