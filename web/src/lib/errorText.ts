import type { Strings } from "./i18n/strings";
import { HttpProblem, Unreachable } from "./api";

/** What to tell a person of something that failed over REST, in a line. */
export function errorText(error: unknown, strings: Strings): string {
  if (error instanceof Unreachable)
    return `${strings.problems.unreachable}. ${strings.problems.unreachableText}`;
  if (error instanceof HttpProblem && error.status === 429) return strings.problems.tooFast;
  if (error instanceof HttpProblem && error.status === 503) return strings.refusals.busy;
  return strings.problems.failed;
}

/** The same for a page that has nothing else to show. */
export function errorPage(error: unknown, strings: Strings): { heading: string; text: string } {
  const { problems } = strings;
  return error instanceof Unreachable
    ? { heading: problems.unreachable, text: problems.unreachableText }
    : { heading: problems.failed, text: errorText(error, strings) };
}
