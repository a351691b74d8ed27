/** How the rounds and matches of a knockout's bracket are shown. */
import type { Strings } from "../../lib/i18n/strings";
import type { BracketMatch, BracketRound } from "../../lib/messages";
import { gamePath } from "../../lib/router";

/** Return what a round is called: a word, or the number of players in it. */
export function roundTitle({ name, matches }: BracketRound, { tournaments }: Strings): string {
  const strings = tournaments.page;
  switch (name) {
    case "final":
      return strings.final;
    case "semifinal":
      return strings.semifinals;
    case "quarterfinal":
      return strings.quarterfinals;
    default:
      return strings.lastOf(2 * matches.length);
  }
}

/** Return the address of the latest game of a match, or null before there is one. */
export function matchPath({ games }: BracketMatch): string | null {
  const game = games.at(-1)?.game;
  return game ? gamePath(game) : null;
}
