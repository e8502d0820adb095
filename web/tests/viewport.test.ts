import { describe, expect, test } from "vitest";
import { centreOn, fit, frame, keepInside, pan, sees, toMap, zoomAt, zoomOf } from "../src/board/viewport";

const map = { width: 1000, height: 500 };
const window = { width: 800, height: 600 };

describe("looking at the map", () => {
  test("fit shows the whole map, centred", () => {
    const look = fit(map, window, 0);
    expect(look.scale).toBeCloseTo(0.8);
    expect(toMap(look, 400, 300)).toEqual([500, 250]);
  });

  test("zooming keeps the point under the pointer", () => {
    const look = fit(map, window, 0);
    const before = toMap(look, 123, 321);
    const after = toMap(zoomAt(look, 2.5, 123, 321, [0.1, 10]), 123, 321);
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
    const far = keepInside({ x: 99999, y: -99999, scale: 2 }, map, window);
    expect(far.x).toBeCloseTo(map.width - 400 + 8);
    expect(far.y).toBeCloseTo(-6);
    const small = keepInside({ x: 5000, y: 5000, scale: 0.1 }, map, window);
    expect(small.x).toBeLessThan(0);
    expect(small.x + 8000).toBeGreaterThan(map.width);
  });

  test("centring and seeing agree", () => {
    const look = centreOn({ x: 0, y: 0, scale: 2 }, 700, 100, window);
    expect(toMap(look, 400, 300)).toEqual([700, 100]);
    expect(sees(look, 700, 100, window)).toBe(true);
    expect(sees(look, 100, 100, window)).toBe(false);
  });

  test("framing a part never comes closer than asked", () => {
    const look = frame({ x: 100, y: 100, width: 10, height: 10 }, window, 3);
    expect(look.scale).toBe(3);
    expect(toMap(look, 400, 300)).toEqual([105, 105]);
  });

  test("three zooms", () => {
    expect(zoomOf(0.2, 70)).toBe("front");
    expect(zoomOf(0.8, 70)).toBe("working");
    expect(zoomOf(2, 70)).toBe("close");
  });
});
