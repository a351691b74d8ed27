import { Interaction, reversed, type BoardMove, type PastMove } from "../../board/interaction.svelte";
import { withMove } from "../../board/stacks";
import { straightPath } from "../../board/straightPath";
import type { LastMove, Place, Stack } from "../../board/types";
import type { IllegalReasons, PathView, ReasonView, Scene } from "../messages";
import { other, type Side } from "./pieces";

/** The moves that the player can make. */
export interface AllowedMoves {
  /** For each piece the hexes it can go to: q, r, q, r, … */
  moves: Record<string, number[]>;
  /** The paths to these hexes; without them, no path is drawn. */
  paths?: Record<string, PathView[]>;
  /** The reasons against other moves. Puzzles only have reasons for pieces that cannot move at all. */
  refused?: IllegalReasons | null;
}

/** A move to show: a legal one with its path, or an illegal one with the reason. A pass has neither piece nor place. */
export interface MoveDemo {
  piece: string | null;
  to: Place | null;
  path?: PathView | null;
  why?: ReasonView | null;
  /** Whether the piece was dragged, so that it need not fly there. */
  dragged?: boolean;
}

export interface SceneTableDeps {
  /** Whether pieces fly; without it they appear at their destinations. */
  animate?: () => boolean;
  /** The player made a legal move; without it, the table shows the move. */
  play?: (move: BoardMove) => void;
  /** The player tried an illegal move, and the reason is shown. */
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

/** A position with the moves made since, on a board that needs no server: moves, paths and reasons are given beforehand. */
export class SceneTable {
  #scene: Scene = $state.raw(EMPTY);
  #made: readonly (PastMove & { path: PathView | null })[] = $state.raw([]);
  #allowed: AllowedMoves = $state.raw(NOTHING);
  readonly interaction: Interaction;

  constructor(scene: Scene | null = null, deps: SceneTableDeps = {}) {
    if (scene) this.#scene = scene;
    this.interaction = new Interaction({
      stacks: () => this.stacks,
      legal: () => this.#allowed,
      position: () => this.#allowed,
      paths: (piece) => this.#allowed.paths?.[piece] ?? [],
      reason: (piece, to) => this.reason(piece, to),
      play: (move) => (deps.play ? deps.play(move) : void this.show(move)),
      animate: () => deps.animate?.() ?? false,
      onRefused: (why) => deps.refused?.(why),
      onLanded: () => deps.landed?.(),
    });
  }

  get scene(): Scene {
    return this.#scene;
  }
  /** The number of moves made since the scene. */
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
  /** The last move made here; before the first one, the piece that was just moved is marked. */
  readonly lastMove: LastMove | null = $derived.by(() => {
    const move = this.#made.at(-1);
    if (move) return move.to ? { origin: move.origin, to: move.to } : null;
    const just = this.#scene.just_moved;
    const to = just ? this.interaction.placeOf(just) : null;
    return to ? { origin: null, to } : null;
  });

  /** Put another position on the table. */
  open(scene: Scene): void {
    this.#stop();
    this.#scene = scene;
    this.#made = [];
    this.#allowed = NOTHING;
  }

  /** Set the moves that the player can make; null for none. */
  allow(allowed: AllowedMoves | null): void {
    this.#allowed = allowed ?? NOTHING;
    const { picked } = this.interaction;
    if (picked && !(picked in this.#allowed.moves)) this.interaction.cancel();
  }

  /** Return the reason against a move, or null if none is given. */
  reason(piece: string, to: Place | null): ReasonView | null {
    const refused = this.#allowed.refused;
    const index = refused ? (indexOf(refused.places[piece], to) ?? refused.nowhere[piece]) : undefined;
    const why = index === undefined ? undefined : refused?.whys[index];
    return why ? { ...why, to } : null;
  }

  /**
   * Make a move and let the piece fly unless it was dragged; for an illegal move, show the reason instead. Resolves
   * when the piece has landed.
   */
  show({ piece, to, path = null, why = null, dragged = false }: MoveDemo): Promise<void> {
    this.#stop();
    if (why) {
      this.interaction.showReason(why);
      return Promise.resolve();
    }
    const origin = piece ? this.interaction.placeOf(piece) : null;
    this.#made = [...this.#made, { piece, origin, to, path }];
    if (!piece) return Promise.resolve();
    return this.interaction.fly({ piece, path: path ?? straightPath(origin, to), dragged });
  }

  /** Take the last move back and let the piece fly back. */
  back(): Promise<void> {
    const move = this.#made.at(-1);
    this.#stop();
    if (!move) return Promise.resolve();
    this.#made = this.#made.slice(0, -1);
    const path = move.path ?? straightPath(move.origin, move.to);
    // a piece returns to its hand without a flight
    if (!path || path.hexes.length < 2) return Promise.resolve();
    return this.interaction.fly({ piece: move.piece, path: reversed(path) });
  }

  /** Return to the position of the scene. The allowed moves stay the same. */
  reset(): void {
    this.#stop();
    this.#made = [];
  }

  #stop(): void {
    this.interaction.cancel();
    this.interaction.stop();
  }
}

/** Return the index that follows a place in a list of q, r, index, q, r, index, … */
function indexOf(flat: number[] = [], to: Place | null): number | undefined {
  for (let at = 0; to && at + 2 < flat.length; at += 3)
    if (flat[at] === to[0] && flat[at + 1] === to[1]) return flat[at + 2];
  return undefined;
}
