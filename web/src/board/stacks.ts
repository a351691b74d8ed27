/** The hive as a list of stacks. Moving a piece here is drawing: nothing asks whether it may. */
import { keyOf, samePlace } from "./geometry";
import type { PieceName, Place, Stack } from "./types";

/** The stacks after a piece was taken off its stack, or out of a hand, and put on top of a place. */
export function withMove(stacks: Stack[], piece: PieceName, to: Place): Stack[] {
  const rest = without(stacks, piece);
  if (!rest.some((stack) => samePlace(stack.place, to))) return [...rest, { place: to, pieces: [piece] }];
  return rest.map((stack) =>
    samePlace(stack.place, to) ? { ...stack, pieces: [...stack.pieces, piece] } : stack,
  );
}

/** The stacks without a piece. */
export function without(stacks: Stack[], piece: PieceName | null | undefined): Stack[] {
  if (!piece || !stacks.some((stack) => stack.pieces.includes(piece))) return stacks;
  return stacks
    .map((stack) => ({ ...stack, pieces: stack.pieces.filter((other) => other !== piece) }))
    .filter((stack) => stack.pieces.length);
}

/** How many pieces stand on each place. */
export const heightsOf = (stacks: Stack[]): Map<string, number> =>
  new Map(stacks.map((stack) => [keyOf(stack.place), stack.pieces.length]));

/** Places from a flat list q, r, q, r, … as `Legal.moves` has them. */
export function placesOf(flat: number[] = []): Place[] {
  const places: Place[] = [];
  for (let index = 0; index + 1 < flat.length; index += 2) places.push([flat[index]!, flat[index + 1]!]);
  return places;
}
