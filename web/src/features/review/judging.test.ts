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
  ])("%s comes after so many turns", (position, plies) => {
    expect(pliesBefore(position)).toBe(plies);
  });
});

describe("reviewed turns", () => {
  it("know what was before and after them, and who took them", () => {
    expect(turns.length).toBe(review.moves.length);
    expect(turns[0]).toMatchObject({ index: 1, ply: 0, by: "white", before: review.white_wins });
    for (const [at, turn] of turns.slice(1).entries()) {
      expect(turn.before).toBe(turns[at]!.after);
      expect(turn.by).not.toBe(turns[at]!.by);
    }
  });

  it("of a game that was set up begin with the side to move there", () => {
    const tree = { ...review.tree!, start: "ultimate-2024 Base+MLP Black[3] wS1@0,0" };
    expect(reviewedTurns({ ...review, tree })[0]).toMatchObject({ ply: 5, by: "black" });
  });

  it("that turned the game are told heaviest first", () => {
    const found = turningPoints(review, turns);
    expect(found.map(({ move }) => move.ply)).toEqual(review.turning_points);
    expect(found.length).toBeGreaterThan(1);
    const losses = found.map(({ move }) => move.lost);
    expect(losses).toEqual([...losses].sort((one, two) => two - one));
  });

  it("are counted as the sides' counts say", () => {
    for (const side of ["white", "black"] as const)
      for (const judgement of JUDGEMENTS) {
        const such = turns.filter(({ by, move }) => by === side && move.judgement === judgement);
        expect(review[side]!.counts[judgement] ?? 0).toBe(such.length);
      }
  });
});

describe("from one move to the next", () => {
  const wrong = turns.filter((turn) => turn.wrong).map(({ index }) => index);

  it("only what something better was there for is wrong", () => {
    expect(JUDGEMENTS.filter(isWrong)).toEqual(["inaccuracy", "mistake", "blunder", "missed-win"]);
  });

  it("wrong moves are walked in both directions, and there is an end", () => {
    const walk = (from: number, by: 1 | -1): number[] => {
      const next = nextWrong(turns, from, by);
      return next === null ? [] : [next, ...walk(next, by)];
    };
    expect(walk(0, 1)).toEqual(wrong);
    expect(walk(turns.length + 1, -1)).toEqual([...wrong].reverse());
  });

  it("those of one kind come round again", () => {
    const mistakes = turns.filter(({ by, move }) => by === "white" && move.judgement === "mistake");
    const indices = mistakes.map(({ index }) => index);
    expect(nextJudged(turns, "white", "mistake", 0)).toBe(indices[0]);
    expect(nextJudged(turns, "white", "mistake", indices[0]!)).toBe(indices[1]);
    expect(nextJudged(turns, "white", "mistake", indices.at(-1)!)).toBe(indices[0]);
    expect(nextJudged(turns, "white", "forced", 0)).toBeNull();
  });
});

it("a chance is told to the side it is for", () => {
  expect([chanceOf(0.25, "white"), chanceOf(0.25, "black")]).toEqual([0.25, 0.75]);
});

it("a name that nobody knows is none", () => {
  expect(namesOf({ White: "?", Black: "Ada" })).toEqual({ white: "", black: "Ada" });
});
