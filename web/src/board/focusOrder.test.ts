import { describe, expect, it } from "vitest";
import { pixel } from "./geometry";
import { targetsOf, type VisibleBoard, type Target } from "./targets";
import { ahead, readingOrder, isDirection, nearest } from "./focusOrder";
import type { Place, Stack } from "./types";

const points = (...places: Place[]): { place: Place; x: number; y: number }[] =>
  places.map((place) => ({ place, ...pixel(place) }));

describe("moving the focus", () => {
  const things = points([0, 0], [1, 0], [2, 0], [0, 1], [-1, 1], [1, -1], [0, -2]);

  it("follows a row", () => {
    expect(ahead(things, pixel([0, 0]), "ArrowRight")?.place).toEqual([1, 0]);
    expect(ahead(things, pixel([2, 0]), "ArrowLeft")?.place).toEqual([1, 0]);
  });

  it("reaches the next row, which is offset by half a hex", () => {
    expect([
      [0, 1],
      [-1, 1],
    ]).toContainEqual(ahead(things, pixel([0, 0]), "ArrowDown")?.place);
    expect(ahead(things, pixel([0, 0]), "ArrowUp")?.place).toEqual([1, -1]);
  });

  it("reaches distant places if there is nothing nearer, and stops at the edge", () => {
    expect(ahead(points([9, 1]), pixel([0, 0]), "ArrowDown")?.place).toEqual([9, 1]);
    expect(ahead(things, pixel([2, 0]), "ArrowRight")).toBeNull();
  });

  it("reads from the top row down", () => {
    expect([...things].sort(readingOrder).map(({ place }) => place)[0]).toEqual([0, -2]);
    expect(nearest(things, { x: 80, y: 4 })?.place).toEqual([1, 0]);
    expect(nearest([], { x: 0, y: 0 })).toBeUndefined();
    expect(isDirection("ArrowUp")).toBe(true);
    expect(isDirection("Enter")).toBe(false);
  });
});

describe("focusable targets", () => {
  const stacks: Stack[] = [
    { place: [0, 0], pieces: ["wQ", "bB1"] },
    { place: [1, 0], pieces: ["bQ"] },
    { place: [0, -1], pieces: ["wA1"] },
  ];
  const visible: VisibleBoard = {
    stacks,
    ghosts: [],
    movable: new Set(["bB1", "wA1"]),
    selected: null,
    interactive: true,
    pointing: false,
    rotation: 0,
    topOf: (place) => pixel(place),
  };

  it("are reached by Tab if the piece can move, in reading order; the others by arrow keys", () => {
    const targets = targetsOf(visible);
    expect(targets.map(({ key, stop }) => [key, stop])).toEqual([
      ["piece 0,-1", true],
      ["piece 0,0", true],
      ["piece 1,0", false],
    ]);
    expect(targets[1]!.thing).toMatchObject({ piece: "bB1", under: ["wQ"], movable: true });
  });

  it("are only the ghosts for Tab while a piece is picked; a ghost replaces its stack", () => {
    const targets = targetsOf({
      ...visible,
      selected: "wA1",
      ghosts: [
        [0, 0],
        [1, -1],
      ],
    });
    expect(targets.slice(0, 4).map(({ key, stop }) => [key, stop])).toEqual([
      ["piece 0,-1", false],
      ["piece 1,0", false],
      ["ghost 1,-1", true],
      ["ghost 0,0", true],
    ]);
    expect(targets.slice(4).filter(({ stop }) => stop)).toEqual([]);
    expect(targets[3]!.thing).toMatchObject({ kind: "ghost", piece: "wA1", under: ["wQ", "bB1"] });
  });

  it("describe a ghost by its neighbours and their sides in the view", () => {
    const ghostOf = (rotation: number): Target | undefined =>
      targetsOf({ ...visible, selected: "wA1", ghosts: [[1, -1]], rotation }).find(
        ({ key }) => key === "ghost 1,-1",
      );
    const ghost = ghostOf(0);
    expect(ghost!.thing).toMatchObject({
      beside: [
        ["bB1", 4],
        ["bQ", 5],
      ],
    });
    const rotated = ghostOf(1);
    expect(rotated!.thing).toMatchObject({
      beside: [
        ["bB1", 5],
        ["bQ", 0],
      ],
    });
  });

  it("include all spaces next to the hive while a piece is picked or spaces are pointed at", () => {
    const spaces = (change: Partial<VisibleBoard>): string[] =>
      targetsOf({ ...visible, ...change })
        .filter(({ thing }) => thing.kind === "space")
        .map(({ place }) => place.join());
    const around = ["0,-2", "1,-2", "-1,-1", "1,-1", "2,-1", "-1,0", "2,0", "-1,1", "0,1", "1,1"];
    expect(spaces({ selected: "wA1" }).sort()).toEqual(around.sort());
    expect(spaces({ selected: "wA1", ghosts: [[1, -1]] })).not.toContain("1,-1");
    expect(spaces({})).toEqual([]);
    expect(spaces({ pointing: true }).sort()).toEqual(around.sort());
    expect(spaces({ selected: "wA1", interactive: false })).toEqual([]);
  });

  it("include the hive if no piece can move", () => {
    expect(targetsOf({ ...visible, movable: new Set() }).filter(({ stop }) => stop)).toHaveLength(1);
    expect(targetsOf({ ...visible, interactive: false }).some(({ stop }) => stop)).toBe(false);
  });
});
