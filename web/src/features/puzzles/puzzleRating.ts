import rate from "glicko2-lite";

/** How strong somebody is at puzzles, by Glicko-2: how sure that is, and how steady. */
export interface PlayerRating {
  rating: number;
  deviation: number;
  volatility: number;
}

/**
 * Where everybody begins. Half of the puzzles lie between 650 and 1330: who has just learnt the game is given easy
 * ones, and the wide deviation takes a strong player past the middle within a few puzzles.
 */
export const BEGINNER: PlayerRating = { rating: 800, deviation: 350, volatility: 0.06 };

/** A puzzle's rating is an estimate: so far it may be off. */
const PUZZLE_DEVIATION = 100;
/** What Glickman recommends, in the middle. */
const TAU = 0.5;
/** Puzzles so much below the own rating are solved two times of three: hard enough, and no grief. */
const COMFORT = 100;

/** The standing after the first try of a puzzle. */
export function after(playerRating: PlayerRating, puzzle: number, solved: boolean): PlayerRating {
  const { rating, deviation, volatility } = playerRating;
  const score = Number(solved);
  const next = rate(rating, deviation, volatility, [[puzzle, PUZZLE_DEVIATION, score]], {
    tau: TAU,
  });
  return {
    rating: Math.min(4000, Math.max(0, next.rating)),
    deviation: Math.min(BEGINNER.deviation, next.rd),
    volatility: next.vol,
  };
}

/** How hard the next puzzle should be. */
export const targetRating = ({ rating }: PlayerRating): number => Math.max(0, Math.round(rating - COMFORT));

/** Whether a rating says little yet: it is shown with a question mark. */
export const isUnsure = ({ deviation }: PlayerRating): boolean => deviation > 120;
