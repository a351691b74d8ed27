/** The commands of a game as actions, for the foot of the panel and for the menu. */
import type { Strings } from "../../lib/i18n/strings";
import type { PanelAction } from "../../lib/table/PanelFoot.svelte";
import type { Game } from "./game.svelte";
import type { GameDialog } from "./gameScreen.svelte";

type Ask = (dialog: GameDialog) => void;

/** Return what can be done now: three actions during a game and three after it. */
export function mainActions(game: Game, { actions: strings }: Strings, ask: Ask): PanelAction[] {
  const playing = game.yours.length > 0 && !game.result && !!game.state?.started;
  if (!playing) return [{ icon: "plus", label: strings.newGame, href: "/" }, ...recordActions(strings, ask)];
  return [
    {
      icon: "undo",
      label: strings.takeback,
      disabled: !game.canTakeBack,
      act: () => void game.propose("takeback"),
    },
    {
      icon: "draw",
      label: strings.draw,
      disabled: !game.canOfferDraw,
      act: () => (game.state?.same_screen ? ask("draw") : void game.propose("draw")),
    },
    game.canAbort
      ? { icon: "close", label: strings.abort, asks: true, act: () => ask("abort") }
      : {
          icon: "flag",
          label: strings.resign,
          asks: true,
          disabled: !game.canResign,
          act: () => ask("resign"),
        },
  ];
}

/** Return the ways to pass a game on. */
export const recordActions = (strings: Strings["actions"], ask: Ask): PanelAction[] => [
  { icon: "share", label: strings.share, asks: true, act: () => ask("share") },
  { icon: "download", label: strings.downloads, asks: true, act: () => ask("download") },
];

/** Return whether the game can be continued on another device. */
export const hasSeatLinks = (game: Game): boolean =>
  !game.result &&
  (!!game.state?.same_screen || game.againstComputer || game.yours.length > 0) &&
  Object.keys(game.state?.seat_links ?? {}).length > 0;
