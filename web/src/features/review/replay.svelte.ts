import { samePlace } from "../../board/geometry";
import { Interaction } from "../../board/interaction.svelte";
import type { LastMove, Place, Stack } from "../../board/types";
import { withMove } from "../../board/stacks";
import { straightPath } from "../../board/straightPath";
import type { PlayedMove, StackView, StudyPosition, PathView } from "../../lib/messages";
import { PathCache } from "../../lib/position/pathCache";
import { sideOf, type Side } from "../../lib/position/pieces";
import type { Requester } from "../../lib/socket";

export type { Requester };

/** The position before the first move. */
export interface StartPosition {
  study: StudyPosition;
  stacks: StackView[];
  hands: string[];
}

/** Moves to step through, from the position after the first `first` of them. */
interface Track {
  moves: readonly PlayedMove[];
  first: number;
}

/** A game or a line to step through on a board. It knows no rules; the paths of moves are requested from the server. */
export class Replay {
  /** The number of moves played in the position shown. */
  shown = $state(0);
  #track: Track = $state.raw({ moves: [], first: 0 });
  #start: StartPosition | null = $state.raw(null);
  readonly #paths = new PathCache();
  /** Animates the steps; no piece can be picked. */
  readonly interaction: Interaction;

  constructor(
    private readonly socket: Requester,
    deps: { animate: () => boolean; landed?: () => void },
  ) {
    this.interaction = new Interaction({
      stacks: () => this.stacks,
      legal: () => ({ moves: {} }),
      position: () => this.shown,
      play: () => {},
      animate: deps.animate,
      onLanded: () => deps.landed?.(),
    });
  }

  readonly moves = $derived(this.#track.moves);
  readonly first = $derived(this.#track.first);
  readonly latest = $derived(this.#track.moves.length);
  readonly ready = $derived(this.#start !== null);

  readonly stacks: Stack[] = $derived.by(() => {
    let stacks: Stack[] = (this.#start?.stacks ?? []).map(({ place, pieces }) => ({ place, pieces }));
    for (const { piece, to } of this.moves.slice(0, this.shown))
      if (piece && to) stacks = withMove(stacks, piece, to);
    return stacks;
  });
  readonly hands: Record<Side, string[]> = $derived.by(() => {
    const played = new Set(this.moves.slice(0, this.shown).map(({ piece }) => piece));
    const left = (this.#start?.hands ?? []).filter((piece) => !played.has(piece));
    const hand = (side: Side): string[] => left.filter((piece) => sideOf(piece) === side);
    return { white: hand("white"), black: hand("black") };
  });
  readonly lastMove: LastMove | null = $derived.by(() => {
    const move = this.moves[this.shown - 1];
    return move?.to ? { origin: move.origin, to: move.to } : null;
  });

  /** Return the position after `plies` moves, by default the one shown, as it is sent to the server. */
  study(plies = this.shown): StudyPosition {
    const study = this.#start?.study ?? { start: "" };
    return { ...study, moves: this.moves.slice(0, plies).map(({ uhp }) => uhp) };
  }

  begin(start: StartPosition, moves: readonly PlayedMove[], shown = 0): void {
    this.#start = start;
    this.follow(moves, 0, shown);
  }

  /** Step through other moves, from the position after the first `first` of them. */
  follow(moves: readonly PlayedMove[], first: number, shown = first): void {
    this.interaction.stop();
    this.#track = { moves, first };
    this.shown = shown;
  }

  /** Show the position after `ply` moves. */
  view(ply: number): void {
    const from = this.shown;
    const to = Math.max(this.first, Math.min(ply, this.latest));
    const show = (): void => void (this.shown = to);
    this.interaction.stop();
    const turn = Math.max(from, to);
    const move = this.moves[turn - 1];
    if (Math.abs(to - from) !== 1 || !move) return show();
    void this.interaction.step(move, { path: () => this.pathOf(turn), show, back: to < from });
  }

  step(by: number): void {
    this.view(this.shown + by);
  }

  /** Return the place of a piece after some moves, or null if it is in hand. */
  placeOf(piece: string, moves: readonly PlayedMove[]): Place | null {
    const moved = moves.filter((move) => move.piece === piece).at(-1)?.to;
    return moved ?? this.#start?.stacks.find(({ pieces }) => pieces.includes(piece))?.place ?? null;
  }

  /** Return the path of a turn, counted from 1, or null for a pass. */
  async pathOf(turn: number): Promise<PathView | null> {
    const move = this.moves[turn - 1];
    if (!move?.to) return null;
    const study = this.study(turn);
    const key = (study.moves ?? []).join(";");
    const path = await this.#paths.get(key, () =>
      this.socket.ask({ kind: "study-path", study }).then(({ path }) => path),
    );
    return path ?? straightPath(move.origin, move.to);
  }
}

/** Whether two turns put the same piece on the same place. */
export const sameTurn = (one: PlayedMove | undefined, two: PlayedMove | undefined): boolean =>
  !!one && !!two && one.piece === two.piece && (one.to === two.to || samePlace(one.to, two.to));
