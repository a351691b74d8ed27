import type { Strings } from "../../lib/i18n/strings";
import type { ClockRule } from "../../lib/messages";
import { clockId } from "../../lib/timeControl";
import { clockTexts } from "../home/comb";

interface Rules {
  game_type: string;
  edition: string;
  rated: boolean;
  threefold?: boolean;
}
interface Game extends Rules {
  clock: ClockRule;
}

const EXTRA = { M: "mosquito", L: "ladybug", P: "pillbug" } as const;

/** Return the names of the extra bugs of a game type, such as "Base+ML". */
export const bugsOf = (gameType: string, all: Strings): string =>
  [...gameType.replace(/^Base\+?/, "")]
    .map((letter) => all.bugs[EXTRA[letter as keyof typeof EXTRA]])
    .filter(Boolean)
    .join(", ");

/** Return the name of a rulebook, or nothing for the latest one. */
const editionOf = (edition: string, all: Strings): string | undefined =>
  edition === "ultimate-2024" ? "" : all.editions[edition as keyof Strings["editions"]];

/** Return what ends a game early, or nothing. */
const drawsOf = (game: Rules, all: Strings): string => (game.threefold ? all.lobby.threefold : "");

/** Return what is played, in one line of plain words. */
export const termsOf = (game: Game, all: Strings): string =>
  [
    all.lobby.terms(
      clockTexts(clockId(game.clock), all).filter(Boolean).join(" "),
      [bugsOf(game.game_type, all), editionOf(game.edition, all)].filter(Boolean).join(", "),
      game.rated,
    ),
    drawsOf(game, all),
  ]
    .filter(Boolean)
    .join(" · ");

/** Return what is played beside the clock, in one line of plain words. */
export const rulesOf = (game: Rules, all: Strings): string =>
  [
    game.rated ? all.lobby.rated : all.lobby.casual,
    bugsOf(game.game_type, all) || all.profile.families.base,
    editionOf(game.edition, all),
    drawsOf(game, all),
  ]
    .filter(Boolean)
    .join(" · ");
