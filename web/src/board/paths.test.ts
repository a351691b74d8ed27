import { describe, expect, it } from "vitest";
import { pixel } from "./geometry";
import { along, flightTime, lengthOf, polyline, project, trim, waypoints } from "./paths";
import type { PathView } from "./types";

const path = (kind: PathView["kind"], ...hexes: [number, number][]): PathView => ({
  kind,
  hexes,
  thrower: null,
  copied: null,
});
const flat = new Map<string, number>();

describe("the path of a piece", () => {
  it("slides along the ground through the middle of every hex", () => {
    const hexes: [number, number][] = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 2],
    ];
    const points = waypoints(path("slide", ...hexes), flat);
    expect(points[0]).toMatchObject({ ...pixel([0, 0]), level: 0 });
    expect(points.at(-1)!.x).toBeCloseTo(pixel([0, 2]).x);
    expect(points.at(-1)!.level).toBeCloseTo(0);
    for (const hex of hexes) {
      const { x, y } = pixel(hex);
      expect(Math.min(...points.map((point) => Math.hypot(point.x - x, point.y - y)))).toBeLessThan(1);
    }
    expect(Math.max(...points.map((point) => point.level))).toBeLessThan(0.5);
  });

  it("climbs up before it crosses a stack, and never passes through it", () => {
    const heights = new Map([["1,0", 2]]);
    const points = waypoints(path("climb", [0, 0], [1, 0], [2, 0]), heights);
    const over = points.filter((point) => Math.abs(point.x - pixel([1, 0]).x) < 30);
    expect(over.length).toBeGreaterThan(3);
    expect(Math.min(...over.map((point) => point.level))).toBeGreaterThanOrEqual(2 - 1e-9);
    expect(points.at(-1)!.level).toBeCloseTo(0);
  });

  it("jumps in an arc above the pieces in between", () => {
    const heights = new Map([
      ["1,0", 1],
      ["2,0", 3],
    ]);
    const points = waypoints(path("jump", [0, 0], [1, 0], [2, 0], [3, 0]), heights);
    expect(points[0]!.level).toBe(0);
    expect(Math.max(...points.map((point) => point.level))).toBeGreaterThan(3);
    expect(points.at(-1)!.level).toBeCloseTo(0);
    expect(project(points[14]!).y).toBeLessThan(points[14]!.y);
  });

  it("is thrown over the pillbug", () => {
    const heights = new Map([["1,0", 1]]);
    const points = waypoints({ ...path("throw", [0, 0], [1, 0], [2, -1]), thrower: "wP" }, heights);
    const middle = points[points.length / 2 - 0.5]!;
    expect(middle.x).toBeCloseTo(pixel([1, 0]).x);
    expect(middle.level).toBeGreaterThan(2);
    expect(points.at(-1)).toMatchObject({ level: expect.closeTo(0) });
  });

  it("drops from above for a placement, and is empty for a pass", () => {
    const points = waypoints(path("place", [2, 2]), flat);
    expect(points[0]!.level).toBeGreaterThan(3);
    expect(points.at(-1)!.level).toBe(0);
    expect(waypoints(path("pass"), flat)).toEqual([]);
  });

  it("rotates with the view", () => {
    const points = waypoints(path("slide", [0, 0], [1, 0]), flat, 1);
    expect(points.at(-1)!.x).toBeCloseTo(pixel([1, -1]).x);
    expect(points.at(-1)!.y).toBeCloseTo(pixel([1, -1]).y);
  });

  it("takes time in proportion to its length, within limits", () => {
    const long = Array.from({ length: 30 }, (_, index): [number, number] => [index, 0]);
    expect(flightTime(path("slide", ...long))).toBe(700);
    expect(flightTime(path("slide", ...long.slice(0, 4)))).toBeGreaterThan(
      flightTime(path("slide", ...long.slice(0, 2))),
    );
    expect(flightTime(path("slide", ...long.slice(0, 5)))).toBe(4 * 90);
    expect(flightTime(path("slide", ...long.slice(0, 2)))).toBe(180);
    expect(flightTime(path("place", [0, 0]))).toBe(260);
    for (const kind of ["place", "climb", "jump", "throw"] as const)
      expect(flightTime(path(kind, [0, 0], [1, 0]))).toBeGreaterThan(200);
  });
});

describe("a placed piece", () => {
  const placed = path("place", [2, 0]);

  it("falls straight down without a tray", () => {
    const points = waypoints(placed, flat);
    expect(new Set(points.map(({ x }) => x.toFixed(3))).size).toBe(1);
    expect(points[0]!.level).toBeGreaterThan(points.at(-1)!.level);
  });

  it("comes from the direction of its tray, and lands on its place", () => {
    const points = waypoints(placed, flat, 0, { x: -900, y: 0 });
    expect(points[0]!.x).toBeCloseTo(points.at(-1)!.x - 150);
    expect(points.at(-1)).toEqual(waypoints(placed, flat).at(-1));
    const near = waypoints(placed, flat, 0, { x: points.at(-1)!.x + 40, y: 0 });
    expect(near[0]!.x).toBeCloseTo(points.at(-1)!.x + 40);
  });
});

describe("lines", () => {
  const line = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
  ];

  it("pass through all their points", () => {
    expect(along(line, 0)).toEqual({ x: 0, y: 0 });
    expect(along(line, 0.5)).toMatchObject({ x: expect.closeTo(10), y: expect.closeTo(0) });
    expect(along(line, 1)).toMatchObject({ x: expect.closeTo(10), y: expect.closeTo(10) });
    expect(along([], 0.3)).toEqual({ x: 0, y: 0 });
    expect(polyline(line)).toBe("M0.0 0.0L10.0 0.0L10.0 10.0");
  });

  it("are cut at both ends by length", () => {
    expect(lengthOf(line)).toBe(20);
    expect(trim(line, 4, 12)).toEqual([
      { x: 4, y: 0 },
      { x: 8, y: 0 },
    ]);
    expect(trim(line, 50, 0)).toHaveLength(1);
  });
});
