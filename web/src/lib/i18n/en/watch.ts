import { plural } from "./words";

export const watchPage = {
  heading: "Watch",
  now: (count: number, more: boolean) =>
    more ? `${count}+ games now` : `${plural(count, "game", "games")} now`,
  all: "All",
  others: "Other games",
  none: "No one is playing right now.",
  noneText: "Meanwhile, here's a game that our engine played, one move at a time.",
  noneOfSpeed: "No game of this speed right now.",
  noneOfSpeedText: "Choose another speed, or open a game yourself.",
  openGames: "Open games",
  noOpen: "No one is waiting for an opponent.",
  noOpenText: "Open a game, and the next visitor can join you.",
  openYours: "Open your own game",
  yours: "Your open game",
  play: "Play",
  playWith: (name: string, clock: string) => `Play ${name}, ${clock}`,
  guest: "A guest",
  gone: "Someone else was faster. The list is up to date now.",
  position: (white: string, black: string, turns: number) =>
    `${white} against ${black} after ${plural(turns, "turn", "turns")}`,
  speeds: "Speed",
};
