import { describe, expect, it } from "vitest";
import type { ReviewView } from "../../lib/messages";
import { reviewedTurns } from "./judging";
import fixture from "./fixtures.json";
import { indexAt, MARGIN, plot, xOf, yOf } from "./graph";
import { SIGNS } from "./signs";

const review = fixture as unknown as ReviewView;
const turns = reviewedTurns(review);
const SIZE = { width: 640, height: 100, bars: 30 };

describe("the graph", () => {
  it("spreads the positions over its width with a margin at both ends", () => {
    expect(xOf(0, 20, 640)).toBe(MARGIN);
    expect(xOf(20, 20, 640)).toBe(640 - MARGIN);
    expect(xOf(0, 0, 640)).toBe(MARGIN);
  });

  it("finds the position under a point and the nearest one outside the graph", () => {
    for (const index of [0, 1, 7, 20]) expect(indexAt(xOf(index, 20, 640), 20, 640)).toBe(index);
    expect(indexAt(-50, 20, 640)).toBe(0);
    expect(indexAt(900, 20, 640)).toBe(20);
    expect(indexAt(300, 0, 640)).toBe(0);
  });

  it("shows White's wins at the top and Black's at the bottom", () => {
    expect(yOf(1, 100)).toBeLessThan(yOf(0.5, 100));
    expect(yOf(0.5, 100)).toBe(50);
    expect(yOf(0, 100)).toBeLessThan(100);
  });

  it("has a point for every position and a dot on the line for every wrong move", () => {
    const { line, dots } = plot(review.white_wins, turns, SIZE);
    expect(line.match(/[ML]/g)!.length).toBe(turns.length + 1);
    expect(dots.map(({ turn }) => turn)).toEqual(turns.filter(({ wrong }) => wrong));
    for (const { x, y, turn } of dots) {
      expect(x).toBe(xOf(turn.index, turns.length, SIZE.width));
      expect(y).toBe(yOf(turn.after, SIZE.height));
    }
  });

  it("fills the area from edge to edge", () => {
    const { area } = plot(review.white_wins, turns, SIZE);
    expect(area.startsWith("M0 100V")).toBe(true);
    expect(area.endsWith("H640V100z")).toBe(true);
  });

  it("scales the bars to the longest time and has none without times", () => {
    const { bars } = plot(review.white_wins, turns, SIZE);
    expect(bars.length).toBe(turns.length);
    expect(Math.max(...bars.map(({ height }) => height))).toBe(SIZE.bars);
    const untimed = turns.map((turn) => ({ ...turn, move: { ...turn.move, spent: null } }));
    expect(plot(review.white_wins, untimed, SIZE).bars).toEqual([]);
  });

  it("draws a game without moves", () => {
    expect(plot(0.5, [], SIZE).line).toBe(`M${MARGIN} 50`);
  });
});

it("every judgement has a shape of its own", () => {
  const shapes = Object.values(SIGNS).map(({ shape, hollow }) => `${shape} ${hollow ?? false}`);
  expect(new Set(shapes).size).toBe(shapes.length);
});
