import type { Strings } from "../../lib/i18n/strings";
import type { TournamentGameView } from "../../lib/messages";

/** Return the result of a side as tournament tables write it; `+` and `−` without a game, nothing in progress. */
export function resultIn(game: TournamentGameView, side: "white" | "black"): string {
  const { result, forfeit } = game;
  if (result === null) return "";
  if (result === "draw") return "½";
  const won = result === side;
  return forfeit ? (won ? "+" : "−") : won ? "1" : "0";
}

/** Return what a line says besides the result. */
export function remarkOf(game: TournamentGameView, all: Strings): string {
  const strings = all.tournaments.page;
  if (game.bye) return strings.byes[game.bye];
  if (game.result === null) return game.game === null ? strings.notStarted : strings.playing;
  if (game.forfeit) return strings.forfeit;
  return game.adjudicated ? strings.adjudicated : game.leg > 1 ? strings.decider : "";
}

/** Return the games with newer states of some of them, identified by game, or by round and board. */
export function updated(
  games: readonly TournamentGameView[],
  news: readonly TournamentGameView[],
): TournamentGameView[] {
  const key = ({ round, board, game, white }: TournamentGameView): string =>
    game ?? JSON.stringify([round, board, white]);
  const byKey = new Map(news.map((game) => [key(game), game]));
  return games.map((game) => byKey.get(key(game)) ?? game);
}
