/** What a reason is drawn on. */
import type { PieceName, Place, Stack, ReasonView } from "./types";

/** The places that have to be seen to understand a reason; where the piece may go instead is not among them. */
export function evidencePlaces(why: ReasonView, stacks: Stack[]): Place[] {
  const named = new Set<PieceName | null>([why.piece, ...why.pieces]);
  const standing = stacks.filter(({ pieces }) => pieces.some((piece) => named.has(piece)));
  return [
    ...standing.map(({ place }) => place),
    ...(why.to ? [why.to] : []),
    ...(why.gate ? [why.gate.start, why.gate.to, ...why.gate.hexes] : []),
    ...why.spaces,
    ...why.parts.flat(),
  ];
}
