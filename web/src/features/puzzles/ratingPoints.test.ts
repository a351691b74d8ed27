import { describe, expect, it } from "vitest";
import type { Attempt } from "./puzzleHistory.svelte";
import { gridLines, ratingPoints } from "./ratingPoints";

const attempt = (at: number, to: number | null): Attempt => ({
  at,
  puzzle: "aaaa2222",
  rating: 900,
  mode: "training",
  solved: true,
  to,
  by: null,
});

describe("the graph of the rating", () => {
  it("has a date for every rated attempt, and the older ratings before them", () => {
    const attempts = [attempt(10, 860), attempt(11, null), attempt(12, 900)];
    expect(ratingPoints([700, 800, 860, 900], attempts)).toEqual([
      { rating: 700, at: null },
      { rating: 800, at: null },
      { rating: 860, at: 10 },
      { rating: 900, at: 12 },
    ]);
    expect(ratingPoints([], [])).toEqual([]);
  });

  it("has a few lines at round ratings", () => {
    expect(gridLines(740, 860)).toEqual([750, 775, 800, 825, 850]);
    expect(gridLines(1560, 1850)).toEqual([1600, 1700, 1800]);
    expect(gridLines(795, 825)).toEqual([800, 810, 820]);
  });
});
