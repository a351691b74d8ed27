import type { Bug, Piece, Side } from "../state/pieces";
import type { Beside, Turn } from "../state/turns";

const bugs: Record<Bug, string> = {
  queen_bee: "queen bee",
  spider: "spider",
  beetle: "beetle",
  grasshopper: "grasshopper",
  soldier_ant: "soldier ant",
  mosquito: "mosquito",
  ladybug: "ladybug",
  pillbug: "pillbug",
};

const sides: Record<Side, string> = { white: "White", black: "Black" };

const besides: Record<Beside, string> = {
  right: "to the right of",
  "upper-right": "to the upper right of",
  "upper-left": "to the upper left of",
  left: "to the left of",
  "lower-left": "to the lower left of",
  "lower-right": "to the lower right of",
  on: "on top of",
};

/** Where a neighbour lies, seen from a space. */
const sidesOf: Record<Beside, string> = {
  right: "on the right",
  "upper-right": "at the upper right",
  "upper-left": "at the upper left",
  left: "on the left",
  "lower-left": "at the lower left",
  "lower-right": "at the lower right",
  on: "here",
};

const bugOf = (piece: Piece): string => bugs[piece.bug] + (piece.number === null ? "" : ` ${piece.number}`);
const pieceOf = (piece: Piece): string => `${sides[piece.side]}'s ${bugOf(piece)}`;
const placed = (piece: Piece): string => (piece.number === null ? `the ${bugs[piece.bug]}` : bugOf(piece));
const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function turn(turn: Turn): string {
  switch (turn.kind) {
    case "pass":
      return `${sides[turn.by]} passes.`;
    case "open":
      return `${sides[turn.by]} places ${placed(turn.piece)}, the first piece.`;
    case "place":
      return `${sides[turn.by]} places ${placed(turn.piece)} ${besides[turn.beside]} ${pieceOf(turn.reference)}.`;
    case "move":
      return `${pieceOf(turn.piece)} moves ${besides[turn.beside]} ${pieceOf(turn.reference)}.`;
    case "throw":
      return `${sides[turn.by]} throws ${pieceOf(turn.piece)} ${besides[turn.beside]} ${pieceOf(turn.reference)}.`;
    case "other":
      return `${sides[turn.by]} plays ${turn.text}.`;
  }
}

const en = {
  bugs,
  sides,
  bug: bugOf,
  piece: pieceOf,
  turn,
  things: {
    /** A piece on the board, for who cannot see it. */
    piece: (piece: Piece, under: Piece[], over: Piece[], movable: boolean, selected: boolean) =>
      [
        pieceOf(piece),
        under.length ? `on top of ${under.map(pieceOf).join(" and ")}` : "",
        over.length ? `covered by ${over.map(pieceOf).join(" and ")}` : "",
        selected ? "picked" : movable ? "can move" : "",
      ]
        .filter(Boolean)
        .join(", "),
    /** A space where the picked piece may go; the pieces beside it with the side of the space they lie on. */
    ghost: (under: Piece[], beside: [Piece, Beside][]) =>
      under.length
        ? `Here, on top of ${pieceOf(under.at(-1)!)}`
        : beside.length
          ? `Here: ${beside.map(([piece, side]) => `${pieceOf(piece)} ${sidesOf[side]}`).join(", ")}`
          : "Here",
    inHand: (piece: Piece, count: number, movable: boolean) =>
      `${pieceOf({ ...piece, number: null })}, ${count} in hand${movable ? "" : ", cannot be placed now"}`,
  },
  title: (what: string) => `${what} · skep`,

  header: {
    skip: "Skip to the content",
    home: "skep, start page",
    newGame: "New game",
    watch: "Watch",
    soundOn: "Sounds are on: turn them off",
    soundOff: "Sounds are off: turn them on",
    settings: "Settings",
    menu: "Main menu",
  },

  connection: {
    connecting: "Connecting…",
    lost: "Connection lost. Reconnecting…",
    offline: "You are offline. The game goes on by itself when the net is back.",
    back: "Connected again.",
  },

  start: {
    heading: "Hive, the game with a sting",
    lead: "A board game without a board: place your bugs, move them, and surround the other queen bee.",
    newGame: "New game",
    opponent: "Who do you play with?",
    computer: "Computer",
    here: "Same screen",
    friend: "A friend",
    hereNote: "You share this screen and take turns.",
    friendNote: "You get a link and a QR code to send. The game starts when your friend opens it.",
    level: "Level",
    levelOf: (level: number, name: string) => `Level ${level}: ${name}`,
    easier: "easier",
    harder: "harder",
    side: "Your colour",
    white: "White",
    black: "Black",
    random: "Random",
    sideNote: "White starts.",
    bugs: "Extra bugs",
    bugsNote: "The five basic bugs are always in. Add these when you know the game.",
    clock: "Clock",
    clocks: {
      none: "None",
      minutes: (minutes: number) => `${minutes} min`,
      days: (days: number) => plural(days, "day", "days"),
    },
    clockNote: {
      none: "Take your time.",
      minutes: (minutes: number, increment: number) =>
        `${plural(minutes, "minute", "minutes")} each for the whole game, and ${increment} seconds more after every move.`,
      days: (days: number) =>
        `Up to ${plural(days, "day", "days")} for every move. You may leave and come back.`,
    },
    more: "Rulebook and more",
    edition: "Rulebook",
    editionNote: "The rulebooks differ a little. If you have a box at home, choose yours.",
    threefold: "The same position three times is a draw",
    name: "Your name",
    namePlaceholder: "as others see it",
    play: "Play",
    playComputer: (level: number, name: string) => `against the computer, level ${level} (${name})`,
    playHere: "with somebody beside you",
    invite: "Make a link",
    inviteNote: "and send it to your friend",
    starting: "Setting the table…",
    continue: "Go on with a game",
    finished: "Your other games",
    yourTurn: "Your turn",
    theirTurn: "Their turn",
    waiting: "Waiting for your friend",
    ended: "Finished",
    turns: (ply: number) => plural(ply, "turn", "turns"),
    how: "How it is played",
    steps: [
      [
        "Place",
        "Put a bug from your hand beside your own colour. Your queen bee comes in by your fourth turn.",
      ],
      [
        "Move",
        "Once your queen bee is in, move your bugs instead: each kind in its own way. The hive stays in one piece.",
      ],
      ["Surround", "When the six sides of a queen bee are taken, whoever owns her has lost."],
    ],
    meet: "Meet the bugs",
    extra: "extra",
  },

  /** How each bug moves, in one line for newcomers. */
  motions: {
    queen_bee: "Moves one space. Lose her and you lose the game.",
    spider: "Runs exactly three spaces around the hive.",
    beetle: "Moves one space, and may climb on top of others and hold them down.",
    grasshopper: "Jumps in a straight line over a row of bugs.",
    soldier_ant: "Runs as far as it likes around the hive.",
    mosquito: "Moves like any bug that it touches.",
    ladybug: "Two steps on top of the hive, then one down.",
    pillbug: "Moves one space, or lifts a neighbour over itself.",
  } satisfies Record<Bug, string> as Record<Bug, string>,

  levels: [
    ["egg", "Knows how the bugs move. Sees one move in ten and what it does, not what you will do."],
    [
      "larva",
      "Sees one move in six, may overlook that it could win, and still forgets that you will answer.",
    ],
    ["pupa", "Never overlooks a move that wins, but most of the others, and every threat of yours."],
    [
      "worker",
      "Sees most of its moves and knows a good place from a bad one. Does not look ahead: threaten it.",
    ],
    ["forager", "Thinks of your answer to its best moves, and sees when you are about to win."],
    ["drone", "Looks three turns ahead: its own, yours and its next."],
    ["guard", "Looks four turns ahead, so that simple traps no longer work."],
    ["soldier", "Looks five or six turns ahead and sees your attack coming."],
    ["princess", "Looks seven turns ahead. You will need a plan."],
    ["queen bee", "Full strength: nothing holds it back but the time it is given."],
  ],

  editions: {
    "ultimate-2024": "Hive Ultimate Pocket (2024): the newest rules",
    "pocket-2012": "Hive Pocket (2012)",
    "pocket-fr": "Hive Pocket (French rulebook)",
    "hive-2016": "Hive (2016)",
    "hive-classic": "Hive (older rulebook)",
  } as Record<string, string>,

  invite: {
    heading: "Invite a friend",
    text: "Send this link. The game starts as soon as your friend opens it; you may leave this page open or come back.",
    link: "Link for your friend",
    copy: "Copy",
    copied: "Copied",
    copyFailed: "Could not copy: select the link and copy it by hand.",
    share: "Share…",
    shareText: "Play Hive with me",
    qr: "QR code of the link",
    qrNote: "Or point a phone at this code.",
    waiting: "Waiting for your friend…",
    cancel: "Cancel this game",
  },

  join: {
    heading: "You are invited to a game of Hive",
    text: "Choose what you want to be called, and the game begins.",
    join: "Take the seat",
    joining: "Taking the seat…",
    seat: "Taking your seat on this device…",
  },

  watchPage: {
    heading: "Games going on now",
    none: "Nobody is playing at the moment.",
    noneWay: "Start a game yourself",
  },

  game: {
    heading: (white: string, black: string) => `${white} against ${black}`,
    board: "Board",
    hand: (side: Side) => `${sides[side]}'s hand`,
    you: "You",
    youToo: "you",
    openSeat: "Open seat",
    computer: (name: string) => `Computer · ${name}`,
    computerName: (name: string) => `Computer (${name})`,
    online: "is here",
    offline: "is away",
    clockOf: (side: Side, text: string) => `${sides[side]}'s clock: ${text}`,
    daysLeft: (days: number, hours: number) => `${days} d ${hours} h`,
    watchers: (count: number) => plural(count, "spectator", "spectators"),
    turnOf: (side: Side) => `${sides[side]} to move`,
    yourTurn: "Your turn",
    yourTurnAs: (side: Side) => `${sides[side]}: your turn`,
    theirTurn: (name: string) => `${name} to move`,
    thinkingTurn: (name: string) => `${name} is thinking…`,
    notStarted: "Waiting for the other player",
    queenDue: "Place your queen bee now: it is your fourth turn.",
    firstMove: "Choose a bug from your hand, then a space.",
    chooseSpace: (piece: Piece) => `Where does the ${bugs[piece.bug]} go?`,
    mustPass: "You can neither place nor move a bug.",
    pass: "Pass",
    spectating: "You are watching",
    earlier: (ply: number, of: number) => `Looking back: turn ${ply} of ${of}`,
    now: "Back to now",
    sending: "Sending…",
  },

  view: {
    turn: "Turn the view",
    fit: "Show the whole hive",
    turnEach: "Turn the view for whoever plays",
  },

  moves: {
    heading: "Moves",
    empty: "No moves yet.",
    notation: "Notation",
    words: "Words",
    show: "Show moves in",
    first: "First position",
    previous: "One turn back",
    next: "One turn on",
    last: "Latest position",
    at: (ply: number) => `Turn ${ply}`,
    pass: "pass",
  },

  actions: {
    heading: "Game",
    takeback: "Take back",
    draw: "Offer draw",
    resign: "Resign",
    abort: "Cancel game",
    rematch: "Rematch",
    share: "Share",
    downloads: "Download",
    pgn: "Record (PGN)",
    uhp: "Moves (UHP)",
    svg: "Picture (SVG)",
    seat: "Play on another device",
    seatText:
      "Open this link on the other device and your seat is there too. Keep it to yourself: who has it can play for you.",
    seatFor: (side: Side) => `${sides[side]}'s seat`,
    shareHeading: "Share this game",
    shareText: "Anybody with this link can watch.",
    shareLink: "Link to watch",
    newGame: "New game",
    close: "Close",
    cancel: "Cancel",
    drawSure: "Do you both agree on a draw?",
    drawYes: "Draw",
    drawText: "The game ends at once.",
    resignSure: "Do you really give the game up?",
    resignText: (winner: Side) => `${sides[winner]} wins then.`,
    abortSure: "Cancel this game?",
    abortText: "It has hardly begun, and nobody wins.",
  },

  proposals: {
    draw: (name: string) => `${name} offers a draw.`,
    takeback: (name: string) => `${name} asks to take the last move back.`,
    rematch: (name: string) => `${name} wants another game, with colours swapped.`,
    mine: {
      draw: "You offered a draw.",
      takeback: "You asked to take the move back.",
      rematch: "You offered a rematch.",
    },
    declined: {
      draw: "Your offer of a draw was declined.",
      takeback: "Your wish to take the move back was declined.",
      rematch: "Your offer of a rematch was declined.",
    },
    accept: "Accept",
    decline: "Decline",
    withdraw: "Withdraw",
  },

  chat: {
    heading: "Chat",
    empty: "Say hello.",
    label: "Message",
    placeholder: "Message…",
    send: "Send",
    unread: (count: number) => plural(count, "new message", "new messages"),
    said: (name: string, text: string) => `${name}: ${text}`,
  },

  result: {
    heading: "The game is over",
    won: "You win!",
    lost: "You lost this one.",
    wins: (side: Side) => `${sides[side]} wins.`,
    draw: "A draw.",
    aborted: "Game cancelled.",
    endings: {
      surrounded: (winner: Side | null) =>
        `${winner === "white" ? "Black" : "White"}'s queen bee is surrounded.`,
      "both-surrounded": () => "Both queen bees are surrounded.",
      repetition: () => "The same position came up for the third time.",
      agreement: () => "Both players agreed to it.",
      resignation: (winner: Side | null) => `${winner === "white" ? "Black" : "White"} gave the game up.`,
      time: (winner: Side | null) => `${winner === "white" ? "Black" : "White"} ran out of time.`,
      aborted: () => "It had hardly begun, and nobody wins.",
    },
    look: "Look at the board",
    next: "Go to the next game",
  },

  why: {
    source: (book: string, section: string) => (section ? `${book}, ${section}` : book),
    dismiss: "Put away",
    notYourTurn: "It is not your turn yet.",
    lookingBack: "You are looking at an earlier turn. Go back to now to play.",
    over: "The game is over.",
    watching: "You are watching this game.",
    waiting: "The other player is not here yet.",
  },

  refusals: {
    malformed: "The server did not understand this page. Please load it again.",
    "unknown-game": "There is no such game.",
    "not-your-game": "You are watching this game, so you cannot play in it.",
    "not-your-turn": "It is not your turn.",
    late: "The game had gone on already. Here is how it stands now.",
    illegal: "The rules do not allow that.",
    "game-over": "The game is over already.",
    "nothing-proposed": "That offer no longer stands.",
    "not-possible": "That is not possible now.",
    "too-fast": "Not so fast, please. Try again in a moment.",
    busy: "The server has much to do. Try again in a moment.",
    unanswered: "No answer from the server. What you did may not have arrived.",
  },

  problems: {
    unreachable: "The server cannot be reached",
    unreachableText:
      "Check that you are online. If you started skep yourself, check that it is still running.",
    unknownGame: "There is no such game",
    unknownGameText: "The link may be incomplete, or the game was never here.",
    invitationUsed: "This invitation no longer works",
    invitationUsedText:
      "Somebody has taken the seat already, or the game was cancelled. Ask your friend for a new link.",
    seatUnknown: "This seat link does not work",
    seatUnknownText: "It may be incomplete. Make a new one in the game, under “Play on another device”.",
    nameRefused: "Please choose another name: up to 24 letters, without control characters.",
    tooFast: "Too many requests. Please wait a moment and try again.",
    failed: "That did not work. Please try again.",
    notFound: "There is nothing here",
    notFoundText: "The address leads nowhere.",
    toStart: "To the start page",
    again: "Try again",
    watchInstead: "Watch a game",
  },

  settings: {
    heading: "Settings",
    language: "Language",
    languageAuto: "As in the browser",
    theme: "Appearance",
    themes: { auto: "Automatic", light: "Light", dark: "Dark" },
    ground: "Table",
    grounds: { auto: "Automatic", felt: "Green felt", day: "Paper", night: "Slate" },
    tiles: "Tiles",
    tileSets: { classic: "Classic", contrast: "High contrast" },
    tilesNote: "High contrast also tells the bugs apart without colours.",
    sound: "Sounds",
    notation: "Moves in",
    notations: { notation: "Notation", words: "Words" },
    motion: "Movement",
    motions: { auto: "As in the system", reduced: "Little" },
    on: "On",
    off: "Off",
    keys: "Keyboard",
    keysText: [
      ["Tab", "from the hand to the board and on"],
      ["Arrows", "from space to space on the board"],
      ["Enter or Space", "pick a piece up, put it down"],
      ["Esc", "put the piece back"],
      ["[ and ]", "one turn back, one turn on"],
    ],
  },

  review: {
    heading: "Review",
    begin: "Review this game",
    beginning: "Starting the review…",
    waiting: "Waiting for the engine",
    waitingText: "It is busy with other games. Yours is next in line; you may leave this page and come back.",
    working: "Looking through the game",
    workingText: "Every position is searched. You may leave this page and come back.",
    progress: (done: number, total: number) => `${done} of ${plural(total, "position", "positions")}`,
    progressLabel: "Positions searched",
    failed: "The review could not be finished",
    failedText: "The game itself is safe. Starting again often helps.",
    startAgain: "Start again",
    toArchive: "To the game database",
    unknown: "There is no such review",
    unknownText: "The link may be incomplete. Any finished game can be reviewed anew.",
    efforts: { quick: "quick look", normal: "normal effort", deep: "deep look" } as Record<string, string>,
    by: (engine: string, effort: string) => `By ${engine}, ${effort}`,
    graph: "White's chance to win, turn by turn",
    graphHelp: "Arrow keys: turn by turn. Page up and page down: from one wrong move to the next.",
    clocks: "Time spent",
    chance: (side: Side, percent: string) => `${sides[side]} wins ${percent}`,
    atStart: "The beginning of the game",
    atStartText: "Step through the game, or go straight to where it turned.",
    forcedWin: (side: Side, moves: number) =>
      `${sides[side]} wins by force, in ${plural(moves, "move", "moves")} at most.`,
    seconds: (text: string) => `${text} spent`,
    accuracy: "Accuracy",
    accuracyOf: (side: Side, percent: string) => `${sides[side]}: ${percent}`,
    noChoice: "never had a choice",
    judged: "Moves judged",
    judgements: {
      best: "best move",
      good: "good",
      inaccuracy: "inaccuracy",
      mistake: "mistake",
      blunder: "blunder",
      "missed-win": "missed win",
      "only-move": "only move",
      forced: "forced",
    },
    /** The same as the name of a row in a table of counts. */
    counted: {
      best: "Best moves",
      good: "Good moves",
      inaccuracy: "Inaccuracies",
      mistake: "Mistakes",
      blunder: "Blunders",
      "missed-win": "Missed wins",
      "only-move": "Only moves",
      forced: "Forced",
    },
    countOf: (side: Side, count: number, judgement: string) =>
      `${sides[side]}: ${count} (${judgement}). Show the next one`,
    says: {
      best: "Nothing better was there.",
      good: "Hardly anything was given away.",
      "only-move": "Everything else was much worse.",
      forced: "There was nothing else to play.",
    },
    gaveAway: (before: string, after: string) => `The chance to win fell from ${before} to ${after}.`,
    missedWin: (before: string, after: string) =>
      `A win was there to be had. The chance to win fell from ${before} to ${after}.`,
    better: "Better was",
    turned: "Here it turned",
    noTurns: "No single move turned this game.",
    turnedAt: (number: number, side: Side) => `Turn ${number}, ${sides[side]}`,
    fromTo: (before: string, after: string) => `${before} to ${after}`,
    showLine: "Better line",
    findIt: "Find the better move",
    tryAgain: "Try again from here",
    line: "The better line",
    lineInstead: (uhp: string) => `instead of ${uhp}`,
    backToGame: "Back to the game",
    lineFailed: "The line could not be fetched. Please try again.",
    find: (side: Side) => `${sides[side]} to move: find something better.`,
    findThan: (uhp: string) => `In the game came ${uhp}.`,
    thinking: "The engine looks at it…",
    verdicts: {
      best: "That is it: the best move.",
      good: "Well found: as good as the best move.",
      better: "Better than in the game, but there is more.",
      worse: "That does not help. Look again.",
      unknown: "It is not the move the engine likes best. More could not be found out now.",
    },
    chanceAfter: (percent: string) => `It wins ${percent}.`,
    another: "Try another move",
    overview: "Overview",
    moves: "Moves",
    moveAt: (number: number, side: Side, uhp: string, judgement: string) =>
      `${number}, ${sides[side]}: ${uhp}, ${judgement}`,
    report: "Save the report",
    share: "Share",
    shareHeading: "Share this review",
    shareText: "Anybody with this link can read it.",
    shareLink: "Link to the review",
    result: {
      WhiteWins: "White won",
      BlackWins: "Black won",
      Draw: "Draw",
      InProgress: "Not finished",
    },
  },

  explorer: {
    heading: "Explorer",
    note: "How this position was played before",
    games: (count: number) => plural(count, "game", "games"),
    move: "Move",
    results: "Results",
    resultsOf: (white: string, draws: string, black: string) =>
      `White wins ${white}, draws ${draws}, Black wins ${black}`,
    unfinished: (count: number) => `${count} unfinished`,
    by: (names: string) => `by ${names}`,
    value: "Engine",
    valueOf: (text: string) => `The engine: ${text} for White`,
    play: (uhp: string) => `Play ${uhp}`,
    filters: "Filters",
    filtersOn: (count: number) => `Filters (${count})`,
    edition: "Rulebook",
    anyEdition: "Any",
    player: "Player",
    playerPlaceholder: "a name",
    side: "Who had",
    sides: { either: "Either", white: "White", black: "Black" },
    since: "From",
    until: "Until",
    datePlaceholder: "2026, 2026-11 or a day",
    dateRefused: "A year, a month or a day: 2026, 2026-11, 2026-11-15.",
    reset: "Clear the filters",
    none: "No game has this position yet.",
    noneFiltered: "No game with these filters has this position.",
    noneText: "Bring the games you have, and they are counted here.",
    toImport: "Import games",
    end: "Here the games end.",
    behind: "The latest of these games",
    busy: "Looking…",
  },

  archive: {
    heading: "Game database",
    lead: "Your games, from anywhere. What is played at the table comes here by itself.",
    total: (count: number) => plural(count, "game", "games"),
    drop: "Drop files here",
    dropText: "PGN, GameStrings or BoardSpace files, with one game or thousands.",
    toImport: "Import games",
    choose: "Choose files",
    importing: (name: string) => `Reading ${name}…`,
    imported: "Imported",
    added: (count: number) => `${count} added`,
    known: (count: number) => `${count} known already`,
    refused: (count: number) => `${count} refused`,
    refusedHeading: "What was refused, and why",
    refusedAt: (number: number, line: number, ply: number | null) =>
      `Game ${number}, line ${line}` + (ply === null ? "" : `, turn ${ply}`),
    moreRefused: (count: number) => `and ${count} more`,
    nothingIn: "There is no game in it.",
    tooLong: "It is too long: up to 8 MB at once.",
    notAllowed: "This server takes no files from visitors.",
    dismiss: "Put away",
    filters: "Filters",
    player: "Player",
    side: "Who had",
    edition: "Rulebook",
    gameType: "Bugs",
    result: "Result",
    any: "Any",
    results: { WhiteWins: "White won", BlackWins: "Black won", Draw: "Draw", InProgress: "Not finished" },
    plies: (count: number) => plural(count, "turn", "turns"),
    unknown: "unknown",
    nameless: (side: Side) => sides[side],
    open: "Study",
    review: "Review",
    reviewed: "Reviewed",
    download: "PGN",
    openOf: (white: string, black: string) => `Study ${white} against ${black}`,
    reviewOf: (white: string, black: string) => `Review ${white} against ${black}`,
    downloadOf: (white: string, black: string) => `Download ${white} against ${black} as PGN`,
    none: "There are no games here yet.",
    noneText: "Play one, or bring the ones you have.",
    noneFiltered: "No game fits these filters.",
    previous: "Newer",
    next: "Older",
    page: (from: number, to: number, total: number) => `${from} to ${to} of ${total}`,
    pages: "Pages",
  },

  footer: {
    unofficial: "skep is an unofficial program. Hive is a game and a trademark of",
    publisher: "Gen42 Games",
    buy: "Buy the real one: the tiles feel good in the hand.",
    icons: "Drawings of bugs: Lorc, Delapouite and Carl Olsen",
    iconsSource: "game-icons.net",
    iconsRest: "the mosquito is skep's own.",
  },
};

export default en;
