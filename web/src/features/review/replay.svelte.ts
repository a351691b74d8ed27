import type { Flight, LastMove, Place, Stack } from "../../board/types";
import { samePlace } from "../../board/geometry";
import { withMove } from "../../board/stacks";
import type { Played, Standing, Studied, Way } from "../../lib/messages";
import { straight } from "../../lib/position/straightPath";
import { sideOf, type Side } from "../../lib/position/pieces";
import type { Asked, AnswerTo } from "../../lib/socket";

/** As much of the socket as is asked here. */
export interface Asking {
  ask<R extends Asked>(asked: R, patience?: number): Promise<AnswerTo<R["kind"]>>;
}

/** The position that the moves begin with. */
export interface Beginning {
  study: Studied;
  stacks: Standing[];
  hands: string[];
}

/** Some moves to step through, from the position after `first` of them. */
interface Track {
  moves: readonly Played[];
  first: number;
}

/** Longer than this nobody waits to see a move: it then flies straight. */
const WAY_PATIENCE = 250;
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
  readonly #ways = new Map<string, Promise<Way>>();
  #question = 0;

  constructor(
    private readonly socket: Asking,
    private readonly surroundings: { lively: () => boolean; landed?: () => void },
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
  study(plies = this.shown): Studied {
    const study = this.#beginning?.study ?? { start: "" };
    return { ...study, moves: this.moves.slice(0, plies).map(({ uhp }) => uhp) };
  }

  begin(beginning: Beginning, moves: readonly Played[], shown = 0): void {
    this.#beginning = beginning;
    this.follow(moves, 0, shown);
  }

  /** Step through other moves, from the position after `first` of them. */
  follow(moves: readonly Played[], first: number, shown = first): void {
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
    if (Math.abs(to - from) === 1 && this.surroundings.lively()) void this.#fly(from, to);
    else this.shown = to;
  }

  step(by: number): void {
    this.view(this.shown + by);
  }

  landed(flight: Flight): void {
    if (this.flying !== flight) return;
    this.flying = null;
    this.surroundings.landed?.();
  }

  /** Where a piece stands after some moves; null while it is in hand. */
  placeOf(piece: string, moves: readonly Played[]): Place | null {
    const moved = moves.filter((move) => move.piece === piece).at(-1)?.to;
    return moved ?? this.#beginning?.stacks.find(({ pieces }) => pieces.includes(piece))?.place ?? null;
  }

  /** By which way a turn goes, counted from 1; null for a pass. */
  async wayOf(turn: number): Promise<Way | null> {
    const move = this.moves[turn - 1];
    if (!move?.to) return null;
    const study = this.study(turn);
    const of = (study.moves ?? []).join(";");
    let found = this.#ways.get(of);
    if (!found) {
      found = this.socket.ask({ kind: "study-way", study }).then(({ way }) => way);
      this.#ways.set(of, found);
      found.catch(() => this.#ways.delete(of));
    }
    return found.catch(() => straight(move.origin, move.to));
  }

  async #fly(from: number, to: number): Promise<void> {
    const question = this.#question;
    const turn = Math.max(from, to);
    const move = this.moves[turn - 1];
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), WAY_PATIENCE));
    const found = await Promise.race([this.wayOf(turn), late]);
    if (question !== this.#question) return;
    this.shown = to;
    const way = found ?? straight(move?.origin ?? null, move?.to ?? null);
    if (!way || !move?.piece) return;
    const back = to < from;
    if (back && way.hexes.length < 2) return;
    const hexes = back ? [...way.hexes].reverse() : way.hexes;
    this.flying = { piece: move.piece, way: { ...way, hexes }, duration: STEP_DURATION };
  }
}

/** Whether two turns put the same piece on the same place. */
export const sameTurn = (one: Played | undefined, two: Played | undefined): boolean =>
  !!one && !!two && one.piece === two.piece && (one.to === two.to || samePlace(one.to, two.to));
