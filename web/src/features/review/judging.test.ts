import { describe, expect, it } from "vitest";
import type { ReviewView } from "../../lib/messages";
import fixture from "./fixtures.json";
import {
  chanceOf,
  isWrong,
  JUDGEMENTS,
  namesOf,
  nextJudged,
  nextWrong,
  pliesBefore,
  reviewedTurns,
  turningPoints,
} from "./judging";

const review = fixture as unknown as ReviewView;
const turns = reviewedTurns(review);

describe("a position string", () => {
  it.each([
    ["ultimate-2024 Base+MLP White[1] -", 0],
    ["ultimate-2024 Base Black[1] wS1@0,0", 1],
    ["hive-2016 Base White[7] wS1@0,0", 12],
    ["nonsense", 0],
  ])("%s follows %i turns", (position, plies) => {
    expect(pliesBefore(position)).toBe(plies);
  });
});

describe("reviewed turns", () => {
  it("have the mover and the winning chances before and after the move", () => {
    expect(turns.length).toBe(review.moves.length);
    expect(turns[0]).toMatchObject({ index: 1, ply: 0, by: "white", before: review.white_wins });
    for (const [at, turn] of turns.slice(1).entries()) {
      expect(turn.before).toBe(turns[at]!.after);
      expect(turn.by).not.toBe(turns[at]!.by);
    }
  });

  it("start with the side to move of a set-up position", () => {
    const tree = { ...review.tree!, start: "ultimate-2024 Base+MLP Black[3] wS1@0,0" };
    expect(reviewedTurns({ ...review, tree })[0]).toMatchObject({ ply: 5, by: "black" });
  });

  it("that are turning points are listed with the largest loss first", () => {
    const found = turningPoints(review, turns);
    expect(found.map(({ move }) => move.ply)).toEqual(review.turning_points);
    expect(found.length).toBeGreaterThan(1);
    const losses = found.map(({ move }) => move.lost);
    expect(losses).toEqual([...losses].sort((one, two) => two - one));
  });

  it("match the counts of both sides", () => {
    for (const side of ["white", "black"] as const)
      for (const judgement of JUDGEMENTS) {
        const matching = turns.filter(({ by, move }) => by === side && move.judgement === judgement);
        expect(review[side]!.counts[judgement] ?? 0).toBe(matching.length);
      }
  });
});

describe("navigation between judged moves", () => {
  const wrong = turns.filter((turn) => turn.wrong).map(({ index }) => index);

  it("counts inaccuracies, mistakes, blunders and missed wins as wrong", () => {
    expect(JUDGEMENTS.filter(isWrong)).toEqual(["inaccuracy", "mistake", "blunder", "missed-win"]);
  });

  it("steps through wrong moves in both directions and stops at the ends", () => {
    const walk = (from: number, by: 1 | -1): number[] => {
      const next = nextWrong(turns, from, by);
      return next === null ? [] : [next, ...walk(next, by)];
    };
    expect(walk(0, 1)).toEqual(wrong);
    expect(walk(turns.length + 1, -1)).toEqual([...wrong].reverse());
  });

  it("starts again from the first move with a judgement", () => {
    const mistakes = turns.filter(({ by, move }) => by === "white" && move.judgement === "mistake");
    const indices = mistakes.map(({ index }) => index);
    expect(nextJudged(turns, "white", "mistake", 0)).toBe(indices[0]);
    expect(nextJudged(turns, "white", "mistake", indices[0]!)).toBe(indices[1]);
    expect(nextJudged(turns, "white", "mistake", indices.at(-1)!)).toBe(indices[0]);
    expect(nextJudged(turns, "white", "forced", 0)).toBeNull();
  });
});

it("winning chances are converted to the side's point of view", () => {
  expect([chanceOf(0.25, "white"), chanceOf(0.25, "black")]).toEqual([0.25, 0.75]);
});

it("an unknown name is empty", () => {
  expect(namesOf({ White: "?", Black: "Ada" })).toEqual({ white: "", black: "Ada" });
});
