/** The view of one board: fitted automatically until the user pans or zooms, and on request. */
import { boxAround, type Box, type Point } from "./geometry";
import { prefersReducedMotion, glide } from "./motion";
import type { Padding } from "./types";
import {
  interpolateView,
  fitView,
  MIN_SCALE,
  panView,
  READ_SCALE,
  isInView,
  revealView,
  THUMB_SCALE,
  zoomView,
  type View,
} from "./view";

export interface ViewportDeps {
  /** What should be seen: the hive and the spaces around it. */
  box: () => Box;
  padding: () => Padding;
  /** Whether something is held: nothing may move under a finger. */
  held: () => boolean;
  /** What was done last: seen even where the whole hive is too long for thumbs. */
  latest?: () => Box | null;
  /** Of a thumb's width the share that a tile keeps, though the hive is too long then; 0: the whole hive is seen. */
  thumbs?: () => number;
  /** The area of a reason, which stays in view while it is shown. The same object for the same reason. */
  evidence?: () => Box | null;
  /** All that is drawn with a reason, spaces to go to too: seen whole as long as tiles do not get too small for it. */
  drawn?: () => Box | null;
}

const MARGIN = 12;
/** So long after a reason set the hive gliding, whoever presses still aims by what was seen before. */
const REACTION = 250;
/** A reason's card goes a moment after the reason. */
const LINGERING = 400;

const coarse = (): boolean => typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;

export class Viewport {
  view: View = $state.raw({ x: 0, y: 0, scale: 1 });
  width = $state(0);
  height = $state(0);
  /** Whether it is known where the hive is seen: before, there is nothing to draw. */
  placed = $state(false);

  #deps: ViewportDeps;
  /** The view without what comes and goes over the board and makes it smaller for a while. */
  #own: View = this.view;
  /** The hive that it was made for. */
  #hive: Box | null = null;
  /** Where a glide leads. */
  #goal: View = this.view;
  /** A reason from which the user has panned away. */
  #waived: Box | null = null;
  /** When a reason was last told. */
  #shownAt = -Infinity;
  /** The view from which a reason, coming or going, last made it glide, and when. */
  #before: { view: View; since: number } | null = null;
  #automatic = true;
  #stop = (): void => undefined;

  constructor(deps: ViewportDeps) {
    this.#deps = deps;
  }

  /** The part of the board that nothing lies on. */
  get frame(): Box {
    const { left = 0, top = 0, right = 0, bottom = 0 } = this.#deps.padding();
    return {
      left: left + MARGIN,
      top: top + MARGIN,
      right: this.width - right - MARGIN,
      bottom: this.height - bottom - MARGIN,
    };
  }

  /** The view by which somebody aims who presses now: nobody follows what has only just begun to glide. */
  get aim(): View {
    const before = this.#before;
    return before && performance.now() - before.since < REACTION ? before.view : this.view;
  }

  holds({ x, y }: Point): boolean {
    return x >= 0 && y >= 0 && x <= this.width && y <= this.height;
  }

  resize(width: number, height: number): void {
    if (width === this.width && height === this.height) return;
    [this.width, this.height] = [width, height];
    if (this.placed && this.#automatic) this.#settle(this.#targetView());
  }

  /**
   * Fits the hive when it has grown out of view, and shows what a reason is drawn on. Where something lies over the
   * board for a while, the view goes back to what it was when that has gone.
   */
  keep(): void {
    if (!this.width || !this.height) return;
    const hive = this.#deps.box();
    if (!this.placed) {
      this.placed = true;
      this.#hive = hive;
      this.#settle(this.#targetView());
    }
    if (this.#deps.held()) return;
    const grown = !this.#hive || !alike(this.#hive, hive);
    const away = this.#automatic && !isInView(this.#own, hive, this.frame);
    // less space never makes tiles larger, even if they were made small to fit the whole hive
    const whole = away ? this.#targetView(grown ? Infinity : this.#own.scale) : this.#own;
    if (grown) [this.#hive, this.#own] = [hive, whole];
    const evidence = this.#deps.evidence?.() ?? null;
    if (evidence !== this.#waived) this.#waived = null;
    const goal = evidence && !this.#waived ? this.#onReason(whole, evidence) : whole;
    const now = performance.now();
    if (evidence) this.#shownAt = now;
    // where nothing glides, everything is seen where it is
    const glides =
      !grown && now - this.#shownAt < LINGERING && !like(goal, this.#goal) && !prefersReducedMotion();
    const before = glides ? { view: this.aim, since: now } : null;
    this.#moveTo(goal, 450);
    if (before) this.#before = before;
  }

  /** Something happened that may be out of view, because the user has panned away. */
  follow(): void {
    const latest = this.#deps.latest?.();
    if (this.placed && !this.#automatic && latest && !this.#deps.held())
      this.#settle(revealView(this.#own, latest, this.frame), 350);
  }

  /** Show the whole hive, however small, and keep it in view automatically again. */
  fit(): void {
    this.#automatic = true;
    this.#settle(fitView(this.#deps.box(), this.frame), 350);
  }

  zoom(factor: number): void {
    this.#automatic = false;
    const { left, top, right, bottom } = this.frame;
    this.#settle(zoomView(this.view, factor, { x: (left + right) / 2, y: (top + bottom) / 2 }), 160);
  }

  /** A change by hand, at once. */
  change(view: View): void {
    this.#automatic = false;
    this.#settle(view);
  }

  /** Panned under a piece that is held: whoever has the hive fitted gets it back afterwards. */
  drift(dx: number, dy: number): void {
    const view = panView(this.#goal, dx, dy);
    if (!this.#automatic) this.#own = view;
    this.#moveTo(view);
  }

  /** Pans just so far that a tile can be seen. */
  reveal(face: Point): void {
    if (isInView(this.#goal, boxAround([face], 8), this.frame)) return;
    this.#settle(revealView(this.#goal, boxAround([face], 45), this.frame), 200);
  }

  stop(): void {
    this.#stop();
    this.#goal = this.view;
  }

  /** What a reason is drawn on and, where that leaves tiles large enough, all that is drawn with it. */
  #onReason(view: View, evidence: Box): View {
    const drawn = this.#deps.drawn?.();
    const all = drawn ? revealView(view, drawn, this.frame) : view;
    const least = coarse() ? Math.min(READ_SCALE, view.scale) : MIN_SCALE;
    return revealView(all.scale >= least ? all : view, evidence, this.frame);
  }

  #targetView(most = Infinity): View {
    const thumb = Math.max(MIN_SCALE, THUMB_SCALE * (this.#deps.thumbs?.() ?? 1));
    const least = coarse() ? Math.min(thumb, most) : MIN_SCALE;
    const whole = fitView(this.#deps.box(), this.frame, least);
    const latest = this.#deps.latest?.();
    return latest ? revealView(whole, latest, this.frame) : whole;
  }

  /** A view that stays, whatever is shown next. */
  #settle(view: View, time = 0): void {
    this.#before = null;
    this.#own = view;
    this.#waived = this.#deps.evidence?.() ?? null;
    this.#moveTo(view, time);
  }

  #moveTo(to: View, time = 0): void {
    if (time && like(to, this.#goal)) return;
    this.#stop();
    this.#before = null;
    const from = this.view;
    this.#goal = to;
    this.#stop = glide(time, (part) => (this.view = interpolateView(from, to, part)));
  }
}

const like = (one: View, other: View): boolean =>
  one.x === other.x && one.y === other.y && one.scale === other.scale;

const alike = (one: Box, other: Box): boolean =>
  one.left === other.left &&
  one.top === other.top &&
  one.right === other.right &&
  one.bottom === other.bottom;
