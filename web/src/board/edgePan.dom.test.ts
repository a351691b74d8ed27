import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EdgePan, pull, SPEED } from "./edgePan";
import type { Box } from "./geometry";

const frame: Box = { left: 0, top: 0, right: 800, bottom: 600 };
const long: Box = { left: -500, top: 100, right: 1500, bottom: 300 };

describe("a piece held at the edge of the board", () => {
  it("moves the table in the opposite direction, faster near the edge", () => {
    expect(pull({ x: 0, y: 200 }, frame, long)).toEqual({ x: 1, y: 0 });
    expect(pull({ x: 799, y: 200 }, frame, long).x).toBeLessThan(-0.9);
    const far = pull({ x: 40, y: 200 }, frame, long).x;
    expect(far).toBeGreaterThan(0);
    expect(far).toBeLessThan(0.5);
    expect(pull({ x: 400, y: 300 }, frame, long)).toEqual({ x: 0, y: 0 });
  });

  it("does not move the table if no more of the hive is there", () => {
    expect(pull({ x: 400, y: 0 }, frame, long)).toEqual({ x: 0, y: 0 });
    expect(pull({ x: 0, y: 200 }, frame, { ...long, left: 10 })).toEqual({ x: 0, y: 0 });
  });

  describe("over time", () => {
    let hive: Box;
    let edgePan: EdgePan;
    const pans: number[] = [];
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ["performance", "requestAnimationFrame", "cancelAnimationFrame"] });
      hive = long;
      pans.length = 0;
      edgePan = new EdgePan({ frame: () => frame, hive: () => hive, pan: (dx) => pans.push(dx) });
    });
    afterEach(() => {
      edgePan.hold(null);
      vi.useRealTimers();
    });
    const panned = (time: number): number => {
      pans.length = 0;
      vi.advanceTimersByTime(time);
      return pans.reduce((sum, dx) => sum + dx, 0);
    };

    it("accelerates to a constant speed while the piece is held, and ends when it is dropped", () => {
      edgePan.hold({ x: 400, y: 200 });
      edgePan.hold({ x: 0, y: 200 });
      const first = panned(100);
      expect(first).toBeGreaterThan(0);
      expect(first).toBeLessThan(SPEED * 0.05);
      panned(900);
      expect(panned(1000)).toBeGreaterThan(SPEED * 0.9);
      expect(Math.max(...pans)).toBeLessThanOrEqual(SPEED * 0.05);
      edgePan.hold(null);
      expect(panned(500)).toBe(0);
    });

    it("ends at the end of the hive", () => {
      edgePan.hold({ x: 400, y: 200 });
      edgePan.hold({ x: 0, y: 200 });
      panned(1000);
      hive = { ...long, left: 5 };
      expect(panned(1000)).toBe(0);
    });

    it("does not start for a piece that enters from a hand", () => {
      edgePan.hold({ x: 0, y: 200 });
      expect(panned(1000)).toBe(0);
      edgePan.hold({ x: 400, y: 200 });
      edgePan.hold({ x: 0, y: 200 });
      expect(panned(1000)).toBeGreaterThan(0);
    });
  });
});
