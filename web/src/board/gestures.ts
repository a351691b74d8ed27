/**
 * Recognises taps, double taps, long presses, drags and pinches of one or two pointers. It knows neither DOM nor hexes;
 * coordinates are those of the board.
 */
import type { Point } from "./geometry";
import { slop } from "./drag.svelte";

export interface Gestures {
  tap(at: Point): void;
  doubleTap(at: Point): void;
  /** Return whether the press had an effect; otherwise it can still become a tap or a drag. */
  longPress(at: Point): boolean;
  /** A drag starts where the pointer was pressed. */
  grab(at: Point): void;
  drag(at: Point, from: Point): void;
  release(): void;
  /** A second pointer cancels the drag of the first. */
  giveUp(): void;
  /** Two pointers moved their centre, and apart or together. */
  pinch(middle: Point, before: Point, factor: number): void;
}

export const LONG_PRESS = 480;
const DOUBLE_TAP = 320;
const DOUBLE_TAP_REACH = 28;

interface Pressed {
  start: Point;
  now: Point;
  slop: number;
}

export class Pointers {
  #pressed = new Map<number, Pressed>();
  #state: "idle" | "pressed" | "dragging" | "pinching" | "spent" = "idle";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastTap: { at: Point; time: number } | null = null;

  constructor(private gestures: Gestures) {}

  /** Whether a pointer is pressed. */
  get busy(): boolean {
    return this.#state !== "idle";
  }

  down(id: number, at: Point, pointerType: string): void {
    this.#pressed.set(id, { start: at, now: at, slop: slop(pointerType) });
    clearTimeout(this.#timer);
    if (this.#pressed.size === 1) {
      this.#state = "pressed";
      this.#timer = setTimeout(() => {
        if (this.#state === "pressed" && this.gestures.longPress(at)) this.#state = "spent";
      }, LONG_PRESS);
    } else if (this.#pressed.size === 2) {
      if (this.#state === "dragging") this.gestures.giveUp();
      this.#state = "pinching";
    }
  }

  move(id: number, at: Point): void {
    const pointer = this.#pressed.get(id);
    if (!pointer) return;
    const before = pointer.now;
    if (this.#state === "pinching") {
      const other = [...this.#pressed].find(([key]) => key !== id)?.[1].now;
      pointer.now = at;
      if (!other) return;
      const apart = (one: Point): number => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
      this.gestures.pinch(middle(at, other), middle(before, other), apart(at) / apart(before));
      return;
    }
    if (this.#state === "pressed") {
      if (Math.hypot(at.x - pointer.start.x, at.y - pointer.start.y) <= pointer.slop) return;
      clearTimeout(this.#timer);
      this.#state = "dragging";
      this.gestures.grab(pointer.start);
    }
    pointer.now = at;
    if (this.#state === "dragging") this.gestures.drag(at, before);
  }

  up(id: number, time: number): void {
    const pointer = this.#pressed.get(id);
    if (!pointer) return;
    this.#pressed.delete(id);
    clearTimeout(this.#timer);
    const state = this.#state;
    this.#state = this.#pressed.size ? "spent" : "idle";
    if (state === "dragging") this.gestures.release();
    else if (state === "pressed") this.#tapped(pointer.start, time);
  }

  cancel(id: number): void {
    if (!this.#pressed.delete(id)) return;
    clearTimeout(this.#timer);
    if (this.#state === "dragging") this.gestures.giveUp();
    this.#state = this.#pressed.size ? "spent" : "idle";
  }

  #tapped(at: Point, time: number): void {
    const last = this.#lastTap;
    const again =
      last &&
      time - last.time < DOUBLE_TAP &&
      Math.hypot(at.x - last.at.x, at.y - last.at.y) < DOUBLE_TAP_REACH;
    this.#lastTap = again ? null : { at, time };
    if (again) this.gestures.doubleTap(at);
    else this.gestures.tap(at);
  }
}

const middle = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
