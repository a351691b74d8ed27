import { HttpProblem } from "../../lib/api";
import { errorText, nameRefusalText } from "../../lib/errorText";
import type { Strings } from "../../lib/i18n/strings";

/** Return why the server refused something about a team. */
export function teamProblem(error: unknown, all: Strings): string {
  if (!(error instanceof HttpProblem)) return errorText(error, all);
  const texts: Partial<Record<string, string>> = all.teams.problems;
  return texts[error.code ?? ""] ?? errorText(error, all);
}

/** Return why a team could not be created: most often its name. */
export function newTeamProblem(error: unknown, all: Strings): string {
  const names: Partial<Record<string, string>> = all.problems.names;
  if (error instanceof HttpProblem && error.code !== null && names[error.code])
    return nameRefusalText(error, all);
  return teamProblem(error, all);
}
