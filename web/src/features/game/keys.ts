/** The keys of the game page: stepping, cancelling, zen mode and help. */
import type { Game } from "./game.svelte";
import type { GameScreen } from "./gameScreen.svelte";

export function keyed(game: Game, event: KeyboardEvent, screen?: GameScreen): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  const at = event.target instanceof Element ? event.target : null;
  if (at?.closest("input, textarea, select, dialog")) return;
  // the focus of an open dialog can be lost, when the button that had it disappears
  if (at?.ownerDocument.querySelector("dialog[open]")) return;
  // on the board, the arrow keys move the focus over the hive
  const onBoard = at?.closest(".board") != null;
  const act: Record<string, () => void> = {
    "[": () => game.step(-1),
    "]": () => game.step(1),
    ...(onBoard
      ? {}
      : {
          ArrowLeft: () => game.step(-1),
          ArrowRight: () => game.step(1),
          Home: () => game.view(0),
          End: () => game.view(game.latest),
        }),
    Escape: () => game.interaction.cancel(),
    ...(screen ? { z: () => (screen.zen = !screen.zen) } : {}),
    ...(game.canBeHelped ? { h: () => void game.help.askHint(), t: () => void game.help.askThreats() } : {}),
  };
  const found = act[event.key];
  if (!found) return;
  event.preventDefault();
  found();
}
