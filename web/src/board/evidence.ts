/** The places that a reason is drawn on. */
import type { PieceName, Place, Stack, ReasonView } from "./types";

/** Return the places that explain a reason, without the alternatives. */
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
