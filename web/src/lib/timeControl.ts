/** Time controls: their short ids, as in `10+5` and `3d`, and how fast a game with them is. */
import type { ClockChoice, ClockRule } from "./messages";

export const SPEEDS = ["bullet", "blitz", "rapid", "classical", "daily", "none"] as const;
export type Speed = (typeof SPEEDS)[number];

/** The number of increments in the estimated time of a player. */
const EXPECTED_MOVES = 40;
/** Seconds of estimated time below which a game is bullet, blitz or rapid. */
const BULLET = 180;
const BLITZ = 480;
const RAPID = 1500;

/** The limits of the server. */
export const MAX_MINUTES = 180;
export const MAX_INCREMENT = 180;
export const MAX_DAYS = 14;

/** Return the id of a clock: `none`, `10+5` or `3d`. */
export function clockId(clock: ClockChoice | ClockRule): string {
  if (clock.kind === "minutes") return `${clock.minutes ?? 10}+${clock.increment ?? 0}`;
  return clock.kind === "days" ? `${clock.days ?? 1}d` : "none";
}

/** Return the clock with an id, or null if the server would reject it. */
export function parseClock(id: string): ClockChoice | null {
  if (id === "none") return { kind: "none" };
  const days = /^(\d{1,2})d$/.exec(id);
  if (days) {
    const count = Number(days[1]);
    return count >= 1 && count <= MAX_DAYS ? { kind: "days", days: count } : null;
  }
  const parts = /^(\d{1,3}(?:\.(?:25|5|75))?)\+(\d{1,3})$/.exec(id);
  if (!parts) return null;
  const [minutes, increment] = [Number(parts[1]), Number(parts[2])];
  if (minutes < 0.25 || minutes > MAX_MINUTES || increment > MAX_INCREMENT) return null;
  return { kind: "minutes", minutes, increment };
}

/** Return how fast a game is, by the time that a player is likely to use. */
export function speedOf(clock: ClockChoice | ClockRule): Speed {
  if (clock.kind === "days") return "daily";
  if (clock.kind !== "minutes") return "none";
  const estimate = 60 * (clock.minutes ?? 0) + EXPECTED_MOVES * (clock.increment ?? 0);
  if (estimate < BULLET) return "bullet";
  if (estimate < BLITZ) return "blitz";
  return estimate < RAPID ? "rapid" : "classical";
}
