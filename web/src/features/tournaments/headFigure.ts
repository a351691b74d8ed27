import type { Strings } from "../../lib/i18n/strings";
import type { TournamentView } from "../../lib/messages";
import { momentText, untilText } from "./tournamentText";

export interface HeadFigure {
  label: string;
  text: string;
  /** Whether the text is a time that counts down, rather than words. */
  isTime: boolean;
}

const DAY = 24 * 3600;

/** Return the time that matters most now: until the start, the next round or the end; otherwise the state. */
export function headFigure(view: TournamentView, now: number, all: Strings, locale: string): HeadFigure {
  const strings = all.tournaments;
  const { status, suspended, starts, ends, round, rounds, winner, system } = view.summary;
  const words = (label: string, text: string): HeadFigure => ({ label, text, isTime: false });
  const time = (label: string, moment: number): HeadFigure => ({
    label,
    text: untilText(moment, now, locale),
    isTime: true,
  });
  if (status === "cancelled") return words(strings.statusLabel, strings.cancelled);
  if (status === "finished") {
    // the winner of a battle is a team, unless several are first
    const [first, second] = view.teams;
    if (first && first.rank !== second?.rank) return words(strings.winnerLabel, first.name);
    return winner ? words(strings.winnerLabel, winner) : words(strings.statusLabel, strings.over);
  }
  if (status === "planned") {
    if (starts === null) return words(strings.startAtLabel, strings.byOrganiser);
    if (starts <= now) return words(strings.statusLabel, strings.startingNow);
    return starts - now < DAY
      ? time(strings.startLabel, starts)
      : words(strings.startAtLabel, momentText(starts, locale));
  }
  if (suspended) return words(strings.statusLabel, strings.paused);
  if (system === "arena" && ends !== null) return time(strings.endLabel, ends);
  const progress = rounds === null ? strings.round(round) : strings.roundOf(round, rounds);
  if (view.next_round === null) return words(strings.statusLabel, progress);
  if (view.next_round <= now) return words(progress, strings.page.nextRoundSoon);
  return time(strings.nextRoundLabel, view.next_round);
}
