import { describe, expect, it } from "vitest";
import {
  cutEdges,
  detailScale,
  ghostBox,
  hiveBox,
  isNarrow,
  isTooSmall,
  maxFit,
  MIN_FIT,
  openingTurn,
  roomAround,
} from "./fitting";
import { FACE, PITCH, pixel, RISE, ROW } from "./geometry";
import type { Place, Stack } from "./types";
import { fitView, toScreen } from "./view";

const on = (...places: Place[]): Stack[] => places.map((place) => ({ place, pieces: ["wA1"] }));
/** Tiles in one row. */
const row = (length: number): Stack[] => on(...Array.from({ length }, (_, index): Place => [index, 0]));
/** Tiles along a line that goes down and to the right. */
const slope = (length: number): Stack[] => on(...Array.from({ length }, (_, index): Place => [0, index]));
const stage = { left: 0, top: 0, right: 742, bottom: 720 };
const phone = { left: 0, top: 0, right: 370, bottom: 510 };

describe("the scale", () => {
  it("has tiles of at most 92 pixels, or 116 in a wide window, and at least 44", () => {
    expect(maxFit(1366) * PITCH).toBeCloseTo(92);
    expect(maxFit(1699) * PITCH).toBeCloseTo(92);
    expect(maxFit(1700) * PITCH).toBeCloseTo(116);
    expect(MIN_FIT * PITCH).toBeCloseTo(44);
  });

  it("allows tiles of 60 pixels on the stage of a small laptop for hives ten tiles wide", () => {
    const { scale } = fitView(hiveBox(row(10), 0, 86.6), stage, MIN_FIT, maxFit(1366));
    expect(scale * PITCH).toBeGreaterThan(60);
  });
});

describe("the room around a hive", () => {
  it("is 44 units, and less where the stage is narrow or the picture is still", () => {
    expect(roomAround(row(3))).toBe(44);
    expect(roomAround(row(3), { narrow: true })).toBeLessThan(20);
    expect(roomAround(row(3), { still: true })).toBeLessThan(44);
    expect(roomAround([])).toBeGreaterThan(PITCH);
    expect(isNarrow({ width: 370, height: 510 })).toBe(true);
    expect(isNarrow({ width: 742, height: 720 })).toBe(false);
  });

  it("surrounds the tiles on every side, however high a stack is", () => {
    const tower: Stack = { place: [0, 0], pieces: ["wS1", "wB1", "bB1"] };
    const box = hiveBox([tower], 0, 44);
    expect(box).toEqual({
      left: -PITCH / 2 - 44,
      right: PITCH / 2 + 44,
      top: -2 * RISE - FACE - 44,
      bottom: FACE + RISE + 44,
    });
  });

  it("follows the rotation", () => {
    const [flat, turned] = [hiveBox(row(8), 0), hiveBox(row(8), 1)];
    expect(turned.right - turned.left).toBeLessThan(flat.right - flat.left);
    expect(turned.bottom - turned.top).toBeGreaterThan(flat.bottom - flat.top);
  });
});

describe("the box of the ghosts", () => {
  it("contains whole spaces, on the ground and on stacks", () => {
    const ghosts: Place[] = [
      [3, 0],
      [0, 0],
    ];
    const box = ghostBox(ghosts, new Map([["0,0", 3]]), 0)!;
    expect(box.right).toBeGreaterThan(pixel([3, 0]).x + PITCH / 2);
    expect(box.top).toBeLessThan(-2 * RISE - FACE);
    expect(box.bottom).toBeGreaterThan(FACE);
    expect(ghostBox([], new Map(), 0)).toBeNull();
  });
});

describe("the direction in which the board opens", () => {
  const at = (stacks: Stack[], frame = stage): number => openingTurn(stacks, 0, frame, { max: maxFit(1366) });

  it("is the stored one for a small or compact hive", () => {
    expect(at([])).toBe(0);
    expect(at(row(1))).toBe(0);
    expect(at(row(5))).toBe(0);
    expect(at(on([0, 0], [1, 0], [0, 1], [1, 1], [2, 0], [0, 2], [1, 2], [2, 1]))).toBe(0);
  });

  it("is another one if tiles become at least 15% larger", () => {
    expect(at(row(12), phone)).not.toBe(0);
    const scale = (stacks: Stack[], turn: number): number => {
      const box = hiveBox(stacks, turn, 44);
      return Math.min(370 / (box.right - box.left), 510 / (box.bottom - box.top));
    };
    const turn = at(row(12), phone);
    expect(scale(row(12), turn) / scale(row(12), 0)).toBeGreaterThan(1.15);
  });

  it("is the better of both neighbours", () => {
    const [long, wide] = [slope(12), { left: 0, top: 0, right: 900, bottom: 300 }];
    const turn = at(long, wide);
    const height = (by: number): number => hiveBox(long, by).bottom - hiveBox(long, by).top;
    expect(Math.abs(turn)).toBe(1);
    expect(height(turn)).toBeLessThan(height(-turn));
  });

  it("counts from the page's own rotation", () => {
    expect(openingTurn(row(12), 1, phone, { max: 1 })).toBe(0);
    expect(openingTurn(row(12), 3, phone, { max: 1 })).not.toBe(0);
  });

  it("does not matter where tiles are as large as allowed", () => {
    expect(openingTurn(row(6), 0, stage, { max: 0.5 })).toBe(0);
  });
});

describe("another view", () => {
  it("replaces one that is clearly smaller", () => {
    const view = { x: 0, y: 0, scale: 0.8 };
    expect(isTooSmall(view, { ...view, scale: 0.95 })).toBe(false);
    expect(isTooSmall(view, { ...view, scale: 1.06 })).toBe(true);
  });
});

describe("the cut edges", () => {
  const size = { width: 400, height: 300 };

  it("are those that tiles cross", () => {
    const fitted = fitView(hiveBox(row(4), 0, 20), { left: 0, top: 0, right: 400, bottom: 300 });
    expect(Object.values(cutEdges(row(4), 0, fitted, size))).toEqual([false, false, false, false]);
    const near = { x: 60, y: 150, scale: 1 };
    expect(toScreen(near, pixel([4, 0])).x).toBeGreaterThan(400);
    expect(cutEdges(row(5), 0, near, size)).toEqual({ left: false, top: false, right: true, bottom: false });
    expect(cutEdges(row(5), 0, { x: 20, y: 30, scale: 1 }, size)).toMatchObject({ left: true, top: true });
    expect(cutEdges(slope(4), 0, { x: 90, y: 3 * ROW, scale: 1 }, size).bottom).toBe(true);
    expect(Object.values(cutEdges([], 0, near, size))).not.toContain(true);
  });
});

describe("details of tiles", () => {
  it("keep their size on the screen as tiles shrink", () => {
    expect(detailScale(1.06)).toBe(1);
    const dot = 2.3;
    for (const scale of [1.34, 1.06, 0.8, 0.69, 0.6, 0.51])
      expect(dot * detailScale(scale) * scale).toBeGreaterThan(1.9);
  });

  it("do not outgrow the tile", () => {
    expect(detailScale(0.1)).toBe(1.9);
  });
});
