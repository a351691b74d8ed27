/**
 * The controller of a board: picking, previewing, explaining, playing and animating moves.
 *
 * It holds no rules and no history. Whoever owns the game gives it the legal moves, their paths, the reasons against
 * illegal ones, and a function that plays a move; playing is the only way in which a touch leaves the controller.
 *
 *     const interaction = new Interaction({
 *       stacks: () => game.stacks,
 *       legal: () => game.legal,
 *       position: () => game.ply,
 *       paths: (piece) => request({ kind: "paths", piece }).then(({ paths }) => paths),
 *       reason: (piece, to) => request({ kind: "why", piece, to }).then(({ why }) => why),
 *       play: (move) => game.play(move),
 *       animate: () => !settings.reducedMotion,
 *     });
 *
 *     <Board stacks={game.stacks} {...interaction.boardProps} … />
 */
import { failureCode, type BlockedReason, type Notice } from "../lib/notices";
import { samePlace } from "./geometry";
import { placesOf } from "./stacks";
import { straightPath } from "./straightPath";
import type { BoardProps, Flight, PathView, PieceName, Place, ReasonView, Stack } from "./types";

/** A move that the player made on the board. A pass has neither piece nor destination. */
export interface BoardMove {
  piece: PieceName | null;
  /** The place it came from; null if it came from a hand. */
  origin: Place | null;
  to: Place | null;
  /** A straight path if the real one is not known; null for a pass. */
  path: PathView | null;
  /** Whether the piece was dragged, so that it need not fly there. */
  dragged: boolean;
}

/** A move of a history, to step over forwards or backwards. */
export type PastMove = Pick<BoardMove, "piece" | "origin" | "to">;

export interface InteractionDeps {
  /** The position on the board. */
  stacks: () => Stack[];
  /** The legal moves, with the destinations of each piece as q, r, q, r, … */
  legal: () => { moves: Record<PieceName, number[]>; must_pass?: boolean };
  /** A value that identifies the position; the paths of a piece are requested once per position. */
  position: () => unknown;
  /** Why the player cannot move right now, independent of the rules. */
  blocked?: () => BlockedReason | null;
  /** The paths of a piece to its destinations, known or requested. */
  paths?: (piece: PieceName) => PathView[] | Promise<PathView[]>;
  /** The reason against an illegal move; without a place, why the piece cannot move at all. */
  reason?: (piece: PieceName, to: Place | null) => ReasonView | null | Promise<ReasonView | null>;
  /** Play a legal move. */
  play: (move: BoardMove) => void;
  /** Whether pieces fly; without it they appear at their destinations. */
  animate?: () => boolean;
  /** The player tried an illegal move, and the reason is shown. */
  onRefused?: (why: ReasonView) => void;
  /** A piece has come to rest. */
  onLanded?: () => void;
  /** The player gave up what they were doing. */
  onCancel?: () => void;
}

/** The longest wait for the path of a past move, in milliseconds; after that, it flies straight. */
export const PATH_TIMEOUT = 250;
const STEP_DURATION = 320;

export class Interaction {
  #picked: PieceName | null = $state(null);
  #hovered: Place | null = $state.raw(null);
  #notice: Notice | null = $state.raw(null);
  #flying: Flight | null = $state.raw(null);
  #paths: { position: unknown; byPiece: Record<PieceName, PathView[]> } = $state.raw({
    position: null,
    byPiece: {},
  });
  /** Raised by every action, so that a reason that arrives late is not shown. */
  #request = 0;
  /** Raised when flights are stopped, so that a path that arrives late starts none. */
  #step = 0;
  /** Called when the current flight lands or is stopped. */
  #onFlightEnd: (() => void)[] = [];

  constructor(private readonly deps: InteractionDeps) {}

  get picked(): PieceName | null {
    return this.#picked;
  }
  get hovered(): Place | null {
    return this.#hovered;
  }
  get notice(): Notice | null {
    return this.#notice;
  }
  get flying(): Flight | null {
    return this.#flying;
  }
  readonly movable: PieceName[] = $derived.by(() => Object.keys(this.deps.legal().moves));
  /** The destinations of the picked piece. */
  readonly ghosts: Place[] = $derived(this.#picked ? this.#destinations(this.#picked) : []);
  /** The destinations of all pieces. */
  readonly reach: Place[] = $derived.by(() => Object.values(this.deps.legal().moves).flatMap(placesOf));
  /** The path of the picked piece to the place under the pointer. */
  readonly path: PathView | null = $derived(
    this.#picked && this.#hovered ? this.#pathTo(this.#picked, this.#hovered) : null,
  );
  readonly why: ReasonView | null = $derived(this.#notice?.kind === "why" ? this.#notice.why : null);

  /** State and events of the board, to be spread over its props. */
  readonly boardProps = this.#boardProps();

  #boardProps() {
    const current = (): Interaction => this;
    return {
      get selected() {
        return current().picked;
      },
      get ghosts() {
        return current().ghosts;
      },
      get reach() {
        return current().reach;
      },
      get movable() {
        return current().movable;
      },
      get path() {
        return current().path;
      },
      get why() {
        return current().why;
      },
      get flying() {
        return current().flying;
      },
      onpick: (piece) => this.pick(piece),
      onplace: (place) => this.place(this.#picked, place),
      ondrop: (piece, place) => this.place(piece, place, { dragged: true }),
      onhover: (place) => this.hover(place),
      oncancel: () => this.cancel(),
      onlanded: (flight) => this.landed(flight),
    } satisfies Partial<BoardProps>;
  }

  // Touches.

  /** Pick a piece up, put it back, or show why it cannot move. */
  pick(piece: PieceName): void {
    if (this.#picked === piece) return this.cancel();
    this.dismiss();
    this.#picked = null;
    const blocked = this.deps.blocked?.();
    if (blocked) this.show({ kind: "blocked", what: blocked });
    else if (piece in this.deps.legal().moves) {
      this.#picked = piece;
      this.#loadPaths(piece);
    } else this.explain(piece, null);
  }

  /** Play a piece to a place, or show why it cannot go there. An illegal move leaves the piece picked. */
  place(piece: PieceName | null, to: Place, { dragged = false } = {}): void {
    this.dismiss();
    if (!piece) return;
    const blocked = this.deps.blocked?.();
    if (blocked) {
      this.#picked = null;
      this.show({ kind: "blocked", what: blocked });
    } else if (this.#destinations(piece).some((place) => samePlace(place, to)))
      this.#play(this.moveTo(piece, to, dragged));
    else if (!samePlace(this.placeOf(piece), to)) this.explain(piece, to);
  }

  /** Pass, if that is the only legal move. */
  pass(): void {
    if (this.deps.legal().must_pass && !this.deps.blocked?.())
      this.#play({ piece: null, origin: null, to: null, path: null, dragged: false });
  }

  hover(place: Place | null): void {
    this.#hovered = place;
  }

  /** Put the picked piece back and remove the notice. */
  cancel(): void {
    this.#picked = null;
    this.#hovered = null;
    this.dismiss();
    this.deps.onCancel?.();
  }

  #play(move: BoardMove): void {
    this.cancel();
    this.deps.play(move);
  }

  /** Return the move of a piece to one of its destinations. */
  moveTo(piece: PieceName, to: Place, dragged = false): BoardMove {
    const origin = this.placeOf(piece);
    if (!dragged) this.#loadPaths(piece);
    return { piece, origin, to, path: this.#pathTo(piece, to) ?? straightPath(origin, to), dragged };
  }

  /** Return the place of a piece, or null if it is in a hand. */
  placeOf(piece: PieceName): Place | null {
    return this.deps.stacks().find(({ pieces }) => pieces.includes(piece))?.place ?? null;
  }

  #destinations(piece: PieceName): Place[] {
    return placesOf(this.deps.legal().moves[piece]);
  }

  // Notices.

  /** Show a notice instead of the current one. */
  show(notice: Notice | null): void {
    this.#request += 1;
    this.#notice = notice;
  }

  /** Show a reason, or remove the notice. */
  showReason(why: ReasonView | null): void {
    this.show(why && { kind: "why", why });
  }

  /** Show that a request failed. */
  showFailure(error: unknown): void {
    this.show({ kind: "refused", code: failureCode(error) });
  }

  /** Remove the notice, and ignore a reason that is still being requested. */
  dismiss(): void {
    this.show(null);
  }

  /** Show the reason against a move, if there is one. */
  explain(piece: PieceName, to: Place | null): void {
    this.dismiss();
    const request = this.#request;
    const found = this.deps.reason?.(piece, to) ?? null;
    if (!(found instanceof Promise)) return this.#refuse(found);
    found.then(
      (why) => {
        if (request === this.#request) this.#refuse(why);
      },
      (error: unknown) => {
        if (request === this.#request) this.showFailure(error);
      },
    );
  }

  #refuse(why: ReasonView | null): void {
    this.showReason(why);
    if (why) this.deps.onRefused?.(why);
  }

  // Paths.

  #loadPaths(piece: PieceName): void {
    const position = this.deps.position();
    if (this.#paths.position !== position) this.#paths = { position, byPiece: {} };
    if (piece in this.#paths.byPiece) return;
    const store = (paths: PathView[]): void => {
      if (this.#paths.position === position)
        this.#paths = { position, byPiece: { ...this.#paths.byPiece, [piece]: paths } };
    };
    const found = this.deps.paths?.(piece) ?? [];
    // without paths, pieces fly straight
    if (found instanceof Promise) found.then(store, () => {});
    else store(found);
  }

  #pathTo(piece: PieceName, to: Place): PathView | null {
    if (this.#paths.position !== this.deps.position()) return null;
    return this.#paths.byPiece[piece]?.find(({ hexes }) => samePlace(hexes.at(-1), to)) ?? null;
  }

  // Flights.

  /**
   * Animate a move that the position already contains. Resolves when the piece has landed or the flight was stopped.
   * A move without a path, a dragged piece, and any move where animation is off land immediately.
   */
  fly({
    piece,
    path,
    dragged = false,
    duration,
  }: Pick<BoardMove, "piece" | "path"> & { dragged?: boolean; duration?: number }): Promise<void> {
    this.stop();
    if (!piece || !path || dragged || !this.deps.animate?.()) {
      this.deps.onLanded?.();
      return Promise.resolve();
    }
    this.#flying = { piece, path, ...(duration && { duration }) };
    return new Promise((resolve) => this.#onFlightEnd.push(resolve));
  }

  /**
   * Step over a move of a history: wait briefly for its path, call `show` to change the position, and let the piece
   * fly, backwards if `back`. A later step, or `stop`, overtakes it.
   */
  async step(
    { piece, origin, to }: PastMove,
    { path, show, back = false }: { path: () => Promise<PathView | null>; show: () => void; back?: boolean },
  ): Promise<void> {
    this.stop();
    if (!piece || !this.deps.animate?.()) return show();
    const step = this.#step;
    const found = (await inTime(path())) ?? straightPath(origin, to);
    if (step !== this.#step) return;
    this.cancel();
    show();
    // a piece returns to its hand without a flight
    if (!found || (back && found.hexes.length < 2)) return;
    void this.fly({ piece, path: back ? reversed(found) : found, duration: STEP_DURATION });
  }

  /** End the current flight, and a step that still waits for its path. */
  stop(): void {
    this.#step += 1;
    this.#flying = null;
    for (const end of this.#onFlightEnd.splice(0)) end();
  }

  /** The board reports that a piece has arrived. */
  landed(flight: Flight): void {
    if (this.#flying !== flight) return;
    this.stop();
    this.deps.onLanded?.();
  }
}

/** Return a path in the opposite direction. */
export const reversed = (path: PathView): PathView => ({ ...path, hexes: [...path.hexes].reverse() });

/** Resolve to a path, or to null if it fails or takes too long. */
function inTime(path: Promise<PathView | null>): Promise<PathView | null> {
  const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATH_TIMEOUT));
  return Promise.race([path.catch(() => null), timeout]);
}
