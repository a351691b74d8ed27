import type { LegalMovesView, PlayedMove } from "../messages";
import { ALL_BUGS, readPiece, sideOf, type Side } from "./pieces";

/** A place on the table: axial column and row. */
export type Place = [number, number];

/** The pieces in play and in hand, for drawing. Moves are applied without checking them. */
export interface Table {
  /** The pieces of each stack from the bottom up, by the key of the place. */
  stacks: Map<string, string[]>;
  hands: Record<Side, string[]>;
}

export const key = ([q, r]: Place): string => `${q},${r}`;

export function placeOf(key: string): Place {
  const [q = 0, r = 0] = key.split(",").map(Number);
  return [q, r];
}

export const same = (one: Place | null, two: Place | null): boolean =>
  one === two || (one !== null && two !== null && one[0] === two[0] && one[1] === two[1]);

/** Return the table after the first `ply` moves. */
export function tableAfter(
  pieces: readonly string[],
  moves: readonly PlayedMove[],
  ply = moves.length,
): Table {
  const stacks = new Map<string, string[]>();
  const played = new Set<string>();
  for (const move of moves.slice(0, ply)) {
    if (!move.piece || !move.to) continue;
    played.add(move.piece);
    if (move.origin) lift(stacks, move.piece, move.origin);
    const to = key(move.to);
    stacks.set(to, [...(stacks.get(to) ?? []), move.piece]);
  }
  const hand = (side: Side): string[] =>
    pieces.filter((piece) => sideOf(piece) === side && !played.has(piece)).sort(byBug);
  return { stacks, hands: { white: hand("white"), black: hand("black") } };
}

function lift(stacks: Map<string, string[]>, piece: string, origin: Place): void {
  const left = (stacks.get(key(origin)) ?? []).filter((other) => other !== piece);
  if (left.length) stacks.set(key(origin), left);
  else stacks.delete(key(origin));
}

function byBug(one: string, two: string): number {
  const [a, b] = [readPiece(one), readPiece(two)];
  if (!a || !b) return 0;
  return ALL_BUGS.indexOf(a.bug) - ALL_BUGS.indexOf(b.bug) || (a.number ?? 0) - (b.number ?? 0);
}

/** Return the place of a piece, or null if it is in hand. */
export function whereIs(table: Table, piece: string): Place | null {
  for (const [place, stack] of table.stacks) if (stack.includes(piece)) return placeOf(place);
  return null;
}

/** Return the destinations of a piece. */
export function destinations(legal: LegalMovesView, piece: string): Place[] {
  const flat = legal.moves[piece] ?? [];
  const places: Place[] = [];
  for (let index = 0; index + 1 < flat.length; index += 2) places.push([flat[index]!, flat[index + 1]!]);
  return places;
}

/** Return whether the side to move has to place its queen bee, although it has other pieces in hand. */
export function queenIsDue(legal: LegalMovesView, table: Table, side: Side): boolean {
  const pieces = Object.keys(legal.moves);
  const queen = `${side[0]}Q`;
  return (
    pieces.length === 1 &&
    pieces[0] === queen &&
    table.hands[side].includes(queen) &&
    table.hands[side].length > 1
  );
}
