/** What lists say about a game. */
import type { Strings } from "../../lib/i18n/strings";
import type { Summary } from "../../lib/messages";
import { personName } from "../../lib/position/naming";
import { other, type Side } from "../../lib/position/pieces";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Return a player's name: the computer's level, "You", the guest's name, or the colour. */
export function nameIn(game: Summary, side: Side, all: Strings): string {
  const level = side === "white" ? game.white_level : game.black_level;
  if (level !== null) return all.game.computerName(all.levels[level - 1]?.[0] ?? "");
  const name = side === "white" ? game.white : game.black;
  if (!name && game.yours.length === 1 && game.yours[0] === side) return all.game.you;
  return personName(name, all) || (game.open ? all.game.openSeat : all.sides[side]);
}

/** Return whether the reader plays one side and has to move. */
export const isYourMove = (game: Summary): boolean =>
  !game.ended && !game.open && game.yours.length === 1 && game.yours[0] === game.to_move;

/** Return the opponent of the reader; of a game on one screen, the side to move. */
export const opponentIn = (game: Summary): Side =>
  game.yours.length === 1 ? other(game.yours[0]!) : game.to_move;

/** Return the milliseconds that a side has left, or null without a clock. Both times are from one monotonic clock. */
export function leftOn(game: Summary, side: Side, receivedAt: number, now: number): number | null {
  if (!game.clock) return null;
  const spent = game.clock.running === side ? Math.max(0, now - receivedAt) : 0;
  return Math.max(0, game.clock[side] - spent);
}

/** Return a time for a small clock: `9:41`, `1:02:03`, or in days or hours if that is how it is counted. */
export function smallClock(left: number, language: string, inDays = false): string {
  if (inDays || left >= DAY) return longTime(left, language, "narrow");
  const seconds = Math.ceil(left / SECOND);
  const two = (value: number): string => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** Return a time in its largest whole unit, as in "9 hours" or, narrow, "9h". */
export function longTime(left: number, language: string, unitDisplay: "long" | "narrow" = "long"): string {
  const [unit, size] =
    left >= DAY
      ? (["day", DAY] as const)
      : left >= HOUR
        ? (["hour", HOUR] as const)
        : (["minute", MINUTE] as const);
  const count = Math.max(1, Math.floor(left / size));
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay }).format(count);
}

/** Return the share of the time that a side has left, from 0 to 1. */
export function shareLeft({ clock_rule: rule }: Summary, left: number): number {
  const whole = rule.kind === "days" ? rule.days * DAY : rule.minutes * MINUTE;
  return whole > 0 ? Math.min(1, left / whole) : 1;
}

const PACE = { minutes: 2, none: 1, days: 0 } as const;

/** Return the game that most people watch. Of several, it is chosen as on TV: between people, quick, and of the best. */
export function mostWatched(games: readonly Summary[]): Summary | null {
  const merits = (game: Summary): number[] => [
    game.watchers,
    Number(game.white_level === null && game.black_level === null),
    PACE[game.clock_rule.kind],
    (game.white_rating?.rating ?? 0) + (game.black_rating?.rating ?? 0),
  ];
  const compare = (a: Summary, b: Summary): number => {
    const other = merits(b);
    return (
      merits(a)
        .map((merit, index) => merit - other[index]!)
        .find(Boolean) ?? 0
    );
  };
  return games.reduce<Summary | null>((best, game) => (best && compare(best, game) >= 0 ? best : game), null);
}
