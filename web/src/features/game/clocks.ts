import type { Clock, ClockRule } from "../../lib/messages";
import type { Side } from "../../lib/position/pieces";

/** Return the time a side has left, in milliseconds. Both times are from one monotonic clock. */
export function timeLeft(clock: Clock, side: Side, receivedAt: number, now: number): number {
  const spent = clock.running === side ? Math.max(0, now - receivedAt) : 0;
  return Math.max(0, clock[side] - spent);
}

/** Return the time left for the first move of the side to move, in milliseconds, or null if the clocks are running or stand still. */
export function firstMoveLeft(clock: Clock, receivedAt: number, now: number): number | null {
  return clock.first_move === null || clock.vacation !== null
    ? null
    : Math.max(0, clock.first_move - Math.max(0, now - receivedAt));
}

/** The display of a clock. */
export interface Face {
  text: string;
  /** The share of the time at the start that is left, from 0 to 1. */
  share: number;
  /** Days and hours, for more than a day; the page adds the words. */
  days: number | null;
  hours: number;
  low: boolean;
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
/** The time below which a clock runs out: it is red and shows tenths. */
const LOW = 20 * SECOND;

export function face(left: number, rule: ClockRule): Face {
  const days = left >= DAY ? Math.floor(left / DAY) : null;
  const hours = Math.floor((left % DAY) / HOUR);
  const low = left < (rule.kind === "days" ? HOUR : LOW);
  return { text: digits(left), share: Math.min(1, left / startTime(rule)), days, hours, low };
}

/** Return the time at the start of the game or, with days per move, of a turn; in milliseconds. */
const startTime = ({ kind, minutes, days }: ClockRule): number =>
  Math.max(SECOND, kind === "days" ? days * DAY : minutes * 60 * SECOND);

/** Return `1:02:03`, `9:41` or, below twenty seconds, `0:07.3`. Rounded up, so that a full minute is shown. */
export function digits(left: number): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  if (left < LOW) {
    const tenths = Math.floor(left / 100);
    return `0:${two(Math.floor(tenths / 10))}.${tenths % 10}`;
  }
  const seconds = Math.ceil(left / SECOND);
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
