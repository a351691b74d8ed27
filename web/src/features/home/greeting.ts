import type { Strings } from "../../lib/i18n/strings";

/** Return the greeting for an hour of the day, as a function of the reader's name, which can be empty. */
export function greetingFor(hour: number, strings: Strings["home"]): (name: string) => string {
  if (hour >= 18 || hour < 4) return strings.evening;
  return hour < 12 ? strings.morning : strings.afternoon;
}
