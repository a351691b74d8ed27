import type { Strings } from "../../lib/i18n/strings";
import type { ClockRule } from "../../lib/messages";
import { clockId } from "../../lib/timeControl";
import { clockTexts } from "../home/comb";

interface Game {
  clock: ClockRule;
  game_type: string;
  edition: string;
  rated: boolean;
}

const EXTRA = { M: "mosquito", L: "ladybug", P: "pillbug" } as const;

/** Return the names of the extra bugs of a game type, such as "Base+ML". */
export const bugsOf = (gameType: string, all: Strings): string =>
  [...gameType.replace(/^Base\+?/, "")]
    .map((letter) => all.bugs[EXTRA[letter as keyof typeof EXTRA]])
    .filter(Boolean)
    .join(", ");

/** Return what is played, in one line of plain words. */
export const termsOf = (game: Game, all: Strings): string =>
  all.lobby.terms(
    clockTexts(clockId(game.clock), all).filter(Boolean).join(" "),
    [
      bugsOf(game.game_type, all),
      game.edition === "ultimate-2024" ? "" : all.editions[game.edition as keyof Strings["editions"]],
    ]
      .filter(Boolean)
      .join(", "),
    game.rated,
  );
