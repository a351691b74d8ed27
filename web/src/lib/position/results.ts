import type { GameResult } from "../messages";
import type { Strings } from "../i18n/strings";
import { other, type Side } from "./pieces";

/** Return the sides whose queens are surrounded at the end of a game. */
export function surroundedSides({ ending, winner }: GameResult): Side[] {
  if (ending === "both-surrounded") return ["white", "black"];
  return ending === "surrounded" && winner ? [other(winner)] : [];
}

/** Return the texts of a result, from the point of view of the player of these sides. */
export function resultText(
  result: GameResult,
  yours: Side[],
  strings: Strings,
): { title: string; reason: string; line: string } {
  const { result: say } = strings;
  const reason = say.endings[result.ending](result.winner);
  const title =
    result.ending === "aborted" || result.ending === "abandoned"
      ? say[result.ending]
      : result.winner === null
        ? say.draw
        : yours.length !== 1
          ? say.wins(result.winner)
          : yours[0] === result.winner
            ? say.won
            : say.lost;
  return { title, reason, line: `${title} ${reason}` };
}
