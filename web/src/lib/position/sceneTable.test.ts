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
const because = (piece: string, text: string): ReasonView => ({
  rule: "one-hive",
  title: "one hive rule",
  text,
  book: "",
  section: "",
  piece,
  to: null,
  pieces: [],
  spaces: [],
  parts: [],
  gate: null,
  alternatives: [],
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

describe("the table of a scene", () => {
  it("shows the position of the scene", () => {
    const here = table();
    expect(here.stacks).toEqual(SCENE.stacks);
    expect(here.hands).toEqual({ white: ["wG1"], black: ["bG1"] });
    expect(here.toMove).toBe("white");
    expect(here.lastMove).toBeNull();
    expect(here.interaction.movable).toEqual(["wA1", "wG1"]);
  });

  it("marks the piece that was just moved", () => {
    expect(new SceneTable({ ...SCENE, just_moved: "bQ" }).lastMove).toEqual({ origin: null, to: [1, 0] });
  });

  it("allows no moves at first", () => {
    const here = new SceneTable(SCENE);
    here.interaction.pick("wA1");
    expect([here.interaction.picked, here.interaction.why, here.interaction.ghosts]).toEqual([
      null,
      null,
      [],
    ]);
  });

  it("shows the destinations of a picked piece and their paths", () => {
    const here = table();
    here.interaction.pick("wA1");
    expect(here.interaction.ghosts).toEqual([
      [2, 0],
      [1, 1],
    ]);
    here.interaction.hover([1, 1]);
    expect(here.interaction.path?.hexes[1]).toEqual([0, 1]);
    here.interaction.pick("wA1");
    expect([here.interaction.picked, here.interaction.ghosts]).toEqual([null, []]);
  });

  it("shows why a piece cannot move, or cannot go there", () => {
    const refused = vi.fn();
    const here = table({ refused });
    here.interaction.pick("wQ");
    expect(here.interaction.why).toMatchObject({ text: "pinned", to: null });
    expect(here.interaction.notice).toMatchObject({ kind: "why", why: { text: "pinned" } });
    here.interaction.pick("wA1");
    expect(here.interaction.why).toBeNull();
    here.interaction.place("wA1", [5, 5]);
    expect(here.interaction.why).toMatchObject({ text: "too far", to: [5, 5] });
    expect(refused).toHaveBeenCalledTimes(2);
    expect(here.interaction.picked).toBe("wA1");
  });

  it("falls back to the reason why the piece cannot move, and shows nothing without a reason", () => {
    const here = table();
    here.interaction.place("wQ", [9, 9]);
    expect(here.interaction.why).toMatchObject({ text: "pinned", to: [9, 9] });
    here.interaction.place("wA1", [9, 9]);
    expect(here.interaction.why).toBeNull();
    here.interaction.explain("bQ", null);
    expect(here.interaction.notice).toBeNull();
  });

  it("passes a legal move to its owner", () => {
    const play = vi.fn();
    const here = table({ play });
    here.interaction.place("wA1", [2, 0], { dragged: true });
    expect(play).toHaveBeenCalledExactlyOnceWith({
      piece: "wA1",
      origin: [-1, 0],
      to: [2, 0],
      path: path([-1, 0], [2, 0]),
      dragged: true,
    });
    expect(here.made).toBe(0);
  });

  it("makes a legal move itself if it has no owner", () => {
    const here = table();
    here.interaction.place("wG1", [-2, 0]);
    expect(here.stacks.at(-1)).toEqual({ place: [-2, 0], pieces: ["wG1"] });
    expect(here.hands.white).toEqual([]);
    expect(here.toMove).toBe("black");
    expect(here.lastMove).toEqual({ origin: null, to: [-2, 0] });
  });

  it("finishes showing a move when the piece has landed", async () => {
    const landed = vi.fn();
    const here = table({ animate: () => true, landed });
    let done = false;
    const shown = here.show({ piece: "wA1", to: [2, 0], path: path([-1, 0], [2, 0]) });
    void shown.then(() => (done = true));
    await Promise.resolve();
    expect([done, here.lastMove]).toEqual([false, { origin: [-1, 0], to: [2, 0] }]);
    here.interaction.landed(here.interaction.flying!);
    await shown;
    expect([done, here.interaction.flying]).toEqual([true, null]);
    expect(landed).toHaveBeenCalledOnce();
  });

  it("does not fly dragged pieces, nor any if animation is off", async () => {
    const here = table({ animate: () => true });
    await here.show({ piece: "wA1", to: [2, 0], dragged: true });
    expect(here.interaction.flying).toBeNull();
    const still = table();
    await still.show({ piece: "wA1", to: [2, 0] });
    expect(still.interaction.flying).toBeNull();
  });

  it("takes a move back along its path", async () => {
    let animate = false;
    const here = table({ animate: () => animate });
    await here.show({ piece: "wA1", to: [2, 0], path: path([-1, 0], [0, -1], [2, 0]) });
    animate = true;
    void here.back();
    expect(here.stacks).toEqual(SCENE.stacks);
    expect(here.interaction.flying?.path.hexes).toEqual([
      [2, 0],
      [0, -1],
      [-1, 0],
    ]);
  });

  it("finishes showing a move when its flight is stopped", async () => {
    const here = table({ animate: () => true });
    const shown = here.show({ piece: "wA1", to: [2, 0] });
    here.reset();
    await shown;
    expect([here.made, here.interaction.flying]).toEqual([0, null]);
  });

  it("counts a pass as a turn, and shows the reason against a move instead of making it", async () => {
    const here = table();
    await here.show({ piece: null, to: null });
    expect([here.toMove, here.lastMove]).toEqual(["black", null]);
    await here.show({ piece: "wQ", to: [0, 1], why: because("wQ", "no") });
    expect([here.made, here.interaction.why?.text]).toEqual([1, "no"]);
  });

  it("opens another position", () => {
    const here = table();
    here.interaction.place("wG1", [-2, 0]);
    here.open({ ...SCENE, to_move: "black" });
    expect([here.made, here.toMove, here.interaction.movable]).toEqual([0, "black", []]);
  });
});
