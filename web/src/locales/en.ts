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
    study: "Study",
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

  study: {
    heading: "Analysis board",
    lead: "Look at a game again, try other moves, and ask the engine what it thinks.",
    toBoard: "Open the analysis board",
    toArchive: "Game database",
    analyse: "Analyse",
    review: "Review this game",
    reviewing: "Starting the review…",
    reviewNone: "There is no move to review yet.",
    tools: "Game",
    sideBySide: "Engine and explorer",
    kept: "This is the study you had open last.",
    anew: "New study",
    anewDone: "A new study. Undo brings nothing back here: open the old one from its link or file.",
    remarks: "About this record",
    loading: "Opening…",
    stillPlayed: "This game is still being played",
    stillPlayedText: "It can be studied as soon as it is over.",
    notFound: "There is no such study",
    notFoundText: "The link may be incomplete, or what it led to is no longer here.",
    impossible: "This position is not possible",
    over: "The game ends here.",
    moves: {
      start: "Start",
      toStart: "Start of the study",
      empty:
        "Play on the board: every move appears here. Another move from the same position makes a variation.",
      variation: (count: number) => plural(count, "variation", "variations"),
      inVariation: (number: number, of: number) => `Variation ${number} of ${of}`,
      promote: "Move this variation up",
      remove: "Delete this move and what follows",
      undo: "Undo",
      redo: "Redo",
      edit: "Edit the moves",
      drawn: (count: number) => plural(count, "mark on the board", "marks on the board"),
    },
    glyphs: {
      heading: "Judge this move",
      "!": "good move",
      "?": "mistake",
      "!!": "brilliant move",
      "??": "blunder",
      "!?": "interesting move",
      "?!": "doubtful move",
    },
    comment: {
      label: "Comment",
      move: "A comment on this move…",
      start: "A comment on the whole study…",
    },
    engine: {
      heading: "Engine",
      explorer: "Explorer",
      turnOn: "Engine",
      on: "on",
      off: "off",
      intro: "Switch it on, and it shows the best moves for the position you look at.",
      lines: "Lines",
      linesOf: (count: number) => plural(count, "line", "lines"),
      waiting: "Waiting for a free engine…",
      thinking: "Thinking",
      resting: "Resting: it has thought long enough",
      settled: "Settled: nothing new can come",
      nothing: "The game is over here: there is nothing to think about.",
      refused: "The engine cannot look at this position now.",
      busy: "Many are asking: it tries again by itself.",
      depth: (depth: number) => `depth ${depth}`,
      speed: (positions: string) => `${positions} positions a second`,
      bar: "Evaluation",
      chance: (side: Side, percent: number) => `${sides[side]} wins ${percent} times in 100`,
      even: "Even",
      forced: (side: Side, moves: number) => `${sides[side]} wins in ${moves}`,
      forcedShort: (moves: number) => `win in ${moves}`,
      play: (moves: string) => `Play ${moves}`,
      line: (number: number, value: string) => `Line ${number}: ${value}`,
    },
    layers: {
      heading: "Layers",
      show: "Show layers",
      pinned: "Pinned pieces",
      pinnedNote: "They hold the hive together, or have just been moved.",
      reach: "What a piece can reach",
      reachNote: "Tap any piece, of either colour.",
      queens: "Spaces around the queen bees",
      queensNote: "A disc shows who can fill the space next: White, Black, both or nobody.",
      gates: "Gates",
      gatesNote: "No piece can slide through.",
      placing: "Where each side may place",
      placingNote: "Small light and dark tiles.",
    },
    draw: {
      on: "Draw arrows and rings",
      heading: "Draw",
      help: "Drag for an arrow, tap for a ring; the same again rubs it out. By keyboard: Enter where it begins, Enter where it ends.",
      clear: "Rub out all",
      done: "Done",
      color: "Colour",
      colors: { green: "Green", red: "Red", blue: "Blue", yellow: "Yellow" },
      begun: "Now choose where the arrow ends; the same space again makes a ring.",
      drawn: "Drawn.",
    },
    open: {
      heading: "Open",
      button: "Open",
      text: "Paste a game or a position",
      note: "A record (PGN, GameString, BoardSpace SGF), a list of moves, or a position in one line.",
      placeholder: "wS1; bG1 wS1-; …",
      go: "Open",
      file: "Choose a file…",
      orDrop: "or drop one anywhere on this page",
      drop: "Let go to open this file",
      reading: "Reading…",
      tooLarge: "This file is too large: 8 MB at most.",
      nothing: "Nothing in it could be read as a game.",
      choose: (count: number) => `${plural(count, "game", "games")} found. Which one?`,
      leftOut: (count: number) => `And ${count} more, which are not shown here.`,
      refused: (count: number) => `${plural(count, "game", "games")} could not be read to the end:`,
      where: (game: number, line: number, ply: number | null) =>
        `Game ${game}, line ${line}${ply === null ? "" : `, turn ${ply}`}`,
      plies: (count: number) => plural(count, "turn", "turns"),
      unknown: "Unknown",
      results: { InProgress: "not finished", Draw: "draw", WhiteWins: "White wins", BlackWins: "Black wins" },
      setUp: "Set up a position",
      archive: "Look in the game database",
      empty: "Start with an empty board",
    },
    editor: {
      heading: "Set up a position",
      button: "Set up",
      help: "Take a tile and put it anywhere, also on top of another. Drag it off the board to take it away.",
      palette: (side: Side) => `${sides[side]}'s tiles`,
      inPalette: (piece: Piece, count: number) => `${pieceOf({ ...piece, number: null })}, ${count} left`,
      side: "To move",
      edition: "Rulebook",
      extra: "Extra bugs",
      remove: "Take the piece away",
      clear: "Clear the board",
      restart: "Start of a game",
      here: "As it stood",
      possible: "This position is possible.",
      checking: "Checking…",
      faults: "This position is not possible:",
      go: "Analyse this position",
      cancel: "Back without changes",
    },
    share: {
      button: "Share",
      heading: "Share this study",
      text: "Anybody with this link can look at it as it is now: moves, comments and marks.",
      link: "Link to this study",
      making: "Making the link…",
    },
    export: {
      button: "Export",
      heading: "Export",
      record: "The whole study",
      picture: "The board as it stands",
      pgn: "Record (PGN)",
      uhp: "Moves (GameString)",
      txt: "Text",
      svg: "Picture (SVG)",
      png: "Picture (PNG)",
      gif: "Animated picture (GIF)",
      drawing: "Text picture",
      making: "Making the file…",
      name: "study",
    },
    at: (move: string, comment: string) => (comment ? `${move} ${comment}` : move),
    atStart: "At the start.",
    keys: "Keys of the analysis board",
    keysText: [
      ["← →", "one move back, one move on"],
      ["Home, End", "first and last position"],
      ["↑ ↓", "from one variation to the next"],
      ["E", "engine on or off"],
      ["D", "draw arrows and rings"],
      ["L", "layers"],
      ["Ctrl+Z, Ctrl+Y", "undo, redo"],
      ["Delete", "delete the move and what follows"],
    ],
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
