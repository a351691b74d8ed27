import type { Summary } from "./messages";

/** Build a running game of two guests for tests, with White to move. */
export const makeSummary = (change: Partial<Summary> = {}): Summary => ({
  game: "abcDEF0123",
  edition: "ultimate-2024",
  game_type: "Base+MLP",
  white: "Ann",
  black: "Ben",
  white_level: null,
  black_level: null,
  white_registered: false,
  black_registered: false,
  white_bot: false,
  black_bot: false,
  white_rating: null,
  black_rating: null,
  rated: false,
  yours: [],
  open: false,
  joinable: false,
  ply: 4,
  to_move: "white",
  ended: false,
  aborted: false,
  updated: 0,
  clock_rule: { kind: "minutes", minutes: 10, increment: 5, days: 0, first_move: 60 },
  clock: { white: 300_000, black: 240_000, running: "white", first_move: null, vacation: null },
  result: null,
  watchers: 0,
  board: {
    stacks: [
      { place: [0, 0], pieces: ["wQ"] },
      { place: [1, 0], pieces: ["bQ"] },
    ],
    last: { origin: null, to: [1, 0] },
  },
  ...change,
});
