/** The view of one board as it changes: fitted by itself until somebody pans or zooms by hand, and on demand. */
import { boxAround, PITCH, type Box, type Point } from "./geometry";
import { glide } from "./motion";
import type { Padding } from "./types";
import { between, fitted, LEAST_SCALE, panned, sees, THUMB_SCALE, toScreen, zoomed, type View } from "./view";

export interface Viewed {
  /** What should be seen: the hive and the spaces around it. */
  box: () => Box;
  padding: () => Padding;
  /** Whether something is held: nothing may move under a finger. */
  held: () => boolean;
}

const MARGIN = 12;

const coarse = (): boolean => typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;

export class Viewing {
  view: View = $state.raw({ x: 0, y: 0, scale: 1 });
  width = $state(0);
  height = $state(0);

  #viewed: Viewed;
  #placed = false;
  #automatic = true;
  #stop = (): void => undefined;

  constructor(viewed: Viewed) {
    this.#viewed = viewed;
  }

  /** The part of the board that nothing lies on. */
  get frame(): Box {
    const { left = 0, top = 0, right = 0, bottom = 0 } = this.#viewed.padding();
    return {
      left: left + MARGIN,
      top: top + MARGIN,
      right: this.width - right - MARGIN,
      bottom: this.height - bottom - MARGIN,
    };
  }

  holds({ x, y }: Point): boolean {
    return x >= 0 && y >= 0 && x <= this.width && y <= this.height;
  }

  resize(width: number, height: number): void {
    if (width === this.width && height === this.height) return;
    [this.width, this.height] = [width, height];
    if (this.#placed && this.#automatic) this.#look(this.#wanted());
  }

  /** Fits the hive when it has grown out of view. */
  keep(): void {
    if (!this.width || !this.height) return;
    if (!this.#placed) {
      this.#placed = true;
      this.#look(this.#wanted());
    } else if (this.#automatic && !this.#viewed.held() && !sees(this.view, this.#viewed.box(), this.frame))
      this.#look(this.#wanted(), 450);
  }

  /** Shows the whole hive, however small, and keeps it in view by itself again. */
  fit(): void {
    this.#automatic = true;
    this.#look(fitted(this.#viewed.box(), this.frame), 350);
  }

  zoom(factor: number): void {
    this.#automatic = false;
    const { left, top, right, bottom } = this.frame;
    this.#look(zoomed(this.view, factor, { x: (left + right) / 2, y: (top + bottom) / 2 }), 160);
  }

  /** A change by hand, at once. */
  change(view: View): void {
    this.#automatic = false;
    this.#stop();
    this.view = view;
  }

  /** Pans just so far that a tile can be seen. */
  reveal(face: Point): void {
    const frame = this.frame;
    if (sees(this.view, boxAround([face], 8), frame)) return;
    const { x, y } = toScreen(this.view, face);
    const room = PITCH * this.view.scale;
    const held = (value: number, low: number, high: number): number =>
      Math.min(high - room, Math.max(low + room, value));
    this.#look(
      panned(this.view, held(x, frame.left, frame.right) - x, held(y, frame.top, frame.bottom) - y),
      200,
    );
  }

  stop(): void {
    this.#stop();
  }

  #wanted(): View {
    return fitted(this.#viewed.box(), this.frame, coarse() ? THUMB_SCALE : LEAST_SCALE);
  }

  #look(to: View, time = 0): void {
    this.#stop();
    const from = this.view;
    this.#stop = glide(time, (part) => (this.view = between(from, to, part)));
  }
}
