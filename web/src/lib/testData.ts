/** Builders of messages for tests, so that a test states only the fields it is about. */
import type { PathView, ReasonView, Scene } from "./messages";

/** Build a position of four pieces in a row, with White to move. */
export const makeScene = (change: Partial<Scene> = {}): Scene => ({
  position: "",
  edition: "ultimate-2024",
  game_type: "Base",
  to_move: "white",
  turn: 5,
  stacks: [
    { place: [-1, 0], pieces: ["wA1"] },
    { place: [0, 0], pieces: ["wQ"] },
    { place: [1, 0], pieces: ["bQ"] },
    { place: [2, 0], pieces: ["bA1"] },
  ],
  white: ["wG1"],
  black: [],
  just_moved: null,
  ...change,
});

/** Build the path of a piece that slides over these spaces. */
export const makePath = (...hexes: [number, number][]): PathView => ({
  kind: "slide",
  hexes,
  thrower: null,
  copied: null,
});

/** Build a reason by the one hive rule. */
export const makeReason = (text: string, piece = "wQ"): ReasonView => ({
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

/** What a game says about a player without an account. */
export const UNRATED = {
  registered: false,
  bot: false,
  rating: null,
  provisional: false,
  rating_after: null,
} as const;
