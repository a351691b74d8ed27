import { describe, expect, it } from "vitest";
import { PITCH } from "../../board/geometry";
import type { Stack } from "../../board/types";
import { pictureOf } from "./miniBoard";

const row: Stack[] = [0, 1, 2, 3, 4, 5, 6].map((q) => ({ place: [q, 0], pieces: [`wA${q}`] }));

describe("the picture of a small board", () => {
  it("shows few tiles no larger than those of a small hive", () => {
    const { box } = pictureOf([{ place: [0, 0], pieces: ["wQ"] }], 1.5);
    expect(box.right - box.left).toBeCloseTo(5 * PITCH);
    expect((box.left + box.right) / 2).toBeCloseTo(0);
  });

  it("turns a long hive to the shape of its frame", () => {
    expect(pictureOf(row, 3).stacks.map(({ place }) => place[1])).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const upright = pictureOf(row, 0.5).stacks;
    expect(new Set(upright.map(({ place }) => place[1])).size).toBe(7);
  });

  it("draws from back to front", () => {
    const { stacks } = pictureOf(
      [
        { place: [0, 1], pieces: ["wQ"] },
        { place: [0, 0], pieces: ["bQ", "wB1"] },
      ],
      1.5,
    );
    expect(stacks.map(({ pieces }) => pieces[0])).toEqual(["bQ", "wQ"]);
  });
});
