import { describe, expect, it } from "vitest";
import en from "../../lib/i18n/en";
import fr from "../../lib/i18n/fr";
import type { PuzzleMove, PuzzleView } from "../../lib/messages";
import { aSave, aWin, move } from "./puzzleFixtures";
import { themeText } from "./themeText";

type Path = Partial<PuzzleMove["path"]>;

/** Return a puzzle whose solution ends with a move. */
function ending(piece: string, path: Path, origin: [number, number] | null = [8, 0]): PuzzleView {
  const win = aWin();
  const last = move(piece, origin, [9, 0]);
  return {
    ...win,
    turns: [win.turns[0]!, { ...win.turns[1]!, right: [{ ...last, path: { ...last.path, ...path } }] }],
  };
}

/** Return a save whose solution is a move. */
function saving(piece: string, origin: [number, number] | null, to: [number, number]): PuzzleView {
  const save = aSave();
  const stacks = [...save.scene.stacks, { place: [2, 2] as [number, number], pieces: ["wQ"] }];
  return {
    ...save,
    scene: { ...save.scene, stacks },
    turns: [{ ...save.turns[0]!, right: [move(piece, origin, to)] }],
  };
}

describe("the description of a theme", () => {
  it("says how the last space is really filled", () => {
    const text = (...args: Parameters<typeof ending>) => themeText(ending(...args), "surround", en);
    expect(text("wG1", { kind: "jump" })).toBe(
      "The grasshopper jumps over the hive into the last space next to the queen bee.",
    );
    expect(text("wA1", { kind: "slide" })).toBe("The ant slides into the last space next to the queen bee.");
    expect(text("wS1", { kind: "place" }, null)).toBe(
      "The spider is placed in the last space next to the queen bee.",
    );
    expect(text("wL", { kind: "climb" })).toBe(
      "The ladybug crosses the top of the hive and climbs down into the last space next to the queen bee.",
    );
    expect(text("wM", { kind: "jump", copied: "G" })).toBe(
      "The mosquito, acting as a grasshopper, jumps over the hive into the last space next to the queen bee.",
    );
    expect(themeText(ending("wM", { kind: "slide", copied: "S" }), "surround", fr)).toBe(
      "Le moustique, qui imite l’araignée, glisse sur la dernière case autour de la reine abeille.",
    );
  });

  it("names the bug that drops, and the bug that throws another", () => {
    expect(themeText(ending("wB1", { kind: "climb" }), "drop", en)).toBe(
      "The beetle drops from the top of the hive next to the queen bee.",
    );
    expect(themeText(ending("bA1", { kind: "throw", thrower: "wP" }), "throw", en)).toBe(
      "The pillbug throws the ant where it's needed.",
    );
    expect(themeText(ending("bA1", { kind: "throw", thrower: "wM", copied: "P" }), "throw", fr)).toBe(
      "Le moustique, qui imite le cloporte, lance la fourmi là où il le faut.",
    );
  });

  it("says that a piece is covered only if it can be", () => {
    expect(themeText(aWin(), "pin", en)).toContain("moving it would split the hive");
    const win = aWin();
    const onTop = { ...win.turns[0]!, right: [move("wB1", [8, 0], [6, 0])] };
    expect(themeText({ ...win, turns: [onTop, win.turns[1]!] }, "pin", en)).toContain("covered or pinned");
    const onOwn = { ...win.turns[0]!, right: [move("wB1", [8, 0], [7, 0])] };
    expect(themeText({ ...win, turns: [onOwn, win.turns[1]!] }, "pin", en)).toContain("split the hive");
  });

  it("says who moves away, if anyone does", () => {
    const text = (...args: Parameters<typeof saving>) => themeText(saving(...args), "escape", en);
    expect(text("wQ", [2, 2], [3, 2])).toBe("Your queen bee moves away.");
    expect(text("wA1", [3, 2], [6, 2])).toContain("gives her room");
    expect(text("wA1", [3, 2], [2, 3])).toContain("stops the threat");
    expect(text("wA1", [0, 0], [6, 2])).toContain("stops the threat");
    expect(text("wG1", null, [6, 2])).toContain("stops the threat");
  });

  it("falls back on the general description", () => {
    expect(themeText(aWin(), "ring", en)).toBe(en.puzzles.themeSays["ring"]);
    expect(themeText(aWin(), "drop", en)).toBe(en.puzzles.themeSays["drop"]);
    expect(themeText(aWin(), "unheard-of", en)).toBe("");
    for (const strings of [en, fr])
      expect(Object.values(strings.puzzles.themeSays).join()).not.toMatch(/along the ground|au sol/);
  });
});
