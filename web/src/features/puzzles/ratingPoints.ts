import type { Attempt } from "./puzzleHistory.svelte";

/** A rating after a puzzle; `at` is null if the puzzle was tried before the history existed. */
export interface RatingPoint {
  rating: number;
  at: number | null;
}

/**
 * Return the ratings over time: those with a date from the attempts, after those that only the record has. `ratings` are
 * the record's latest ratings, the oldest first.
 */
export function ratingPoints(ratings: readonly number[], attempts: readonly Attempt[]): RatingPoint[] {
  const dated = attempts.flatMap(({ at, to }) => (to === null ? [] : [{ rating: to, at }]));
  const undated = ratings.slice(0, Math.max(0, ratings.length - dated.length));
  return [...undated.map((rating) => ({ rating, at: null })), ...dated];
}

/** Return round ratings for the lines of a graph: three to five between the lowest and the highest rating. */
export function gridLines(low: number, high: number): number[] {
  const step = [10, 20, 25, 50, 100, 200, 250, 500].find((size) => (high - low) / size <= 5) ?? 1000;
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, index) => first + index * step);
}
