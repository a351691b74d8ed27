import { fr as shared } from "./fromPython";
import type { Strings } from "./strings";
import { typeset, upper } from "./texts";
import { account } from "./fr/account";
import { explorer, archive } from "./fr/archive";
import { daily } from "./fr/daily";
import { embed } from "./fr/embed";
import { game, actions, proposals, help, chat, result } from "./fr/game";
import { header, myName, playerNames, connection, footer } from "./fr/header";
import { start, clocks, home, openGame } from "./fr/home";
import { invite, join } from "./fr/invitations";
import { lobby } from "./fr/lobby";
import moderation from "./fr/moderation";
import { refusals, problems } from "./fr/problems";
import { profile } from "./fr/profile";
import { programs } from "./fr/programs";
import { puzzles } from "./fr/puzzles";
import { review } from "./fr/review";
import { rules } from "./fr/rules";
import { school } from "./fr/school";
import { settings, keys } from "./fr/settings";
import { studies } from "./fr/studies";
import { study } from "./fr/study";
import { motions, reach, table, view, moves, why } from "./fr/table";
import { teams } from "./fr/teams";
import { tournaments } from "./fr/tournaments";
import { watchPage } from "./fr/watch";
import { bugs, sides, masculine, bugOf, named, thePiece, sidesOf, turn } from "./fr/words";

const fr: Strings = {
  bugs,
  sides,
  bug: bugOf,
  piece: thePiece,
  turn,
  things: {
    piece: (piece, under, over, movable, selected) =>
      [
        upper(named(piece)),
        under.length ? `sur ${under.map(thePiece).join(" et ")}` : "",
        over.length ? `sous ${over.map(thePiece).join(" et ")}` : "",
        selected ? `choisi${masculine.has(piece.bug) ? "" : "e"}` : movable ? "peut bouger" : "",
      ]
        .filter(Boolean)
        .join(", "),
    ghost: (under, beside) =>
      under.length
        ? `Ici, sur ${thePiece(under.at(-1)!)}`
        : beside.length
          ? `Ici : ${beside.map(([piece, side]) => `${named(piece)} ${sidesOf[side]}`).join(", ")}`
          : "Ici",
    space: (beside) =>
      `Impossible ici, Entrée pour savoir pourquoi : ${beside.map(([piece, side]) => `${named(piece)} ${sidesOf[side]}`).join(", ")}`,
    inHand: (piece, count, movable) =>
      `${upper(named({ ...piece, number: null }))}, ${count} en main${movable ? "" : ", ne peut pas entrer en jeu ce tour-ci"}`,
  },
  title: (what) => `${what} · skep`,
  header,
  account,
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
  levels: Object.values(shared.levels).map(({ name, description }) => [name, description]),
  editions: {
    ...shared.editions,
    "ultimate-2024": `${shared.editions["ultimate-2024"]}, dernières règles`,
  },
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

export default typeset(fr);
