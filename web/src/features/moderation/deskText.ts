import { HttpProblem } from "../../lib/api";
import { errorText } from "../../lib/errorText";
import type { Strings } from "../../lib/i18n/strings";

/** Return why a moderator's request failed. */
export function deskProblem(error: unknown, all: Strings): string {
  const texts: Partial<Record<string, string>> = all.moderation.desk.problems;
  return (error instanceof HttpProblem && texts[error.code ?? ""]) || errorText(error, all);
}
