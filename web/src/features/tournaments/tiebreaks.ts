import type { Strings } from "../../lib/i18n/strings";

export interface TiebreakText {
  name: string;
  /** For the head of a column. */
  short: string;
  text: string;
}

/** Return what the page says about a tiebreak; one that it does not know keeps the server's name. */
export function tiebreakText(name: string, all: Strings): TiebreakText {
  const texts: Partial<Record<string, TiebreakText>> = all.tournaments.tiebreaks;
  return texts[name] ?? { name, short: name, text: all.tournaments.page.unknownTiebreak };
}
