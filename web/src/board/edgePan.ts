/** A piece held at the edge of the board: the table moves along under it, as long as there is more of the hive there. */
import type { Box, Point } from "./geometry";

/** How near to the edge it begins, in pixels; less on a small board. */
export const REACH = 56;
/** At the very edge, in pixels a second: slow enough to stop on a space. */
export const SPEED = 320;
/** Until that speed is reached, in milliseconds: whoever only passes the edge moves nothing. */
const RISING = 500;

export interface EdgePanDeps {
  /** The part of the board that nothing lies on. */
  frame: () => Box;
  /** The hive with the spaces around it, as it is seen now. */
  hive: () => Box;
  pan: (dx: number, dy: number) => void;
}

/** How fast the table moves, in parts of the full speed; to the right and down where more is to be seen left and above. */
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
  /** Whether the piece has been away from the edges: one that comes out of a hand crosses one first. */
  #inside = false;
  #running = 0;

  constructor(private readonly deps: EdgePanDeps) {}

  /** Where a piece is held over the board; null when it is let go, or off the board. */
  hold(at: Point | null): void {
    this.#at = at;
    if (!at) this.#inside = false;
    else if (still(this.#pull())) this.#inside = true;
    else if (this.#inside && !this.#running) this.#run();
  }

  #pull(): Point {
    return this.#at ? pull(this.#at, this.deps.frame(), this.deps.hive()) : { x: 0, y: 0 };
  }

  // not an animation: the pointer moves the board, so it works with reduced motion too
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
