import { describe, expect, it, vi } from "vitest";
import type { PuzzleView } from "../../lib/messages";
import { aSave, aWin } from "./puzzleFixtures";
import { PuzzleSolving, type PuzzleDeps } from "./puzzleSolving.svelte";

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

function solving(puzzle: PuzzleView = aWin(), more: PuzzleDeps = {}) {
  const counted = vi.fn((_: boolean) => {});
  const onEvent = vi.fn((_: string) => {});
  const solver = new PuzzleSolving(puzzle, { counted, onEvent, rest: () => Promise.resolve(), ...more });
  return { solver, counted, happened: onEvent };
}

const tops = ({ table }: PuzzleSolving): Record<string, string> =>
  Object.fromEntries(table.stacks.map(({ place, pieces }) => [pieces.at(-1)!, place.join()]));

async function play(solver: PuzzleSolving, piece: string, q: number, r: number): Promise<void> {
  solver.table.interaction.pick(piece);
  solver.table.interaction.place(piece, [q, r]);
  await settled();
}

describe("solving a puzzle", () => {
  it("replies to right moves and ends with the last", async () => {
    const { solver, counted, happened: onEvent } = solving();
    expect([solver.phase, solver.left]).toEqual(["trying", 2]);
    expect(solver.table.interaction.movable).toEqual(["wA1", "wG1"]);
    await play(solver, "wA1", 1, 0);
    expect([solver.phase, solver.turn, solver.left]).toEqual(["trying", 1, 1]);
    expect(tops(solver)).toMatchObject({ wA1: "1,0", bS1: "6,1" });
    expect(solver.table.interaction.movable).toEqual(["wB1", "wG1"]);
    expect(counted).not.toHaveBeenCalled();
    await play(solver, "wB1", 9, 0);
    expect([solver.phase, solver.first, solver.done]).toEqual(["solved", "solved", true]);
    expect(counted.mock.calls).toEqual([[true]]);
    expect(onEvent.mock.calls.flat()).toEqual(["answered", "solved"]);
    expect(solver.table.interaction.movable).toEqual([]);
  });

  it("continues in another language, with its reasons", async () => {
    const { solver } = solving();
    solver.table.interaction.pick("wA1");
    const other = aWin();
    for (const turn of other.turns) for (const why of turn.refused.whys) why.text = "parce que";
    solver.translate(aWin({ id: "another" }));
    expect(solver.puzzle.id).not.toBe("another");
    solver.translate(other);
    expect(solver.table.interaction.picked).toBe("wA1");
    const stuck = Object.keys(other.turns[0]!.refused.nowhere)[0]!;
    solver.table.interaction.pick(stuck);
    expect(solver.table.interaction.why?.text).toBe("parce que");
    // the visible reason is translated
    solver.translate(aWin());
    expect(solver.table.interaction.why?.piece).toBe(stuck);
    expect(solver.table.interaction.why?.text).not.toBe("parce que");
    await play(solver, "wA1", 1, 0);
    expect(solver.turn).toBe(1);
  });

  it("accepts every move that ends the game", async () => {
    const { solver } = solving();
    await play(solver, "wA1", 1, 0);
    await play(solver, "wG1", 4, 4);
    expect(solver.phase).toBe("solved");
    expect(solver.line.at(-1)!.piece).toBe("wG1");
    expect(solver.table.hands.white).toEqual(["wG2"]);
  });

  it("replies to a wrong move, and takes both back", async () => {
    const { solver, counted, happened: onEvent } = solving();
    await play(solver, "wA1", 2, 0);
    expect([solver.phase, solver.first]).toEqual(["wrong", "missed"]);
    expect(counted.mock.calls).toEqual([[false]]);
    expect(onEvent).toHaveBeenLastCalledWith("wrong");
    expect(solver.wrong).toMatchObject([{ turn: 0, what: "escapes", answer: { piece: "bQ" } }]);
    expect(tops(solver)).toMatchObject({ wA1: "2,0", bQ: "5,1" });
    await play(solver, "wA1", 1, 0); // no move is possible meanwhile
    expect(solver.phase).toBe("wrong");
    await solver.again();
    expect(solver.phase).toBe("trying");
    expect(tops(solver)).toMatchObject({ wA1: "0,0", bQ: "5,0" });
    await play(solver, "wA1", 1, 0);
    await play(solver, "wB1", 9, 0);
    expect([solver.phase, solver.first]).toEqual(["solved", "missed"]);
    expect(counted).toHaveBeenCalledTimes(1);
  });

  it("returns a placed piece to its hand", async () => {
    const { solver } = solving();
    await play(solver, "wG1", 4, 4);
    expect(solver.table.hands.white).toEqual(["wG2"]);
    await solver.again();
    expect(solver.table.hands.white).toEqual(["wG1", "wG2"]);
  });

  it("classifies wrong moves", async () => {
    const { solver } = solving();
    await play(solver, "wA1", 3, 0);
    expect(solver.wrong.at(-1)).toMatchObject({ what: "ends", answer: null });
    await solver.again();
    await play(solver, "wA1", 1, 0);
    await play(solver, "wB1", 8, 1);
    expect(solver.wrong.at(-1)).toMatchObject({ turn: 1, what: "not-surrounding", answer: null });
    await solver.again();
    expect(solver.turn).toBe(1);
    expect(tops(solver)).toMatchObject({ wA1: "1,0", bS1: "6,1", wB1: "8,0" });
    const { solver: saving } = solving(aSave());
    await play(saving, "wA1", 2, 0);
    expect(saving.wrong.at(-1)!.what).toBe("loses");
    const slow = aSave();
    slow.turns[0]!.wrong[0]!.answer!.ends = false;
    const { solver: later } = solving(slow);
    await play(later, "wA1", 2, 0);
    expect(later.wrong.at(-1)!.what).toBe("will-lose");
  });

  it("ends with the move that saves", async () => {
    const { solver, counted } = solving(aSave());
    await play(solver, "wA1", 1, 0);
    expect(solver.phase).toBe("solved");
    expect(counted.mock.calls).toEqual([[true]]);
  });

  it("shows why a piece cannot move", () => {
    const { solver } = solving();
    solver.table.interaction.pick("wS1");
    expect(solver.table.interaction.why?.text).toContain("fall apart");
    expect(solver.table.interaction.picked).toBeNull();
  });

  it("hints at the piece, then at the move, and counts that as missed", async () => {
    const { solver, counted } = solving();
    expect(solver.drawings).toEqual([]);
    solver.hint();
    expect(counted.mock.calls).toEqual([[false]]);
    expect(solver.drawings).toEqual([{ at: [0, 0], to: null, color: "green" }]);
    solver.hint();
    expect(solver.drawings).toEqual([{ at: [0, 0], to: [1, 0], color: "green" }]);
    await play(solver, "wA1", 1, 0);
    expect([solver.hinted, solver.drawings]).toEqual([0, []]);
    expect(counted).toHaveBeenCalledTimes(1);
  });

  it("hints at a piece in hand", () => {
    const puzzle = aWin();
    puzzle.turns[0]!.right = [puzzle.turns[1]!.right[1]!];
    const { solver } = solving(puzzle);
    solver.hint();
    expect([solver.hintedInHand, solver.drawings]).toEqual([["wG1"], []]);
    solver.hint();
    expect(solver.drawings).toEqual([{ at: [4, 4], to: null, piece: "wG1", color: "green" }]);
  });

  it("shows the rest of the solution on request", async () => {
    const { solver, counted, happened: onEvent } = solving();
    await play(solver, "wA1", 1, 0);
    await solver.giveUp();
    expect([solver.phase, solver.first, solver.at]).toEqual(["shown", "missed", 3]);
    expect(tops(solver)).toMatchObject({ wA1: "1,0", bS1: "6,1", wB1: "9,0" });
    expect(counted.mock.calls).toEqual([[false]]);
    expect(onEvent).toHaveBeenLastCalledWith("shown");
  });

  it("takes a wrong move back before it shows the solution", async () => {
    const { solver } = solving();
    await play(solver, "wA1", 2, 0);
    await solver.giveUp();
    expect(tops(solver)).toMatchObject({ wA1: "1,0", bS1: "6,1", wB1: "9,0", bQ: "5,0" });
  });

  it("can be stepped through afterwards, both the solution and wrong tries", async () => {
    const { solver } = solving();
    await play(solver, "wA1", 2, 0);
    solver.seek(1);
    expect(tops(solver)).toMatchObject({ wA1: "2,0", bQ: "5,0" });
    solver.seek(9);
    expect(tops(solver)).toMatchObject({ wA1: "2,0", bQ: "5,1" });
    solver.seek(0);
    await solver.again();
    expect(tops(solver)).toMatchObject({ wA1: "0,0", bQ: "5,0" });
    await play(solver, "wA1", 1, 0);
    solver.seek(0); // ignored while the puzzle is being solved
    expect(tops(solver)).toMatchObject({ wA1: "1,0" });
    await play(solver, "wB1", 9, 0);
    expect(solver.at).toBe(3);
    solver.seek(2);
    expect(tops(solver)).toMatchObject({ wB1: "8,0", bS1: "6,1" });
    solver.open(solver.wrong[0]!.line);
    expect([solver.at, tops(solver)["bQ"]]).toEqual([2, "5,1"]);
    solver.open(solver.solution, 0);
    expect(tops(solver)).toMatchObject({ wA1: "0,0" });
  });

  it("can be repeated without counting", async () => {
    const { solver, counted } = solving();
    await solver.giveUp();
    solver.restart();
    expect([solver.phase, solver.turn, solver.first]).toEqual(["trying", 0, "missed"]);
    expect(tops(solver)).toMatchObject({ wA1: "0,0" });
    await play(solver, "wA1", 1, 0);
    await play(solver, "wB1", 9, 0);
    expect(solver.phase).toBe("solved");
    expect(counted).toHaveBeenCalledTimes(1);
  });

  it("waits for pieces to land", async () => {
    const { solver } = solving(aWin(), { animate: () => true });
    solver.table.interaction.place("wA1", [1, 0]);
    await settled();
    expect(solver.phase).toBe("busy");
    expect(solver.table.interaction.flying?.piece).toBe("wA1");
    expect(solver.table.interaction.movable).toEqual([]);
    solver.table.interaction.landed(solver.table.interaction.flying!);
    await settled();
    expect(solver.table.interaction.flying?.piece).toBe("bS1");
    solver.table.interaction.landed(solver.table.interaction.flying!);
    await settled();
    expect([solver.phase, solver.turn]).toEqual(["trying", 1]);
  });

  it("drops a pending reply after a restart", async () => {
    const { solver } = solving(aWin(), { animate: () => true });
    solver.table.interaction.place("wA1", [2, 0]);
    await settled();
    solver.restart();
    await settled();
    expect([solver.phase, solver.wrong.length, solver.table.made]).toEqual(["trying", 0, 0]);
  });

  it("shows a pass as the reply", async () => {
    const puzzle = aWin();
    puzzle.turns[0]!.answer = {
      uhp: "pass",
      piece: null,
      origin: null,
      to: null,
      ends: false,
      path: { kind: "pass", hexes: [], thrower: null, copied: null },
    };
    const { solver } = solving(puzzle);
    await play(solver, "wA1", 1, 0);
    expect([solver.turn, solver.table.made]).toEqual([1, 2]);
  });
});
