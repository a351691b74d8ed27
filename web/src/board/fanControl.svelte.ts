import { untrack } from "svelte";
import { samePlace } from "./geometry";
import type { PieceName, Place } from "./types";

/** How long a pointer rests on a stack before it fans out, in milliseconds: less if another fan is open. */
const OPEN_DELAY = 420;
const NEXT_DELAY = 250;
/** Time to move the pointer from a stack to its fan. */
const CLOSE_DELAY = 260;

/** Decides which stack of a board is fanned out. */
export class FanControl {
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the fan was opened by a resting pointer, and closes when it leaves. */
  #byHover = false;

  constructor(
    private readonly board: {
      fanned: () => Place | null;
      setFanned: (place: Place | null) => void;
      selected: () => PieceName | null;
      heightOf: (place: Place) => number;
    },
  ) {
    // the fan would cover the destinations of a piece that was picked
    $effect(() => {
      if (!board.selected()) return;
      this.stop();
      if (this.#byHover) untrack(() => this.open(null));
    });
  }

  /** Fan a stack out, or close the fan. */
  open(place: Place | null, byHover = false): void {
    this.stop();
    this.#byHover = byHover;
    const fanned = this.board.fanned();
    if (place !== fanned && !samePlace(place, fanned)) this.board.setFanned(place);
  }

  /** The pointer is over a place, or over none. */
  hover(place: Place | null): void {
    this.stop();
    const { fanned, selected, heightOf } = this.board;
    const stack = place && !selected() && heightOf(place) > 1 ? place : null;
    if (stack && samePlace(stack, fanned())) return;
    if (stack) this.#timer = setTimeout(() => this.open(stack, true), fanned() ? NEXT_DELAY : OPEN_DELAY);
    else if (fanned() && this.#byHover) this.#timer = setTimeout(() => this.open(null), CLOSE_DELAY);
  }

  /** Forget a stack that is about to open or close. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
