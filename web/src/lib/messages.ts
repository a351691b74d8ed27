// Made by `make types` from messages.py and models.py in skep/server, its help, its study and its school, and
// from what skep/learn tells: change those, not this.

/** Check that the connection is alive. */
export interface Ping {
  kind: "ping";
  id: number;
}

/** Subscribe to a game. The response is the whole game. Sent again after every reconnect. */
export interface Watch {
  kind: "watch";
  id: number;
  game: string;
}

/** Unsubscribe from a game. */
export interface Unwatch {
  kind: "unwatch";
  id: number;
  game: string;
}

/** Place or move a piece; pass if piece and destination are left out. */
export interface MakeMove {
  kind: "move";
  id: number;
  game: string;
  ply: number;
  piece?: string | null;
  to?: [number, number] | null;
}

/** Offer a draw, a takeback or a rematch with colours swapped. */
export interface Propose {
  kind: "propose";
  id: number;
  game: string;
  what: "draw" | "rematch" | "takeback";
}

/** Accept or decline a proposal. Declining your own proposal withdraws it. */
export interface Reply {
  kind: "reply";
  id: number;
  game: string;
  what: "draw" | "rematch" | "takeback";
  accept: boolean;
}

/** Resign the game. */
export interface Resign {
  kind: "resign";
  id: number;
  game: string;
}

/** Abort the game without a result. Possible until both players have moved. */
export interface Abort {
  kind: "abort";
  id: number;
  game: string;
}

/** Send a line of chat to the other player. */
export interface SendChat {
  kind: "say";
  id: number;
  game: string;
  text: string;
}

/** Request the paths of all legal moves of a piece. */
export interface PathsRequest {
  kind: "ways";
  id: number;
  game: string;
  ply: number;
  piece: string;
}

/** Request the path of the move that led to this ply. */
export interface PathRequest {
  kind: "way";
  id: number;
  game: string;
  ply: number;
}

/** Request why a piece cannot go somewhere or, without a destination, why it cannot move at all. */
export interface WhyNotRequest {
  kind: "why";
  id: number;
  game: string;
  ply: number;
  piece: string;
  to?: [number, number] | null;
  language?: string;
  notation?: boolean;
}

/** Request a hint: where to look or, as the second step, the move. */
export interface HintRequest {
  kind: "hint";
  id: number;
  game: string;
  ply: number;
  step?: number;
  language?: string;
  notation?: boolean;
}

/** Request what the other side would do if it were its turn. */
export interface ThreatsRequest {
  kind: "threats";
  id: number;
  game: string;
  ply: number;
  language?: string;
  notation?: boolean;
}

/** Turn offers to take back a blunder on or off. Sent again after every ``watch``. */
export interface SetCoaching {
  kind: "coach";
  id: number;
  game: string;
  on: boolean;
  language?: string;
  notation?: boolean;
}

/** Decline an offered takeback, so that the computer replies. */
export interface KeepMove {
  kind: "keep";
  id: number;
  game: string;
  ply: number;
}

/** Asks what stands there and what may be played; with a piece and a place, after that turn as well. */
export interface PositionRequest {
  kind: "look";
  id: number;
  study: StudyPosition;
  piece?: string | null;
  to?: [number, number] | null;
  passing?: boolean;
}

/** A position, by the way that led to it. */
export interface StudyPosition {
  start: string;
  moves?: string[];
  threefold?: boolean;
}

/** Asks by which ways a piece gets where it may go; answered by ``ways``. */
export interface StudyPathsRequest {
  kind: "study-ways";
  id: number;
  study: StudyPosition;
  piece: string;
}

/** Asks by which way the last move went; answered by ``way``. */
export interface StudyPathRequest {
  kind: "study-way";
  id: number;
  study: StudyPosition;
}

/** Asks why a piece may not go there or, without a place, cannot move at all; answered by ``why``. */
export interface StudyWhyNotRequest {
  kind: "study-why";
  id: number;
  study: StudyPosition;
  piece: string;
  to?: [number, number] | null;
  language?: string;
  notation?: boolean;
}

/** Asks for what can be laid over the board. */
export interface LayersRequest {
  kind: "layers";
  id: number;
  study: StudyPosition;
  layers: ("gates" | "pinned" | "placing" | "queens" | "reach")[];
  piece?: string | null;
}

/** Think about a position until told otherwise; ``analysis`` messages follow, all with this ``id``. */
export interface Analyse {
  kind: "analyse";
  id: number;
  study: StudyPosition;
  lines?: number;
}

/** Think no more. */
export interface StopAnalysis {
  kind: "stop";
  id: number;
}

/** The response to ``ping``. */
export interface Pong {
  kind: "pong";
  id: number;
}

/** The request was carried out and, if it changes a game, stored. */
export interface Ok {
  kind: "done";
  id: number;
}

/** The request was not carried out. After ``unconfirmed`` it may have been: watch the game again to find out. */
export interface Refused {
  kind: "refused";
  id: number | null;
  code: "busy" | "game-over" | "illegal" | "late" | "malformed" | "no-help" | "not-possible" | "not-your-game" | "not-your-turn" | "nothing-proposed" | "too-fast" | "unconfirmed" | "unknown-game";
  text: string;
  why: ReasonView | null;
}

/** Why a turn is illegal: a title and a text for people, and the evidence to draw. Unused fields are empty. */
export interface ReasonView {
  rule: string;
  title: string;
  text: string;
  book: string;
  section: string;
  piece: string | null;
  to: [number, number] | null;
  pieces: string[];
  spaces: [number, number][];
  parts: [number, number][][];
  gate: GateView | null;
  alternatives: [number, number][];
}

/** Two pieces that are too close together to pass between them. */
export interface GateView {
  hexes: [number, number][];
  start: [number, number];
  to: [number, number];
  step: number;
  height: number;
}

/** The response to ``ways``: one path per destination. */
export interface PathsResponse {
  kind: "ways";
  id: number;
  paths: PathView[];
}

/** The path of a move: the hexes that the piece passes over, from its start to its destination. */
export interface PathView {
  kind: "climb" | "jump" | "pass" | "place" | "slide" | "throw";
  hexes: [number, number][];
  thrower: string | null;
  copied: string | null;
}

/** The response to ``way``. */
export interface PathResponse {
  kind: "way";
  id: number;
  path: PathView;
}

/** The response to ``why``; None if the move is legal. */
export interface WhyNotResponse {
  kind: "why";
  id: number;
  why: ReasonView | null;
}

/** The state of a game as one client may see it. */
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
  moves: PlayedMove[];
  legal: LegalMovesView;
  clock_rule: ClockRule;
  clock: Clock | null;
  proposals: Proposal[];
  result: GameResult | null;
  rematch: string | null;
  watchers: number;
  chat: ChatLine[];
  seat_links: Record<string, string>;
  invite: string | null;
}

/** The player of one side. */
export interface Player {
  seat: "computer" | "guest" | "open";
  name: string;
  level: number | null;
  online: boolean;
}

/** A move that was played. */
export interface PlayedMove {
  uhp: string;
  piece: string | null;
  origin: [number, number] | null;
  to: [number, number] | null;
  spent: number;
}

/** The legal moves of the side to move. */
export interface LegalMovesView {
  moves: Record<string, number[]>;
  must_pass: boolean;
}

/** The time control: none, minutes per game with an increment in seconds, or days per move. */
export interface ClockRule {
  kind: "days" | "minutes" | "none";
  minutes: number;
  increment: number;
  days: number;
}

/** The time each side has left when the message is sent, in milliseconds. */
export interface Clock {
  white: number;
  black: number;
  running: "black" | "white" | null;
}

/** A proposal that waits for the other player's answer. */
export interface Proposal {
  what: "draw" | "rematch" | "takeback";
  by: "black" | "white";
}

/** How a game ended. Without a winner it was drawn or aborted. */
export interface GameResult {
  winner: "black" | "white" | null;
  ending: "aborted" | "agreement" | "both-surrounded" | "repetition" | "resignation" | "surrounded" | "time";
}

/** A line of chat. */
export interface ChatLine {
  by: "black" | "white";
  text: string;
  at: number;
}

/** A move was played and stored. */
export interface MoveMade {
  kind: "moved";
  game: string;
  seq: number;
  ply: number;
  move: PlayedMove;
  path: PathView;
  legal: LegalMovesView;
  clock: Clock | null;
  result: GameResult | null;
}

/** A player sent a line of chat. */
export interface ChatReceived {
  kind: "said";
  game: string;
  line: ChatLine;
}

/** Who is connected has changed. */
export interface PresenceChanged {
  kind: "present";
  game: string;
  white: boolean;
  black: boolean;
  watchers: number;
}

/** The response to ``hint``: a sentence, and what to draw. */
export interface HintResponse {
  kind: "hint";
  id: number;
  step: number;
  theme: "fill" | "flee" | "force" | "move" | "pass" | "pin" | "place" | "save" | "win";
  sentence: string;
  pieces: string[];
  spaces: [number, number][];
  move: PlayedMove | null;
  path: PathView | null;
}

/** The response to ``threats``: a sentence, and what to draw. */
export interface ThreatsResponse {
  kind: "threats";
  id: number;
  sentence: string;
  threats: ThreatView[];
  queen: QueenView | null;
}

/** A move that the other side threatens. */
export interface ThreatView {
  kind: "force" | "pin" | "win";
  move: PlayedMove;
  pinned: string[];
}

/** A queen bee in play, and the six hexes round her. */
export interface QueenView {
  piece: string;
  place: [number, number];
  spaces: QueenSpaceView[];
}

/** A hex beside a queen bee: who stands there, or who could fill it with the next turn. */
export interface QueenSpaceView {
  place: [number, number];
  standing: string | null;
  white: string[];
  black: string[];
}

/** The player's last move was a blunder, and the computer waits. Sent to that player only. */
export interface TakebackOffered {
  kind: "offer";
  game: string;
  ply: number;
  blunder: "gives" | "loses" | "misses";
  sentence: string;
  move: PlayedMove | null;
}

/** The answer to ``look``. */
export interface PositionView {
  kind: "seen";
  id: number;
  position: string;
  edition: string;
  game_type: string;
  ply: number;
  stacks: StackView[];
  hands: string[];
  moves: PlayedMove[];
  legal: LegalMovesView;
  result: GameResult | null;
}

/** The pieces on one hex. */
export interface StackView {
  place: [number, number];
  pieces: string[];
}

/** The answer to ``layers``; what was not asked for is empty. */
export interface Layers {
  kind: "layers";
  id: number;
  pinned: PinnedPieceView[];
  reach: [number, number][];
  queens: QueenView[];
  gates: GateLayer[];
  white_places: [number, number][];
  black_places: [number, number][];
}

/** A piece that the hive, or a piece upon it, holds in place. */
export interface PinnedPieceView {
  piece: string;
  place: [number, number];
  by: "covered" | "just-moved" | "one-hive";
}

/** Two neighbouring hexes between which no piece can slide along the ground, though both are open. */
export interface GateLayer {
  one: [number, number];
  two: [number, number];
  posts: [number, number][];
}

/** How far the thinking is. */
export interface AnalysisUpdate {
  kind: "analysis";
  id: number;
  state: "resting" | "settled" | "thinking" | "waiting";
  depth: number;
  nodes: number;
  seconds: number;
  lines: AnalysisLine[];
}

/** One of the best ways to go on. All values are White's: above zero White is better. */
export interface AnalysisLine {
  value: number;
  white_wins: number;
  forced: number | null;
  moves: PlayedMove[];
}

/** The table of contents in one language. */
export interface CourseView {
  language: string;
  chapters: CourseChapterView[];
}

/** A chapter in the table of contents. */
export interface CourseChapterView {
  id: string;
  title: string;
  lessons: LessonHead[];
}

/** A lesson in the table of contents. */
export interface LessonHead {
  id: string;
  title: string;
  summary: string;
  steps: number;
}

/** A whole lesson in one language. */
export interface LessonView {
  id: string;
  language: string;
  title: string;
  summary: string;
  rulebook: EntryTitle[];
  steps: (ShowView | FindView | ChooseView | JudgeView | PlayView | WinView | PassView | ResultView)[];
}

/** A link to an entry of the rulebook. */
export interface EntryTitle {
  id: string;
  title: string;
}

/** A step to look at. */
export interface ShowView {
  kind: "show";
  text: string;
  scene: Scene;
  highlights: Highlight[];
  diagram: string | null;
  moves: MoveView[];
}

/** A position to draw. */
export interface Scene {
  position: string;
  edition: string;
  game_type: string;
  to_move: "black" | "white";
  turn: number;
  stacks: StackView[];
  white: string[];
  black: string[];
  just_moved: string | null;
}

/** Spaces or pieces to highlight. */
export interface Highlight {
  what: string;
  places: [number, number][];
  pieces: string[];
  of: string | null;
  paths: PathView[];
}

/** A legal move with its path, or an illegal one with the reason. A pass has neither piece nor destination. */
export interface MoveView {
  uhp: string;
  piece: string | null;
  to: [number, number] | null;
  legal: boolean;
  path: PathView | null;
  why: ReasonView | null;
  ends: "black" | "draw" | "white" | null;
}

/** A task to find all spaces of a kind. */
export interface FindView {
  kind: "find";
  text: string;
  scene: Scene;
  highlights: Highlight[];
  diagram: string | null;
  task: string;
  notice: string;
  wrong: string;
  piece: string | null;
  answers: [number, number][];
  paths: PathView[];
  refused: IllegalReasons;
}

/** Why pieces cannot go to some hexes. Each reason is listed once and referred to by its index. */
export interface IllegalReasons {
  whys: ReasonView[];
  places: Record<string, number[]>;
  nowhere: Record<string, number>;
}

/** A task to choose all pieces of a kind. */
export interface ChooseView {
  kind: "choose";
  text: string;
  scene: Scene;
  highlights: Highlight[];
  diagram: string | null;
  task: string;
  notice: string;
  wrong: string;
  answers: string[];
  notes: Record<string, Note>;
}

/** The comment on a chosen piece. */
export interface Note {
  right: boolean;
  sentence: string;
  why: ReasonView | null;
}

/** A task to pick the only legal or illegal one of several moves. */
export interface JudgeView {
  kind: "judge";
  text: string;
  scene: Scene;
  highlights: Highlight[];
  diagram: string | null;
  task: string;
  notice: string;
  wrong: string;
  moves: MoveView[];
  wanted: "illegal" | "legal";
  answer: number;
  because: RuleChoice[];
}

/** A rule to choose as the reason. */
export interface RuleChoice {
  rule: string;
  title: string;
  right: boolean;
}

/** A task to make any move that meets a goal. */
export interface PlayView {
  kind: "play";
  text: string;
  scene: Scene;
  highlights: Highlight[];
  diagram: string | null;
  task: string;
  notice: string;
  wrong: string;
  legal: LegalMovesView;
  answers: Record<string, number[]>;
  paths: Record<string, PathView[]>;
  refused: IllegalReasons;
}

/** A task to surround the other queen bee in a number of moves. */
export interface WinView {
  kind: "win";
  text: string;
  scene: Scene;
  highlights: Highlight[];
  diagram: string | null;
  task: string;
  notice: string;
  wrong: string;
  start: WinNode;
}

/** A position with the winning side to move. */
export interface WinNode {
  moves: number;
  legal: LegalMovesView;
  paths: Record<string, PathView[]>;
  best: WinMove[];
  wrong_moves: WrongMove[];
  refused: IllegalReasons;
}

/** A move that wins in time, the reply that resists longest, and the next node. The last move has neither. */
export interface WinMove {
  uhp: string;
  piece: string;
  to: [number, number];
  reply: WinReply | null;
  then: WinNode | null;
}

/** The other side's reply. A pass has neither piece nor destination. */
export interface WinReply {
  uhp: string;
  piece: string | null;
  to: [number, number] | null;
  path: PathView | null;
}

/** A legal move that does not win in time, and a reply that refutes it. */
export interface WrongMove {
  piece: string;
  to: [number, number];
  reply: WinReply | null;
}

/** A task in which passing is the only legal turn. Every piece of the side to move has a reason. */
export interface PassView {
  kind: "pass";
  text: string;
  scene: Scene;
  highlights: Highlight[];
  diagram: string | null;
  task: string;
  notice: string;
  wrong: string;
  refused: IllegalReasons;
}

/** A task to say who has won, if the game is over. */
export interface ResultView {
  kind: "result";
  text: string;
  scene: Scene;
  highlights: Highlight[];
  diagram: string | null;
  task: string;
  notice: string;
  wrong: string;
  answer: "black" | "draw" | "white" | "nobody";
}

/** The whole book in one language. */
export interface RulebookView {
  language: string;
  chapters: ChapterView[];
  links: Record<string, string>;
}

/** A chapter with its entries. */
export interface ChapterView {
  id: string;
  title: string;
  entries: RuleView[];
}

/** An entry of the rulebook in one language. */
export interface RuleView {
  id: string;
  chapter: string;
  title: string;
  text: string;
  sources: SourceView[];
  bug: string | null;
  reasons: ReasonTitle[];
  comparisons: Comparison[];
  boards: BoardView[];
  rulings: RulingView[];
  lessons: LessonTitle[];
}

/** A source of a rule. Without an edition, the source is not a rulebook. */
export interface SourceView {
  edition: string | null;
  title: string;
  section: string;
}

/** A reason that links to a rule. */
export interface ReasonTitle {
  rule: string;
  title: string;
}

/** A comparison of the editions on one subject. */
export interface Comparison {
  what: string;
  title: string;
  rows: EditionRow[];
}

/** The value of one edition in a comparison. */
export interface EditionRow {
  edition: string;
  title: string;
  value: string;
}

/** A board that shows a rule. */
export interface BoardView {
  caption: string;
  scene: Scene;
  highlights: Highlight[];
  moves: MoveView[];
  editions: EditionMoves[];
}

/** The moves of a board, judged by one edition. */
export interface EditionMoves {
  edition: string;
  title: string;
  moves: MoveView[];
}

/** A question that the books leave open, and its answer. */
export interface RulingView {
  question: string;
  answer: string;
  scene: Scene | null;
  move: MoveView | null;
}

/** A lesson that teaches a rule. */
export interface LessonTitle {
  id: string;
  title: string;
}

/** A whole puzzle. */
export interface PuzzleView {
  id: string;
  kind: "save" | "win";
  moves: number;
  scene: Scene;
  turns: PuzzleTurn[];
  themes: ("drop" | "escape" | "gate" | "pin" | "ring" | "surround" | "throw")[];
  rating: number;
  source: string;
}

/** One of the player's turns. */
export interface PuzzleTurn {
  legal: Record<string, number[]>;
  paths: Record<string, PathView[]>;
  right: PuzzleMove[];
  answer: PuzzleMove | null;
  wrong: WrongMoves[];
  refused: IllegalReasons;
}

/** A move with everything that an animation needs. */
export interface PuzzleMove {
  uhp: string;
  piece: string | null;
  origin: [number, number] | null;
  to: [number, number] | null;
  ends: boolean;
  path: PathView;
}

/** Wrong moves that have the same reply with the same path. In a win the reply escapes, in a save it wins. */
export interface WrongMoves {
  moves: Record<string, number[]>;
  answer: PuzzleMove | null;
}

/** Some puzzles, with everything that is needed to play them later without a network. */
export interface PuzzleBatch {
  puzzles: PuzzleView[];
}

/** What puzzles there are: how many in all, of each theme and of each game type. */
export interface PuzzleCollection {
  total: number;
  themes: Record<string, number>;
  game_types: Record<string, number>;
}

/** A game of the database, in a list. */
export interface ArchivedGame {
  id: number;
  white: string;
  black: string;
  date: string;
  game_type: string;
  edition: string;
  result: "InProgress" | "Draw" | "WhiteWins" | "BlackWins";
  reason: string;
  plies: number;
  source: string;
  event: string;
  reviewed: boolean;
}

/** Some games of the database, the latest first. */
export interface ArchivedGames {
  games: ArchivedGame[];
  total: number;
}

/** No clock, minutes per game with an increment in seconds, or days per move. */
export interface ClockChoice {
  kind?: "none" | "minutes" | "days";
  minutes?: number;
  increment?: number;
  days?: number;
}

/** A game that was created, or in which a seat was taken. */
export interface Created {
  game: string;
}

/** A move that was played from a position, those that are its mirror images counted with it. */
export interface ExploredMove {
  uhp: string;
  piece: string | null;
  to: [number, number] | null;
  origin: [number, number] | null;
  games: number;
  white: number;
  draws: number;
  black: number;
  value: number | null;
  players: string[];
}

/** A position, and which games to count. */
export interface ExplorerQuery {
  start: string;
  moves?: string[];
  edition?: string | null;
  player?: string | null;
  side?: "white" | "black" | null;
  since?: string | null;
  until?: string | null;
}

/** How a position was played. */
export interface ExplorerResult {
  games: number;
  white: number;
  draws: number;
  black: number;
  unfinished: number;
  moves: ExploredMove[];
  behind: ArchivedGame[];
}

/** What became of an uploaded file. */
export interface ImportReport {
  added: number;
  known: number;
  refused: RejectedRecord[];
  games: number[];
}

/** Something drawn on the board beside a move: a ring, or an arrow when there is a second place. */
export interface Mark {
  at: [number, number];
  to: [number, number] | null;
  color: "green" | "red" | "blue" | "yellow";
}

/** The guest of this browser. */
export interface Me {
  name: string;
}

/** The name that a guest has chosen. */
export interface NameChoice {
  name: string;
}

/** A game to create. The defaults make a good first game. */
export interface NewGame {
  opponent?: "computer" | "here" | "friend";
  level?: number;
  side?: "white" | "black" | "random";
  edition?: "ultimate-2024" | "pocket-2012" | "pocket-fr" | "hive-2016" | "hive-classic";
  expansions?: string;
  threefold?: boolean;
  clock?: ClockChoice;
}

/** A picture of a position or of a whole game. */
export interface PictureRequest {
  start: string;
  moves?: string[];
  form?: "svg" | "png" | "gif" | "txt";
  marks?: Mark[];
  theme?: "light" | "dark";
}

/** A position to be checked. */
export interface PositionCheck {
  position: string;
  language?: string;
}

/** What makes a position impossible, one sentence each; empty when it can be played on. */
export interface PositionFaults {
  faults: string[];
  doubts: string[];
  position: string | null;
}

/** An error response. */
export interface Problem {
  detail: string;
}

/** What a text or a file holds. */
export interface ReadRecords {
  games: RecordTree[];
  refused: RejectedRecord[];
  remarks: string[];
  left_out: number;
}

/** One move of a tree. Nodes are listed parents first, siblings with the main line first. */
export interface RecordNode {
  parent: number;
  uhp: string;
  piece: string | null;
  origin: [number, number] | null;
  to: [number, number] | null;
  comment: string;
  glyph: "!" | "?" | "!!" | "??" | "!?" | "?!" | null;
  clock: number | null;
  spent: number | null;
  marks: Mark[];
}

/** A game with its variations and all that is known of it. */
export interface RecordTree {
  start: string;
  threefold: boolean;
  tags: Record<string, string>;
  result: "InProgress" | "Draw" | "WhiteWins" | "BlackWins";
  reason: string;
  comment: string;
  marks: Mark[];
  nodes: RecordNode[];
}

/** A game, or a file, that could not be read to its end. */
export interface RejectedRecord {
  number: number;
  line: number;
  ply: number | null;
  text: string;
}

/** A review was begun, or is done already. */
export interface ReviewJob {
  review: string;
}

/** A game to be reviewed: one of the database, one played here, or one that is brought along. */
export interface ReviewRequest {
  archived?: number | null;
  game?: string | null;
  tree?: RecordTree | null;
  effort?: "quick" | "normal" | "deep";
}

/** A review, as far as it is. */
export interface ReviewView {
  review: string;
  state: "waiting" | "working" | "done" | "failed";
  done: number;
  total: number;
  problem: string | null;
  effort: "quick" | "normal" | "deep";
  engine: string;
  tree: RecordTree | null;
  value: number;
  white_wins: number;
  moves: ReviewedMove[];
  white: ReviewedSide | null;
  black: ReviewedSide | null;
  turning_points: number[];
}

/** One move of a reviewed game. All values are White's. */
export interface ReviewedMove {
  ply: number;
  uhp: string;
  piece: string | null;
  origin: [number, number] | null;
  to: [number, number] | null;
  value: number;
  white_wins: number;
  forced: number | null;
  judgement: "best" | "good" | "inaccuracy" | "mistake" | "blunder" | "missed-win" | "only-move" | "forced";
  lost: number;
  best: string;
  line: string[];
  clock: number | null;
  spent: number | null;
}

/** How one side played. */
export interface ReviewedSide {
  accuracy: number | null;
  counts: Record<string, number>;
}

/** A study was kept under a link. */
export interface SharedStudy {
  study: string;
}

/** A list of games, latest first. */
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

export type ClientRequest =
  | Ping
  | Watch
  | Unwatch
  | MakeMove
  | Propose
  | Reply
  | Resign
  | Abort
  | SendChat
  | PathsRequest
  | PathRequest
  | WhyNotRequest
  | HintRequest
  | ThreatsRequest
  | SetCoaching
  | KeepMove
  | PositionRequest
  | StudyPathsRequest
  | StudyPathRequest
  | StudyWhyNotRequest
  | LayersRequest
  | Analyse
  | StopAnalysis;

export type AnyServerMessage =
  | Pong
  | Ok
  | Refused
  | PathsResponse
  | PathResponse
  | WhyNotResponse
  | GameState
  | MoveMade
  | ChatReceived
  | PresenceChanged
  | HintResponse
  | ThreatsResponse
  | TakebackOffered
  | PositionView
  | Layers
  | AnalysisUpdate;
