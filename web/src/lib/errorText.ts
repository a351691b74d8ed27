import type { Words } from "./i18n/strings";
import { HttpProblem, Unreachable } from "./api";

/** What to tell a person of something that failed over REST, in a line. */
export function inWords(error: unknown, words: Words): string {
  if (error instanceof Unreachable) return `${words.problems.unreachable}. ${words.problems.unreachableText}`;
  if (error instanceof HttpProblem && error.status === 429) return words.problems.tooFast;
  if (error instanceof HttpProblem && error.status === 503) return words.refusals.busy;
  return words.problems.failed;
}

/** The same for a page that has nothing else to show. */
export function asPage(error: unknown, words: Words): { heading: string; text: string } {
  const { problems } = words;
  return error instanceof Unreachable
    ? { heading: problems.unreachable, text: problems.unreachableText }
    : { heading: problems.failed, text: inWords(error, words) };
}
