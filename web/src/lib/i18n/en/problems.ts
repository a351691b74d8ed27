import moderation from "./moderation";
import { studies } from "./studies";

export const refusals = {
  malformed: "This page is out of date. Please reload it.",
  "unknown-game": "We can't find that game.",
  "not-your-game": "You're watching this game, so you can't play in it.",
  "not-your-turn": "It's not your turn.",
  late: "The game moved on before that arrived. Here's where it stands.",
  illegal: "The rules don't allow that.",
  "game-over": "The game is already over.",
  "nothing-proposed": "That offer is no longer open.",
  "not-possible": "You can't do that right now.",
  "no-help": "Help is only available against the computer.",
  "in-play": "You're playing this position in a game with a clock. You can analyse it after the game.",
  "other-window": "You started an analysis in another window, so this one has stopped.",
  "too-many": "Too many analyses are running from your network. Waiting for one of them to end…",
  "too-fast": "Slow down a little, then try again.",
  "too-many-games": "You have too many unfinished games, or started too many in the last hour.",
  "sign-in": "Sign in to do that.",
  busy: "The server is busy. Try again in a moment.",
  unconfirmed: "The server couldn't confirm your move in time. Checking whether it was saved…",
  unanswered: "No reply from the server. Your last action may not have gone through.",
  ...moderation.refusals,
  ...studies.refusals,
};

export const problems = {
  unreachable: "Can't reach the server",
  unreachableText: "Check your connection. If you started skep yourself, make sure it's still running.",
  unknownGame: "Game not found",
  unknownGameText: "The link may be incomplete, or the game isn't on this server.",
  invitationUnknown: "This invitation doesn't exist",
  invitationUnknownText:
    "The link may be incomplete, or your friend has replaced it with a new one. Ask for the latest link.",
  invitationTaken: "This invitation has been used",
  invitationTakenText:
    "Someone has already joined this game. Ask your friend for a new one, or watch others play.",
  invitationExpired: "This invitation has expired",
  invitationExpiredText: "A link works for a week. Ask your friend for a new one.",
  invitationOver: "This game was cancelled",
  invitationOverText: "It ended before anyone joined. Ask your friend for a new one.",
  invitationUsed: "This invitation no longer works",
  invitationUsedText:
    "Someone has already joined, the game was cancelled, or the link has expired or been replaced. Ask your friend for a new link.",
  seatUnknown: "This seat link doesn't work",
  seatUnknownText:
    "It may be incomplete, older than a week, or replaced by a new one. Create a new one in the game, under “Play on another device”.",
  outdatedLink: "This link is too old",
  outdatedLinkText:
    "Links of this kind no longer work. Ask your friend for a new one, or create one in the game, under “Play on another device”.",
  nameRefused: "That name won't work. Use up to 24 ordinary characters.",
  names: {
    "name-empty": "Your name needs at least one letter or digit.",
    "name-long": "That name is too long. Use up to 24 characters.",
    "name-characters":
      "Use only letters, digits, spaces and simple punctuation such as . , ' - in your name.",
    "name-mixed": "Don't mix alphabets that look alike, such as Latin and Cyrillic, in one word.",
    "name-forbidden": "That name has a word that isn't allowed here.",
    "name-reserved":
      "That name is reserved, because it could be mistaken for the computer or the people who run this site.",
    "name-taken": "That name belongs to an account.",
  },
  computerBusy: "The computer still has to reply in eight of your games. Wait for one of its moves.",
  tooFast: "Too many requests. Please wait a moment and try again.",
  full: "The server has no space left for studies and reviews.",
  failed: "That didn't work. Please try again.",
  notFound: "Page not found",
  notFoundText: "There's nothing at this address.",
  toStart: "Go to the start page",
  again: "Try again",
  watchInstead: "Watch a game",
};
