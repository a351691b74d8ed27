import { afterEach, describe, expect, it, vi } from "vitest";
import type { Box } from "./geometry";
import { READ_SCALE, isInView, THUMB_SCALE } from "./view";
import { Viewport } from "./viewport.svelte";

const small: Box = { left: -100, top: -100, right: 100, bottom: 100 };
const large: Box = { left: -100, top: -100, right: 900, bottom: 100 };

interface State {
  box: Box;
  held: boolean;
  bottom: number;
  latest: Box | null;
  evidence: Box | null;
  drawn: Box | null;
}

function watched(): { viewport: Viewport; state: State } {
  const state: State = { box: small, held: false, bottom: 0, latest: null, evidence: null, drawn: null };
  const viewport = new Viewport({
    box: () => state.box,
    padding: () => ({ left: 50, bottom: state.bottom }),
    held: () => state.held,
    latest: () => state.latest,
    evidence: () => state.evidence,
    drawn: () => state.drawn,
  });
  viewport.resize(600, 400);
  viewport.keep();
  return { viewport, state };
}

/** A finger instead of a mouse. */
function byThumb(): void {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
}
/** A viewport with animations, whose frames the test triggers. */
function enableMotion(): void {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("requestAnimationFrame", () => 0);
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
}
afterEach(() => void vi.unstubAllGlobals());

describe("what is seen of the hive", () => {
  it("is fitted at first, between the paddings", () => {
    const { viewport } = watched();
    expect(viewport.frame.left).toBeGreaterThan(50);
    expect(viewport.view.x).toBeCloseTo(325);
  });

  it("stays as it is while the hive is in view, and is fitted when it grows out of it", () => {
    const { viewport, state } = watched();
    const before = viewport.view;
    viewport.keep();
    expect(viewport.view).toBe(before);
    state.box = large;
    viewport.keep();
    expect(viewport.view).not.toBe(before);
    expect(isInView(viewport.view, large, viewport.frame)).toBe(true);
  });

  it("does not move while something is held", () => {
    const { viewport, state } = watched();
    const before = viewport.view;
    [state.box, state.held] = [large, true];
    viewport.keep();
    expect(viewport.view).toBe(before);
  });

  it("is left alone once somebody panned, until asked to fit", () => {
    const { viewport, state } = watched();
    const panned = { x: 5, y: 6, scale: 1 };
    viewport.change(panned);
    state.box = large;
    viewport.keep();
    viewport.resize(610, 400);
    expect(viewport.view).toBe(panned);
    viewport.fit();
    expect(isInView(viewport.view, large, viewport.frame)).toBe(true);
    viewport.resize(300, 400);
    expect(isInView(viewport.view, large, viewport.frame)).toBe(true);
  });

  it("makes room for what lies over it for a while, and is then as it was", () => {
    const { viewport, state } = watched();
    const before = viewport.view;
    state.bottom = 250;
    viewport.keep();
    expect(isInView(viewport.view, small, viewport.frame)).toBe(true);
    state.bottom = 0;
    viewport.keep();
    expect(viewport.view).toEqual(before);
  });

  it("shows the area of a reason even after panning away, and returns afterwards", () => {
    const { viewport, state } = watched();
    const panned = { x: -900, y: 6, scale: 1 };
    viewport.change(panned);
    [state.bottom, state.evidence] = [200, { left: -50, top: 0, right: 60, bottom: 90 }];
    viewport.keep();
    expect(isInView(viewport.view, state.evidence, viewport.frame)).toBe(true);
    expect(viewport.view.scale).toBe(1);
    [state.bottom, state.evidence] = [0, null];
    viewport.keep();
    expect(viewport.view).toEqual(panned);
  });

  it("shows all that is drawn with a reason, the spaces at the far end too, and goes back afterwards", () => {
    byThumb();
    const { viewport, state } = watched();
    const before = viewport.view;
    state.evidence = { left: -50, top: 0, right: 60, bottom: 90 };
    state.drawn = { left: -60, top: -700, right: 60, bottom: 90 };
    state.bottom = 40;
    viewport.keep();
    expect(isInView(viewport.view, state.drawn, viewport.frame)).toBe(true);
    expect(viewport.view.scale).toBeGreaterThanOrEqual(READ_SCALE);
    [state.bottom, state.evidence, state.drawn] = [0, null, null];
    viewport.keep();
    expect(viewport.view).toEqual(before);
  });

  it("keeps to what a reason is drawn on where all would be too small", () => {
    byThumb();
    const { viewport, state } = watched();
    const scale = viewport.view.scale;
    state.evidence = { left: -50, top: 300, right: 60, bottom: 390 };
    state.drawn = { left: -60, top: -1900, right: 60, bottom: 390 };
    viewport.keep();
    expect(isInView(viewport.view, state.evidence, viewport.frame)).toBe(true);
    expect(viewport.view.scale).toBe(scale);
  });

  it("glides no further than it has to", () => {
    const { viewport, state } = watched();
    const before = viewport.view;
    state.evidence = { left: -50, top: 0, right: 60, bottom: 90 };
    state.drawn = { left: -90, top: -90, right: 90, bottom: 90 };
    viewport.keep();
    expect(viewport.view).toBe(before);
  });

  it("for a moment is aimed at as it was before a reason set it gliding", () => {
    vi.useFakeTimers();
    const { viewport, state } = watched();
    const before = viewport.view;
    enableMotion();
    [state.bottom, state.evidence] = [250, { left: -50, top: 0, right: 60, bottom: 90 }];
    viewport.keep();
    viewport.view = { ...before, y: before.y - 50 }; // on its way
    expect(viewport.aim).toEqual(before);
    // gone again at once: it is still the old one that was seen
    state.bottom = 200;
    viewport.keep();
    expect(viewport.aim).toEqual(before);
    vi.advanceTimersByTime(300);
    expect(viewport.aim).toBe(viewport.view);
    [state.bottom, state.evidence] = [0, null];
    viewport.keep();
    viewport.change({ x: 5, y: 6, scale: 1 });
    expect(viewport.aim).toBe(viewport.view);
    vi.useRealTimers();
  });

  it("is aimed at as it is when something else comes over it, and where nothing glides", () => {
    const { viewport, state } = watched();
    state.evidence = { left: -50, top: 0, right: 60, bottom: 90 };
    state.bottom = 250;
    viewport.keep();
    expect(viewport.aim).toBe(viewport.view);
    const other = watched();
    enableMotion();
    other.state.bottom = 250;
    other.viewport.keep();
    expect(other.viewport.aim).toBe(other.viewport.view);
  });

  it("does not hold who looks away from a reason", () => {
    const { viewport, state } = watched();
    state.evidence = { left: -50, top: 0, right: 60, bottom: 90 };
    viewport.keep();
    viewport.change({ x: -900, y: 6, scale: 1 });
    viewport.keep();
    expect(viewport.view).toEqual({ x: -900, y: 6, scale: 1 });
    state.evidence = { left: -50, top: 0, right: 60, bottom: 90 };
    viewport.keep();
    expect(isInView(viewport.view, state.evidence, viewport.frame)).toBe(true);
  });

  it("goes back to the hive after it drifted under a piece, unless somebody had looked elsewhere", () => {
    const { viewport, state } = watched();
    const before = viewport.view;
    state.held = true;
    viewport.drift(-300, 0);
    viewport.keep();
    expect(viewport.view.x).toBe(before.x - 300);
    state.held = false;
    viewport.keep();
    expect(viewport.view).toEqual(before);
    viewport.change({ x: -900, y: 6, scale: 1 });
    viewport.drift(10, 0);
    viewport.keep();
    expect(viewport.view.x).toBe(-890);
  });

  it("follows events out of view after panning away", () => {
    const { viewport, state } = watched();
    viewport.change({ x: -900, y: 6, scale: 1 });
    state.latest = { left: -50, top: 0, right: 60, bottom: 90 };
    viewport.keep();
    expect(viewport.view.x).toBe(-900);
    viewport.follow();
    expect(isInView(viewport.view, state.latest, viewport.frame)).toBe(true);
  });

  it("zooms about the middle and reveals what is focused", () => {
    const { viewport } = watched();
    const scale = viewport.view.scale;
    viewport.zoom(1.5);
    expect(viewport.view.scale).toBeCloseTo(scale * 1.5);
    const far = { x: 2000, y: 0 };
    viewport.reveal(far);
    expect(isInView(viewport.view, { left: 1999, right: 2001, top: -1, bottom: 1 }, viewport.frame)).toBe(
      true,
    );
    expect(THUMB_SCALE).toBeGreaterThan(0.5);
  });
});

describe("on a touch screen", () => {
  afterEach(() => vi.unstubAllGlobals());

  const long: Box = { left: -100, top: -100, right: 2400, bottom: 100 };
  function scaleWith(thumbs: number): number {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    const viewport = new Viewport({
      box: () => long,
      padding: () => ({}),
      held: () => false,
      thumbs: () => thumbs,
    });
    viewport.resize(600, 400);
    viewport.keep();
    return viewport.view.scale;
  }

  it("tiles stay as large as a thumb, or as a share of it, where the hive is too long", () => {
    expect(scaleWith(1)).toBeCloseTo(THUMB_SCALE);
    expect(scaleWith(0.6)).toBeCloseTo(0.6 * THUMB_SCALE);
    expect(scaleWith(0)).toBeLessThan(0.6 * THUMB_SCALE);
  });
});
