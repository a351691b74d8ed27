import type { DragController, Landing } from "./drag.svelte";
import { EdgePan } from "./edgePan";
import type { FanControl } from "./fanControl.svelte";
import { distance, PITCH, samePlace, type Box, type Point } from "./geometry";
import { Pointers } from "./gestures";
import type { HiveGeometry } from "./hiveGeometry.svelte";
import { placeSeen, snapTo } from "./hits";
import type { BoardProps, PieceName, Place, Stack } from "./types";
import { panView, toScreen, toTable, zoomView } from "./view";
import type { Viewport } from "./viewport.svelte";

/** The parts of a board that pointers work with. */
export interface PointedBoard {
  readonly hive: HiveGeometry;
  readonly fan: FanControl;
  readonly viewport: () => Viewport;
  readonly element: () => HTMLElement;
  readonly stacks: () => Stack[];
  /** The box around the hive and the spaces next to it. */
  readonly hiveBox: () => Box;
  readonly rotation: () => number;
  readonly dragging: () => DragController;
  readonly fanned: () => Place | null;
  readonly canMove: (piece: PieceName) => boolean;
  readonly props: () => Required<
    Pick<BoardProps, "interactive" | "pointing" | "still" | "ghosts" | "selected">
  >;
  readonly events: () => Pick<
    BoardProps,
    "onpick" | "onplace" | "ondrop" | "onhover" | "oncancel" | "ondiscard"
  >;
}

/** Mouse, pen and fingers on a board: taps, drags of pieces and of the view, pinches and the wheel. */
export class BoardPointers {
  hovered: Place | null = $state.raw(null);
  /** When a pointer was last pressed or released. */
  usedAt = -Infinity;
  #type = "mouse";
  #grabbed: "table" | "piece" = "table";
  /** The view in which the pointer was pressed; null before the first press. */
  #aim: Viewport["view"] | null = null;

  constructor(private readonly board: PointedBoard) {}

  get busy(): boolean {
    return this.#pointers.busy;
  }

  hover(place: Place | null): void {
    if (samePlace(place, this.hovered) || place === this.hovered) return;
    this.hovered = place;
    this.board.events().onhover?.(place);
  }

  /** Choose a place: a destination, a piece, or the open ground. */
  choose(place: Place): void {
    const { interactive, pointing, selected } = this.board.props();
    const { onplace, onpick, oncancel } = this.board.events();
    if (!interactive) return;
    const piece = this.board.hive.topPiece(place);
    if (pointing && (piece || this.#isSpace(place))) onplace?.(place);
    else if (this.#isGhost(place)) onplace?.(place);
    else if (piece) onpick?.(piece);
    else if (selected && this.#isSpace(place)) onplace?.(place);
    else oncancel?.();
  }

  /** Return the place under a point of the window. */
  placeAt(x: number, y: number): Place {
    return this.#placeUnder(this.#inBoard(x, y));
  }

  #isGhost(place: Place): boolean {
    return this.board.props().ghosts.some((ghost) => samePlace(ghost, place));
  }

  #isSpace(place: Place): boolean {
    return this.board.stacks().some((stack) => distance(stack.place, place) === 1);
  }

  #inBoard(x: number, y: number): Point {
    const { left, top } = this.board.element().getBoundingClientRect();
    return { x: x - left, y: y - top };
  }

  #inWindow(point: Point): [number, number] {
    const { left, top } = this.board.element().getBoundingClientRect();
    return [point.x + left, point.y + top];
  }

  #placeUnder(point: Point, view = this.board.viewport().view): Place {
    return placeSeen(toTable(view, point), this.board.hive.heights, this.board.rotation());
  }

  #pressedPlace(point: Point): Place {
    return this.#placeUnder(point, this.#aim ?? undefined);
  }

  #ghostNear(point: Point): Place | null {
    const { hive, props, viewport } = this.board;
    return snapTo(toTable(viewport().view, point), props().ghosts, hive.landingOn);
  }

  readonly #pointers = new Pointers({
    tap: (point) => {
      const place = this.#pressedPlace(point);
      const fanned = this.board.fanned();
      if (fanned && !samePlace(place, fanned)) this.board.fan.open(null);
      this.choose(place);
    },
    doubleTap: (point) => {
      const place = this.#pressedPlace(point);
      const { selected, pointing } = this.board.props();
      const chosen = this.board.hive.topPiece(place) || this.#isGhost(place);
      if (chosen || ((selected || pointing) && this.#isSpace(place))) this.choose(place);
      else this.board.viewport().fit();
    },
    longPress: (point) => {
      const place = this.#pressedPlace(point);
      // a mouse opens a stack by resting on it
      if (this.#type === "mouse" || this.board.hive.heightOf(place) < 2) return false;
      this.board.fan.open(place);
      return true;
    },
    grab: (point) => {
      const piece = this.board.hive.topPiece(this.#pressedPlace(point));
      const { interactive, still } = this.board.props();
      // a finger on a still board scrolls the page
      const free = interactive && piece && this.board.canMove(piece) && !(still && this.#type === "touch");
      this.#grabbed = free ? "piece" : "table";
      if (free) this.board.dragging().lift(piece, ...this.#inWindow(point), this.#type);
    },
    drag: (point, from) => {
      if (this.#grabbed === "piece") return this.board.dragging().carry(...this.#inWindow(point));
      const viewport = this.board.viewport();
      if (!this.board.props().still)
        viewport.change(panView(viewport.view, point.x - from.x, point.y - from.y));
    },
    release: () => {
      if (this.#grabbed === "piece") this.board.dragging().drop();
    },
    giveUp: () => {
      if (this.#grabbed === "piece") this.board.dragging().cancel();
    },
    pinch: (middle, before, factor) => {
      if (this.board.props().still) return;
      const viewport = this.board.viewport();
      const moved = panView(viewport.view, middle.x - before.x, middle.y - before.y);
      viewport.change(zoomView(moved, factor, middle));
    },
  });

  // Dragged pieces.

  readonly #edgePan = new EdgePan({
    frame: () => this.board.viewport().frame,
    hive: () => {
      const { left, top, right, bottom } = this.board.hiveBox();
      const { view } = this.board.viewport();
      // include a whole space beyond the last tile
      const room = PITCH;
      const corner = toScreen(view, { x: left - room, y: top - room });
      const opposite = toScreen(view, { x: right + room, y: bottom + room });
      return { left: corner.x, top: corner.y, right: opposite.x, bottom: opposite.y };
    },
    pan: (dx, dy) => {
      const dragging = this.board.dragging();
      this.board.viewport().drift(dx, dy);
      this.#carriedOver(this.#inBoard(dragging.x, dragging.y - dragging.above));
    },
  });

  /** A piece is held over the board. At the edge, the view moves under it. */
  #carriedOver(point: Point): void {
    const over = this.board.viewport().holds(point);
    const snapped = over ? this.#ghostNear(point) : null;
    this.board.dragging().snapped = snapped;
    this.hover(snapped);
    this.#edgePan.hold(over ? point : null);
  }

  /** Where dragged pieces land. */
  readonly landing: Landing = {
    lifted: (piece) => {
      this.board.fan.open(null);
      if (piece !== this.board.props().selected) this.board.events().onpick?.(piece);
    },
    carried: (_, x, y) => this.#carriedOver(this.#inBoard(x, y)),
    dropped: (piece, x, y) => {
      const { hive, viewport } = this.board;
      const { ondiscard, oncancel, ondrop } = this.board.events();
      const point = this.#inBoard(x, y);
      this.#edgePan.hold(null);
      const snap = this.#ghostNear(point);
      this.hover(null);
      const place = snap ?? this.#placeUnder(point);
      if (!viewport().holds(point)) (ondiscard ?? oncancel)?.(piece);
      else if (snap || !samePlace(hive.find(piece)?.place, place)) ondrop?.(piece, place);
      viewport().keep();
    },
    lost: () => {
      this.#edgePan.hold(null);
      this.hover(null);
      this.board.events().oncancel?.();
    },
  };

  /** Stop panning under a held piece. */
  stop(): void {
    this.#edgePan.hold(null);
  }

  // Events of the board's element.

  down(event: PointerEvent): void {
    if (event.button > 0 || isInFan(event)) return;
    const viewport = this.board.viewport();
    this.#type = event.pointerType;
    this.usedAt = performance.now();
    this.#aim = viewport.aim;
    viewport.stop();
    this.board.element().setPointerCapture?.(event.pointerId);
    this.#pointers.down(event.pointerId, this.#inBoard(event.clientX, event.clientY), event.pointerType);
  }

  move(event: PointerEvent): void {
    const point = this.#inBoard(event.clientX, event.clientY);
    this.#pointers.move(event.pointerId, point);
    if (event.pointerType === "touch" || this.busy || this.board.dragging().piece) return;
    const { fan, fanned, hive } = this.board;
    const place = this.#placeUnder(point);
    if (isInFan(event)) return fan.hover(fanned());
    this.hover(hive.topPiece(place) || this.#isGhost(place) || this.#isSpace(place) ? place : null);
    fan.hover(place);
  }

  up(event: PointerEvent): void {
    this.usedAt = performance.now();
    this.#pointers.up(event.pointerId, event.timeStamp);
    if (event.pointerType === "touch" && !this.board.dragging().piece) this.hover(null);
    this.board.viewport().keep();
  }

  cancel(event: PointerEvent): void {
    this.#pointers.cancel(event.pointerId);
  }

  leave(): void {
    if (this.busy || this.board.dragging().piece) return;
    this.hover(null);
    this.board.fan.hover(null);
  }

  wheel(event: WheelEvent): void {
    if (this.board.props().still) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode ? 18 : 1);
    const factor = Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0016));
    const viewport = this.board.viewport();
    viewport.change(zoomView(viewport.view, factor, this.#inBoard(event.clientX, event.clientY)));
  }
}

const isInFan = (event: Event): boolean => !!(event.target as Element).closest(".fan");
