import type { Bug } from "../../position/pieces";
import { list } from "./words";

/** How each bug moves, in one line. */
export const motions = {
  queen_bee: "Moves one space. If she's surrounded, you lose.",
  spider: "Runs exactly three spaces around the hive.",
  beetle: "Moves one space, and can climb onto other bugs to trap them.",
  grasshopper: "Jumps in a straight line over a row of bugs.",
  soldier_ant: "Runs as far as it likes around the hive.",
  mosquito: "Moves like any bug it's touching.",
  ladybug: "Climbs up, crosses to the next bug, and comes down.",
  pillbug: "Moves one space, or throws a neighbour over itself.",
} satisfies Record<Bug, string> as Record<Bug, string>;

export const reach = {
  label: "Let other devices join",
  machine: "This link works on this machine only.",
  explanation:
    "If you switch this on, other devices on your network can open this game and the rest of this page, until you switch it off or stop skep.",
  on: "Other devices on your network can open this game.",
  off: "They can also use the rest of this page. Switch it off to shut them out again.",
  noNetwork: "No private network was found, so other devices can't reach this machine.",
};

export const table = {
  panel: "Moves and more",
  resize: "Width of the panel",
  nav: "Game navigation",
};

export const view = {
  zen: "Zen mode",
  leaveZen: "Leave zen mode",
  fullscreen: "Full screen",
  turn: "Rotate view",
  fit: "Show the whole hive",
  turnEach: "Rotate the view each turn",
};

export const moves = {
  heading: "Moves",
  empty: "No moves yet.",
  first: "First position",
  previous: "Previous turn",
  next: "Next turn",
  last: "Latest position",
  at: (ply: number) => `Turn ${ply}`,
  pass: "pass",
  options: "Options of the move list",
};

export const why = {
  source: (book: string, section: string) => (section ? `${book}, ${section}` : book),
  parts: (sizes: readonly number[]) => `Parts of ${list(sizes.map(String))} spaces`,
  dismiss: "Dismiss",
  premove: "The move you chose is no longer possible.",
  notYourTurn: "It's not your turn yet.",
  lookingBack: "You're viewing an earlier turn. Go back to live to play.",
  over: "The game is over.",
  watching: "You're watching this game.",
  waiting: "The other player hasn't joined yet.",
};
