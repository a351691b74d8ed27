import { describe, expect, it } from "vitest";
import { placePoints, rangeOf, timeLabels } from "./timeGraph";

const BOX = { left: 10, right: 110, top: 0, bottom: 100 };

describe("a graph over time", () => {
  it("places values by their time and height", () => {
    const values = [
      { at: 100, value: 1500 },
      { at: 125, value: 1550 },
      { at: 200, value: 1600 },
    ];
    expect(placePoints(values, 1500, 1600, BOX)).toEqual([
      { x: 10, y: 100 },
      { x: 35, y: 50 },
      { x: 110, y: 0 },
    ]);
  });

  it("spreads values of one moment evenly", () => {
    const values = [0, 1, 2].map(() => ({ at: 7, value: 1 }));
    expect(placePoints(values, 0, 2, BOX).map(({ x }) => x)).toEqual([10, 60, 110]);
  });

  it("has a margin, and is never flat", () => {
    expect(rangeOf([{ at: 0, value: 1500 }], 40)).toEqual({ low: 1480, high: 1520 });
    expect(
      rangeOf(
        [
          { at: 0, value: 1000 },
          { at: 1, value: 2000 },
        ],
        40,
      ),
    ).toEqual({ low: 880, high: 2120 });
  });

  it("labels as many times as fit", () => {
    const values = [
      { at: 0, value: 1 },
      { at: 100, value: 1 },
    ];
    expect(timeLabels(values, BOX, 50)).toEqual([
      { at: 0, x: 10 },
      { at: 50, x: 60 },
    ]);
    expect(timeLabels([], BOX, 50)).toEqual([]);
    expect(timeLabels([{ at: 5, value: 1 }], BOX, 50)).toEqual([{ at: 5, x: 10 }]);
  });
});
