/** The visible part of the table and its scale. Views are immutable; every change returns a new one. */
import type { Box, Point } from "./geometry";

/** A point of the table is drawn at `point * scale + (x, y)`, in pixels from the board's corner. */
export interface View {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export const MIN_SCALE = 0.18;
export const MAX_SCALE = 2.4;

export const toScreen = (view: View, { x, y }: Point): Point => ({
  x: x * view.scale + view.x,
  y: y * view.scale + view.y,
});

export const toTable = (view: View, { x, y }: Point): Point => ({
  x: (x - view.x) / view.scale,
  y: (y - view.y) / view.scale,
});

export const panView = (view: View, dx: number, dy: number): View => ({
  ...view,
  x: view.x + dx,
  y: view.y + dy,
});

/** Zoom so that the point of the table under `about` stays in place. */
export function zoomView(view: View, factor: number, about: Point): View {
  const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, view.scale * factor));
  const anchor = toTable(view, about);
  return { scale, x: about.x - anchor.x * scale, y: about.y - anchor.y * scale };
}

/** Return the largest scale at which a box fits into a frame. */
export function fitScale(box: Box, frame: Box): number {
  const width = Math.max(1, frame.right - frame.left);
  const height = Math.max(1, frame.bottom - frame.top);
  return Math.min(width / (box.right - box.left), height / (box.bottom - box.top));
}

/** Return the view that shows a box in the centre of a frame, as large as possible between the two scales. */
export function fitView(box: Box, frame: Box, min = MIN_SCALE, max = MAX_SCALE): View {
  const scale = Math.min(max, Math.max(min, fitScale(box, frame)));
  return {
    scale,
    x: (frame.left + frame.right) / 2 - (scale * (box.left + box.right)) / 2,
    y: (frame.top + frame.bottom) / 2 - (scale * (box.top + box.bottom)) / 2,
  };
}

/** Return the nearest view that shows a whole box, panned as little as possible and zoomed out only if needed. */
export function revealView(view: View, box: Box, frame: Box): View {
  if (isInView(view, box, frame)) return view;
  const fits = fitScale(box, frame);
  const middle = { x: (frame.left + frame.right) / 2, y: (frame.top + frame.bottom) / 2 };
  const sized = fits < view.scale ? zoomView(view, fits / view.scale, middle) : view;
  const corner = toScreen(sized, { x: box.left, y: box.top });
  const opposite = toScreen(sized, { x: box.right, y: box.bottom });
  const shift = (low: number, high: number, from: number, to: number): number =>
    low < from ? from - low : high > to ? to - high : 0;
  return panView(
    sized,
    shift(corner.x, opposite.x, frame.left, frame.right),
    shift(corner.y, opposite.y, frame.top, frame.bottom),
  );
}

/** Return whether a box of the table is entirely within the frame. */
export function isInView(view: View, box: Box, frame: Box): boolean {
  const corner = toScreen(view, { x: box.left, y: box.top });
  const opposite = toScreen(view, { x: box.right, y: box.bottom });
  const slack = 1; // tolerates rounding errors
  return (
    corner.x >= frame.left - slack &&
    corner.y >= frame.top - slack &&
    opposite.x <= frame.right + slack &&
    opposite.y <= frame.bottom + slack
  );
}

/** Return a view between two others; the scale is interpolated exponentially, which looks even. */
export function interpolateView(from: View, to: View, part: number): View {
  if (part >= 1) return to;
  const scale = from.scale * (to.scale / from.scale) ** part;
  const mix = from.scale === to.scale ? part : (scale - from.scale) / (to.scale - from.scale);
  return { scale, x: from.x + (to.x - from.x) * mix, y: from.y + (to.y - from.y) * mix };
}
