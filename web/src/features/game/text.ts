/** The announcements and sounds of a game. */
import { announcements } from "../../lib/announcements.svelte";
import type { Game, GameEvent } from "./game.svelte";
import type { GameState } from "../../lib/messages";
import { language } from "../../lib/i18n/language.svelte";
import { playerName } from "../../lib/position/naming";
import { resultText } from "../../lib/position/results";
import type { Sounds } from "../../lib/sounds";
import { readTurn } from "../../lib/position/turns";

/** The delay after the sound of the tile, in milliseconds. */
const TURN_AFTER = 500;
/** The delay before the end is staged, so that the last move is seen, in milliseconds. */
const RESULT_AFTER = 700;

export interface Announcing {
  sounds: Sounds;
  /** The other player proposes something. */
  onproposed: () => void;
  /** The game is over, and the last move was shown. */
  onended: () => void;
}

export function announce(what: GameEvent, game: Game, { sounds, onproposed, onended }: Announcing): void {
  const strings = language.strings;
  const gameState = game.state;
  const say = (text: string): void => announcements.say(text);
  switch (what.kind) {
    case "landed":
      return sounds.tap();
    case "moved":
      return say(strings.turn(readTurn(what.move, what.ply)));
    case "turn":
      if (!gameState || gameState.same_screen) say(strings.game.turnOf(what.side));
      else if (gameState.yours.includes(what.side)) {
        say(strings.game.yourTurn);
        setTimeout(() => sounds.turn(), TURN_AFTER);
      }
      return;
    case "started":
      sounds.turn();
      if (gameState) say(headingOf(game));
      return;
    case "proposed":
      if (!gameState || gameState.yours.includes(what.proposal.by)) return;
      onproposed();
      say(strings.proposals[what.proposal.what](playerName(gameState, what.proposal.by, strings)));
      return;
    case "chat":
      if (game.yours.includes(what.by) || game.relations.hides({ ...what, at: 0 })) return;
      if (gameState) say(strings.chat.said(playerName(gameState, what.by, strings), what.text));
      return;
    case "spectator-chat":
      if (game.relations.hides({ ...what, at: 0 })) return;
      return say(strings.chat.said(what.name || strings.chat.spectator, what.text));
    case "result": {
      const mine = gameState?.same_screen ? [] : game.yours;
      say(resultText(what.result, mine, strings).line);
      setTimeout(() => {
        if (what.result.ending !== "aborted" && what.result.ending !== "abandoned")
          sounds.end(mine.length !== 1 || mine[0] === what.result.winner);
        onended();
      }, RESULT_AFTER);
    }
  }
}

/** Return the heading of a game: both players' names. */
export function headingOf({ state: gameState }: Game): string {
  const strings = language.strings;
  return gameState
    ? strings.game.heading(playerName(gameState, "white", strings), playerName(gameState, "black", strings))
    : "skep";
}

/** Return the clock and the bugs of a game in a few words, such as `10+5 · Base + MLP`. */
export function aboutGame({
  clock_rule: { kind, minutes, increment, days },
  game_type: type,
}: GameState): string {
  const clock =
    kind === "minutes" ? `${minutes}+${increment}` : kind === "days" ? language.strings.game.days(days) : "";
  return [clock, type.replace("+", " + ")].filter(Boolean).join(" · ");
}
