/**
 * A piece on its way under the pointer. One for a table: the hands and the board press and drag through it, and
 * the board shows the piece and says where it would land.
 */
import type { PieceName, Place } from "./types";

/** Where pieces can be let go: the board. Coordinates are those of the piece's middle in the window. */
export interface Landing {
  /** A drag began. */
  lifted(piece: PieceName): void;
  /** The pointer moves. */
  carried(piece: PieceName, x: number, y: number): void;
  /** The piece was let go. */
  dropped(piece: PieceName, x: number, y: number): void;
  /** It went nowhere: the browser or a second finger took the pointer away. */
  lost(piece: PieceName): void;
}

/** How far a pointer moves before a press becomes a drag: a finger is less steady than a mouse. */
export const slop = (pointerType: string): number => (pointerType === "touch" ? 9 : 4);

export class DragController {
  /** The piece being dragged. */
  piece: PieceName | null = $state(null);
  x = $state(0);
  y = $state(0);
  /** How far above the pointer it is shown, in pixels: a finger would cover it. */
  above = $state(0);
  /** Where it would land: shown snapped. */
  snapped: Place | null = $state(null);
  /** Set from the end of a drag until the click that browsers send after it has passed. */
  justDragged = false;

  #landing: Landing | null = null;

  /** Registers the board; the answer takes it away again. */
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

  /** Watches a press on a tile in a hand until it is let go; it becomes a drag when the pointer moves. */
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
