/** What happens in a game, told aloud in words and sounds. */
import { announcements } from "../../lib/announcements.svelte";
import type { Game, Happening } from "./game.svelte";
import { language } from "../../lib/i18n/language.svelte";
import { playerName } from "../../lib/position/naming";
import { resultWords } from "../../lib/position/results";
import type { Sounds } from "../../lib/sounds";
import { readTurn } from "../../lib/position/turns";

/** The tap of the tile is heard first. */
const TURN_AFTER = 500;
/** The last move is seen to land before anything covers the board. */
const RESULT_AFTER = 1100;

export interface Telling {
  sounds: Sounds;
  /** Somebody else wrote a line. */
  onsaid: () => void;
  /** The game is over, and the last move has been seen. */
  onended: () => void;
}

export function tell(what: Happening, game: Game, { sounds, onsaid, onended }: Telling): void {
  const words = language.words;
  const told = game.told;
  const say = (text: string): void => announcements.say(text);
  switch (what.kind) {
    case "landed":
      return sounds.tap();
    case "moved":
      return say(words.turn(readTurn(what.move, what.ply)));
    case "turn":
      if (!told || told.same_screen) say(words.game.turnOf(what.side));
      else if (told.yours.includes(what.side)) {
        say(words.game.yourTurn);
        setTimeout(() => sounds.turn(), TURN_AFTER);
      }
      return;
    case "started":
      sounds.turn();
      if (told) say(headingOf(game));
      return;
    case "proposed":
      if (told && !told.yours.includes(what.proposal.by))
        say(words.proposals[what.proposal.what](playerName(told, what.proposal.by, words)));
      return;
    case "said":
      if (game.yours.includes(what.by)) return;
      onsaid();
      if (told) say(words.chat.said(playerName(told, what.by, words), what.text));
      return;
    case "result": {
      const mine = told?.same_screen ? [] : game.yours;
      say(resultWords(what.result, mine, words).line);
      setTimeout(() => {
        if (what.result.ending !== "aborted") sounds.end(mine.length !== 1 || mine[0] === what.result.winner);
        onended();
      }, RESULT_AFTER);
    }
  }
}

/** Who plays whom. */
export function headingOf({ told }: Game): string {
  const words = language.words;
  return told
    ? words.game.heading(playerName(told, "white", words), playerName(told, "black", words))
    : "skep";
}
