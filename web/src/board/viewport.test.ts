import { afterEach, describe, expect, it, vi } from "vitest";
import { MIN_FIT } from "./fitting";
import type { Box } from "./geometry";
import { isInView } from "./view";
import { Viewport } from "./viewport.svelte";

const small: Box = { left: -100, top: -100, right: 100, bottom: 100 };
const large: Box = { left: -100, top: -100, right: 900, bottom: 100 };

interface State {
  box: Box;
  held: boolean;
  bottom: number;
  covered: number;
  latest: Box | null;
  ghosts: Box | null;
  tiles: Box | null;
  evidence: Box | null;
}

function watched(): { viewport: Viewport; state: State } {
  const state: State = {
    box: small,
    held: false,
    bottom: 0,
    covered: 0,
    latest: null,
    ghosts: null,
    tiles: null,
    evidence: null,
  };
  const viewport = new Viewport({
    box: () => state.box,
    padding: () => ({ left: 50, bottom: state.bottom }),
    held: () => state.held,
    max: () => 1.1,
    latest: () => state.latest,
    ghosts: () => state.ghosts,
    tiles: () => state.tiles,
    evidence: () => state.evidence,
    covered: () => state.covered,
  });
  viewport.resize(600, 400);
  viewport.keep();
  return { viewport, state };
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

  it("is fitted again when the padding changes, and when it changes back", () => {
    const { viewport, state } = watched();
    const before = viewport.view;
    state.bottom = 250;
    viewport.keep();
    expect(isInView(viewport.view, small, viewport.frame)).toBe(true);
    state.bottom = 0;
    viewport.keep();
    expect(viewport.view).toEqual(before);
  });

  it("is not moved by a notice that hides nothing concerned", () => {
    const { viewport, state } = watched();
    const before = viewport.view;
    state.covered = 200;
    viewport.keep();
    expect(viewport.view).toBe(before);
    state.evidence = { left: -50, top: -90, right: 60, bottom: -40 };
    viewport.keep();
    expect(viewport.view).toBe(before);
  });

  it("glides up if a notice hides a piece concerned, and back when it is closed", () => {
    const { viewport, state } = watched();
    const before = viewport.view;
    [state.covered, state.evidence] = [200, { left: -50, top: 0, right: 60, bottom: 90 }];
    viewport.keep();
    expect(viewport.view).toEqual({ ...before, y: expect.any(Number) });
    expect(viewport.view.y).toBeLessThan(before.y);
    expect(isInView(viewport.view, state.evidence, { ...viewport.frame, bottom: 200 })).toBe(true);
    [state.covered, state.evidence] = [0, null];
    viewport.keep();
    expect(viewport.view).toEqual(before);
  });

  it("returns after a notice although a tile was focused that the notice had moved out of view", () => {
    const { viewport, state } = watched();
    const before = viewport.view;
    const top = (viewport.frame.top + 1 - before.y) / before.scale + 8;
    [state.covered, state.evidence] = [200, { left: -50, top: 0, right: 60, bottom: 90 }];
    viewport.keep();
    const moved = viewport.view;
    viewport.reveal({ x: 0, y: top });
    expect(viewport.view.y).toBeGreaterThan(moved.y);
    [state.covered, state.evidence] = [0, null];
    viewport.keep();
    expect(viewport.view).toEqual(before);
  });

  it("leaves no tile under a notice, unless tiles would become too small, and returns when it is closed", () => {
    const { viewport, state } = watched();
    const before = viewport.view;
    state.tiles = { left: -90, top: -90, right: 90, bottom: 90 };
    state.covered = 150;
    viewport.keep();
    expect(viewport.view.scale).toBe(before.scale);
    expect(isInView(viewport.view, state.tiles, { ...viewport.frame, bottom: 250 })).toBe(true);
    state.covered = 0;
    viewport.keep();
    expect(viewport.view).toEqual(before);
    state.covered = 370;
    viewport.keep();
    expect(viewport.view).toEqual(before);
  });

  it("stays where it is under a notice if the hive was cut off anyway, or if the player has chosen it", () => {
    const { viewport, state } = watched();
    state.tiles = { left: -900, top: -90, right: 900, bottom: 90 };
    const before = viewport.view;
    state.covered = 150;
    viewport.keep();
    expect(viewport.view).toEqual(before);
    state.covered = 0;
    state.tiles = { left: -90, top: -90, right: 90, bottom: 90 };
    viewport.change({ x: 300, y: 250, scale: 1 });
    state.covered = 150;
    viewport.keep();
    expect(viewport.view).toEqual({ x: 300, y: 250, scale: 1 });
  });

  it("shows all ghosts of a picked piece, and then returns", () => {
    const { viewport, state } = watched();
    const before = viewport.view;
    state.ghosts = { left: -700, top: -100, right: 100, bottom: 100 };
    viewport.keep();
    expect(isInView(viewport.view, state.ghosts, viewport.frame)).toBe(true);
    state.ghosts = null;
    viewport.keep();
    expect(viewport.view).toEqual(before);
  });

  it("keeps the ghosts clear of a notice, unless tiles would become too small", () => {
    const { viewport, state } = watched();
    state.ghosts = { left: -150, top: -100, right: 150, bottom: 150 };
    state.evidence = { left: -50, top: -90, right: 60, bottom: -40 };
    state.covered = 150;
    viewport.keep();
    expect(isInView(viewport.view, state.ghosts, { ...viewport.frame, bottom: 250 })).toBe(true);
    state.covered = 350;
    viewport.keep();
    expect(isInView(viewport.view, state.ghosts, { ...viewport.frame, bottom: 50 })).toBe(false);
  });

  it("is fitted again when the hive has become much smaller", () => {
    const { viewport, state } = watched();
    state.box = large;
    viewport.keep();
    const far = viewport.view;
    state.box = { left: -100, top: -100, right: 850, bottom: 100 };
    viewport.keep();
    expect(viewport.view).toBe(far);
    state.box = small;
    viewport.keep();
    expect(viewport.view.scale).toBe(1.1);
    expect(viewport.view.x).toBeCloseTo(325);
  });

  it("is fitted to another position even if the hive is in view", () => {
    const { viewport, state } = watched();
    state.box = { left: -100, top: -100, right: 40, bottom: 40 };
    viewport.keep();
    expect(viewport.view.x).toBeCloseTo(325);
    viewport.refit();
    viewport.keep();
    expect(viewport.view.x).toBeCloseTo(325 + 30 * 1.1);
  });

  it("is fitted to another position even after a pan", () => {
    const { viewport } = watched();
    const before = viewport.view;
    viewport.change({ x: 100, y: 200, scale: 1 });
    viewport.keep();
    expect(viewport.view).toEqual({ x: 100, y: 200, scale: 1 });
    viewport.refit();
    viewport.keep();
    expect(viewport.view).toEqual(before);
  });

  it("applies a press to the earlier view shortly after a reason moved it", () => {
    vi.useFakeTimers();
    const { viewport, state } = watched();
    const before = viewport.view;
    enableMotion();
    [state.covered, state.evidence] = [250, { left: -50, top: 0, right: 60, bottom: 90 }];
    viewport.keep();
    viewport.view = { ...before, y: before.y - 50 }; // during the animation
    expect(viewport.aim).toEqual(before);
    // the reason is gone immediately: the player still saw the earlier view
    state.covered = 200;
    viewport.keep();
    expect(viewport.aim).toEqual(before);
    vi.advanceTimersByTime(300);
    expect(viewport.aim).toBe(viewport.view);
    [state.covered, state.evidence] = [0, null];
    viewport.keep();
    viewport.change({ x: 5, y: 6, scale: 1 });
    expect(viewport.aim).toBe(viewport.view);
    vi.useRealTimers();
  });

  it("applies a press to the current view for other covers, and without animation", () => {
    const { viewport, state } = watched();
    state.evidence = { left: -50, top: 0, right: 60, bottom: 90 };
    state.covered = 250;
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
    state.evidence = { left: -50, top: 0, right: 60, bottom: 95 };
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
  });
});

describe("a hive that does not fit", () => {
  const long: Box = { left: -100, top: -100, right: 2400, bottom: 100 };
  function opened(thumbs: number): Viewport {
    const viewport = new Viewport({
      box: () => long,
      padding: () => ({}),
      held: () => false,
      thumbs: () => thumbs,
    });
    viewport.resize(600, 400);
    viewport.keep();
    return viewport;
  }

  it("keeps tiles as large as a thumb, or a share of it", () => {
    expect(opened(1).view.scale).toBeCloseTo(MIN_FIT);
    expect(opened(0.6).view.scale).toBeCloseTo(0.6 * MIN_FIT);
    expect(opened(0).view.scale).toBeLessThan(0.6 * MIN_FIT);
  });

  it("is shown as a whole on demand, and stays so", () => {
    const viewport = opened(1);
    viewport.fit();
    expect(isInView(viewport.view, long, viewport.frame)).toBe(true);
    viewport.keep();
    expect(isInView(viewport.view, long, viewport.frame)).toBe(true);
  });
});
