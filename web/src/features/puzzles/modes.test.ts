import { describe, expect, it } from "vitest";
import en from "../../lib/i18n/en";
import fr from "../../lib/i18n/fr";
import { aSave, aWin } from "./puzzleFixtures";
import { HISTORY, MISSED, modeOf, STORM, STREAK, themePath, typePath } from "./modes";
import { detailText, headline, taskText, filterName, sourceOf, typeName } from "./text";

describe("an address of puzzles", () => {
  const at = (path: string) => {
    const { pathname, search } = new URL(path, "https://skep.example");
    return modeOf(pathname.split("/")[2] ?? null, search);
  };

  it("is the start, the history, a training, a run, the daily puzzle or a puzzle by its id", () => {
    expect(at("/puzzles")).toEqual({ kind: "start" });
    expect(at("/puzzles/daily")).toEqual({ kind: "daily" });
    expect(at("/puzzles/rated")).toEqual({ kind: "training", filter: {} });
    expect(at(themePath("drop"))).toEqual({ kind: "training", filter: { theme: "drop" } });
    expect(at(typePath("Base+MP"))).toEqual({ kind: "training", filter: { game_type: "Base+MP" } });
    expect(at(STREAK)).toEqual({ kind: "run", run: "streak" });
    expect(at(STORM)).toEqual({ kind: "run", run: "storm" });
    expect(at(MISSED)).toEqual({ kind: "repeat" });
    expect(at(HISTORY)).toEqual({ kind: "history" });
    expect(at("/puzzles/aaaa2222")).toEqual({ kind: "one", name: "aaaa2222" });
  });

  it("can be invalid", () => {
    expect(at("/puzzles/AAAA2222")).toEqual({ kind: "unknown" });
    expect(at("/puzzles/no")).toEqual({ kind: "unknown" });
    expect(at("/puzzles?theme=nothing")).toEqual({ kind: "start" });
    expect(at("/puzzles?type=Chess")).toEqual({ kind: "start" });
  });
});

describe("texts of puzzles", () => {
  it("state the task in one sentence", () => {
    expect(taskText(aWin(), en)).toBe("White to move: surround the black queen bee in 2 moves.");
    expect(taskText(aSave(), en)).toBe("White to move: save your queen bee. Only one move works.");
  });

  it("state the task as a heading and a sentence", () => {
    expect([headline(aWin(), en), detailText(aWin(), en)]).toEqual([
      "White wins in two",
      "Surround the black queen bee in 2 moves, whatever Black replies.",
    ]);
    expect(detailText(aWin({ moves: 1 }), en)).toBe("Fill the last space next to the black queen bee.");
    expect([headline(aSave(), fr), detailText(aSave(), fr)]).toEqual([
      "Sauvez la reine abeille blanche",
      "Un seul coup y parvient.",
    ]);
  });

  it("name the filter and the source of a puzzle", () => {
    expect(filterName({}, en)).toBe("Training");
    expect(filterName({ theme: "ring" }, en)).toBe("Ring");
    expect(typeName("Base", en)).toBe("Basic bugs");
    expect(typeName("Base+MLP", en)).toBe("Mosquito, ladybug, pillbug");
    expect(sourceOf(aWin(), en)).toBe("From a game the engine played against itself");
    expect(sourceOf(aWin({ source: "club.pgn/3" }), en)).toBe("From club.pgn/3");
  });
});
