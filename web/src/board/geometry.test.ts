import { describe, expect, it } from "vitest";
import {
  boxAround,
  corner,
  distance,
  hexagon,
  keyOf,
  neighbours,
  PITCH,
  pixel,
  placeAt,
  RISE,
  roundHex,
  ROW,
  sideTo,
  turn,
  turnPoint,
} from "./geometry";
import type { Place } from "./types";

const around: Place[] = [];
for (let q = -6; q <= 6; q++) for (let r = -6; r <= 6; r++) around.push([q, r]);

describe("places and points", () => {
  it("are the same as in skep.render", () => {
    expect(pixel([0, 1], 1)).toEqual({ x: PITCH / 2, y: ROW - RISE });
    expect(PITCH).toBeCloseTo(86.6025, 3);
    expect(ROW).toBeCloseTo(PITCH * Math.sin(Math.PI / 3), 9);
  });

  it("a place is found again from any point well inside its hex", () => {
    for (const place of around)
      for (let index = 0; index < 6; index++) {
        const point = corner(index, 42, pixel(place));
        expect(placeAt(point)).toEqual(place);
      }
  });

  it("never contain a negative zero, which would not match a key", () => {
    expect(Object.is(roundHex(-0.1, -0.1)[0], 0)).toBe(true);
    expect(keyOf(turn([0, 0], 1))).toBe("0,0");
  });

  it("neighbours are one step away, counter-clockwise from east", () => {
    const near = neighbours([2, -1]);
    expect(near.map((place) => distance(place, [2, -1]))).toEqual([1, 1, 1, 1, 1, 1]);
    expect(near.map((place) => sideTo([2, -1], place))).toEqual([0, 1, 2, 3, 4, 5]);
    const [east, northEast] = near;
    expect(pixel(east!).y).toBe(pixel([2, -1]).y);
    expect(pixel(northEast!).y).toBeLessThan(pixel([2, -1]).y);
    expect(sideTo([0, 0], [2, 0])).toBe(-1);
  });
});

describe("rotated views", () => {
  it("rotate places like points", () => {
    for (const place of around)
      for (let rotation = -3; rotation <= 7; rotation++) {
        const there = turnPoint(pixel(place), rotation);
        expect(placeAt(there)).toEqual(turn(place, rotation));
      }
  });

  it("are unchanged after six sixths, and rotating back undoes a rotation", () => {
    expect(turn([3, -5], 6)).toEqual([3, -5]);
    expect(turn(turn([3, -5], 2), -2)).toEqual([3, -5]);
  });

  it("preserve distances", () => {
    expect(distance(turn([3, -5], 2), turn([-1, 2], 2))).toBe(distance([3, -5], [-1, 2]));
  });
});

describe("shapes", () => {
  it("a hexagon is closed and has six rounded corners", () => {
    const path = hexagon(48.4);
    expect(path).toMatch(/^M.*z$/);
    expect(path.match(/Q/g)).toHaveLength(6);
    expect(hexagon(10, 2, { x: 100, y: 0 })).toMatch(/^M9\d/);
  });

  it("the box around tiles has room for their faces and thickness", () => {
    const box = boxAround([pixel([0, 0]), pixel([1, 0])]);
    expect(box.right - box.left).toBeCloseTo(2 * PITCH, 6);
    expect(box.bottom).toBeGreaterThan(-box.top);
    expect(boxAround([], 10)).toEqual(boxAround([{ x: 0, y: 0 }], 10));
  });
});
