import { samePlace } from "../../board/geometry";
import { placesOf, withMove } from "../../board/stacks";
import type { Flight, LastMove, Place, Stack } from "../../board/types";
import type { IllegalReasons, Scene, PathView, ReasonView } from "../messages";
import { other, type Side } from "./pieces";
import { straight } from "./straightPath";

/** What may be done on a table: nothing, unless it is told. */
export interface AllowedMoves {
  /** For each piece the hexes it may go to: q, r, q, r, … */
  moves: Record<string, number[]>;
  /** The ways to these, in their order; where they are not told, the way is not drawn. */
  paths?: Record<string, PathView[]>;
  /** Why not elsewhere; a puzzle only tells why a piece can go nowhere. */
  refused?: IllegalReasons | null;
}

/** A move to be shown: legal with its way, or with the reason against it. A pass has neither piece nor place. */
export interface MoveDemo {
  piece: string | null;
  to: Place | null;
  path?: PathView | null;
  why?: ReasonView | null;
}

/** A move that was made here, with where it came from. */
interface Made {
  piece: string | null;
  origin: Place | null;
  to: Place | null;
  path: PathView | null;
}

export interface SceneTableDeps {
  /** Whether pieces are seen to move; without it they stand where they go at once. */
  animate?: () => boolean;
  /** A legal move was asked for; without it the move is made. */
  tried?: (piece: string, place: Place, how: { dragged: boolean }) => void;
  /** A reason was shown for what somebody tried. */
  refused?: (why: ReasonView) => void;
  /** A piece has come to rest. */
  landed?: () => void;
}

const NOTHING: AllowedMoves = { moves: {} };
const EMPTY: Scene = {
  position: "",
  edition: "",
  game_type: "Base",
  to_move: "white",
  turn: 1,
  stacks: [],
  white: [],
  black: [],
  just_moved: null,
};

/**
 * A told position on a table that needs no server: what is drawn, what may be done and why not, and moves that are
 * shown. It holds no rules: all it knows it was told beforehand.
 */
export class SceneTable {
  picked: string | null = $state(null);
  hovered: Place | null = $state.raw(null);
  why: ReasonView | null = $state.raw(null);
  flying: Flight | null = $state.raw(null);
  #scene: Scene = $state.raw(EMPTY);
  #made: readonly Made[] = $state.raw([]);
  #allowed: AllowedMoves = $state.raw(NOTHING);
  /** Who waits for the flight to land. */
  #awaited: (() => void)[] = [];

  constructor(
    scene: Scene | null = null,
    private readonly deps: SceneTableDeps = {},
  ) {
    if (scene) this.#scene = scene;
  }

  get scene(): Scene {
    return this.#scene;
  }
  /** How many moves were made since the scene. */
  readonly made: number = $derived(this.#made.length);
  readonly toMove: Side = $derived(this.made % 2 ? other(this.#scene.to_move) : this.#scene.to_move);
  readonly stacks: Stack[] = $derived.by(() => {
    let stacks: Stack[] = this.#scene.stacks;
    for (const { piece, to } of this.#made) if (piece && to) stacks = withMove(stacks, piece, to);
    return stacks;
  });
  readonly hands: Record<Side, string[]> = $derived.by(() => {
    const played = new Set(this.#made.map(({ piece }) => piece));
    const left = (pieces: string[]): string[] => pieces.filter((piece) => !played.has(piece));
    return { white: left(this.#scene.white), black: left(this.#scene.black) };
  });
  /** The last move made here; before any, the piece that was just moved is marked. */
  readonly lastMove: LastMove | null = $derived.by(() => {
    const move = this.#made.at(-1);
    if (move) return move.to ? { origin: move.origin, to: move.to } : null;
    const just = this.#scene.just_moved;
    const to = just ? this.placeOf(just) : null;
    return to ? { origin: null, to } : null;
  });
  readonly movable: string[] = $derived(Object.keys(this.#allowed.moves));
  readonly ghosts: Place[] = $derived(this.picked ? placesOf(this.#allowed.moves[this.picked]) : []);
  /** The way to the hovered ghost. */
  readonly path: PathView | null = $derived(
    this.picked && this.hovered ? this.pathOf(this.picked, this.hovered) : null,
  );
  /** As the pages' notice of a reason wants it. */
  readonly notice: { kind: "why"; why: ReasonView } | null = $derived(
    this.why ? { kind: "why", why: this.why } : null,
  );

  /** Put another position on the table. */
  open(scene: Scene): void {
    this.#stop();
    this.#scene = scene;
    this.#made = [];
    this.#allowed = NOTHING;
  }

  /** Say what may be done now; null: nothing. */
  allow(allowed: AllowedMoves | null): void {
    this.#allowed = allowed ?? NOTHING;
    if (this.picked && !(this.picked in this.#allowed.moves)) this.picked = null;
  }

  cancel(): void {
    this.picked = null;
    this.hovered = null;
    this.why = null;
  }

  /** Take a piece up, put it back, or hear why it can go nowhere. */
  pick(piece: string): void {
    const again = this.picked === piece;
    this.cancel();
    if (again) return;
    if (piece in this.#allowed.moves) this.picked = piece;
    else this.refuse(piece, null);
  }

  /** Send a piece somewhere, or hear why it may not go there. */
  place(piece: string | null, to: Place, { dragged = false } = {}): void {
    if (!piece) return;
    this.why = null;
    if (!placesOf(this.#allowed.moves[piece]).some((place) => samePlace(place, to))) {
      this.refuse(piece, to);
      return;
    }
    this.cancel();
    if (this.deps.tried) this.deps.tried(piece, to, { dragged });
    else void this.show({ piece, to, path: this.pathOf(piece, to) }, { dragged });
  }

  /** The reason against a move as it was told; null where none was. */
  reason(piece: string, to: Place | null): ReasonView | null {
    const refused = this.#allowed.refused;
    const index = refused ? (indexOf(refused.places[piece], to) ?? refused.nowhere[piece]) : undefined;
    const why = index === undefined ? undefined : refused?.whys[index];
    return why ? { ...why, to } : null;
  }

  /** Show the reason against a move; returns whether one is known. */
  refuse(piece: string, to: Place | null): boolean {
    const why = this.reason(piece, to);
    this.why = why;
    if (why) this.deps.refused?.(why);
    return why !== null;
  }

  /** How a piece gets to a place where it may go, where that was told. */
  pathOf(piece: string, to: Place): PathView | null {
    const index = placesOf(this.#allowed.moves[piece]).findIndex((place) => samePlace(place, to));
    return this.#allowed.paths?.[piece]?.[index] ?? null;
  }

  /** Where a piece stands now; null while it is in a hand. */
  placeOf(piece: string): Place | null {
    return this.stacks.find(({ pieces }) => pieces.includes(piece))?.place ?? null;
  }

  /**
   * Make a move, seen to fly unless it was dragged there; one with a reason against it only shows the reason.
   * Done when the piece has landed.
   */
  show({ piece, to, path = null, why = null }: MoveDemo, { dragged = false } = {}): Promise<void> {
    this.#stop();
    if (why) {
      this.why = why;
      return Promise.resolve();
    }
    const origin = piece ? this.placeOf(piece) : null;
    this.#made = [...this.#made, { piece, origin, to, path }];
    return this.#fly(piece, dragged ? null : (path ?? straight(origin, to)));
  }

  /** Take the last move back, seen to fly back. */
  back(): Promise<void> {
    const move = this.#made.at(-1);
    this.#stop();
    if (!move) return Promise.resolve();
    this.#made = this.#made.slice(0, -1);
    const path = move.path ?? straight(move.origin, move.to);
    // a piece goes back into a hand without a flight
    if (!path || path.hexes.length < 2) return Promise.resolve();
    return this.#fly(move.piece, { ...path, hexes: [...path.hexes].reverse() });
  }

  /** The position as it was told; what may be done stays as it is. */
  reset(): void {
    this.#stop();
    this.#made = [];
  }

  landed(flight: Flight): void {
    if (this.flying !== flight) return;
    this.flying = null;
    this.#release();
    this.deps.landed?.();
  }

  #fly(piece: string | null, path: PathView | null): Promise<void> {
    if (!piece || !path || !this.deps.animate?.()) {
      if (piece) this.deps.landed?.();
      return Promise.resolve();
    }
    this.flying = { piece, path };
    return new Promise((resolve) => this.#awaited.push(resolve));
  }

  #stop(): void {
    this.cancel();
    this.flying = null;
    this.#release();
  }

  #release(): void {
    for (const done of this.#awaited.splice(0)) done();
  }
}

/** The index that stands behind a place in a list q, r, index, q, r, index, … */
function indexOf(flat: number[] = [], to: Place | null): number | undefined {
  for (let at = 0; to && at + 2 < flat.length; at += 3)
    if (flat[at] === to[0] && flat[at + 1] === to[1]) return flat[at + 2];
  return undefined;
}
