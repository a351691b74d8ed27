/**
 * The board's props and events. It holds no rules: it draws the position it is given and reports touches.
 *
 *     <script lang="ts">
 *       import Board from "./Board.svelte";
 *       import Hand from "./Hand.svelte";
 *       import { DragController } from "./drag.svelte";
 *       import { Interaction } from "./interaction.svelte";
 *       import "./theme.css"; // once, in the page's entry
 *
 *       const dragging = new DragController(); // one per table: it connects the hands and the board
 *       let board: ReturnType<typeof Board>; // board.fit(), board.zoom(1.2), board.focusGhosts()
 *       const interaction = new Interaction({ … }); // picks, previews, explains and plays moves
 *     </script>
 *
 *     <Hand pieces={["wQ", "wA1", "wA2"]} movable={interaction.movable} selected={interaction.picked} {dragging}
 *       label={strings.handOf.white} describe={strings.inHand} onpick={(piece) => interaction.pick(piece)} />
 *     <Board bind:this={board} {stacks} {...interaction.boardProps} {dragging} interactive
 *       lastMove={{ origin: [0, 0], to: [1, 2] }}
 *       label={strings.board} describe={(thing: Described) => strings.thing(thing)} />
 *
 * Board and Hand fill the element they are in (give it a height). The ground's colours come from the nearest ancestor
 * with data-ground="day", "night" or "felt"; without one, the system chooses between day and night (theme.css).
 *
 * Keys: the arrows move over pieces, or over ghosts once a piece is picked, with Shift over all pieces and spaces; Tab
 * stops at those that can move; Enter and Space choose, with Shift they try to play the picked piece onto another one;
 * Escape cancels, S fans the focused stack, F fits, + and - zoom.
 *
 * To show a move, set `stacks` to the position after it and `flying` to the piece and its path in the same update. The
 * board takes the piece off its stack while it flies. To show a move being taken back, reverse `path.hexes` and pass
 * the stacks before it.
 */
import type { ReasonView, PathView } from "../lib/messages";
import type { Ending } from "./ending";
import type { Point } from "./geometry";

export type { Ending, ReasonView, PathView };

/** A hex of the table: axial column q and row r, as in the messages. */
export type Place = [number, number];

/** The name of a piece, as in the messages: wQ, bA2, wM. */
export type PieceName = string;

/** The pieces on one place. */
export interface Stack {
  place: Place;
  /** The lowest piece first; never empty. */
  pieces: PieceName[];
}

/** The last move, with a ring at its destination and a mark at its origin. */
export interface LastMove {
  /** Null if it came from a hand. */
  origin: Place | null;
  to: Place;
}

/** A move to be animated along its path. */
export interface Flight {
  piece: PieceName;
  path: PathView;
  /** In milliseconds; by default it depends on the length of the path (180 to 700). */
  duration?: number;
}

/**
 * Classic: ivory and ebony, bugs in their colours. Flat: the same without bevel or relief. Engraved: line drawings in
 * stone and slate. Colorblind: bugs of distinct lightness, and a ring on black tiles. Contrast: black on white and white
 * on black, with letters.
 */
export type TileSet = "classic" | "flat" | "engraved" | "colorblind" | "contrast";

/** A target on the board that can be focused, to be described. */
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
      /** A destination of the picked piece, or another space next to the hive. */
      kind: "ghost" | "space";
      place: Place;
      /** The picked piece. */
      piece: PieceName | null;
      /** The pieces there, the lowest first. */
      under: PieceName[];
      /** The top pieces next to it, as [piece, side]: side 0 is right in the current view, then counter-clockwise. */
      beside: [PieceName, number][];
    };

/**
 * The edges of the board in pixels that are covered for good, such as the banner at the end of a game; the hive is fitted
 * between them, and once more whenever they change. Notices belong in `covered`.
 */
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
  /** How much larger than usual badges are, so that they are readable on small tiles; 1 by default. */
  detail?: number;
}

/** An arrow or, without a second place, a ring. */
export interface Drawing {
  at: Place;
  to: Place | null;
  color: "green" | "red" | "blue" | "yellow" | "engine";
  /** From 1, the boldest, to 5. */
  rank?: number;
  /** A piece that would be placed on the ringed place. */
  piece?: PieceName;
  /** A number next to it, if the order matters. */
  label?: string;
}

export interface BoardProps {
  /** The hive, in any order. */
  stacks: Stack[];
  /** The accessible name of the board. */
  label: string;
  /** Returns the description of a target, in the page's language. */
  describe: (thing: Described) => string;
  /** Whether pieces can be picked and dragged. Panning, zooming and fanning always work. */
  interactive?: boolean;
  /** Whether every piece and every space next to the hive can be pointed at, which calls `onplace`. */
  pointing?: boolean;
  /** The piece picked, in play or in hand. */
  selected?: PieceName | null;
  /** The destinations of the selected piece. */
  ghosts?: Place[];
  /** The destinations of all pieces this turn, for which the view has room before a piece is picked. */
  reach?: Place[];
  /** The pieces that can move this turn; they are highlighted and can be dragged. Pieces in hand are ignored. */
  movable?: PieceName[];
  lastMove?: LastMove | null;
  /** A path to draw, usually the one that ends under the pointer or the focus (`onhover`). */
  path?: PathView | null;
  /** The reason against a move, to be drawn: parts, gate, pieces, spaces. */
  why?: ReasonView | null;
  /** The end of the game, which is staged: tiles dim, and the sides of the surrounded queens light up. */
  ending?: Ending | null;
  /** A move to be animated; a new object starts a new flight. */
  flying?: Flight | null;
  /** Sixths of a turn, counter-clockwise, in addition to `opening`. */
  rotation?: number;
  /** The sixths of a turn in which the board opened, so that a long hive has larger tiles; set by the board. */
  opening?: number;
  /** Identifies the game. The board opens once per game, with its first piece or with the position that is loaded. */
  game?: unknown;
  tileset?: TileSet;
  padding?: Padding;
  /** The height in pixels that a notice covers at the lower edge. The view moves only if it would hide tiles. */
  covered?: number;
  /** Whether the view is fixed, so that fingers and wheel scroll the page. */
  still?: boolean;
  /** Places that are kept in view with the hive, because something is drawn there. */
  keepVisible?: Place[];
  /** Places where something is drawn for a while, such as a hint; they are in view for as long. */
  drawn?: Place[];
  /** The minimum width of tiles as a share of a thumb's (44 px), even if the hive does not fit; 1 by default. */
  thumbs?: number;
  /** Connects the board with the hands, if there are any. */
  dragging?: import("./drag.svelte").DragController;
  /** The stack that is fanned out; the board opens and closes it. */
  fanned?: Place | null;
  /** Drawings over the hive, such as arrows and layers, which are hidden while a reason is shown. */
  over?: import("svelte").Snippet<[BoardGeometry]>;
  /** Drawings over the hive that stay while a reason is shown. */
  marks?: import("svelte").Snippet<[BoardGeometry]>;
  /** A piece was tapped, chosen with the keyboard, or lifted (unless it is already selected). */
  onpick?: (piece: PieceName) => void;
  /** A ghost was chosen or, while a piece is selected, another space or, with the keyboard, the place of a piece. */
  onplace?: (place: Place) => void;
  /** A piece was dropped on the ghost that it snapped to, or elsewhere on the board. */
  ondrop?: (piece: PieceName, place: Place) => void;
  /** The place under the pointer, under a dragged piece or with the focus changed. */
  onhover?: (place: Place | null) => void;
  /** A stack was fanned out, or closed. */
  onfan?: (place: Place | null) => void;
  /** Escape, a tap away from the hive, or a piece dropped outside the board. */
  oncancel?: () => void;
  /** A piece was dropped outside the board; without this callback, that cancels. */
  ondiscard?: (piece: PieceName) => void;
  /** The flight is over; immediately with reduced motion. */
  onlanded?: (flight: Flight) => void;
}

export interface HandProps {
  /** The pieces in one player's hand, in any order. */
  pieces: PieceName[];
  /** The accessible name of the hand. */
  label: string;
  /** The accessible name of a pile: the piece that is placed next, and the number left of its bug. */
  describe: (piece: PieceName, count: number) => string;
  /** The pieces that can be placed this turn. The others look inactive, but can be tapped for the reason. */
  movable?: PieceName[];
  selected?: PieceName | null;
  /** Pieces to ring, such as the queen bee that is due. */
  ringed?: PieceName[];
  /** Pieces of a hint. */
  hinted?: PieceName[];
  /** Whether tiles can be picked and dragged. */
  interactive?: boolean;
  layout?: "row" | "column";
  tileset?: TileSet;
  dragging?: import("./drag.svelte").DragController;
  onpick?: (piece: PieceName) => void;
}
