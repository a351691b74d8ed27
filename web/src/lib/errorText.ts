import type { Strings } from "./i18n/strings";
import { HttpProblem, Unreachable } from "./api";
import { Refusal } from "./socket";
import { language } from "./i18n/language.svelte";
import { dateTime } from "./times";

/** Return a one-line message for a failed REST request. */
export function errorText(error: unknown, strings: Strings): string {
  if (error instanceof Unreachable)
    return `${strings.problems.unreachable}. ${strings.problems.unreachableText}`;
  if (error instanceof HttpProblem && error.status === 429) return strings.problems.tooFast;
  if (error instanceof HttpProblem && error.status === 503) return strings.refusals.busy;
  if (error instanceof HttpProblem && error.status === 507) return strings.problems.full;
  if (error instanceof HttpProblem && error.sanction) return sanctionText(error, strings);
  if (error instanceof HttpProblem && error.code === "blocked")
    return strings.moderation.people.problems.blocked;
  if (error instanceof HttpProblem && error.code === "bot-account") return strings.profile.botsAreAsked;
  return strings.problems.failed;
}

/** Return why a game could not be created. */
export function newGameErrorText(error: unknown, strings: Strings): string {
  if (error instanceof Refusal) return strings.refusals[error.code];
  const code = error instanceof HttpProblem ? error.code : null;
  if (code === "computer-busy") return strings.problems.computerBusy;
  return code === "too-many-games" ? strings.refusals["too-many-games"] : errorText(error, strings);
}

/** Return why the server refused a name. */
export function nameRefusalText({ code }: HttpProblem, { problems }: Strings): string {
  const texts: Partial<Record<string, string>> = problems.names;
  return (code && texts[code]) || problems.nameRefused;
}

/** Return the heading and text of a page that could not be loaded. */
export function errorPage(error: unknown, strings: Strings): { heading: string; text: string } {
  const { problems } = strings;
  return error instanceof Unreachable
    ? { heading: problems.unreachable, text: problems.unreachableText }
    : { heading: problems.failed, text: errorText(error, strings) };
}

/** Return what a sanction forbids, until when and why. */
function sanctionText({ code, sanction }: HttpProblem, { moderation: { notices } }: Strings): string {
  const titles: Partial<Record<string, string>> = notices.titles;
  const title = titles[code?.replace("sanction-", "") ?? ""] ?? notices.titles.ban;
  const until = sanction?.until ? notices.until(dateTime(sanction.until, language.locale)) : notices.forever;
  return `${title}. ${until.replace(/\.$/, "")}. ${notices.reason(sanction?.reason ?? "")}`;
}
