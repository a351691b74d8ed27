import { describe, expect, it } from "vitest";
import {
  interpolateView,
  fitView,
  MIN_SCALE,
  MAX_SCALE,
  panView,
  isInView,
  toScreen,
  toTable,
  zoomView,
} from "./view";

const view = { x: 40, y: -20, scale: 0.8 };
const frame = { left: 0, top: 0, right: 400, bottom: 300 };

describe("a view", () => {
  it("converts points in both directions", () => {
    const point = { x: 12, y: 34 };
    expect(toTable(view, toScreen(view, point))).toEqual({ x: expect.closeTo(12), y: expect.closeTo(34) });
  });

  it("pans in pixels", () => {
    expect(toScreen(panView(view, 5, -7), { x: 1, y: 1 })).toEqual({ x: 45.8, y: -26.2 });
  });

  it("zooms about a fixed point", () => {
    const about = { x: 123, y: 45 };
    const near = zoomView(view, 1.7, about);
    const [before, after] = [toTable(view, about), toTable(near, about)];
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
    expect(near.scale).toBeCloseTo(0.8 * 1.7);
  });

  it("keeps the point fixed at the limits", () => {
    expect(zoomView(view, 1000, { x: 0, y: 0 }).scale).toBe(MAX_SCALE);
    expect(zoomView(view, 0.0001, { x: 0, y: 0 }).scale).toBe(MIN_SCALE);
  });

  it("fits a box in the centre of the frame", () => {
    const box = { left: -500, top: -100, right: 300, bottom: 100 };
    const fit = fitView(box, frame);
    expect(fit.scale).toBeCloseTo(0.5);
    expect(isInView(fit, box, frame)).toBe(true);
    expect(toScreen(fit, { x: -100, y: 0 })).toEqual({ x: expect.closeTo(200), y: expect.closeTo(150) });
  });

  it("keeps to the limits of the scale, even if the box does not fit", () => {
    expect(fitView({ left: -1, top: -1, right: 1, bottom: 1 }, frame, 0.5, 1.2).scale).toBe(1.2);
    const wide = { left: -5000, top: -10, right: 5000, bottom: 10 };
    const fit = fitView(wide, frame, 0.5);
    expect(fit.scale).toBe(0.5);
    expect(isInView(fit, wide, frame)).toBe(false);
  });

  it("interpolates between views without a jump at either end", () => {
    const to = { x: 400, y: 100, scale: 1.6 };
    expect(interpolateView(view, to, 0)).toEqual(view);
    expect(interpolateView(view, to, 1)).toEqual(to);
    expect(interpolateView(view, { ...view, x: 140 }, 0.5).x).toBe(90);
    const middle = interpolateView(view, to, 0.5);
    expect(middle.scale).toBeCloseTo(Math.sqrt(0.8 * 1.6));
  });
});
