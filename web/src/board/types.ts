/**
 * The board's props and events. It holds no rules: it draws the position it is given and reports what was touched.
 *
 *     <script lang="ts">
 *       import Board from "./Board.svelte";
 *       import Hand from "./Hand.svelte";
 *       import { DragController } from "./drag.svelte";
 *       import type { Described, Place } from "./types";
 *       import "./theme.css"; // once, in the page's entry
 *
 *       const dragging = new DragController(); // one per table: it connects the hands and the board
 *       let board: ReturnType<typeof Board>; // board.fit(), board.zoom(1.2), board.focusGhosts()
 *       let selected: string | null = $state(null);
 *       let hovered: Place | null = $state(null);
 *       // paths: the response to PathsRequest for the selected piece; the one under the pointer is drawn
 *       const path = $derived(paths.find((path) => hovered && samePlace(path.hexes.at(-1), hovered)) ?? null);
 *     </script>
 *
 *     <Hand pieces={["wQ", "wA1", "wA2"]} movable={Object.keys(legal.moves)} {selected} {dragging}
 *       label={strings.handOf.white} describe={strings.inHand} onpick={pick} />
 *     <Board bind:this={board} {stacks} {selected} {dragging}
 *       ghosts={selected ? placesOf(legal.moves[selected]) : []} movable={Object.keys(legal.moves)}
 *       lastMove={{ origin: [0, 0], to: [1, 2] }} {path} {why} {flying} interactive
 *       label={strings.board} describe={(thing: Described) => strings.thing(thing)}
 *       onpick={pick}                     // a piece was tapped, or began to be dragged: select it, or ask why not
 *       onplace={(place) => go(selected, place)}
 *       ondrop={(piece, place) => go(piece, place)}
 *       onhover={(place) => (hovered = place)}
 *       oncancel={() => (selected = why = null)}
 *       onlanded={() => (flying = null)} />
 *
 * Board and Hand fill the box they are put in (give it a height). The ground's colours come from the nearest
 * ancestor with data-ground="day", "night" or "felt"; without one, day or night as the system asks (theme.css).
 *
 * Keys: arrows walk over pieces, or over ghosts once a piece is picked, with Shift over all pieces and spaces; Tab
 * stops at those that can act; Enter and Space choose, with Shift they send the picked piece to a place although
 * another stands there; Escape cancels, S fans the focused stack, F fits, + and - zoom. `withMove` and `placesOf` in
 * stacks.ts and `samePlace` in geometry.ts help to draw what the messages say.
 *
 * To show a move, set `stacks` to the position after it and `flying` to the piece and its path in the same update.
 * The board takes the piece off its stack while it flies. To show a move being taken back, reverse `path.hexes` and
 * pass the stacks before it.
 */
import type { ReasonView, PathView } from "../lib/messages";
import type { Point } from "./geometry";

export type { ReasonView, PathView };

/** A hex of the table: axial column q and row r, as in the messages. */
export type Place = [number, number];

/** The name of a piece, as in the messages: wQ, bA2, wM. */
export type PieceName = string;

/** What stands on one place. */
export interface Stack {
  place: Place;
  /** The lowest piece first; never empty. */
  pieces: PieceName[];
}

/** The last move: rings where the piece went, and marks where it came from. */
export interface LastMove {
  /** Null when it came from a hand. */
  origin: Place | null;
  to: Place;
}

/** A move to be animated along its path. */
export interface Flight {
  piece: PieceName;
  path: PathView;
  /** In milliseconds; by default it depends on the length of the path (250 to 1200). */
  duration?: number;
}

/** Classic: ivory and ebony, bugs in their colours. Contrast: black on white and white on black, with letters. */
export type TileSet = "classic" | "contrast";

/** Something on the board that can be focused, to be put into words. */
export type Described =
  | {
      kind: "piece";
      piece: PieceName;
      place: Place;
      /** The pieces under it, the lowest first. */
      under: PieceName[];
      /** The pieces on it, the lowest first. */
      over: PieceName[];
      movable: boolean;
      selected: boolean;
    }
  | {
      /** Where the picked piece may go; or another space beside the hive, where one can ask why not. */
      kind: "ghost" | "space";
      place: Place;
      /** The piece that is picked. */
      piece: PieceName | null;
      /** What stands there already, the lowest first: a beetle would climb on it. */
      under: PieceName[];
      /** The uppermost pieces beside it, as [piece, side]: 0 is right as seen now, then counter-clockwise. */
      beside: [PieceName, number][];
    };

/** Room at the edges of the board that something else lies on, in pixels: the hive is fitted between. */
export interface Padding {
  top?: number;
  right?: number;
  bottom?: number;
  left?: number;
}

/** Coordinate helpers passed to overlays: where a tile face is currently drawn. */
export interface BoardGeometry {
  at: (place: Place, level: number) => Point;
  /** The face on top of a place. */
  topOf: (place: Place) => Point;
  heightOf: (place: Place) => number;
}

/** An arrow or, without a second place, a ring. */
export interface Drawing {
  at: Place;
  to: Place | null;
  color: "green" | "red" | "blue" | "yellow" | "engine";
  /** From 1, the boldest, to 5. */
  rank?: number;
  /** A piece that would come to the ringed place from a hand. */
  piece?: PieceName;
  /** A number beside it, where the order matters. */
  label?: string;
}

export interface BoardProps {
  /** The hive, in any order. */
  stacks: Stack[];
  /** The accessible name of the board. */
  label: string;
  /** Puts what can be focused into words, in the page's language. */
  describe: (thing: Described) => string;
  /** Whether pieces can be picked and dragged; without it the board can still be panned, zoomed and fanned. */
  interactive?: boolean;
  /** Whether every piece and every space beside the hive can be pointed at: all of them come by `onplace`. */
  pointing?: boolean;
  /** The piece picked, in play or in hand. */
  selected?: PieceName | null;
  /** Where the selected piece may go. */
  ghosts?: Place[];
  /** The pieces that can act this turn: shown at a glance; these can be dragged. Those in hand do no harm here. */
  movable?: PieceName[];
  lastMove?: LastMove | null;
  /** A path to draw, usually the one that ends under the pointer or the focus (`onhover`). */
  path?: PathView | null;
  /** Why a turn is not allowed, to be drawn: parts pulled apart, gate, pieces, spaces. */
  why?: ReasonView | null;
  /** A move to be animated; a new object starts a new flight. */
  flying?: Flight | null;
  /** Sixths of a turn, counter-clockwise. */
  rotation?: number;
  tileset?: TileSet;
  padding?: Padding;
  /** On a page that scrolls: the view is not panned or zoomed by hand, and fingers and wheels move the page. */
  still?: boolean;
  /** Places that are kept in view with the hive, since something is drawn there. */
  seen?: Place[];
  /** On touch screens, the share of a thumb's width that tiles keep where the hive is too large for it (1). */
  thumbs?: number;
  /** Joins the board with the hands; leave it out where there are none. */
  dragging?: import("./drag.svelte").DragController;
  /** The stack that is fanned out; the board opens and closes it. */
  fanned?: Place | null;
  /** Things drawn over the hive, but not over a reason: arrows, layers. */
  over?: import("svelte").Snippet<[BoardGeometry]>;
  /** Things drawn over the hive that stay while a reason is drawn. */
  marks?: import("svelte").Snippet<[BoardGeometry]>;
  /** A piece was tapped, chosen by key, or began to be dragged (unless it is selected already). */
  onpick?: (piece: PieceName) => void;
  /** A ghost was chosen; or, while a piece is selected, another space beside the hive, or by key a piece's hex. */
  onplace?: (place: Place) => void;
  /** A piece was dragged there: to the ghost it snapped to, or to wherever it was let go over the board. */
  ondrop?: (piece: PieceName, place: Place) => void;
  /** The place under the pointer, under a dragged piece or with the focus changed. */
  onhover?: (place: Place | null) => void;
  /** A stack was fanned out, or closed. */
  onfan?: (place: Place | null) => void;
  /** Escape, a tap beside the hive, or a piece let go outside the board. */
  oncancel?: () => void;
  /** A piece was let go outside the board, where that means more than a cancel. */
  ondiscard?: (piece: PieceName) => void;
  /** The flight is over; at once where people ask for reduced motion. */
  onlanded?: (flight: Flight) => void;
}

/** What `bind:this` gives. */
export interface BoardMethods {
  /** Shows the whole hive, and keeps it in view automatically again. */
  fit: () => void;
  /** Zooms about the middle. */
  zoom: (factor: number) => void;
  /** The hex under a point of the window. */
  placeAt: (x: number, y: number) => Place;
  /** Moves the focus to the first ghost, for a piece that was picked by key in a hand. Returns whether there is one. */
  focusGhosts: () => boolean;
}

export interface HandProps {
  /** The pieces in one player's hand, in any order. */
  pieces: PieceName[];
  /** The accessible name of the hand. */
  label: string;
  /** The accessible name of a pile: the piece that would be placed next and how many of its bug are left. */
  describe: (piece: PieceName, count: number) => string;
  /** Pieces that may be placed this turn; the others look put away, but can be tapped to ask why not. */
  movable?: PieceName[];
  selected?: PieceName | null;
  /** Pieces to ring, for a `why` that concerns one in hand: the queen bee that is due. */
  ringed?: PieceName[];
  /** Pieces to look at, because a hint says so. */
  hinted?: PieceName[];
  /** Whether tiles can be picked and dragged; without it they are shown only. */
  interactive?: boolean;
  layout?: "row" | "column";
  tileset?: TileSet;
  dragging?: import("./drag.svelte").DragController;
  onpick?: (piece: PieceName) => void;
}
