/** How a game of the database is described in the list. */
import type { Stack } from "../../board/types";
import type { ArchiveEntry } from "../../lib/messages";
import { readPiece, type Bug } from "../../lib/position/pieces";
import { upper } from "../../lib/i18n/texts";
import type { Strings } from "../../lib/i18n/strings";

/** The sources of games that are not imported files, as the server names them. */
const PLAYED = "table";
const STARTER = "skep starter set";

/** Return the stacks of a final position, such as `0,0,wS1;1,0,bQ,wB1`. */
export function stacksOf(final: string): Stack[] {
  return final
    .split(";")
    .filter(Boolean)
    .map((stack) => {
      const [q, r, ...pieces] = stack.split(",");
      return { place: [Number(q), Number(r)], pieces };
    });
}

const bugOf = (letter: string | undefined): Bug | null =>
  letter ? ((readPiece(`w${letter}`) ?? readPiece(`w${letter}1`))?.bug ?? null) : null;

/** Describe White's first two bugs, which alternate with Black's. */
export function openingText(opening: string, strings: Strings): string {
  const [first, second] = [bugOf(opening[0]), bugOf(opening[2])];
  if (!first) return "";
  const { archive, bugs } = strings;
  if (first === second) return archive.openingTwice[first] ?? archive.opening(upper(bugs[first]), null);
  return archive.opening(upper(bugs[first]), second && bugs[second]);
}

/** Return the clock of a game, or where it comes from. */
export function sourceText(game: ArchiveEntry, strings: Strings): string {
  const { archive } = strings;
  const minutes = /^([\d.]+) min \+ (\d+) s/.exec(game.clock);
  if (minutes) return `${minutes[1]}+${minutes[2]}`;
  const days = /^(\d+) d\b/.exec(game.clock);
  if (days) return archive.days(Number(days[1]));
  if (game.source === PLAYED) return archive.noClock;
  if (game.source === STARTER) return archive.starter.name;
  return game.event || game.source;
}

/** Return the game type as the page writes it. */
export const typeText = (gameType: string): string => gameType.replace("+", " + ");

const isoDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");

/** Return a date such as 2026-11-15, 2026-11 or 2026 in words. */
export function dateText(date: string, now: Date, strings: Strings, locale: string): string {
  if (!date) return strings.archive.noDate;
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (date === isoDay(now)) return strings.archive.today;
  if (date === isoDay(yesterday)) return strings.archive.yesterday;
  const [year, month, day] = date.split("-").map(Number) as [number, number?, number?];
  const options: Intl.DateTimeFormatOptions = {
    ...(day === undefined ? {} : { day: "numeric" }),
    ...(month === undefined ? {} : { month: "short" }),
    ...(day !== undefined && year === now.getFullYear() ? {} : { year: "numeric" }),
  };
  return new Intl.DateTimeFormat(locale, options).format(new Date(year, (month ?? 1) - 1, day ?? 1));
}
