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

/** Simulate a touch screen. */
function byThumb(): void {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
}
/** Turn animation on, with frames that the test triggers. */
function enableMotion(): void {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("requestAnimationFrame", () => 0);
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
}
afterEach(() => void vi.unstubAllGlobals());

describe("the view of the hive", () => {
  it("is fitted at first, between the paddings", () => {
    const { viewport } = watched();
    expect(viewport.frame.left).toBeGreaterThan(50);
    expect(viewport.view.x).toBeCloseTo(325);
  });

  it("stays the same while the hive is in view, and is fitted when it grows out of it", () => {
    const { viewport, state } = watched();
    const before = viewport.view;
    viewport.keep();
    expect(viewport.view).toBe(before);
    state.box = large;
    viewport.keep();
    expect(viewport.view).not.toBe(before);
    expect(isInView(viewport.view, large, viewport.frame)).toBe(true);
  });

  it("does not move while a pointer is pressed", () => {
    const { viewport, state } = watched();
    const before = viewport.view;
    [state.box, state.held] = [large, true];
    viewport.keep();
    expect(viewport.view).toBe(before);
  });

  it("stays the same after a pan until it is fitted again", () => {
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

  it("makes room for a temporary cover, and then returns", () => {
    const { viewport, state } = watched();
    const before = viewport.view;
    state.bottom = 250;
    viewport.keep();
    expect(isInView(viewport.view, small, viewport.frame)).toBe(true);
    state.bottom = 0;
    viewport.keep();
    expect(viewport.view).toEqual(before);
  });

  it("shows the evidence of a reason even after a pan, and then returns", () => {
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

  it("shows everything drawn with a reason, including distant alternatives, and then returns", () => {
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

  it("shows only the evidence if tiles would become too small", () => {
    byThumb();
    const { viewport, state } = watched();
    const scale = viewport.view.scale;
    state.evidence = { left: -50, top: 300, right: 60, bottom: 390 };
    state.drawn = { left: -60, top: -1900, right: 60, bottom: 390 };
    viewport.keep();
    expect(isInView(viewport.view, state.evidence, viewport.frame)).toBe(true);
    expect(viewport.view.scale).toBe(scale);
  });

  it("moves no further than necessary", () => {
    const { viewport, state } = watched();
    const before = viewport.view;
    state.evidence = { left: -50, top: 0, right: 60, bottom: 90 };
    state.drawn = { left: -90, top: -90, right: 90, bottom: 90 };
    viewport.keep();
    expect(viewport.view).toBe(before);
  });

  it("applies a press to the earlier view shortly after a reason moved it", () => {
    vi.useFakeTimers();
    const { viewport, state } = watched();
    const before = viewport.view;
    enableMotion();
    [state.bottom, state.evidence] = [250, { left: -50, top: 0, right: 60, bottom: 90 }];
    viewport.keep();
    viewport.view = { ...before, y: before.y - 50 }; // during the animation
    expect(viewport.aim).toEqual(before);
    // the reason is gone immediately: the player still saw the earlier view
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

  it("applies a press to the current view for other covers, and without animation", () => {
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

  it("lets the player pan away from a reason", () => {
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

  it("returns to the hive after panning under a held piece, unless the player had panned before", () => {
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

  it("follows a move that is out of view after a pan", () => {
    const { viewport, state } = watched();
    viewport.change({ x: -900, y: 6, scale: 1 });
    state.latest = { left: -50, top: 0, right: 60, bottom: 90 };
    viewport.keep();
    expect(viewport.view.x).toBe(-900);
    viewport.follow();
    expect(isInView(viewport.view, state.latest, viewport.frame)).toBe(true);
  });

  it("zooms about the centre and reveals the focused tile", () => {
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

  it("keeps tiles as large as a thumb, or a share of it, if the hive does not fit", () => {
    expect(scaleWith(1)).toBeCloseTo(THUMB_SCALE);
    expect(scaleWith(0.6)).toBeCloseTo(0.6 * THUMB_SCALE);
    expect(scaleWith(0)).toBeLessThan(0.6 * THUMB_SCALE);
  });
});
