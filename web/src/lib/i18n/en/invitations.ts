import type { Bug } from "../../position/pieces";
import { bugs, list, plural } from "./words";

export const invite = {
  heading: "Invite a friend",
  text: "Send this link. The game starts when your friend opens it. Keep this page open or come back later.",
  link: "Link for your friend",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "Couldn't copy. Select the link and copy it yourself.",
  share: "Share…",
  shareText: "Play Hive with me",
  qr: "QR code for the link",
  qrNote: "Or scan this code with a phone.",
  renew: "Make a new link",
  renewNote: "The link works for a week. If you make a new one, this one stops working.",
  renewed: "Done. The earlier link no longer works.",
  waiting: "Waiting for your friend…",
  cancel: "Cancel this game",
};

export const join = {
  heading: (name: string) => (name ? `${name} invites you to play Hive` : "You're invited to play Hive"),
  text: "Pick a name and start playing.",
  side: "You play",
  sideText: {
    white: "White: you move first",
    black: "Black: your opponent moves first",
    any: "Chance decides your colour",
  },
  clock: "Clock",
  clockText: {
    none: "None: take your time",
    minutes: (minutes: number, increment: number) =>
      (minutes < 1
        ? `${plural(Math.round(60 * minutes), "second", "seconds")} each`
        : `${plural(minutes, "minute", "minutes")} each`) +
      (increment ? `, plus ${plural(increment, "second", "seconds")} per move` : ""),
    days: (days: number) => `Up to ${plural(days, "day", "days")} per move`,
  },
  clockStart: "Your clock starts after your first move.",
  bugs: "Bugs",
  bugsText: (extras: Bug[]) =>
    extras.length
      ? `The five basic bugs, plus ${list(extras.map((bug) => `the ${bugs[bug]}`))}`
      : "The five basic bugs",
  rulebook: "Rulebook",
  threefold: "A position that occurs three times is a draw.",
  reading: "Opening the invitation…",
  join: "Join game",
  joining: "Joining…",
  seat: "Opening your seat on this device…",
};
