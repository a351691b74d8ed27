import { describe, expect, it } from "vitest";
import { farFrom, sidePath, sidesFrom } from "./ending";
import { FACE, neighbours, pixel } from "./geometry";
import type { Place, Stack } from "./types";

describe("the sides of a surrounded queen", () => {
  const queen: Place = [2, -1];

  it("light up from the last piece, once each, around the queen", () => {
    for (const [index, from] of neighbours(queen).entries()) {
      const order = sidesFrom(queen, from);
      expect(order[0]).toEqual(from);
      expect(order[1]).toEqual(neighbours(queen)[(index + 1) % 6]);
      expect(new Set(order.map(String)).size).toBe(6);
    }
  });

  it("light up from the nearest side if the last piece is elsewhere, as for the other queen of a draw", () => {
    expect(sidesFrom([0, 0], [4, 0])[0]).toEqual([1, 0]);
    expect(sidesFrom([0, 0], null)).toEqual(neighbours([0, 0]));
  });

  it("are drawn on the edges of the face, without the corners", () => {
    const [x1, y1, x2, y2] = sidePath({ x: 0, y: -13 }, pixel([0, 0]), pixel([1, 0]))
      .match(/-?[\d.]+/g)!
      .map(Number);
    expect([x1, x2]).toEqual([expect.closeTo(41.9), expect.closeTo(41.9)]);
    expect((y1! + y2!) / 2).toBeCloseTo(-13);
    expect(Math.abs(y2! - y1!)).toBeLessThan(FACE);
  });
});

describe("the dimmed tiles", () => {
  const stacks: Stack[] = [
    [0, 0],
    [1, 0],
    [0, 1],
    [3, 0],
    [2, 0],
  ].map((place) => ({ place: place as Place, pieces: ["wA1"] }));

  it("are those that are not next to a queen", () => {
    expect([...farFrom([[0, 0]], stacks)]).toEqual(["3,0", "2,0"]);
    expect([
      ...farFrom(
        [
          [0, 0],
          [3, 0],
        ],
        stacks,
      ),
    ]).toEqual([]);
  });
});
