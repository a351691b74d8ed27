/** Moves that are chosen but not played yet: a premove while the other side thinks, and a move to be confirmed. */
import type { BoardMove } from "../../board/interaction.svelte";
import { keyOf, neighbours, samePlace } from "../../board/geometry";
import { placesOf } from "../../board/stacks";
import type { Drawing, PieceName, Place, Stack } from "../../board/types";
import type { LegalMovesView } from "../../lib/messages";
import { sideOf, type Side } from "../../lib/position/pieces";

/** The bugs that can end their move on other pieces. */
const CLIMBERS = "BM";

/**
 * Return where pieces of a side might go next turn, whatever the other side plays. It holds no rules: any space next to
 * the hive, and other pieces for bugs that climb. The server's legal moves decide when the turn comes.
 */
export function possiblePremoves(
  stacks: readonly Stack[],
  hand: readonly PieceName[],
  side: Side,
): LegalMovesView {
  const taken = new Set(stacks.map(({ place }) => keyOf(place)));
  const spaces = new Map<string, Place>();
  for (const { place } of stacks)
    for (const near of neighbours(place)) if (!taken.has(keyOf(near))) spaces.set(keyOf(near), near);
  const ground = [...spaces.values()];
  const moves: Record<PieceName, number[]> = {};
  for (const { place, pieces } of stacks) {
    const top = pieces.at(-1)!;
    if (sideOf(top) !== side) continue;
    const tops = CLIMBERS.includes(top[1]!) ? stacks.map((stack) => stack.place) : [];
    moves[top] = [...ground, ...tops].filter((to) => !samePlace(to, place)).flat();
  }
  // of each bug, the piece with the lowest number is placed next
  const next = new Map(
    [...hand]
      .sort()
      .reverse()
      .map((piece) => [piece[1]!, piece]),
  );
  for (const piece of next.values()) moves[piece] = ground.flat();
  return { moves, must_pass: false };
}

/** Return whether a move is among the legal ones. */
export const isLegal = ({ piece, to }: BoardMove, legal: LegalMovesView): boolean =>
  !!piece && !!to && placesOf(legal.moves[piece]).some((place) => samePlace(place, to));

export class Intentions {
  /** A move chosen while the other side thinks; it is sent when it turns out to be legal. */
  premove: BoardMove | null = $state.raw(null);
  /** A move that waits for the player's confirmation. */
  unconfirmed: BoardMove | null = $state.raw(null);
  /** The move that an ongoing touch is about to confirm or to replace. */
  #touched: BoardMove | null = null;

  /** Remove both. Within the same touch, `confirms` still knows the move that was waiting. */
  clear(): void {
    const touched = this.unconfirmed;
    this.premove = this.unconfirmed = null;
    if (!touched) return;
    this.#touched = touched;
    queueMicrotask(() => (this.#touched = null));
  }

  /** Return whether a move is the one that waits for confirmation. */
  confirms({ piece, to }: BoardMove): boolean {
    const waiting = this.unconfirmed ?? this.#touched;
    return !!waiting && waiting.piece === piece && samePlace(waiting.to, to);
  }

  /** What the board draws for them: an arrow, or the piece on the space where it would be placed. */
  get drawings(): Drawing[] {
    const [move, color] = this.premove
      ? ([this.premove, "blue"] as const)
      : ([this.unconfirmed, "green"] as const);
    if (!move?.piece || !move.to) return [];
    const target: Drawing = { at: move.to, to: null, color, rank: 1, piece: move.piece };
    return move.origin ? [{ at: move.origin, to: move.to, color, rank: 1 }] : [target];
  }
}
