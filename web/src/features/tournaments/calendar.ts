/** A month as weeks of days, for a calendar. */
import { dayOf } from "../../lib/times";

export interface Month {
  year: number;
  /** From 0 for January, as in Date. */
  month: number;
}

export interface CalendarDay<T> {
  /** The local date, as 2026-11-15. */
  date: string;
  day: number;
  /** Whether the day belongs to the month shown, not to the one before or after. */
  inside: boolean;
  items: T[];
}

const WEEK = 7;

export const monthOf = (time: Date): Month => ({ year: time.getFullYear(), month: time.getMonth() });

/** Return the month that is `by` months later. */
export function shiftMonth({ year, month }: Month, by: number): Month {
  return monthOf(new Date(year, month + by, 1));
}

/** Return the name of a month for the server, such as 2026-11. */
export const monthName = ({ year, month }: Month): string => `${year}-${String(month + 1).padStart(2, "0")}`;

/**
 * Return the weeks of a month, with the items of each day in the order of their times.
 *
 * `at` returns when an item is, in seconds since 1970; `firstDay` is the first day of a week, with 0 for Sunday.
 */
export function weeksOf<T>(
  month: Month,
  items: readonly T[],
  at: (item: T) => number,
  firstDay: number,
): CalendarDay<T>[][] {
  const byDay = new Map<string, T[]>();
  for (const item of [...items].sort((one, other) => at(one) - at(other))) {
    const date = dayOf(new Date(at(item) * 1000));
    byDay.set(date, [...(byDay.get(date) ?? []), item]);
  }
  const start = startOf(month, firstDay);
  return Array.from({ length: weeksIn(month, firstDay) }, (_, week) =>
    Array.from({ length: WEEK }, (_, column) => {
      // by the calendar, because a day on which the clocks change does not have 24 hours
      const time = new Date(start.getFullYear(), start.getMonth(), start.getDate() + week * WEEK + column);
      const date = dayOf(time);
      return {
        date,
        day: time.getDate(),
        inside: time.getMonth() === month.month,
        items: byDay.get(date) ?? [],
      };
    }),
  );
}

/** Return the first day of the week where a language is spoken, with 0 for Sunday; Monday if the browser cannot tell. */
export function firstDayOf(locale: string): number {
  const info = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return (info.getWeekInfo?.() ?? info.weekInfo ?? { firstDay: 1 }).firstDay % WEEK;
}

/** Return the short names of the days of a week. */
export function weekdays(locale: string, firstDay: number, style: "short" | "long" = "short"): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: style, timeZone: "UTC" });
  // 1 January 2023 was a Sunday
  return Array.from({ length: WEEK }, (_, index) => format.format(Date.UTC(2023, 0, 1 + firstDay + index)));
}

function startOf({ year, month }: Month, firstDay: number): Date {
  const before = (new Date(year, month, 1).getDay() - firstDay + WEEK) % WEEK;
  return new Date(year, month, 1 - before);
}

function weeksIn({ year, month }: Month, firstDay: number): number {
  const before = (new Date(year, month, 1).getDay() - firstDay + WEEK) % WEEK;
  const days = new Date(year, month + 1, 0).getDate();
  return Math.ceil((before + days) / WEEK);
}
