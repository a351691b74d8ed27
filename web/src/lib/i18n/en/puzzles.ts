import { other, type Bug, type Piece, type Side } from "../../position/pieces";
import { en as shared } from "../fromPython";
import { capitalised, upper } from "../texts";
import { bugs, sides, pieceOf, plural } from "./words";

export const puzzles = {
  heading: "Puzzles",
  lead: "Each position has exactly one right move, and it's proven. Find it.",
  daily: "Puzzle of the day",
  dailyText: "A new one every day, the same for everyone.",
  dailySolved: "Solved today",
  solveDaily: "Solve it",
  training: "Training",
  trainingText: "Puzzles at your level, one after another.",
  start: "Start",
  goOn: "Continue",
  themesHeading: "By theme",
  typesHeading: "By bugs",
  basic: "Basic bugs",
  keptHere: "Your rating and your history are saved in this browser.",
  ratingNote:
    "One puzzle changes your rating by at most 60 points, and by less the more puzzles you've tried.",
  modesHeading: "More ways to train",
  runs: {
    streak: { name: "Streak", text: "Every puzzle is harder than the last. One miss ends it." },
    storm: { name: "Storm", text: "Three minutes. Solve as many as you can." },
  },
  best: (result: number) => `Best: ${result}`,
  missedHeading: "Missed puzzles",
  missedText: (count: number) =>
    count
      ? `${plural(count, "puzzle", "puzzles")} to try again.`
      : "Puzzles you miss wait here until you solve them.",
  nothingMissed: "Nothing to repeat",
  nothingMissedText: "You've solved every puzzle that you missed.",
  historyHeading: "History",
  historyText: "Every puzzle you've tried, and your rating over time.",
  historyEmpty: "Puzzles you try are listed here.",
  historyAll: "All",
  historyMissed: "Missed",
  historyShow: "Show",
  older: "Show older ones",
  columns: {
    date: "Date",
    puzzle: "Puzzle",
    mode: "Mode",
    result: "Result",
    change: "Change",
  },
  results: { solved: "Solved", missed: "Missed" },
  unrated: "Not rated",
  modeNames: {
    training: "Training",
    daily: "Puzzle of the day",
    one: "Link",
    repeat: "Repeated",
    streak: "Streak",
    storm: "Storm",
  },
  run: {
    solved: "Solved",
    inARow: "In a row",
    left: "Time left",
    streakRule: "No hints here: the first miss ends the streak.",
    stormRule: "The clock starts with your first move.",
    skip: "Skip",
    timeUp: "Time's up!",
    ended: (result: number) => (result ? `${plural(result, "puzzle", "puzzles")} solved` : "None this time"),
    newBest: "Your best so far!",
    best: (result: number) => `Your best is ${result}.`,
    longest: (count: number) => `Longest run: ${count}.`,
    again: "Play again",
    missed: "Missed",
  },
  you: "You",
  toMove: "to move",
  more: "More",
  thisPuzzle: "This puzzle",
  everyDay: "Solve a puzzle every day",
  dayStreak: (days: number) => `Streak: ${plural(days, "day", "days")}`,
  week: (days: number) => `Puzzles solved on ${days} of the last 7 days`,
  rating: "Your rating",
  unsure: "provisional",
  solvedOf: (solved: number, tried: number) => `${solved} of ${tried} solved on the first try`,
  graph: (from: number, to: number, count: number) =>
    `Your rating over ${plural(count, "puzzle", "puzzles")}: from ${from} to ${to}`,
  all: "All puzzles",
  named: (name: string) => `Puzzle ${name}`,
  offline: "You're offline, but you can keep solving.",
  unknown: "Puzzle not found",
  unknownText: "The link may be incomplete, or the puzzle has been retired.",

  /** The task as a heading, and in more detail. */
  headline: {
    win: (side: Side, moves: number) =>
      `${sides[side]} wins in ${["no moves", "one", "two", "three", "four"][moves] ?? moves}`,
    save: (side: Side) => `Save the ${side} queen bee`,
  },
  detail: {
    win: (side: Side, moves: number) =>
      moves === 1
        ? `Fill the last space next to the ${other(side)} queen bee.`
        : `Surround the ${other(side)} queen bee in ${moves} moves, whatever ${sides[other(side)]} replies.`,
    save: () => "Only one move works.",
  },
  /** The task, in one sentence. */
  surround: (side: Side, moves: number) =>
    `${sides[side]} to move: surround the ${other(side)} queen bee in ${plural(moves, "move", "moves")}.`,
  goesOn: (moves: number) => `Right! ${moves === 1 ? "Now surround her." : `${moves} moves to go.`}`,
  save: (side: Side) => `${sides[side]} to move: save your queen bee. Only one move works.`,
  hint: "Hint",
  hintMove: "Show move",
  hintPiece: (piece: Piece) => `Look at ${pieceOf(piece)}.`,
  hintCounts: "Your first try counts towards your rating. A hint counts as a miss.",
  giveUp: "Give up",
  showSolution: "Solution",
  again: "Try again",
  next: "Next puzzle",
  missed: "Not quite.",
  wrong: {
    "not-surrounding": () => "That doesn't surround the queen bee.",
    ends: () => "That ends the game, but not the way you want.",
    escapes: (side: Side, moves: number) =>
      `${sides[side]} replies like this, and ${plural(moves, "move isn't", "moves aren't")} enough any more.`,
    loses: (side: Side) => `${sides[side]} surrounds your queen bee.`,
    "will-lose": (side: Side) => `After this reply ${sides[side]} wins, whatever you do.`,
  },
  solved: "Solved!",
  solvedLate: "Found!",
  shown: "Here's the solution.",
  countedOnce: "You've tried this one before, so it doesn't count again.",
  lines: "Show",
  solution: "Solution",
  tried: "Your move",
  themesHere: "What to notice",
  rated: (rating: number) => `Rating ${rating}`,
  fromSelfPlay: "From a game the engine played against itself",
  from: (source: string) => `From ${source}`,
  analyse: "Analyse",
  share: "Share",
  shareHeading: "Share this puzzle",
  shareLink: "Link to the puzzle",
  themes: capitalised(shared.themes),
  themeSays: shared.themeDescriptions as Record<string, string>,
  /** A bug as the subject of a sentence, or a mosquito that copies a bug. */
  mover: (bug: Bug, copied: Bug | null) =>
    copied ? `the ${bugs[bug]}, acting as a ${bugs[copied]},` : `the ${bugs[bug]}`,
  fills: {
    place: (mover: string) => `${upper(mover)} is placed in the last space next to the queen bee.`,
    slide: (mover: string) => `${upper(mover)} slides into the last space next to the queen bee.`,
    jump: (mover: string) => `${upper(mover)} jumps over the hive into the last space next to the queen bee.`,
    climb: (mover: string) =>
      `${upper(mover)} crosses the top of the hive and climbs down into the last space next to the queen bee.`,
  },
  drops: (mover: string) => `${upper(mover)} drops from the top of the hive next to the queen bee.`,
  throws: (mover: string, thrown: Bug) => `${upper(mover)} throws the ${bugs[thrown]} where it's needed.`,
  pins: {
    covered: "A piece that could have helped can't move any more: it's covered or pinned.",
    split: "A piece that could have helped is now pinned: moving it would split the hive.",
  },
  escapes: {
    moves: "Your queen bee moves away.",
    room: "A piece next to your queen bee moves away and gives her room.",
    threat: "The move stops the threat to your queen bee.",
  },
};
