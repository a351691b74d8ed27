import type { TournamentSummary } from "../../lib/messages";

/** Seconds before its start from which a tournament is mentioned on the start page. */
export const MENTIONED_BEFORE = 24 * 3600;

/**
 * Return the tournament for the line on the start page: one that the reader plays in, the largest of those in progress,
 * or the next one within a day.
 */
export function worthMentioning(
  running: readonly TournamentSummary[],
  upcoming: readonly TournamentSummary[],
  now: number,
): TournamentSummary | null {
  const soon = upcoming
    .filter(({ starts }) => starts !== null && starts > now && starts < now + MENTIONED_BEFORE)
    .sort((one, other) => one.starts! - other.starts!);
  const joined = [...running, ...soon].find((tournament) => tournament.joined);
  if (joined) return joined;
  const largest = [...running].sort((one, other) => other.players - one.players)[0];
  return largest ?? soon[0] ?? null;
}
