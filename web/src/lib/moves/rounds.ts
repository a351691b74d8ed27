/** Moves in rounds: one of White and one of Black in each row of a list. */

export interface Round<T> {
  number: number;
  /** Each move with its ply, which counts from 1. */
  moves: { move: T; ply: number }[];
}

/** Return the moves of a game that began with White, two in each round. */
export const roundsOf = <T>(moves: readonly T[]): Round<T>[] =>
  Array.from({ length: Math.ceil(moves.length / 2) }, (_, index) => ({
    number: index + 1,
    moves: moves
      .slice(2 * index, 2 * index + 2)
      .map((move, second) => ({ move, ply: 2 * index + second + 1 })),
  }));
