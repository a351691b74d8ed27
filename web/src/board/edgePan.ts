/** Panning while a piece is held at the edge of the board, as long as there is more of the hive in that direction. */
import type { Box, Point } from "./geometry";

/** The distance from the edge at which it starts, in pixels; less on a small board. */
export const REACH = 56;
/** The speed at the edge in pixels per second, slow enough to stop on a space. */
export const SPEED = 320;
/** The time until that speed in milliseconds, so that crossing the edge moves nothing. */
const RISING = 500;

export interface EdgePanDeps {
  /** The part of the board that nothing covers. */
  frame: () => Box;
  /** The current box of the hive and the spaces around it on the screen. */
  hive: () => Box;
  pan: (dx: number, dy: number) => void;
}

/** Return the table's speed as parts of the full speed: right and down if there is more to see left and above. */
export function pull({ x, y }: Point, frame: Box, hive: Box): Point {
  const along = (at: number, low: number, high: number, hiveLow: number, hiveHigh: number): number => {
    const reach = Math.min(REACH, (high - low) / 5);
    const near = (distance: number): number => Math.min(1, Math.max(0, 1 - distance / reach));
    if (hiveLow < low && near(at - low)) return near(at - low);
    if (hiveHigh > high && near(high - at)) return -near(high - at);
    return 0;
  };
  return {
    x: along(x, frame.left, frame.right, hive.left, hive.right),
    y: along(y, frame.top, frame.bottom, hive.top, hive.bottom),
  };
}

const still = ({ x, y }: Point): boolean => x === 0 && y === 0;

export class EdgePan {
  #at: Point | null = null;
  /** Whether the piece has been away from the edges; one from a hand crosses an edge first. */
  #inside = false;
  #running = 0;

  constructor(private readonly deps: EdgePanDeps) {}

  /** Report where a piece is held over the board, or null if it is not. */
  hold(at: Point | null): void {
    this.#at = at;
    if (!at) this.#inside = false;
    else if (still(this.#pull())) this.#inside = true;
    else if (this.#inside && !this.#running) this.#run();
  }

  #pull(): Point {
    return this.#at ? pull(this.#at, this.deps.frame(), this.deps.hive()) : { x: 0, y: 0 };
  }

  // the player moves the table, so this also happens with reduced motion
  #run(): void {
    const start = performance.now();
    let before = start;
    const tick = (now: number): void => {
      const { x, y } = this.#pull();
      this.#running = 0;
      if (x === 0 && y === 0) return;
      const speed = SPEED * Math.min(1, Math.max(0, now - start) / RISING);
      const pixels = (speed * Math.min(50, Math.max(0, now - before))) / 1000;
      before = now;
      this.#running = requestAnimationFrame(tick);
      this.deps.pan(x * pixels, y * pixels);
    };
    this.#running = requestAnimationFrame(tick);
  }
}
