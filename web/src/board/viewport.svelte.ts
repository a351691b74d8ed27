/** The changing view of a board: fitted automatically until the player pans or zooms, and on demand. */
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
  /** The box to show: the hive and the spaces around it. */
  box: () => Box;
  padding: () => Padding;
  /** Whether a pointer is pressed, during which the view does not move. */
  held: () => boolean;
  /** The box of the last move, which is shown even if the hive is too long for thumbs. */
  latest?: () => Box | null;
  /** The minimum width of a tile as a share of a thumb's, even if the hive does not fit; 0 shows the whole hive. */
  thumbs?: () => number;
  /** The box of a reason's evidence, kept in view while the reason is shown. The same object for the same reason. */
  evidence?: () => Box | null;
  /** The box of everything drawn with a reason, including alternatives, shown if tiles do not become too small. */
  drawn?: () => Box | null;
}

const MARGIN = 12;
/** For this long after a reason moved the view, a press applies to the earlier view, in milliseconds. */
const REACTION = 250;
/** The notice of a reason disappears this long after the reason, in milliseconds. */
const LINGERING = 400;

const coarse = (): boolean => typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;

export class Viewport {
  view: View = $state.raw({ x: 0, y: 0, scale: 1 });
  width = $state(0);
  height = $state(0);
  /** Whether the view is known; before, nothing is drawn. */
  placed = $state(false);

  #deps: ViewportDeps;
  /** The view without temporary covers of the board. */
  #own: View = this.view;
  /** The box of the hive that the view was fitted to. */
  #hive: Box | null = null;
  /** The view at the end of the current animation. */
  #goal: View = this.view;
  /** The evidence that the player has panned away from. */
  #waived: Box | null = null;
  /** When a reason was last shown. */
  #shownAt = -Infinity;
  /** The view before a reason last moved it, and when. */
  #before: { view: View; since: number } | null = null;
  #automatic = true;
  #stop = (): void => undefined;

  constructor(deps: ViewportDeps) {
    this.#deps = deps;
  }

  /** The part of the board that nothing covers. */
  get frame(): Box {
    const { left = 0, top = 0, right = 0, bottom = 0 } = this.#deps.padding();
    return {
      left: left + MARGIN,
      top: top + MARGIN,
      right: this.width - right - MARGIN,
      bottom: this.height - bottom - MARGIN,
    };
  }

  /** The view that a press applies to: shortly after the view started to move, the earlier one. */
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
   * Fit the hive when it has grown out of view, and show the evidence of a reason. After a temporary cover of the board,
   * the earlier view returns.
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
    // less room must not enlarge tiles that were made small to show the whole hive
    const whole = away ? this.#targetView(grown ? Infinity : this.#own.scale) : this.#own;
    if (grown) [this.#hive, this.#own] = [hive, whole];
    const evidence = this.#deps.evidence?.() ?? null;
    if (evidence !== this.#waived) this.#waived = null;
    const goal = evidence && !this.#waived ? this.#onReason(whole, evidence) : whole;
    const now = performance.now();
    if (evidence) this.#shownAt = now;
    // without animation, the current view is what the player sees
    const glides =
      !grown && now - this.#shownAt < LINGERING && !like(goal, this.#goal) && !prefersReducedMotion();
    const before = glides ? { view: this.aim, since: now } : null;
    this.#moveTo(goal, 450);
    if (before) this.#before = before;
  }

  /** Show the last move, which may be out of view if the player has panned. */
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

  /** Apply the player's change immediately. */
  change(view: View): void {
    this.#automatic = false;
    this.#settle(view);
  }

  /** Pan under a held piece; a fitted hive is fitted again afterwards. */
  drift(dx: number, dy: number): void {
    const view = panView(this.#goal, dx, dy);
    if (!this.#automatic) this.#own = view;
    this.#moveTo(view);
  }

  /** Pan just far enough to show a tile. */
  reveal(face: Point): void {
    if (isInView(this.#goal, boxAround([face], 8), this.frame)) return;
    this.#settle(revealView(this.#goal, boxAround([face], 45), this.frame), 200);
  }

  stop(): void {
    this.#stop();
    this.#goal = this.view;
  }

  /** Return the box of a reason's evidence or, if tiles stay large enough, of everything drawn with it. */
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

  /** Keep a view that the player chose, even while a reason is shown. */
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
