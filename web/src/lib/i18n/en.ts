import type { Piece } from "../position/pieces";
import type { Beside } from "../position/turns";
import { en as shared } from "./fromPython";
import { account } from "./en/account";
import { explorer, archive } from "./en/archive";
import { daily } from "./en/daily";
import { embed } from "./en/embed";
import { game, actions, proposals, help, chat, result } from "./en/game";
import { header, myName, playerNames, connection, footer } from "./en/header";
import { start, clocks, home, openGame } from "./en/home";
import { invite, join } from "./en/invitations";
import { lobby } from "./en/lobby";
import moderation from "./en/moderation";
import { refusals, problems } from "./en/problems";
import { profile } from "./en/profile";
import { programs } from "./en/programs";
import { puzzles } from "./en/puzzles";
import { review } from "./en/review";
import { rules } from "./en/rules";
import { school } from "./en/school";
import { settings, keys } from "./en/settings";
import { studies } from "./en/studies";
import { study } from "./en/study";
import { motions, reach, table, view, moves, why } from "./en/table";
import { teams } from "./en/teams";
import { tournaments } from "./en/tournaments";
import { watchPage } from "./en/watch";
import { bugs, sides, sidesOf, bugOf, pieceOf, turn } from "./en/words";

const en = {
  bugs,
  sides,
  bug: bugOf,
  piece: pieceOf,
  turn,
  things: {
    /** A piece on the board, for screen readers. */
    piece: (piece: Piece, under: Piece[], over: Piece[], movable: boolean, selected: boolean) =>
      [
        pieceOf(piece),
        under.length ? `on top of ${under.map(pieceOf).join(" and ")}` : "",
        over.length ? `covered by ${over.map(pieceOf).join(" and ")}` : "",
        selected ? "selected" : movable ? "can move" : "",
      ]
        .filter(Boolean)
        .join(", "),
    /** A space where the selected piece can go, described by the pieces next to it and where they are. */
    ghost: (under: Piece[], beside: [Piece, Beside][]) =>
      under.length
        ? `Here, on top of ${pieceOf(under.at(-1)!)}`
        : beside.length
          ? `Here: ${beside.map(([piece, side]) => `${pieceOf(piece)} ${sidesOf[side]}`).join(", ")}`
          : "Here",
    /** A space next to the hive where the selected piece cannot go. */
    space: (beside: [Piece, Beside][]) =>
      `Can't go here, press Enter to see why: ${beside.map(([piece, side]) => `${pieceOf(piece)} ${sidesOf[side]}`).join(", ")}`,
    inHand: (piece: Piece, count: number, movable: boolean) =>
      `${pieceOf({ ...piece, number: null })}, ${count} in hand${movable ? "" : ", can't be placed this turn"}`,
  },
  title: (what: string) => `${what} · skep`,
  header,
  /** The name that a user chooses. */
  account,
  /** API tokens, and programs that ask for access. */
  programs,
  myName,
  playerNames,
  connection,
  start,
  clocks,
  home,
  lobby,
  openGame,
  motions,
  /** Name and description, from level 1 to 10. */
  levels: Object.values(shared.levels).map(({ name, description }) => [name, description]),
  editions: {
    ...shared.editions,
    "ultimate-2024": `${shared.editions["ultimate-2024"]}, latest rules`,
  } as Record<string, string>,
  invite,
  reach,
  join,
  watchPage,
  game,
  table,
  view,
  moves,
  actions,
  proposals,
  help,
  chat,
  result,
  why,
  refusals,
  problems,
  settings,
  keys,
  review,
  explorer,
  archive,
  study,
  school,
  rules,
  puzzles,
  profile,
  moderation,
  daily,
  embed,
  tournaments,
  teams,
  studies,
  footer,
};

export default en;
