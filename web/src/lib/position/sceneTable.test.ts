import { describe, expect, it, vi } from "vitest";
import type { IllegalReasons, Scene, PathView, ReasonView } from "../messages";
import { SceneTable, type AllowedMoves } from "./sceneTable.svelte";

/** wQ and bQ side by side, White's ant at the left; White has a grasshopper in hand. */
const SCENE: Scene = {
  position: "…",
  edition: "ultimate-pocket-2024",
  game_type: "Base",
  to_move: "white",
  turn: 3,
  stacks: [
    { place: [-1, 0], pieces: ["wA1"] },
    { place: [0, 0], pieces: ["wQ"] },
    { place: [1, 0], pieces: ["bQ"] },
  ],
  white: ["wG1"],
  black: ["bG1"],
  just_moved: null,
};
const path = (...hexes: [number, number][]): PathView => ({
  kind: "slide",
  hexes,
  thrower: null,
  copied: null,
});
const because = (piece: string, sentence: string): ReasonView => ({
  rule: "one-hive",
  sentence,
  book: "",
  section: "",
  piece,
  to: null,
  pieces: [],
  spaces: [],
  parts: [],
  gate: null,
  instead: [],
});
const REFUSED: IllegalReasons = {
  whys: [because("wQ", "pinned"), because("wA1", "too far")],
  places: { wA1: [5, 5, 1], wQ: [0, 1, 0] },
  nowhere: { wQ: 0 },
};
const ALLOWED: AllowedMoves = {
  moves: { wA1: [2, 0, 1, 1], wG1: [-2, 0] },
  paths: { wA1: [path([-1, 0], [0, -1], [2, 0]), path([-1, 0], [0, 1], [1, 1])] },
  refused: REFUSED,
};

function table(deps: ConstructorParameters<typeof SceneTable>[1] = {}): SceneTable {
  const made = new SceneTable(SCENE, deps);
  made.allow(ALLOWED);
  return made;
}

describe("a table for a told position", () => {
  it("draws what it is told", () => {
    const here = table();
    expect(here.stacks).toEqual(SCENE.stacks);
    expect(here.hands).toEqual({ white: ["wG1"], black: ["bG1"] });
    expect(here.toMove).toBe("white");
    expect(here.lastMove).toBeNull();
    expect(here.movable).toEqual(["wA1", "wG1"]);
  });

  it("marks the piece that was just moved", () => {
    expect(new SceneTable({ ...SCENE, just_moved: "bQ" }).lastMove).toEqual({ origin: null, to: [1, 0] });
  });

  it("lets nothing be done before it is told what may be", () => {
    const here = new SceneTable(SCENE);
    here.pick("wA1");
    expect([here.picked, here.why, here.ghosts]).toEqual([null, null, []]);
  });

  it("shows where a picked piece may go, and by which way", () => {
    const here = table();
    here.pick("wA1");
    expect(here.ghosts).toEqual([
      [2, 0],
      [1, 1],
    ]);
    here.hovered = [1, 1];
    expect(here.path?.hexes[1]).toEqual([0, 1]);
    here.pick("wA1");
    expect([here.picked, here.ghosts]).toEqual([null, []]);
  });

  it("tells why a piece can go nowhere, or not there", () => {
    const refused = vi.fn();
    const here = table({ refused });
    here.pick("wQ");
    expect(here.why).toMatchObject({ sentence: "pinned", to: null });
    expect(here.notice).toMatchObject({ kind: "why", why: { sentence: "pinned" } });
    here.pick("wA1");
    expect(here.why).toBeNull();
    here.place("wA1", [5, 5]);
    expect(here.why).toMatchObject({ sentence: "too far", to: [5, 5] });
    expect(refused).toHaveBeenCalledTimes(2);
    expect(here.picked).toBe("wA1");
  });

  it("falls back to what holds the piece, and is silent where nothing is known", () => {
    const here = table();
    here.place("wQ", [9, 9]);
    expect(here.why).toMatchObject({ sentence: "pinned", to: [9, 9] });
    here.place("wA1", [9, 9]);
    expect(here.why).toBeNull();
    expect(here.refuse("bQ", null)).toBe(false);
  });

  it("asks whether a legal move is the one that is wanted", () => {
    const tried = vi.fn();
    const here = table({ tried });
    here.place("wA1", [2, 0], { dragged: true });
    expect(tried).toHaveBeenCalledWith("wA1", [2, 0], { dragged: true });
    expect(here.made).toBe(0);
  });

  it("makes a legal move where nobody asks", () => {
    const here = table();
    here.place("wG1", [-2, 0]);
    expect(here.stacks.at(-1)).toEqual({ place: [-2, 0], pieces: ["wG1"] });
    expect(here.hands.white).toEqual([]);
    expect(here.toMove).toBe("black");
    expect(here.lastMove).toEqual({ origin: null, to: [-2, 0] });
  });

  it("is done with showing a move when the piece has landed", async () => {
    const landed = vi.fn();
    const here = table({ animate: () => true, landed });
    let done = false;
    const shown = here.show({ piece: "wA1", to: [2, 0], path: path([-1, 0], [2, 0]) });
    void shown.then(() => (done = true));
    await Promise.resolve();
    expect([done, here.lastMove]).toEqual([false, { origin: [-1, 0], to: [2, 0] }]);
    here.landed(here.flying!);
    await shown;
    expect([done, here.flying]).toEqual([true, null]);
    expect(landed).toHaveBeenCalledOnce();
  });

  it("does not fly what was dragged, nor where nobody wants to see it", async () => {
    const here = table({ animate: () => true });
    await here.show({ piece: "wA1", to: [2, 0] }, { dragged: true });
    expect(here.flying).toBeNull();
    const still = table();
    await still.show({ piece: "wA1", to: [2, 0] });
    expect(still.flying).toBeNull();
  });

  it("takes a move back along its way", async () => {
    let animate = false;
    const here = table({ animate: () => animate });
    await here.show({ piece: "wA1", to: [2, 0], path: path([-1, 0], [0, -1], [2, 0]) });
    animate = true;
    void here.back();
    expect(here.stacks).toEqual(SCENE.stacks);
    expect(here.flying?.path.hexes).toEqual([
      [2, 0],
      [0, -1],
      [-1, 0],
    ]);
  });

  it("leaves nobody waiting for a flight that is cut short", async () => {
    const here = table({ animate: () => true });
    const shown = here.show({ piece: "wA1", to: [2, 0] });
    here.reset();
    await shown;
    expect([here.made, here.flying]).toEqual([0, null]);
  });

  it("counts a pass as a turn, and shows the reason against a move instead of making it", async () => {
    const here = table();
    await here.show({ piece: null, to: null });
    expect([here.toMove, here.lastMove]).toEqual(["black", null]);
    await here.show({ piece: "wQ", to: [0, 1], why: because("wQ", "no") });
    expect([here.made, here.why?.sentence]).toEqual([1, "no"]);
  });

  it("holds another position when it is told one", () => {
    const here = table();
    here.place("wG1", [-2, 0]);
    here.open({ ...SCENE, to_move: "black" });
    expect([here.made, here.toMove, here.movable]).toEqual([0, "black", []]);
  });
});
