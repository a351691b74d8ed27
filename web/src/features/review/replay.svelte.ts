import type { Flight, LastMove, Place, Stack } from "../../board/types";
import { samePlace } from "../../board/geometry";
import { withMove } from "../../board/stacks";
import type { PlayedMove, StackView, StudyPosition, PathView } from "../../lib/messages";
import { straight } from "../../lib/position/straightPath";
import { sideOf, type Side } from "../../lib/position/pieces";
import type { RequestBody, ResponseTo } from "../../lib/socket";

/** As much of the socket as is asked here. */
export interface Requester {
  ask<R extends RequestBody>(body: R, timeout?: number): Promise<ResponseTo<R["kind"]>>;
}

/** The position that the moves begin with. */
export interface Beginning {
  study: StudyPosition;
  stacks: StackView[];
  hands: string[];
}

/** Some moves to step through, from the position after `first` of them. */
interface Track {
  moves: readonly PlayedMove[];
  first: number;
}

/** Longer than this nobody waits to see a move: it then flies straight. */
const PATH_TIMEOUT = 250;
const STEP_DURATION = 320;

/**
 * A game, or a line that leaves it, to be stepped through on a board. It holds no rules: pieces are put where
 * the moves say, and the ways they fly are asked for.
 */
export class Replay {
  /** How many of the moves have been played in the position that is drawn. */
  shown = $state(0);
  flying: Flight | null = $state.raw(null);
  #track: Track = $state.raw({ moves: [], first: 0 });
  #beginning: Beginning | null = $state.raw(null);
  readonly #paths = new Map<string, Promise<PathView>>();
  #question = 0;

  constructor(
    private readonly socket: Requester,
    private readonly deps: { animate: () => boolean; landed?: () => void },
  ) {}

  readonly moves = $derived(this.#track.moves);
  readonly first = $derived(this.#track.first);
  readonly latest = $derived(this.#track.moves.length);
  readonly ready = $derived(this.#beginning !== null);

  readonly stacks: Stack[] = $derived.by(() => {
    let stacks: Stack[] = (this.#beginning?.stacks ?? []).map(({ place, pieces }) => ({ place, pieces }));
    for (const { piece, to } of this.moves.slice(0, this.shown))
      if (piece && to) stacks = withMove(stacks, piece, to);
    return stacks;
  });
  readonly hands: Record<Side, string[]> = $derived.by(() => {
    const played = new Set(this.moves.slice(0, this.shown).map(({ piece }) => piece));
    const left = (this.#beginning?.hands ?? []).filter((piece) => !played.has(piece));
    const hand = (side: Side): string[] => left.filter((piece) => sideOf(piece) === side);
    return { white: hand("white"), black: hand("black") };
  });
  readonly lastMove: LastMove | null = $derived.by(() => {
    const move = this.moves[this.shown - 1];
    return move?.to ? { origin: move.origin, to: move.to } : null;
  });

  /** The position that is drawn, as the server is asked about it; `plies` for another one of the moves. */
  study(plies = this.shown): StudyPosition {
    const study = this.#beginning?.study ?? { start: "" };
    return { ...study, moves: this.moves.slice(0, plies).map(({ uhp }) => uhp) };
  }

  begin(beginning: Beginning, moves: readonly PlayedMove[], shown = 0): void {
    this.#beginning = beginning;
    this.follow(moves, 0, shown);
  }

  /** Step through other moves, from the position after `first` of them. */
  follow(moves: readonly PlayedMove[], first: number, shown = first): void {
    this.#question += 1;
    this.flying = null;
    this.#track = { moves, first };
    this.shown = shown;
  }

  /** Look at the position after so many of the moves. */
  view(ply: number): void {
    const from = this.shown;
    const to = Math.max(this.first, Math.min(ply, this.latest));
    this.#question += 1;
    this.flying = null;
    if (Math.abs(to - from) === 1 && this.deps.animate()) void this.#fly(from, to);
    else this.shown = to;
  }

  step(by: number): void {
    this.view(this.shown + by);
  }

  landed(flight: Flight): void {
    if (this.flying !== flight) return;
    this.flying = null;
    this.deps.landed?.();
  }

  /** Where a piece stands after some moves; null while it is in hand. */
  placeOf(piece: string, moves: readonly PlayedMove[]): Place | null {
    const moved = moves.filter((move) => move.piece === piece).at(-1)?.to;
    return moved ?? this.#beginning?.stacks.find(({ pieces }) => pieces.includes(piece))?.place ?? null;
  }

  /** By which way a turn goes, counted from 1; null for a pass. */
  async pathOf(turn: number): Promise<PathView | null> {
    const move = this.moves[turn - 1];
    if (!move?.to) return null;
    const study = this.study(turn);
    const of = (study.moves ?? []).join(";");
    let found = this.#paths.get(of);
    if (!found) {
      found = this.socket.ask({ kind: "study-way", study }).then(({ way: path }) => path);
      this.#paths.set(of, found);
      found.catch(() => this.#paths.delete(of));
    }
    return found.catch(() => straight(move.origin, move.to));
  }

  async #fly(from: number, to: number): Promise<void> {
    const question = this.#question;
    const turn = Math.max(from, to);
    const move = this.moves[turn - 1];
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATH_TIMEOUT));
    const found = await Promise.race([this.pathOf(turn), late]);
    if (question !== this.#question) return;
    this.shown = to;
    const path = found ?? straight(move?.origin ?? null, move?.to ?? null);
    if (!path || !move?.piece) return;
    const back = to < from;
    if (back && path.hexes.length < 2) return;
    const hexes = back ? [...path.hexes].reverse() : path.hexes;
    this.flying = { piece: move.piece, path: { ...path, hexes }, duration: STEP_DURATION };
  }
}

/** Whether two turns put the same piece on the same place. */
export const sameTurn = (one: PlayedMove | undefined, two: PlayedMove | undefined): boolean =>
  !!one && !!two && one.piece === two.piece && (one.to === two.to || samePlace(one.to, two.to));
