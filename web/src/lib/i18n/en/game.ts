import type { Piece, Side } from "../../position/pieces";
import { bugs, sides, plural } from "./words";

export const game = {
  heading: (white: string, black: string) => `${white} vs ${black}`,
  board: "Board",
  hand: (side: Side) => `${sides[side]}'s hand`,
  you: "You",
  youToo: "you",
  openSeat: "Open seat",
  computer: (name: string) => `Computer · ${name}`,
  computerName: (name: string) => `Computer (${name})`,
  online: "online",
  offline: "offline",
  clockOf: (side: Side, text: string) => `${sides[side]}'s clock: ${text}`,
  daysLeft: (days: number, hours: number) => (hours ? `${days} d ${hours} h` : plural(days, "day", "days")),
  firstMoveYours: (left: string) => `Your clock starts after your first move. You have ${left} to make it.`,
  firstMoveTheirs: (name: string, left: string) => `${name} has ${left} to make the first move.`,
  watchers: (count: number) => plural(count, "spectator", "spectators"),
  turnOf: (side: Side) => `${sides[side]} to move`,
  toMove: "to move",
  thinking: "thinking…",
  confirm: "Play",
  confirmText: "Play this move? Tap the space again or press Play.",
  premoveText: "This move will be played when it's your turn, if it's still legal.",
  days: (days: number) => plural(days, "day per move", "days per move"),
  yourTurn: "Your turn",
  yourTurnAs: (side: Side) => `Your turn, ${sides[side]}`,
  theirTurn: (name: string) => `${name} to move`,
  thinkingTurn: (name: string) => `${name} is thinking…`,
  computerWaits: "The computer is busy with other games. Its move will come.",
  notStarted: "Waiting for the other player",
  queenDue: "Fourth turn: you must place your queen bee now.",
  firstMove: "Choose a bug from your hand, then a space.",
  chooseSpace: (piece: Piece) => `Where should the ${bugs[piece.bug]} go?`,
  /** Announced once, when a player first selects a piece with the keyboard. */
  keyHint:
    "Use the arrow keys to move between the spaces it can reach. Shift + arrows covers the rest; press Enter there to see why not. Press ? for all keys.",
  mustPass: "You can't place or move anything this turn.",
  pass: "Pass",
  spectating: "You're watching",
  private: "Private game: only people with the link can watch.",
  public: "Public game: anyone can watch, and it is added to the game database at the end.",
  earlier: (ply: number, of: number) => `Viewing turn ${ply} of ${of}`,
  now: "Back to live",
  sending: "Sending…",
};

export const actions = {
  heading: "Game",
  takeback: "Take back",
  draw: "Offer draw",
  resign: "Resign",
  abort: "Cancel game",
  rematch: "Rematch",
  share: "Share",
  downloads: "Download",
  pgn: "Game (PGN)",
  uhp: "Moves (UHP)",
  svg: "Image (SVG)",
  png: "Last position (PNG)",
  gif: "Whole game (animated GIF)",
  making: "Drawing…",
  gifTooLong: "This game is too long: an animation shows at most 300 positions.",
  seat: "Play on another device",
  seatText:
    "Open this link on your other device to play from there too. Keep it private: anyone who has it can play as you.",
  seatFor: (side: Side) => `${sides[side]}'s seat`,
  seatRenewNote:
    "The link works for a week. If you make a new one, earlier links stop working, and your other devices can only watch. The one where you started playing stays signed in.",
  seatRenewed: (removed: number) =>
    removed === 0
      ? "Done. Earlier links no longer work."
      : `Done. Earlier links no longer work, and ${removed === 1 ? "one other device" : `${removed} other devices`} can only watch.`,
  shareHeading: "Share this game",
  shareText: "Anyone with this link can watch.",
  shareLink: "Link to watch",
  newGame: "New game",
  close: "Close",
  cancel: "Cancel",
  drawSure: "Do you both agree to a draw?",
  drawYes: "Agree to a draw",
  drawText: "The game will end now.",
  resignSure: "Resign this game?",
  resignText: (winner: Side) => `${sides[winner]} will win.`,
  abortSure: "Cancel this game?",
  abortText: "It's only just started, so no one wins.",
};

export const proposals = {
  draw: (name: string) => `${name} offers a draw.`,
  takeback: (name: string) => `${name} would like to take back the last move.`,
  rematch: (name: string) => `${name} wants a rematch with colours swapped.`,
  mine: {
    draw: "You offered a draw.",
    takeback: "You asked for a takeback.",
    rematch: "You offered a rematch.",
  },
  declined: {
    draw: "Your draw offer was declined.",
    takeback: "Your takeback request was declined.",
    rematch: "Your rematch offer was declined.",
  },
  accept: "Accept",
  decline: "Decline",
  withdraw: "Cancel",
};

export const help = {
  help: "Help",
  hint: "Hint",
  hintNote: "First where to look, then the move",
  threats: "Show threats",
  threatsNote: "What the computer could do next",
  threatsTitle: "Threats",
  showMove: "Show the move",
  thinking: "Let me see…",
  takeBack: "Take it back",
  keep: "Keep it",
  waits: (name: string) => `${name} is waiting for you`,
  legend: "What the marks mean",
  marks: {
    look: "Look here",
    openSpace: "Open space",
    hintedMove: "Move here",
    held: "Held in place",
    freed: "Free to move",
    ownRoom: "Open around your queen bee",
    inReach: "In reach next turn",
    stillOpen: "Still open",
    win: "Wins at once",
    force: "Wins in two moves",
    pin: "Would hold your piece",
    pinned: "Would be held",
    taken: "Sides taken, of six",
  } as Record<string, string>,
  /** Say which side can fill a space around the queen bee next turn: one, both, or neither (null). */
  canFill: (who: Side | "both" | null) =>
    who === null ? "No one can fill it" : who === "both" ? "Both can fill it" : `${sides[who]} can fill it`,
};

export const chat = {
  heading: "Chat",
  players: "Players",
  spectators: "Spectators",
  spectator: "Spectator",
  empty: "Say hello.",
  emptySpectators: "What do the spectators think?",
  spectatorsNote: "Players can read this after the game.",
  label: "Message",
  placeholder: "Message…",
  send: "Send",
  unread: (count: number) => plural(count, "new message", "new messages"),
  said: (name: string, text: string) => `${name}: ${text}`,
};

export const result = {
  heading: "The game is over",
  nextLevel: (level: number) => `Try level ${level}`,
  won: "You win!",
  lost: "You lost this one.",
  wins: (side: Side) => `${sides[side]} wins.`,
  draw: "It's a draw.",
  aborted: "Game cancelled.",
  abandoned: "Game abandoned.",
  endings: {
    surrounded: (winner: Side | null) =>
      `${winner === "white" ? "Black" : "White"}'s queen bee is surrounded.`,
    "both-surrounded": () => "Both queen bees are surrounded.",
    repetition: () => "The same position came up three times.",
    length: () => "The game reached 1,000 turns, the limit on this site.",
    agreement: () => "Both players agreed to a draw.",
    resignation: (winner: Side | null) => `${winner === "white" ? "Black" : "White"} resigned.`,
    time: (winner: Side | null) => `${winner === "white" ? "Black" : "White"} ran out of time.`,
    aborted: () => "It had only just started, so no one wins.",
    abandoned: () => "No one played for a long time, so no one wins.",
    left: (winner: Side | null) =>
      winner
        ? `${winner === "white" ? "Black" : "White"} left the game.`
        : "A player left, and the other one called it a draw.",
    adjudicated: () => "The organiser of the tournament decided the result.",
  },
  review: "Review",
  analyse: "Analyse",
  next: "Go to the rematch",
};
