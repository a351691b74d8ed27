import { HttpProblem } from "../../lib/api";
import { errorText } from "../../lib/errorText";
import type { Strings } from "../../lib/i18n/strings";

/** Return why the server refused something about a tournament. */
export function tournamentProblem(error: unknown, all: Strings): string {
  const code = error instanceof HttpProblem ? error.code : null;
  const strings = all.tournaments;
  const texts: Partial<Record<string, string>> = { ...strings.page.whyNot, ...strings.problems };
  return (code && texts[code]) || errorText(error, all);
}
