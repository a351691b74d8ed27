/**
 * The piece being dragged. Hands and board of a table share one controller; the board draws the piece and decides
 * where it lands.
 */
import type { PieceName, Place } from "./types";

/** The board, on which pieces are dropped. Coordinates are those of the piece's centre in the window. */
export interface Landing {
  /** A drag has started. */
  lifted(piece: PieceName): void;
  /** The piece was moved. */
  carried(piece: PieceName, x: number, y: number): void;
  /** The piece was dropped. */
  dropped(piece: PieceName, x: number, y: number): void;
  /** The drag was cancelled, by the browser or a second finger. */
  lost(piece: PieceName): void;
}

/** Return how far a pointer moves before a press becomes a drag; a finger is less steady than a mouse. */
export const slop = (pointerType: string): number => (pointerType === "touch" ? 9 : 4);

export class DragController {
  /** The piece being dragged. */
  piece: PieceName | null = $state(null);
  x = $state(0);
  y = $state(0);
  /** The distance of the piece above the pointer in pixels, so that a finger does not cover it. */
  above = $state(0);
  /** The place that the piece snaps to. */
  snapped: Place | null = $state(null);
  /** Set from the end of a drag until the click that browsers send after it. */
  justDragged = false;

  #landing: Landing | null = null;

  /** Register the board. Return a function that unregisters it. */
  landing(landing: Landing): () => void {
    this.#landing = landing;
    return () => {
      if (this.#landing === landing) this.#landing = null;
    };
  }

  lift(piece: PieceName, x: number, y: number, pointerType = "mouse"): void {
    this.piece = piece;
    this.above = pointerType === "touch" ? 38 : 0;
    this.snapped = null;
    [this.x, this.y] = [x, y];
    this.#landing?.lifted(piece);
    this.#landing?.carried(piece, x, y - this.above);
  }

  carry(x: number, y: number): void {
    if (!this.piece) return;
    [this.x, this.y] = [x, y];
    this.#landing?.carried(this.piece, x, y - this.above);
  }

  drop(): void {
    const piece = this.#end();
    if (piece) this.#landing?.dropped(piece, this.x, this.y - this.above);
  }

  cancel(): void {
    const piece = this.#end();
    if (piece) this.#landing?.lost(piece);
  }

  /** Follow a press on a tile in a hand until it is released; it becomes a drag when the pointer moves. */
  press(piece: PieceName, event: PointerEvent): void {
    if (this.piece || event.button > 0 || event.isPrimary === false) return;
    const { pointerId, clientX, clientY, pointerType } = event;
    const ended = new AbortController();
    const listen = (
      kind: "pointermove" | "pointerup" | "pointercancel",
      act: (event: PointerEvent) => void,
    ): void =>
      window.addEventListener(
        kind,
        (other) => {
          if (other.pointerId === pointerId) act(other);
        },
        { signal: ended.signal },
      );
    listen("pointermove", (other) => {
      if (this.piece) this.carry(other.clientX, other.clientY);
      else if (Math.hypot(other.clientX - clientX, other.clientY - clientY) > slop(pointerType))
        this.lift(piece, other.clientX, other.clientY, pointerType);
    });
    listen("pointerup", () => {
      ended.abort();
      this.drop();
    });
    listen("pointercancel", () => {
      ended.abort();
      this.cancel();
    });
    window.addEventListener(
      "keydown",
      (key) => {
        if (key.key !== "Escape" || !this.piece) return;
        ended.abort();
        this.cancel();
      },
      { signal: ended.signal },
    );
  }

  #end(): PieceName | null {
    const piece = this.piece;
    this.piece = null;
    this.snapped = null;
    if (piece) {
      this.justDragged = true;
      setTimeout(() => (this.justDragged = false), 50);
    }
    return piece;
  }
}
