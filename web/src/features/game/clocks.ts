import type { Clock, ClockRule } from "../../lib/messages";
import type { Side } from "../../lib/position/pieces";

/** Return the time a side has left, in milliseconds. Both times are from one monotonic clock. */
export function timeLeft(clock: Clock, side: Side, receivedAt: number, now: number): number {
  const spent = clock.running === side ? Math.max(0, now - receivedAt) : 0;
  return Math.max(0, clock[side] - spent);
}

/** The display of a clock, and when it next changes. */
export interface Face {
  text: string;
  /** Days and hours, for more than a day; the page adds the words. */
  days: number | null;
  hours: number;
  low: boolean;
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

export function face(left: number, rule: ClockRule): Face {
  const days = left >= DAY ? Math.floor(left / DAY) : null;
  const hours = Math.floor((left % DAY) / HOUR);
  return { text: digits(left), days, hours, low: left < lowFrom(rule) };
}

/** Return `1:02:03`, `9:41` or, with tenths in the last seconds, `0:07.3`. Rounded up, so that a full minute is shown. */
export function digits(left: number): string {
  if (left < 10 * SECOND) {
    const tenths = Math.floor(left / 100);
    return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  const seconds = Math.ceil(left / SECOND);
  const two = (value: number): string => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** Return the time below which a clock is shown as running out: a tenth of the game, from ten seconds to a minute. */
function lowFrom(rule: ClockRule): number {
  if (rule.kind === "days") return HOUR;
  return Math.min(60 * SECOND, Math.max(10 * SECOND, rule.minutes * 60 * SECOND * 0.1));
}
