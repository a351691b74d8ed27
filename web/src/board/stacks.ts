/** The hive as a list of stacks, for drawing. Nothing here checks whether a move is legal. */
import { keyOf, samePlace } from "./geometry";
import type { PieceName, Place, Stack } from "./types";

/** Return the stacks after a piece was moved from its stack, or from a hand, onto a place. */
export function withMove(stacks: Stack[], piece: PieceName, to: Place): Stack[] {
  const rest = without(stacks, piece);
  if (!rest.some((stack) => samePlace(stack.place, to))) return [...rest, { place: to, pieces: [piece] }];
  return rest.map((stack) =>
    samePlace(stack.place, to) ? { ...stack, pieces: [...stack.pieces, piece] } : stack,
  );
}

/** Return the stacks without a piece. */
export function without(stacks: Stack[], piece: PieceName | null | undefined): Stack[] {
  if (!piece || !stacks.some((stack) => stack.pieces.includes(piece))) return stacks;
  return stacks
    .map((stack) => ({ ...stack, pieces: stack.pieces.filter((other) => other !== piece) }))
    .filter((stack) => stack.pieces.length);
}

/** Return the height of each stack, by the key of its place. */
export const heightsOf = (stacks: Stack[]): Map<string, number> =>
  new Map(stacks.map((stack) => [keyOf(stack.place), stack.pieces.length]));

/** Return the places of a flat list q, r, q, r, … as in `LegalMovesView.moves`. */
export function placesOf(flat: number[] = []): Place[] {
  const places: Place[] = [];
  for (let index = 0; index + 1 < flat.length; index += 2) places.push([flat[index]!, flat[index + 1]!]);
  return places;
}
