import type { PuzzleMove, PuzzleView } from "../../lib/messages";

/** Small puzzles for tests, which do not follow the rules but have the right shape. */

export function move(piece: string, origin: [number, number] | null, to: [number, number]): PuzzleMove {
  return {
    uhp: `${piece} to ${to}`,
    piece,
    origin,
    to,
    ends: false,
    path: {
      kind: origin ? "slide" : "place",
      hexes: origin ? [origin, to] : [to],
      thrower: null,
      copied: null,
    },
  };
}

const NOTHING_REFUSED = { whys: [], places: {}, nowhere: {} };

/** Return a win in two: the ant goes to 1,0, the black spider replies, the beetle or the grasshopper wins. */
export function aWin(change: Partial<PuzzleView> = {}): PuzzleView {
  const why = {
    rule: "one_hive",
    title: "one hive rule",
    text: "The hive would fall apart.",
    book: "Rules",
    section: "One Hive",
    piece: "wS1",
    to: null,
    pieces: [],
    spaces: [],
    parts: [],
    gate: null,
    alternatives: [],
  };
  return {
    id: "aaaa2222",
    kind: "win",
    moves: 2,
    scene: {
      position: "ultimate-2024 Base White[9] …",
      edition: "ultimate-2024",
      game_type: "Base",
      to_move: "white",
      turn: 9,
      stacks: [
        { place: [0, 0], pieces: ["wA1"] },
        { place: [5, 0], pieces: ["bQ"] },
        { place: [6, 0], pieces: ["bS1"] },
        { place: [7, 0], pieces: ["wS1"] },
        { place: [8, 0], pieces: ["wB1"] },
      ],
      white: ["wG1", "wG2"],
      black: ["bA1"],
      just_moved: null,
    },
    turns: [
      {
        paths: {},
        legal: { wA1: [1, 0, 2, 0, 3, 0], wG1: [4, 4] },
        right: [move("wA1", [0, 0], [1, 0])],
        answer: move("bS1", [6, 0], [6, 1]),
        wrong: [
          { moves: { wA1: [2, 0], wG1: [4, 4] }, answer: move("bQ", [5, 0], [5, 1]) },
          { moves: { wA1: [3, 0] }, answer: null },
        ],
        refused: { whys: [why], places: {}, nowhere: { wS1: 0 } },
      },
      {
        paths: {},
        legal: { wB1: [9, 0, 8, 1], wG1: [4, 4, 4, 5] },
        right: [
          { ...move("wB1", [8, 0], [9, 0]), ends: true },
          { ...move("wG1", null, [4, 4]), ends: true },
        ],
        answer: null,
        wrong: [],
        refused: NOTHING_REFUSED,
      },
    ],
    themes: ["surround", "pin"],
    rating: 900,
    source: "self-play a/1/2",
    ...change,
  };
}

/** Return a puzzle in which one move of the spider saves White's queen bee. */
export function aSave(change: Partial<PuzzleView> = {}): PuzzleView {
  const win = aWin();
  return {
    ...win,
    id: "bbbb3333",
    kind: "save",
    moves: 1,
    turns: [
      {
        ...win.turns[0]!,
        answer: null,
        wrong: [
          {
            moves: { wA1: [2, 0, 3, 0], wG1: [4, 4] },
            answer: { ...move("bQ", [5, 0], [5, 1]), ends: true },
          },
        ],
      },
    ],
    themes: ["escape"],
    ...change,
  };
}
