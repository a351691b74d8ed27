// Made by `make types` from skep/server/messages.py and models.py: change those, not this.

/** Asks whether anybody is there. */
export interface Ping {
  kind: "ping";
  id: number;
}

/** Tell me of this game from now on; answered by the whole game. Asked again after every reconnection. */
export interface Watch {
  kind: "watch";
  id: number;
  game: string;
}

/** Tell me no more. */
export interface Unwatch {
  kind: "unwatch";
  id: number;
  game: string;
}

/** Place or move a piece; without piece and place, pass. */
export interface MakeMove {
  kind: "move";
  id: number;
  game: string;
  ply: number;
  piece?: string | null;
  to?: [number, number] | null;
}

/** Offer a draw, ask to take a move back, or offer another game with colours swapped. */
export interface Propose {
  kind: "propose";
  id: number;
  game: string;
  what: "draw" | "rematch" | "takeback";
}

/** Accept or decline what the other player proposed; declining one's own takes it back. */
export interface Reply {
  kind: "reply";
  id: number;
  game: string;
  what: "draw" | "rematch" | "takeback";
  accept: boolean;
}

/** Give the game up. */
export interface Resign {
  kind: "resign";
  id: number;
  game: string;
}

/** End a game that has not properly begun: nobody wins. Possible until both players have moved. */
export interface Abort {
  kind: "abort";
  id: number;
  game: string;
}

/** A line of chat to the other player. */
export interface Say {
  kind: "say";
  id: number;
  game: string;
  text: string;
}

/** Asks by which ways a piece gets where it may go now. */
export interface AskWays {
  kind: "ways";
  id: number;
  game: string;
  ply: number;
  piece: string;
}

/** Asks by which way the move went that led to this ply. */
export interface AskWay {
  kind: "way";
  id: number;
  game: string;
  ply: number;
}

/** Asks why a piece may not go there or, without a place, why it cannot move at all. */
export interface AskWhy {
  kind: "why";
  id: number;
  game: string;
  ply: number;
  piece: string;
  to?: [number, number] | null;
  language?: string;
}

/** Here I am. */
export interface Pong {
  kind: "pong";
  id: number;
}

/** It was done, and stored where it changes a game. */
export interface Done {
  kind: "done";
  id: number;
}

/** It was not done, and nothing was changed. */
export interface Refused {
  kind: "refused";
  id: number | null;
  code: "busy" | "game-over" | "illegal" | "late" | "malformed" | "not-possible" | "not-your-game" | "not-your-turn" | "nothing-proposed" | "too-fast" | "unknown-game";
  text: string;
  why: Why | null;
}

/** Why a turn is not allowed: a sentence for people, and the evidence to draw. What does not apply is empty. */
export interface Why {
  rule: string;
  sentence: string;
  book: string;
  section: string;
  piece: string | null;
  to: [number, number] | null;
  pieces: string[];
  spaces: [number, number][];
  parts: [number, number][][];
  gate: GateSeen | null;
  instead: [number, number][];
}

/** Two pieces too close together to pass between them. */
export interface GateSeen {
  hexes: [number, number][];
  start: [number, number];
  to: [number, number];
  step: number;
  height: number;
}

/** The answer to ``ways``, one for each destination. */
export interface WaysFound {
  kind: "ways";
  id: number;
  ways: Way[];
}

/** How a piece gets where it goes: the hexes it passes, from where it stood to where it ends. */
export interface Way {
  kind: "climb" | "jump" | "pass" | "place" | "slide" | "throw";
  hexes: [number, number][];
  thrower: string | null;
  copied: string | null;
}

/** The answer to ``way``. */
export interface WayFound {
  kind: "way";
  id: number;
  way: Way;
}

/** The answer to ``why``; None when the turn is legal. */
export interface WhyFound {
  kind: "why";
  id: number;
  why: Why | null;
}

/** A whole game, as one client may see it. */
export interface GameState {
  kind: "game";
  id: number | null;
  game: string;
  seq: number;
  edition: string;
  game_type: string;
  threefold: boolean;
  pieces: string[];
  white: Player;
  black: Player;
  yours: ("black" | "white")[];
  same_screen: boolean;
  started: boolean;
  moves: Played[];
  legal: Legal;
  clock_rule: ClockRule;
  clock: Clock | null;
  proposals: Proposal[];
  result: Result | null;
  rematch: string | null;
  watchers: number;
  chat: Line[];
  seat_links: Record<string, string>;
  invite: string | null;
}

/** Who sits at one side of the table. */
export interface Player {
  seat: "computer" | "guest" | "open";
  name: string;
  level: number | null;
  online: boolean;
}

/** A turn that was taken. */
export interface Played {
  uhp: string;
  piece: string | null;
  origin: [number, number] | null;
  to: [number, number] | null;
  spent: number;
}

/** What the side to move may do. */
export interface Legal {
  moves: Record<string, number[]>;
  must_pass: boolean;
}

/** How much time there is: none is counted, minutes for the game with seconds added a move, or days a move. */
export interface ClockRule {
  kind: "days" | "minutes" | "none";
  minutes: number;
  increment: number;
  days: number;
}

/** The time each side has left, in milliseconds, at the moment of telling. */
export interface Clock {
  white: number;
  black: number;
  running: "black" | "white" | null;
}

/** Something one player waits for the other to answer. */
export interface Proposal {
  what: "draw" | "rematch" | "takeback";
  by: "black" | "white";
}

/** How a game ended. Without a winner it is a draw, or was aborted. */
export interface Result {
  winner: "black" | "white" | null;
  ending: "aborted" | "agreement" | "both-surrounded" | "repetition" | "resignation" | "surrounded" | "time";
}

/** A line of chat. */
export interface Line {
  by: "black" | "white";
  text: string;
  at: number;
}

/** A move was made and stored. */
export interface Moved {
  kind: "moved";
  game: string;
  seq: number;
  ply: number;
  move: Played;
  legal: Legal;
  clock: Clock | null;
  result: Result | null;
}

/** A player said something. */
export interface Said {
  kind: "said";
  game: string;
  line: Line;
}

/** Who is there changed. */
export interface Present {
  kind: "present";
  game: string;
  white: boolean;
  black: boolean;
  watchers: number;
}

/** No clock, minutes for the whole game with seconds added after each move, or days for each move. */
export interface ClockChoice {
  kind?: "none" | "minutes" | "days";
  minutes?: number;
  increment?: number;
  days?: number;
}

/** A game was made, or a seat taken. */
export interface Created {
  game: string;
}

/** Who this browser is. */
export interface Me {
  name: string;
}

/** The name a guest wants to be called. */
export interface NameChoice {
  name: string;
}

/** A game to be made. The defaults are a good first game. */
export interface NewGame {
  opponent?: "computer" | "here" | "friend";
  level?: number;
  side?: "white" | "black" | "random";
  edition?: "ultimate-2024" | "pocket-2012" | "pocket-fr" | "hive-2016" | "hive-classic";
  expansions?: string;
  threefold?: boolean;
  clock?: ClockChoice;
}

/** What was wrong with a request. */
export interface Problem {
  detail: string;
}

/** Some games, the latest first. */
export interface Summaries {
  games: Summary[];
}

/** A game in a list. */
export interface Summary {
  game: string;
  edition: string;
  game_type: string;
  white: string;
  black: string;
  white_level: number | null;
  black_level: number | null;
  yours: ("white" | "black")[];
  open: boolean;
  ply: number;
  to_move: "white" | "black";
  ended: boolean;
  updated: number;
}

export type Request =
  | Ping
  | Watch
  | Unwatch
  | MakeMove
  | Propose
  | Reply
  | Resign
  | Abort
  | Say
  | AskWays
  | AskWay
  | AskWhy;

export type Tell =
  | Pong
  | Done
  | Refused
  | WaysFound
  | WayFound
  | WhyFound
  | GameState
  | Moved
  | Said
  | Present;
