const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** Return the time since `then` as a phrase; `then` and `now` are seconds since 1970. */
export function ago(then: number, language: string, now = Date.now() / 1000): string {
  const seconds = Math.max(0, now - then);
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const [unit, length] of STEPS)
    if (seconds >= length) return format.format(-Math.floor(seconds / length), unit);
  return format.format(0, "second");
}

/** Return the local date of a time, as 2026-11-15. */
export function dayOf(time: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** Return the local date and time of a moment, given in seconds since 1970. */
export const dateTime = (at: number, locale: string): string =>
  new Date(at * 1000).toLocaleString(locale, { dateStyle: "long", timeStyle: "short" });
