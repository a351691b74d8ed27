import type { Strings } from "../../lib/i18n/strings";
import type { GameState } from "../../lib/messages";
import { playerName } from "../../lib/position/naming";
import type { Side } from "../../lib/position/pieces";
import type { Person } from "./relations.svelte";

/** Return the people of a game whom the user may report, block or mute: other players, and authors of lines. */
export function peopleOf(state: GameState | null, strings: Strings): Person[] {
  if (!state || (state.same_screen && state.yours.length)) return [];
  const sides: Side[] = state.same_screen ? ["white"] : ["black", "white"];
  const players = sides
    .filter((side) => state[side].seat === "guest" && !state.yours.includes(side))
    .map((side): Person => ({
      name: playerName(state, side, strings),
      target: { game: state.game, side, name: null, author: null },
      side,
      author: null,
    }));
  const authors = new Map<string, Person>();
  for (const { author, name } of state.spectator_chat)
    if (author)
      authors.set(author, {
        name: name || strings.chat.spectator,
        target: { game: state.game, author, name: null, side: null },
        side: null,
        author,
      });
  return [...players, ...authors.values()];
}
