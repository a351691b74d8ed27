import rate from "glicko2-lite";

/** A Glicko-2 rating. */
export interface PlayerRating {
  rating: number;
  deviation: number;
  volatility: number;
}

/**
 * The rating of a new player. Half of the puzzles are rated between 650 and 1330, so newcomers get easy ones, and the
 * large deviation takes a strong player past the middle within a dozen puzzles.
 */
export const BEGINNER: PlayerRating = { rating: 800, deviation: 350, volatility: 0.06 };

/**
 * The most that one puzzle can change a rating. Glicko-2 alone would take more than 200 points from a newcomer for the
 * first miss.
 */
export const MAX_CHANGE = 60;
/** The deviation of a puzzle's rating, which is an estimate. */
const PUZZLE_DEVIATION = 100;
/** The middle of the range that Glickman recommends. */
const TAU = 0.5;
/** Puzzles this far below the player's rating are solved about two times in three. */
const COMFORT = 100;

/**
 * Return the rating after the first try of a puzzle.
 *
 * A change larger than `MAX_CHANGE` is cut, and the deviation then shrinks in the same proportion: the rating has taken
 * only a part of its step, so the rest of the uncertainty is kept for the next puzzles.
 */
export function after(playerRating: PlayerRating, puzzle: number, solved: boolean): PlayerRating {
  const { rating, deviation, volatility } = playerRating;
  const score = Number(solved);
  const next = rate(rating, deviation, volatility, [[puzzle, PUZZLE_DEVIATION, score]], {
    tau: TAU,
  });
  const step = next.rating - rating;
  const share = Math.min(1, MAX_CHANGE / Math.abs(step || 1));
  return {
    rating: Math.min(4000, Math.max(0, rating + step * share)),
    deviation: Math.min(BEGINNER.deviation, deviation + (next.rd - deviation) * share),
    volatility: next.vol,
  };
}

/** Return the best rating for the next puzzle. */
export const targetRating = ({ rating }: PlayerRating): number => Math.max(0, Math.round(rating - COMFORT));

/** Return whether a rating is still uncertain; it is then shown with a question mark. */
export const isUnsure = ({ deviation }: PlayerRating): boolean => deviation > 120;
