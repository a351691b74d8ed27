import { HttpProblem } from "../../lib/api";
import { errorText, nameRefusalText } from "../../lib/errorText";
import type { Strings } from "../../lib/i18n/strings";
import { PasskeyCancelled } from "./passkeys";

/** Return why something about an account did not work. */
export function problemText(error: unknown, strings: Strings): string {
  if (error instanceof PasskeyCancelled) return strings.account.problems["cancelled"]!;
  if (error instanceof HttpProblem) {
    const text =
      error.code === null
        ? undefined
        : (strings.account.problems[error.code] ?? strings.programs.problems[error.code]);
    if (text) return text;
    if (error.code?.startsWith("name-")) return nameRefusalText(error, strings);
    // the limits of the form itself
    if (error.status === 422) return strings.account.problems["password-length"]!;
  }
  return errorText(error, strings);
}
