/** What the page says about tournaments, in words and figures. */
import type { Strings } from "../../lib/i18n/strings";
import type { TournamentSummary } from "../../lib/messages";
import { termsOf } from "../lobby/terms";
import { longTime, smallClock } from "../lobby/listedGame";

export type System = TournamentSummary["system"];

const SECOND = 1_000;
const DAY = 24 * 3600;
/** Places from which on a tournament is not called full or empty. */
const ROOMY = 64;

/** The bug that stands for each system: many games, the web of pairings, round the hive, to the top. */
export const SYSTEM_PIECES: Record<System, string> = {
  arena: "wA1",
  swiss: "wS1",
  "round-robin": "wL",
  "double-round-robin": "wL",
  knockout: "wB1",
};

/** Return a score with its half point as a fraction: `2½`. */
export function scoreText(score: number): string {
  const whole = Math.floor(score);
  if (score === whole) return String(whole);
  return score - whole === 0.5 ? `${whole || ""}½` : score.toFixed(2).replace(/0$/, "");
}

/** Return the time until a moment: as a clock within a day, otherwise in days. Both are seconds since 1970. */
export function untilText(moment: number, now: number, locale: string): string {
  const left = Math.max(0, moment - now);
  return left >= 2 * DAY ? longTime(left * SECOND, locale) : smallClock(left * SECOND, locale);
}

/** Return a moment as in "Thu 19 Nov, 20:00". */
export const momentText = (moment: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  }).format(moment * SECOND);

/** Return the time of day of a moment. */
export const timeText = (moment: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" }).format(moment * SECOND);

/** Return what is played, as in "Arena · 5+4 blitz · mosquito · rated". */
export function factsOf(tournament: TournamentSummary, all: Strings): string {
  const { clock, game_type, edition, rated } = tournament;
  return [
    all.tournaments.systems[tournament.system],
    termsOf({ clock, game_type, edition, rated }, all),
  ].join(" · ");
}

/** Return whether everyone meets everyone. */
export const isRoundRobin = (system: System): boolean =>
  system === "round-robin" || system === "double-round-robin";

/** Return how long it lasts, or nothing while that is unknown. */
export function lengthText({ system, minutes, rounds }: TournamentSummary, all: Strings): string {
  const strings = all.tournaments;
  if (system === "arena") return minutes === null ? "" : strings.minutes(minutes);
  return rounds === null || system === "knockout" ? "" : strings.rounds(rounds);
}

/** Return where a tournament is at a time in seconds since 1970: its start, its progress or its result. */
export function progressText(
  tournament: TournamentSummary,
  now: number,
  all: Strings,
  locale: string,
): string {
  const strings = all.tournaments;
  const { status, suspended, starts, ends, round, rounds, winner, system } = tournament;
  if (status === "cancelled") return strings.cancelled;
  if (status === "finished") return winner ? strings.winner(winner) : strings.over;
  if (status === "planned") {
    if (starts === null) return strings.byOrganiser;
    if (starts <= now) return strings.startingNow;
    return starts - now < DAY
      ? strings.startsIn(untilText(starts, now, locale))
      : strings.startsAt(momentText(starts, locale));
  }
  if (suspended) return strings.paused;
  if (system === "arena" && ends !== null) return strings.endsIn(untilText(ends, now, locale));
  return rounds === null ? strings.round(round) : strings.roundOf(round, rounds);
}

/** Return who can play: limits of rating, and the number of players. */
export function entryText(
  { players, max_players, lowest, highest, teams }: TournamentSummary,
  all: Strings,
): string {
  const strings = all.tournaments;
  // far from full, the limit is of no interest
  const isRoomy = max_players === null || (max_players > ROOMY && 2 * players < max_players);
  return [
    teams ? strings.battle(teams) : "",
    isRoomy ? strings.players(players) : strings.playersOf(players, max_players),
    lowest !== null || highest !== null ? strings.ratingRange(lowest, highest) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Return the length of a break in its largest whole unit. */
export function breakText(seconds: number, locale: string): string {
  if (seconds >= 60) return longTime(seconds * SECOND, locale);
  return new Intl.NumberFormat(locale, { style: "unit", unit: "second", unitDisplay: "long" }).format(
    seconds,
  );
}
