/** What the page says about a notification. */
import type { Strings } from "../../lib/i18n/strings";
import type { Notification } from "../../lib/messages";
import { gamePath, teamPath, tournamentPath } from "../../lib/router";

/** Return the headline of a notification. */
export function noticeTitle(notification: Notification, { daily: strings }: Strings): string {
  const name = notification.name || strings.someone;
  const { notices } = strings;
  if (notification.kind === "team-request") return notices["team-request"](name, notification.team_name);
  if (notification.kind === "team-accepted") return notices["team-accepted"](notification.team_name);
  if (notification.kind !== "game-finished") return notices[notification.kind](name);
  const outcome = notification.won === null ? "drawn" : notification.won ? "won" : "lost";
  return notices[outcome](name);
}

/** Return until when a move is due, a challenge is open or a vacation lasts, when a tournament starts, or an empty text. */
export function noticeDetail(
  { kind, until }: Notification,
  { daily: strings }: Strings,
  locale: string,
): string {
  if (until === null) return "";
  const say =
    kind === "vacation" || kind === "challenge"
      ? strings.backOn
      : kind === "tournament-soon"
        ? strings.starts
        : strings.due;
  return say(moment(until, locale));
}

/** Return where a notification leads. */
export function noticePath({ game, team, tournament }: Notification): string {
  if (team !== null) return teamPath(team);
  if (game !== null) return gamePath(game);
  return tournament === null ? "/" : tournamentPath(tournament);
}

/** Return a time as in "Wednesday 18 November, 14:05". */
export const moment = (seconds: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
  }).format(seconds * 1_000);

/** Return how long ago something was, as in "5 minutes ago". */
export function ago(seconds: number, now: number, locale: string): string {
  const passed = Math.max(0, now / 1_000 - seconds);
  const [size, unit] =
    passed >= 86_400
      ? ([86_400, "day"] as const)
      : passed >= 3_600
        ? ([3_600, "hour"] as const)
        : ([60, "minute"] as const);
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(-Math.floor(passed / size), unit);
}
