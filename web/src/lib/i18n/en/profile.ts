import type { Family, RatedSpeed } from "../../pools";

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** Profiles, ratings and leaderboards. */
export const profile = {
  speeds: {
    bullet: "Bullet",
    blitz: "Blitz",
    rapid: "Rapid",
    classical: "Classical",
    daily: "Daily",
  } satisfies Record<RatedSpeed, string>,
  families: { base: "Base game", expansions: "With expansions" } satisfies Record<Family, string>,
  pool: (speed: string, family: Family) => (family === "base" ? speed : `${speed}, expansions`),

  bot: "bot",
  botTitle: "A program plays with this account.",
  botsAreAsked: "Bots play only those who challenge or invite them, or whom they challenge.",
  provisional: "Provisional: not settled yet",
  rating: (rating: number, provisional: boolean) => `rated ${rating}${provisional ? ", provisional" : ""}`,
  changed: (before: number, after: number) => `Your rating: from ${before} to ${after}`,
  rated: "Rated",
  casual: "Casual",
  ratedComputer: "Rated: your rating changes, and there are no hints or takebacks.",
  ratedNeedsClock: "Choose a clock to play a rated game.",

  since: (month: string) => `Here since ${month}`,
  games: (count: number) => plural(count, "game", "games"),
  online: "Online",
  seen: (ago: string) => `Last seen ${ago}`,
  follow: "Follow",
  following: "Following",
  unfollow: "Stop following",
  challenge: "Challenge",
  versusYou: (wins: number, draws: number, losses: number) =>
    `Against you: ${plural(wins, "win", "wins")}, ${plural(draws, "draw", "draws")}, ${plural(losses, "loss", "losses")}`,
  unknown: "No such player",
  unknownText: "No account has this name. It may have been changed.",
  signIn: "Sign in to follow players.",
  full: "You can follow at most 200 players. Stop following one of them first.",

  ratings: "Ratings",
  noRatings: "No rated games yet.",
  noRatingsYours:
    "Play rated games to get a rating. A dozen against the computer or other players are enough.",
  months: "in 90 days",
  graph: (pool: string, first: number, last: number, count: number) =>
    `${pool}: from ${first} to ${last} in ${plural(count, "point", "points")}`,
  table: "Show as a table",
  date: "Date",
  value: "Rating",
  deviation: (deviation: number) => `±${deviation}`,
  deviationNote: (low: number, high: number) =>
    `The true strength is very likely between ${low} and ${high}.`,
  provisionalNote: "Provisional: a few more rated games settle it. Until then it isn't on the leaderboard.",

  history: "Games",
  noGames: "No games to show.",
  noGamesMatch: "No game matches these filters.",
  privateNote: "Your private games are shown to you only.",
  more: "More games",
  filters: "Filters",
  opponent: "Opponent",
  anyOpponent: "Anyone",
  people: "People",
  computer: "Computer",
  result: "Result",
  anyResult: "Any result",
  results: { win: "Won", draw: "Drawn", loss: "Lost" },
  outcomes: { win: "Won", draw: "Draw", loss: "Lost" },
  colour: "Colour",
  anyColour: "Either colour",
  kind: "Speed",
  anyPool: "Any speed",
  record: (wins: number, draws: number, losses: number) => `${wins} won, ${draws} drawn, ${losses} lost`,
  clear: (name: string) => `Show games against everyone, not only ${name}`,

  opponents: "Opponents",
  allGames: (name: string) => `All games against ${name}`,
  openings: "Favourite openings",
  opening: (side: string, first: string, second: string) => `${side}: ${first}, then ${second}`,
  openingGames: (count: number) => plural(count, "game", "games"),
  score: (percent: number) => `${percent}%`,
  accuracy: "Accuracy",
  accuracyNote: "From the games that were reviewed here.",
  accuracyGraph: (first: number, last: number, count: number) =>
    `Accuracy from ${first}% to ${last}% in ${plural(count, "game", "games")}`,
  puzzles: "Puzzles",
  puzzleRating: "Rating",
  solved: "Solved",
  attempts: "Tried",
  streak: "Days in a row",

  friends: "Friends",
  noFriends: "Follow players from their profiles, and you'll see here who is online.",
  followsYou: "Follows you",

  leaderboard: "Leaderboard",
  leaderboardText:
    "The best players whose rating has settled and who have played a rated game in the last 90 days.",
  rank: "Rank",
  player: "Player",
  noLeaders: "No one is on this board yet. A dozen rated games are enough to be the first.",
  speedLegend: "Speed",
  familyLegend: "Game",
  play: "Play",
};
