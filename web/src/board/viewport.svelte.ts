/**
 * The changing view of a board: fitted automatically until the player pans or zooms, and on demand.
 *
 * Notices never move the view, except on phones, where they lie over the lower edge: the hive and the evidence that a
 * notice would hide glide above it. This, and the ghosts of a picked piece, last for as long as they are shown; then the
 * earlier view returns.
 */
import { isTooSmall, MIN_FIT } from "./fitting";
import { boxAround, PITCH, type Box, type Point } from "./geometry";
import { GLIDE, glide, prefersReducedMotion } from "./motion";
import type { Padding } from "./types";
import {
  fitView,
  interpolateView,
  isInView,
  MAX_SCALE,
  MIN_SCALE,
  panView,
  revealView,
  zoomView,
  type View,
} from "./view";

export interface ViewportDeps {
  /** The box to show: the hive and the spaces around it. */
  box: () => Box;
  padding: () => Padding;
  /** Whether a pointer is pressed or a piece is moving, during which the view stays where it is. */
  held: () => boolean;
  /** The largest scale for fitting. */
  max?: () => number;
  /** The box of the last move, which is shown even if the hive is too long. */
  latest?: () => Box | null;
  /** The minimum width of a tile as a share of a thumb's, even if the hive does not fit; 0 shows the whole hive. */
  thumbs?: () => number;
  /** The box of the ghosts, kept in view while they are shown. */
  ghosts?: () => Box | null;
  /** The box of the tiles, kept clear of a notice if they were in view without it. */
  tiles?: () => Box | null;
  /** The box of a reason's evidence, kept clear of the notice. */
  evidence?: () => Box | null;
  /** The height that a notice covers at the lower edge, in pixels. */
  covered?: () => number;
}

const MARGIN = 4;
/** A notice may make tiles smaller, to leave them and the ghosts uncovered, but not smaller than this scale. */
const MIN_READABLE = 24 / PITCH;
/** For this long after a notice moved the view, a press applies to the earlier view, in milliseconds. */
const REACTION = 250;
/** The notice of a reason disappears this long after the reason, in milliseconds. */
const LINGERING = 400;

export class Viewport {
  view: View = $state.raw({ x: 0, y: 0, scale: 1 });
  width = $state(0);
  height = $state(0);
  /** Whether the view is known; before, nothing is drawn. */
  placed = $state(false);

  #deps: ViewportDeps;
  /** The view without what is brought into view temporarily. */
  #own: View = { x: 0, y: 0, scale: 1 };
  #goal: View = this.#own;
  /** The frame that the view was fitted into. */
  #frame: Box | null = null;
  /** The evidence and the ghosts that the player has panned away from. */
  #waived: Box[] = [];
  /** When a reason was last shown. */
  #shownAt = -Infinity;
  /** The view before a notice last moved it, and when. */
  #before: { view: View; since: number } | null = null;
  #automatic = true;
  /** Whether the player asked for the whole hive, however small. */
  #whole = false;
  #stop = (): void => undefined;

  constructor(deps: ViewportDeps) {
    this.#deps = deps;
  }

  /** The part of the board that the hive is fitted into. */
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
    if (this.placed && this.#automatic) this.#arrange();
  }

  /** Fit the hive when it has grown out of view or become small, and show ghosts and hidden evidence. */
  keep(): void {
    if (!this.width || !this.height) return;
    if (!this.placed) {
      this.placed = true;
      this.#arrange();
    }
    if (this.#deps.held()) return;
    if (this.#automatic) this.#refit();
    const evidence = this.#deps.evidence?.() ?? null;
    const ghosts = this.#deps.ghosts?.() ?? null;
    const shown = [ghosts, evidence].filter((box) => box !== null);
    this.#waived = this.#waived.filter((box) => shown.some((other) => sameBox(box, other)));
    let goal = this.#own;
    if (ghosts && !this.#isWaived(ghosts)) {
      goal = revealView(goal, ghosts, this.frame);
      const clear = evidence ? revealView(goal, ghosts, this.#clear) : goal;
      if (clear.scale >= MIN_READABLE) goal = clear;
    }
    const covered = (this.#deps.covered?.() ?? 0) > 0;
    if (covered && this.#automatic) goal = this.#uncovered(goal);
    if (evidence && !this.#isWaived(evidence)) goal = revealView(goal, evidence, this.#clear);
    const now = performance.now();
    if (evidence || covered) this.#shownAt = now;
    // without animation, the current view is what the player sees
    const glides = now - this.#shownAt < LINGERING && !like(goal, this.#goal) && !prefersReducedMotion();
    const before = glides ? { view: this.aim, since: now } : null;
    this.#moveTo(goal, GLIDE);
    if (before) this.#before = before;
  }

  /** Fit the hive with the next `keep`, because another position is shown. */
  refit(): void {
    this.#automatic = true;
    this.#frame = null;
  }

  /** Show the last move, which may be out of view if the player has panned. */
  follow(): void {
    const latest = this.#deps.latest?.();
    if (this.placed && !this.#automatic && latest && !this.#deps.held())
      this.#settle(revealView(this.#own, latest, this.frame), GLIDE);
  }

  /** Show the whole hive, however small, and keep it in view automatically again. */
  fit(): void {
    this.#automatic = true;
    this.#whole = true;
    this.#settle(this.#fitted(), GLIDE);
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

  /** Pan just far enough to show a tile; only for a while if the view that returns after a notice shows it. */
  reveal(face: Point): void {
    const near = boxAround([face], 8);
    if (isInView(this.#goal, near, this.frame)) return;
    const view = revealView(this.#goal, boxAround([face], 45), this.frame);
    if (isInView(this.#own, near, this.frame)) this.#moveTo(view, 200);
    else this.#settle(view, 200);
  }

  stop(): void {
    this.#stop();
    this.#goal = this.view;
  }

  /** The part of the frame that no notice covers. */
  get #clear(): Box {
    const { frame } = this;
    return { ...frame, bottom: Math.min(frame.bottom, this.height - (this.#deps.covered?.() ?? 0) - MARGIN) };
  }

  /** Return the view in which a notice covers no tile that was in view, unless tiles would become too small. */
  #uncovered(view: View): View {
    const tiles = this.#deps.tiles?.() ?? null;
    if (!tiles || !isInView(view, tiles, this.frame)) return view;
    const clear = revealView(view, tiles, this.#clear);
    return clear.scale >= MIN_READABLE ? clear : view;
  }

  #isWaived(box: Box): boolean {
    return this.#waived.some((other) => sameBox(box, other));
  }

  /** Fit the hive again if it is out of view, if it has become small, or if the frame has changed. */
  #refit(): void {
    const { frame } = this;
    const fitted = this.#fitted();
    const resized = !this.#frame || !sameBox(this.#frame, frame);
    const away = !isInView(this.#own, this.#deps.box(), frame);
    if (resized || away || isTooSmall(this.#own, fitted)) this.#own = fitted;
    this.#frame = frame;
  }

  /** Fit the hive at once. */
  #arrange(): void {
    this.#own = this.#fitted();
    this.#frame = this.frame;
    this.#moveTo(this.#own);
  }

  #fitted(): View {
    const thumbs = this.#whole ? 0 : (this.#deps.thumbs?.() ?? 1);
    const min = Math.max(MIN_SCALE, MIN_FIT * thumbs);
    const fitted = fitView(this.#deps.box(), this.frame, min, this.#deps.max?.() ?? MAX_SCALE);
    const latest = this.#deps.latest?.();
    return latest ? revealView(fitted, latest, this.frame) : fitted;
  }

  /** Keep a view that the player chose, even while a reason or ghosts are shown. */
  #settle(view: View, time = 0): void {
    this.#before = null;
    this.#own = view;
    this.#frame = this.frame;
    this.#waived = [this.#deps.evidence?.(), this.#deps.ghosts?.()].filter((box) => !!box);
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

const sameBox = (one: Box, other: Box): boolean =>
  one.left === other.left &&
  one.top === other.top &&
  one.right === other.right &&
  one.bottom === other.bottom;
