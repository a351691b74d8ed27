/** Builders of messages about tournaments for tests, so that a test states only the fields it is about. */
import type {
  CrossTableCell,
  CrossTableRow,
  TournamentChanged,
  TournamentGameView,
  TournamentScore,
  TournamentStandings,
  TournamentSummary,
  TournamentView,
} from "../../lib/messages";

export const ID = "tourna0001";

export const makeSummary = (change: Partial<TournamentSummary> = {}): TournamentSummary => ({
  tournament: ID,
  name: "Friday evening",
  system: "swiss",
  status: "running",
  suspended: false,
  organiser: "Mira",
  clock: { kind: "minutes", minutes: 5, increment: 4, days: 0, first_move: 30 },
  edition: "ultimate-2024",
  game_type: "Base+MLP",
  rated: true,
  private: false,
  bots: false,
  team: null,
  teams: 0,
  starts: 1_000,
  ends: null,
  minutes: null,
  rounds: 4,
  round: 2,
  players: 8,
  max_players: null,
  lowest: null,
  highest: null,
  winner: null,
  joined: false,
  ...change,
});

export const makeView = (change: Partial<TournamentView> = {}): TournamentView => ({
  summary: makeSummary(),
  description: "",
  break_seconds: 30,
  third_place: false,
  late_entry: true,
  byes: 1,
  withdrawal: true,
  next_round: null,
  now: 2_000,
  organises: false,
  can_join: false,
  why_not: null,
  you: null,
  teams: [],
  best_players: null,
  own_teams: [],
  top: [],
  ...change,
});

export const makeScore = (change: Partial<TournamentScore> = {}): TournamentScore => ({
  rank: 1,
  name: "Ann",
  registered: true,
  bot: false,
  rating: 1500,
  provisional: false,
  state: "active",
  score: 1,
  tiebreaks: [],
  performance: null,
  games: 1,
  wins: 1,
  draws: 0,
  losses: 0,
  streak: false,
  sheet: [1],
  playing: false,
  team: null,
  ...change,
});

export const makeStandings = (change: Partial<TournamentStandings> = {}): TournamentStandings => ({
  page: 1,
  pages: 1,
  players: 1,
  tiebreak_names: [],
  scores: [makeScore()],
  ...change,
});

export const makeChanged = (change: Partial<TournamentChanged> = {}): TournamentChanged => ({
  kind: "tournament",
  id: null,
  tournament: ID,
  version: 1,
  view: makeView(),
  standings: makeStandings(),
  games: [],
  ...change,
});

export const makeGame = (change: Partial<TournamentGameView> = {}): TournamentGameView => ({
  game: "abcDEF0123",
  round: 1,
  board: 1,
  white: "Ann",
  black: "Ben",
  white_rating: 1500,
  black_rating: 1500,
  white_score: 0,
  black_score: 0,
  result: null,
  forfeit: false,
  adjudicated: false,
  bye: null,
  leg: 1,
  ply: 0,
  at: 0,
  ...change,
});

export const makeCell = (change: Partial<CrossTableCell> = {}): CrossTableCell => ({
  opponent: 2,
  round: 1,
  score: 1,
  white: true,
  game: "abcDEF0123",
  forfeit: false,
  ...change,
});

export const makeRow = (rank: number, name: string, cells: CrossTableCell[]): CrossTableRow => ({
  rank,
  name,
  rating: 1500,
  score: 0,
  cells,
});
