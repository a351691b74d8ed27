import { describe, expect, it } from "vitest";
import type { HintResponse, PlayedMove, QueenSpace, ThreatsResponse } from "../../lib/messages";
import { key, type Table } from "../../lib/position/hive";
import { drawHint, drawThreats, hintLegend, threatLegend, type LegendEntry } from "./helpDrawings";

const table: Table = {
  stacks: new Map([
    [key([0, 0]), ["wQ"]],
    [key([1, 0]), ["bQ"]],
    [key([2, 0]), ["bA1"]],
  ]),
  hands: { white: ["wA1"], black: [] },
} as unknown as Table;
const move: PlayedMove = { uhp: "wA1 -wQ", piece: "wA1", origin: null, to: [-1, 0], spent: 0 };
const hint: HintResponse = {
  kind: "hint",
  id: 1,
  step: 2,
  theme: "pin",
  sentence: "",
  pieces: ["wA1"],
  spaces: [],
  move,
  path: null,
  effects: [],
};
const names = (entries: LegendEntry[]): string[] => entries.map(({ mark }) => mark);

describe("the marks of a hint", () => {
  it("show the move and the two effects that the sentence names", () => {
    const explained: HintResponse = {
      ...hint,
      effects: [
        { kind: "pin", pieces: ["bA1"], spaces: [] },
        { kind: "aim", pieces: ["bQ"], spaces: [[1, 1]] },
        { kind: "open", pieces: ["wQ"], spaces: [[0, 1]] },
      ],
    };
    expect(drawHint(explained, table)).toEqual([
      { at: [-1, 0], to: null, color: "green", rank: 1, piece: "wA1" },
      { at: [2, 0], to: null, color: "yellow", rank: 2 },
      { at: [1, 1], to: null, color: "engine", rank: 3 },
    ]);
    expect(names(hintLegend(explained, table))).toEqual(["hintedMove", "held", "inReach"]);
  });

  it("have no mark for effects that concern neither pieces nor spaces", () => {
    const saving: HintResponse = { ...hint, effects: [{ kind: "save", pieces: ["wQ"], spaces: [] }] };
    expect(names(hintLegend(saving, table))).toEqual(["hintedMove"]);
  });

  it("show where to look before they show the move", () => {
    const first: HintResponse = { ...hint, step: 1, move: null, pieces: ["wQ"], spaces: [[0, 1]] };
    expect(names(hintLegend(first, table))).toEqual(["openSpace", "look"]);
    expect(drawHint(first, table)).toHaveLength(2);
  });
});

describe("the legend of threats", () => {
  const space = (place: [number, number], change: Partial<QueenSpace> = {}): QueenSpace => ({
    place,
    standing: null,
    white: [],
    black: [],
    ...change,
  });
  const threats: ThreatsResponse = {
    kind: "threats",
    id: 1,
    sentence: "",
    threats: [
      { kind: "win", move: { ...move, piece: "bA1", origin: [2, 0] }, pinned: [] },
      { kind: "win", move: { ...move, piece: "bA1", origin: [2, 0], to: [0, 1] }, pinned: [] },
      { kind: "pin", move: { ...move, piece: "bA1", origin: [2, 0] }, pinned: ["wQ"] },
    ],
    queen: {
      piece: "wQ",
      place: [0, 0],
      spaces: [
        space([1, 0], { standing: "bQ" }),
        space([1, -1], { black: ["bA1"] }),
        space([0, -1], { black: ["bA1"] }),
        space([-1, 0], { white: ["wA1"], black: ["bA1"] }),
        space([-1, 1], { white: ["wA1"] }),
        space([0, 1]),
      ],
    },
  };

  it("explains every mark on the board once", () => {
    expect(drawThreats(threats, table)).toHaveLength(4);
    expect(names(threatLegend(threats, table))).toEqual([
      "win",
      "pin",
      "pinned",
      "taken",
      "fill-black",
      "fill-both",
      "fill-white",
      "fill-nobody",
    ]);
  });

  it("is empty when nothing is drawn", () => {
    expect(threatLegend({ ...threats, threats: [], queen: null }, table)).toEqual([]);
  });
});
