import { describe, expect, it } from "vitest";
import { DRIFT_DISTANCE } from "./motion";
import { splitHive } from "./splitHive";
import { fanHeight, fanPlace, fanWidth } from "./fanLayout";
import { pixel, RISE, turn, turnPoint } from "./geometry";
import { placeSeen, snapTo } from "./hits";
import { heightsOf, placesOf, without, withMove } from "./stacks";
import type { Stack } from "./types";

const hive: Stack[] = [
  { place: [0, 0], pieces: ["wQ", "bB1"] },
  { place: [1, 0], pieces: ["bQ"] },
];

describe("stacks", () => {
  it("move a piece from one to another", () => {
    expect(withMove(hive, "bB1", [1, 0])).toEqual([
      { place: [0, 0], pieces: ["wQ"] },
      { place: [1, 0], pieces: ["bQ", "bB1"] },
    ]);
  });

  it("disappear when empty, and start on an empty place", () => {
    expect(withMove(hive, "bQ", [5, 5])).toEqual([hive[0], { place: [5, 5], pieces: ["bQ"] }]);
    expect(withMove(hive, "wA1", [2, 0])).toHaveLength(3);
  });

  it("do not change when a missing piece is removed", () => {
    expect(without(hive, "wA1")).toBe(hive);
    expect(without(hive, null)).toBe(hive);
    expect(heightsOf(without(hive, "bB1"))).toEqual(
      new Map([
        ["0,0", 1],
        ["1,0", 1],
      ]),
    );
  });

  it("read places from a flat list", () => {
    expect(placesOf([1, 2, -3, 4])).toEqual([
      [1, 2],
      [-3, 4],
    ]);
    expect(placesOf(undefined)).toEqual([]);
  });
});

describe("parts", () => {
  it("are pulled away from the piece that holds them together", () => {
    const { part, offsets } = splitHive(
      [
        [[1, 0]],
        [
          [-1, 0],
          [-2, 0],
        ],
      ],
      [0, 0],
    );
    expect(offsets[0]).toEqual({ x: expect.closeTo(DRIFT_DISTANCE), y: expect.closeTo(0) });
    expect(offsets[1]).toEqual({ x: expect.closeTo(-DRIFT_DISTANCE), y: expect.closeTo(0) });
    expect(part.get("-2,0")).toBe(1);
    expect(part.has("0,0")).toBe(false);
  });

  it("are pulled away from their centre without a piece", () => {
    const { offsets } = splitHive([[[1, 0]], [[-1, 0]]], null);
    expect(offsets[0]!.x).toBeGreaterThan(0);
    expect(splitHive([[[0, 0]]], null).offsets[0]).toEqual({ x: 0, y: 0 });
  });
});

describe("the place under a point", () => {
  const tall = new Map([["0,0", 4]]);

  it("is the high stack that hides the ground behind it", () => {
    const { x, y } = pixel([0, 0]);
    expect(placeSeen({ x, y: y - 3 * RISE }, tall, 0)).toEqual([0, 0]);
    expect(placeSeen({ x, y: y - 3 * RISE - 40 }, tall, 0)).toEqual([0, 0]);
    expect(placeSeen(pixel([0, 1]), tall, 0)).toEqual([0, 1]);
  });

  it("is found in a rotated view", () => {
    for (let rotation = 0; rotation < 6; rotation++) {
      expect(placeSeen(turnPoint(pixel([2, -1]), rotation), new Map(), rotation)).toEqual([2, -1]);
      expect(turn(turn([2, -1], rotation), -rotation)).toEqual([2, -1]);
    }
  });

  it("is the nearest ghost for a dragged piece, if it is close", () => {
    const ghosts: [number, number][] = [
      [0, 0],
      [1, 0],
    ];
    expect(snapTo({ x: 60, y: 5 }, ghosts, (place) => pixel(place))).toEqual([1, 0]);
    expect(snapTo({ x: 10, y: 5 }, ghosts, (place) => pixel(place))).toEqual([0, 0]);
    expect(snapTo({ x: -200, y: 5 }, ghosts, (place) => pixel(place))).toBeNull();
  });
});

describe("a fan", () => {
  const board = { width: 400, height: 500 };

  it("is above its stack, or below if there is no room", () => {
    const above = fanPlace(3, { x: 200, y: 400 }, 0.7, board);
    expect(above.below).toBe(false);
    expect(above.y - fanHeight(3) * above.scale).toBeGreaterThan(0);
    const below = fanPlace(3, { x: 200, y: 30 }, 0.7, board);
    expect(below.below).toBe(true);
    expect(below.y).toBeGreaterThan(30);
  });

  it("stays within the board, even seven pieces high", () => {
    const { x, scale } = fanPlace(7, { x: 390, y: 400 }, 1, board);
    expect(x + (fanWidth(7) * scale) / 2).toBeLessThanOrEqual(400);
    expect(x - (fanWidth(7) * scale) / 2).toBeGreaterThanOrEqual(0);
  });
});
