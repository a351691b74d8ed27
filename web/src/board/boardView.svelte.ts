/** The view of one board: what has to be in view, the direction in which it opens, and the edges that cut tiles off. */
import { untrack } from "svelte";
import { evidencePlaces } from "./evidence";
import {
  boxWith,
  cutEdges,
  detailScale,
  ghostBox,
  hiveBox,
  isNarrow,
  maxFit,
  openingTurn,
  roomAround,
} from "./fitting";
import { boxAround, type Box } from "./geometry";
import type { HiveGeometry } from "./hiveGeometry.svelte";
import { DRIFT_DISTANCE } from "./motion";
import type { BoardProps } from "./types";
import { Viewport } from "./viewport.svelte";

type ViewProps = Pick<
  Required<BoardProps>,
  | "stacks"
  | "ghosts"
  | "reach"
  | "keepVisible"
  | "drawn"
  | "lastMove"
  | "why"
  | "rotation"
  | "game"
  | "padding"
  | "covered"
  | "still"
  | "thumbs"
>;

export interface BoardViewDeps {
  readonly props: () => ViewProps;
  readonly hive: HiveGeometry;
  /** Whether a pointer is pressed or a piece is dragged. */
  readonly held: () => boolean;
  /** Whether a piece is flying. */
  readonly flying: () => boolean;
  /** The sixths of a turn in which the board opened. */
  readonly opening: () => number;
  readonly setOpening: (turn: number) => void;
}

/** Stands for no game at all, which differs from an undefined one. */
const NO_GAME = Symbol();

export class BoardView {
  readonly viewport: Viewport;
  /** The game that the board was opened with. */
  #game: unknown = NO_GAME;
  /** The number of pieces in the last position. */
  #pieces = 0;

  constructor(private readonly deps: BoardViewDeps) {
    const { props } = deps;
    this.viewport = new Viewport({
      box: () => this.box,
      padding: () => props().padding,
      held: () => deps.held() || deps.flying(),
      max: () => maxFit(window.innerWidth),
      latest: () => {
        const { lastMove } = props();
        // no more room than around the hive, or a hive that fits would be moved
        return lastMove ? boxAround([deps.hive.restingTop(lastMove.to)], Math.min(20, this.#room)) : null;
      },
      ghosts: () => this.#ghosts,
      // only phones have notices over the lower edge
      tiles: () => (isNarrow(this.viewport) ? this.#tiles : null),
      evidence: () => this.#evidence,
      covered: () => props().covered,
      // a board that cannot be panned shows the whole hive
      thumbs: () => (props().still ? 0 : props().thumbs),
    });

    $effect(() => {
      const { stacks, reach, keepVisible, covered } = props();
      void [stacks, reach, keepVisible, covered];
      void [this.#turned, this.viewport.frame, this.#ghosts, this.#evidence, deps.flying()];
      untrack(() => {
        this.#open();
        if (this.#jumped()) this.viewport.refit();
        this.viewport.keep();
      });
    });
    $effect(() => {
      void [props().lastMove, deps.flying()];
      untrack(() => this.viewport.follow());
    });
  }

  /** The box to show: the hive, the room around it, where the last piece came from, and where pieces can go. */
  get box(): Box {
    const { stacks, still, keepVisible, reach, lastMove } = this.deps.props();
    const { hive } = this.deps;
    const around = keepVisible.map((place) => hive.restingTop(place));
    const left = lastMove?.origin && !hive.heightOf(lastMove.origin) ? [lastMove.origin] : [];
    const box = boxWith(
      boxWith(hiveBox(stacks, this.#turned, this.#room), around.length ? boxAround(around, 16) : null),
      still ? null : ghostBox(left, hive.heights, this.#turned),
    );
    // on a narrow stage, tiles are larger until a piece is picked
    const tight = still || isNarrow(this.viewport);
    return tight ? box : boxWith(box, ghostBox(reach, hive.heights, this.#turned));
  }

  /** How much larger than usual the details of tiles are. */
  readonly detail = $derived.by(() => detailScale(this.viewport.view.scale));

  /** The edges at which tiles are cut off. */
  readonly cut = $derived.by(() =>
    cutEdges(this.deps.props().stacks, this.#turned, this.viewport.view, this.viewport),
  );

  get #turned(): number {
    return this.deps.props().rotation + this.deps.opening();
  }

  get #room(): number {
    const { stacks, still } = this.deps.props();
    return roomAround(stacks, { narrow: isNarrow(this.viewport), still });
  }

  /** The spaces of a picked piece, and the places where something is drawn. */
  readonly #ghosts = $derived.by(() => {
    const { ghosts, drawn } = this.deps.props();
    return ghostBox([...ghosts, ...drawn], this.deps.hive.heights, this.#turned);
  });

  /** The tiles and the ghosts. */
  readonly #tiles = $derived.by(() => {
    const { stacks } = this.deps.props();
    return stacks.length ? boxWith(hiveBox(stacks, this.#turned), this.#ghosts) : null;
  });

  readonly #evidence = $derived.by(() => {
    const { why, covered, stacks } = this.deps.props();
    const places = why && covered ? evidencePlaces(why, stacks) : [];
    const faces = places.map((place) => this.deps.hive.restingTop(place));
    return faces.length ? boxAround(faces, why?.parts.length ? DRIFT_DISTANCE : 4) : null;
  });

  /** Turn the board when a game is first shown, if tiles become clearly larger; never during a game. */
  #open(): void {
    const { stacks, still, game, rotation } = this.deps.props();
    if (still || this.#game === game || !stacks.length || !this.viewport.width) return;
    if (this.#game !== NO_GAME) this.viewport.refit();
    this.#game = game;
    const max = maxFit(window.innerWidth);
    const turn = openingTurn(stacks, rotation, this.viewport.frame, { max, room: this.#room });
    this.deps.setOpening(turn);
    this.deps.hive.turnAtOnce(rotation + turn);
  }

  /** Return whether the position is another one, rather than the next or the previous of the same game. */
  #jumped(): boolean {
    const before = this.#pieces;
    this.#pieces = this.deps.props().stacks.reduce((sum, { pieces }) => sum + pieces.length, 0);
    return Math.abs(this.#pieces - before) > 1;
  }
}
