import { describe, expect, test } from "vitest";
import {
  busiest,
  centreOn,
  fit,
  frame,
  clampToMap,
  pan,
  isVisible,
  toMap,
  zoomAt,
  zoomLevel,
} from "../src/board/viewport";

const map = { width: 1000, height: 500 };
const window = { width: 800, height: 600 };

describe("looking at the map", () => {
  test("the busiest place is where most points are in the window", () => {
    const points = [
      [0, 0],
      [900, 400],
      [920, 410],
      [880, 390],
      [500, 0],
    ] as const;
    const [x, y] = busiest(points, { width: 200, height: 200 }, 1);
    expect(Math.hypot(x - 900, y - 400)).toBeLessThan(40);
    expect(busiest([], { width: 200, height: 200 }, 1)).toEqual([0, 0]);
  });

  test("fit shows the whole map, centred", () => {
    const viewport = fit(map, window, 0);
    expect(viewport.scale).toBeCloseTo(0.8);
    expect(toMap(viewport, 400, 300)).toEqual([500, 250]);
  });

  test("zooming keeps the point under the pointer", () => {
    const viewport = fit(map, window, 0);
    const before = toMap(viewport, 123, 321);
    const after = toMap(zoomAt(viewport, 2.5, 123, 321, [0.1, 10]), 123, 321);
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
  });

  test("zooming stops at its limits", () => {
    expect(zoomAt({ x: 0, y: 0, scale: 1 }, 100, 0, 0, [0.5, 3]).scale).toBe(3);
    expect(zoomAt({ x: 0, y: 0, scale: 1 }, 0.001, 0, 0, [0.5, 3]).scale).toBe(0.5);
  });

  test("panning moves by screen pixels", () => {
    expect(pan({ x: 10, y: 10, scale: 2 }, 20, -20)).toEqual({ x: 20, y: 0, scale: 2 });
  });

  test("little beyond the map is ever seen", () => {
    const far = clampToMap({ x: 99999, y: -99999, scale: 2 }, map, window);
    expect(far.x).toBeCloseTo(map.width - 400 + 8);
    expect(far.y).toBeCloseTo(-6);
    const small = clampToMap({ x: 5000, y: 5000, scale: 0.1 }, map, window);
    expect(small.x).toBeLessThan(0);
    expect(small.x + 8000).toBeGreaterThan(map.width);
  });

  test("centring and seeing agree", () => {
    const viewport = centreOn({ x: 0, y: 0, scale: 2 }, 700, 100, window);
    expect(toMap(viewport, 400, 300)).toEqual([700, 100]);
    expect(isVisible(viewport, 700, 100, window)).toBe(true);
    expect(isVisible(viewport, 100, 100, window)).toBe(false);
  });

  test("framing a part never comes closer than asked", () => {
    const viewport = frame({ x: 100, y: 100, width: 10, height: 10 }, window, 3);
    expect(viewport.scale).toBe(3);
    expect(toMap(viewport, 400, 300)).toEqual([105, 105]);
  });

  test("three zooms", () => {
    expect(zoomLevel(0.2, 70)).toBe("overview");
    expect(zoomLevel(0.8, 70)).toBe("normal");
    expect(zoomLevel(2, 70)).toBe("close");
  });
});
