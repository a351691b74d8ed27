import type { Bug, Piece, Side } from "../state/pieces";
import type { Beside, Turn } from "../state/turns";
import type { Words } from "./words";

const bugs: Record<Bug, string> = {
  queen_bee: "reine abeille",
  spider: "araignée",
  beetle: "scarabée",
  grasshopper: "sauterelle",
  soldier_ant: "fourmi",
  mosquito: "moustique",
  ladybug: "coccinelle",
  pillbug: "cloporte",
};

const masculine = new Set<Bug>(["beetle", "mosquito", "pillbug"]);
const sides: Record<Side, string> = { white: "Blanc", black: "Noir" };
const of: Record<Side, string> = { white: "de Blanc", black: "de Noir" };

/** Le scarabée blanc, la fourmi noire: the colour agrees with the bug. */
const coloured = (piece: Piece): string =>
  piece.side === "white"
    ? masculine.has(piece.bug)
      ? "blanc"
      : "blanche"
    : masculine.has(piece.bug)
      ? "noir"
      : "noire";
const bugOf = (piece: Piece): string => bugs[piece.bug] + (piece.number === null ? "" : ` ${piece.number}`);
const named = (piece: Piece): string => `${bugOf(piece)} ${coloured(piece)}`;
const startsWithVowel = (bug: Bug): boolean => bug === "spider";
const article = (bug: Bug): string => (startsWithVowel(bug) ? "l'" : masculine.has(bug) ? "le " : "la ");
const the = (piece: Piece): string => article(piece.bug) + named(piece);
const ofThe = (piece: Piece): string =>
  (startsWithVowel(piece.bug) ? "de l'" : masculine.has(piece.bug) ? "du " : "de la ") + named(piece);
/** Un scarabée, mais son moustique: il n'y en a qu'un. */
const placed = (piece: Piece): string => {
  const [one, own] = masculine.has(piece.bug) ? ["un", "son"] : ["une", "sa"];
  return `${piece.number === null ? own : one} ${bugs[piece.bug]}`;
};
const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const plural = (count: number, one: string, many: string): string => `${count} ${count < 2 ? one : many}`;

const besides: Record<Beside, (piece: Piece) => string> = {
  right: (piece) => `à droite ${ofThe(piece)}`,
  "upper-right": (piece) => `en haut à droite ${ofThe(piece)}`,
  "upper-left": (piece) => `en haut à gauche ${ofThe(piece)}`,
  left: (piece) => `à gauche ${ofThe(piece)}`,
  "lower-left": (piece) => `en bas à gauche ${ofThe(piece)}`,
  "lower-right": (piece) => `en bas à droite ${ofThe(piece)}`,
  on: (piece) => `sur ${the(piece)}`,
};

const sidesOf: Record<Beside, string> = {
  right: "à droite",
  "upper-right": "en haut à droite",
  "upper-left": "en haut à gauche",
  left: "à gauche",
  "lower-left": "en bas à gauche",
  "lower-right": "en bas à droite",
  on: "ici",
};

function turn(turn: Turn): string {
  switch (turn.kind) {
    case "pass":
      return `${sides[turn.by]} passe son tour.`;
    case "open":
      return `${sides[turn.by]} place ${placed(turn.piece)}, la première pièce.`;
    case "place":
      return `${sides[turn.by]} place ${placed(turn.piece)} ${besides[turn.beside](turn.reference)}.`;
    case "move":
      return `${upper(the(turn.piece))} va ${besides[turn.beside](turn.reference)}.`;
    case "throw":
      return `${sides[turn.by]} lance ${the(turn.piece)} ${besides[turn.beside](turn.reference)}.`;
    case "other":
      return `${sides[turn.by]} joue ${turn.text}.`;
  }
}

const loser = (winner: Side | null): string => (winner === "white" ? "noire" : "blanche");
const loserName = (winner: Side | null): string => (winner === "white" ? "Noir" : "Blanc");

const fr: Words = {
  bugs,
  sides,
  bug: bugOf,
  piece: the,
  turn,
  things: {
    piece: (piece, under, over, movable, selected) =>
      [
        upper(named(piece)),
        under.length ? `sur ${under.map(the).join(" et ")}` : "",
        over.length ? `sous ${over.map(the).join(" et ")}` : "",
        selected ? "en main" : movable ? "peut bouger" : "",
      ]
        .filter(Boolean)
        .join(", "),
    ghost: (under, beside) =>
      under.length
        ? `Ici, sur ${the(under.at(-1)!)}`
        : beside.length
          ? `Ici : ${beside.map(([piece, side]) => `${named(piece)} ${sidesOf[side]}`).join(", ")}`
          : "Ici",
    space: (beside) =>
      `Pas ici, Entrée dit pourquoi : ${beside.map(([piece, side]) => `${named(piece)} ${sidesOf[side]}`).join(", ")}`,
    inHand: (piece, count, movable) =>
      `${upper(named({ ...piece, number: null }))}, ${count} en main${movable ? "" : ", pas à placer maintenant"}`,
  },
  title: (what) => `${what} · skep`,

  header: {
    skip: "Aller au contenu",
    home: "skep, page d'accueil",
    newGame: "Nouvelle partie",
    watch: "Regarder",
    study: "Étudier",
    soundOn: "Les sons sont activés : les couper",
    soundOff: "Les sons sont coupés : les activer",
    settings: "Réglages",
    menu: "Menu principal",
  },

  connection: {
    connecting: "Connexion…",
    lost: "Connexion perdue. Reconnexion…",
    offline: "Vous êtes hors ligne. La partie reprend d'elle-même au retour du réseau.",
    back: "De nouveau en ligne.",
  },

  start: {
    heading: "Hive, le jeu qui pique",
    lead: "Un jeu de plateau sans plateau : placez vos insectes, déplacez-les et encerclez la reine abeille adverse.",
    newGame: "Nouvelle partie",
    opponent: "Avec qui jouez-vous ?",
    computer: "Ordinateur",
    here: "Même écran",
    friend: "À distance",
    hereNote: "Vous partagez cet écran et jouez chacun à votre tour.",
    friendNote:
      "Vous recevez un lien et un code QR à envoyer. La partie commence quand la personne invitée l'ouvre.",
    level: "Niveau",
    levelOf: (level, name) => `Niveau ${level} : ${name}`,
    easier: "plus facile",
    harder: "plus difficile",
    side: "Votre couleur",
    white: "Blanc",
    black: "Noir",
    random: "Au hasard",
    sideNote: "Blanc commence.",
    bugs: "Insectes en plus",
    bugsNote: "Les cinq insectes de base sont toujours là. Ajoutez ceux-ci quand vous connaîtrez le jeu.",
    clock: "Pendule",
    clocks: {
      none: "Aucune",
      minutes: (minutes) => `${minutes} min`,
      days: (days) => plural(days, "jour", "jours"),
    },
    clockNote: {
      none: "Prenez votre temps.",
      minutes: (minutes, increment) =>
        `${plural(minutes, "minute", "minutes")} chacun pour toute la partie, et ${increment} secondes de plus après chaque coup.`,
      days: (days) =>
        `Jusqu'à ${plural(days, "jour", "jours")} pour chaque coup. Vous pouvez partir et revenir.`,
    },
    more: "Livret de règles et autres choix",
    edition: "Livret de règles",
    editionNote:
      "Les règles diffèrent un peu d'une boîte à l'autre. Si vous en avez une, choisissez la vôtre.",
    threefold: "Trois fois la même position : partie nulle",
    name: "Votre nom",
    namePlaceholder: "tel qu'on le verra",
    play: "Jouer",
    playComputer: (level, name) => `contre l'ordinateur, niveau ${level} (${name})`,
    playHere: "avec quelqu'un à côté de vous",
    invite: "Créer un lien",
    inviteNote: "et l'envoyer à qui vous voulez",
    starting: "On dresse la table…",
    continue: "Reprendre une partie",
    finished: "Vos autres parties",
    yourTurn: "À vous",
    theirTurn: "À l'adversaire",
    waiting: "En attente de l'autre joueur",
    ended: "Finie",
    turns: (ply) => plural(ply, "tour", "tours"),
    how: "Comment on joue",
    steps: [
      [
        "Placer",
        "Posez un insecte de votre main à côté de votre couleur. Votre reine abeille entre en jeu au plus tard au quatrième tour.",
      ],
      [
        "Déplacer",
        "Une fois votre reine abeille placée, vous pouvez aussi déplacer vos insectes, chacun à sa façon. La ruche reste d'un seul tenant.",
      ],
      ["Encercler", "Quand les six côtés d'une reine abeille sont occupés, sa couleur a perdu."],
    ],
    meet: "Les insectes",
    extra: "en plus",
  },

  motions: {
    queen_bee: "Avance d'une case. Encerclée, elle vous fait perdre la partie.",
    spider: "Court exactement trois cases autour de la ruche.",
    beetle: "Avance d'une case, et peut grimper sur les autres pour les immobiliser.",
    grasshopper: "Saute en ligne droite par-dessus une rangée d'insectes.",
    soldier_ant: "Court aussi loin qu'elle veut autour de la ruche.",
    mosquito: "Se déplace comme un insecte qu'il touche.",
    ladybug: "Deux pas sur la ruche, puis un vers le bas.",
    pillbug: "Avance d'une case, ou lance un voisin par-dessus lui.",
  },

  levels: [
    [
      "œuf",
      "Sait comment bougent les insectes. Voit un coup sur dix et ce qu'il fait, pas ce que vous ferez.",
    ],
    ["larve", "Voit un coup sur six, peut manquer un coup gagnant et oublie encore que vous répondrez."],
    ["nymphe", "Ne manque jamais un coup gagnant, mais la plupart des autres et toutes vos menaces."],
    ["ouvrière", "Voit presque tous ses coups et reconnaît une bonne place. Ne prévoit rien : menacez-la."],
    ["butineuse", "Pense à votre réponse à ses meilleurs coups et voit quand vous allez gagner."],
    ["faux-bourdon", "Voit trois tours à l'avance : le sien, le vôtre et son suivant."],
    ["gardienne", "Voit quatre tours à l'avance : les pièges simples ne marchent plus."],
    ["guerrière", "Voit cinq ou six tours à l'avance et sent venir votre attaque."],
    ["princesse", "Voit sept tours à l'avance. Il vous faudra un plan."],
    ["reine abeille", "Pleine force : rien ne la retient, sinon le temps qu'on lui donne."],
  ],

  editions: {
    "ultimate-2024": "Hive Ultimate Pocket (2024) : les règles les plus récentes",
    "pocket-2012": "Hive Pocket (2012)",
    "pocket-fr": "Hive Pocket (livret français)",
    "hive-2016": "Hive (2016)",
    "hive-classic": "Hive (ancien livret)",
  },

  invite: {
    heading: "Inviter quelqu'un",
    text: "Envoyez ce lien. La partie commence dès qu'il est ouvert ; vous pouvez garder cette page ouverte ou revenir plus tard.",
    link: "Lien d'invitation",
    copy: "Copier",
    copied: "Copié",
    copyFailed: "Impossible de copier : sélectionnez le lien et copiez-le à la main.",
    share: "Partager…",
    shareText: "Jouez à Hive avec moi",
    qr: "Code QR du lien",
    qrNote: "Ou visez ce code avec un téléphone.",
    waiting: "En attente de l'autre joueur…",
    cancel: "Annuler cette partie",
  },

  join: {
    heading: "On vous invite à une partie de Hive",
    text: "Choisissez le nom que l'on verra, et la partie commence.",
    join: "Prendre place",
    joining: "Vous prenez place…",
    seat: "Vous prenez place sur cet appareil…",
  },

  watchPage: {
    heading: "Parties en cours",
    none: "Personne ne joue en ce moment.",
    noneWay: "Commencer une partie",
  },

  game: {
    heading: (white, black) => `${white} contre ${black}`,
    board: "Table de jeu",
    hand: (side) => `Main ${of[side]}`,
    you: "Vous",
    youToo: "vous",
    openSeat: "Place libre",
    computer: (name) => `Ordinateur · ${name}`,
    computerName: (name) => `Ordinateur (${name})`,
    online: "en ligne",
    offline: "hors ligne",
    clockOf: (side, text) => `Pendule ${of[side]} : ${text}`,
    daysLeft: (days, hours) => `${days} j ${hours} h`,
    watchers: (count) => plural(count, "spectateur", "spectateurs"),
    turnOf: (side) => `À ${sides[side]} de jouer`,
    yourTurn: "À vous de jouer",
    yourTurnAs: (side) => `${sides[side]}, à vous de jouer`,
    theirTurn: (name) => `À ${name} de jouer`,
    thinkingTurn: (name) => `${name} réfléchit…`,
    notStarted: "En attente de l'autre joueur",
    queenDue: "C'est votre quatrième tour : placez votre reine abeille maintenant.",
    firstMove: "Choisissez un insecte de votre main, puis une case.",
    chooseSpace: (piece) => `Où va ${article(piece.bug)}${bugs[piece.bug]} ?`,
    keyHint:
      "Les flèches parcourent les cases où elle peut aller, Maj et flèches toutes les autres : Entrée y dit pourquoi pas. Le point d'interrogation donne la liste des touches.",
    mustPass: "Vous ne pouvez ni placer ni déplacer d'insecte.",
    pass: "Passer",
    spectating: "Vous regardez",
    earlier: (ply, of) => `Retour en arrière : tour ${ply} sur ${of}`,
    now: "Revenir au présent",
    sending: "Envoi…",
  },

  view: {
    turn: "Tourner la vue",
    fit: "Montrer toute la ruche",
    turnEach: "Tourner la vue vers qui joue",
  },

  moves: {
    heading: "Coups",
    empty: "Pas encore de coup.",
    notation: "Notation",
    words: "Mots",
    show: "Montrer les coups en",
    first: "Première position",
    previous: "Un tour en arrière",
    next: "Un tour en avant",
    last: "Dernière position",
    at: (ply) => `Tour ${ply}`,
    pass: "passe",
  },

  actions: {
    heading: "Partie",
    takeback: "Reprendre",
    draw: "Proposer nulle",
    resign: "Abandonner",
    abort: "Annuler la partie",
    rematch: "Revanche",
    share: "Partager",
    downloads: "Télécharger",
    pgn: "Partie (PGN)",
    uhp: "Coups (UHP)",
    svg: "Image (SVG)",
    seat: "Jouer sur un autre appareil",
    seatText:
      "Ouvrez ce lien sur l'autre appareil et votre place y sera aussi. Gardez-le pour vous : qui l'a peut jouer à votre place.",
    seatFor: (side) => `Place ${of[side]}`,
    shareHeading: "Partager cette partie",
    shareText: "Avec ce lien, tout le monde peut regarder.",
    shareLink: "Lien pour regarder",
    newGame: "Nouvelle partie",
    close: "Fermer",
    cancel: "Annuler",
    drawSure: "Êtes-vous tous deux d'accord pour la nulle ?",
    drawYes: "Nulle",
    drawText: "La partie finit aussitôt.",
    resignSure: "Abandonnez-vous vraiment la partie ?",
    resignText: (winner) => `${sides[winner]} gagne alors.`,
    abortSure: "Annuler cette partie ?",
    abortText: "Elle a à peine commencé, et personne ne gagne.",
  },

  proposals: {
    draw: (name) => `${name} propose la nulle.`,
    takeback: (name) => `${name} demande à reprendre le dernier coup.`,
    rematch: (name) => `${name} propose une autre partie, couleurs échangées.`,
    mine: {
      draw: "Vous avez proposé la nulle.",
      takeback: "Vous avez demandé à reprendre le coup.",
      rematch: "Vous avez proposé une revanche.",
    },
    declined: {
      draw: "Votre proposition de nulle a été refusée.",
      takeback: "Votre demande de reprendre le coup a été refusée.",
      rematch: "Votre proposition de revanche a été refusée.",
    },
    accept: "Accepter",
    decline: "Refuser",
    withdraw: "Retirer",
  },

  help: {
    help: "Aide",
    hint: "Indice",
    hintNote: "Où regarder, puis le coup",
    threats: "Qu'est-ce qui menace ?",
    threatsNote: "Ce que l'ordinateur pourrait jouer",
    showMove: "Montrer le coup",
    thinking: "Voyons voir…",
    takeBack: "Le reprendre",
    keep: "Le garder",
    waits: (name) => `${name} vous attend`,
  },

  chat: {
    heading: "Discussion",
    empty: "Dites bonjour.",
    label: "Message",
    placeholder: "Message…",
    send: "Envoyer",
    unread: (count) => plural(count, "nouveau message", "nouveaux messages"),
    said: (name, text) => `${name} : ${text}`,
  },

  result: {
    heading: "La partie est finie",
    won: "Vous gagnez !",
    lost: "Vous avez perdu cette fois.",
    wins: (side) => `${sides[side]} gagne.`,
    draw: "Partie nulle.",
    aborted: "Partie annulée.",
    endings: {
      surrounded: (winner) => `La reine abeille ${loser(winner)} est encerclée.`,
      "both-surrounded": () => "Les deux reines abeilles sont encerclées.",
      repetition: () => "La même position est apparue pour la troisième fois.",
      agreement: () => "D'un commun accord.",
      resignation: (winner) => `${loserName(winner)} a abandonné.`,
      time: (winner) => `${loserName(winner)} n'a plus de temps.`,
      aborted: () => "Elle avait à peine commencé, et personne ne gagne.",
    },
    look: "Voir la table",
    next: "Aller à la partie suivante",
  },

  why: {
    source: (book, section) => (section ? `${book}, ${section}` : book),
    dismiss: "Ranger",
    notYourTurn: "Ce n'est pas encore à vous de jouer.",
    lookingBack: "Vous regardez un tour passé. Revenez au présent pour jouer.",
    over: "La partie est finie.",
    watching: "Vous regardez cette partie.",
    waiting: "L'autre joueur n'est pas encore là.",
  },

  refusals: {
    malformed: "Le serveur n'a pas compris cette page. Rechargez-la, s'il vous plaît.",
    "unknown-game": "Cette partie n'existe pas.",
    "not-your-game": "Vous regardez cette partie et ne pouvez donc pas y jouer.",
    "not-your-turn": "Ce n'est pas à vous de jouer.",
    late: "La partie avait déjà continué. Voici où elle en est.",
    illegal: "Les règles ne le permettent pas.",
    "game-over": "La partie est déjà finie.",
    "nothing-proposed": "Cette proposition ne tient plus.",
    "not-possible": "Ce n'est pas possible maintenant.",
    "no-help": "Il n'y a d'aide que dans les parties contre l'ordinateur.",
    "too-fast": "Pas si vite, s'il vous plaît. Réessayez dans un instant.",
    busy: "Le serveur a beaucoup à faire. Réessayez dans un instant.",
    unanswered: "Le serveur ne répond pas. Votre action n'est peut-être pas arrivée.",
  },

  problems: {
    unreachable: "Le serveur est injoignable",
    unreachableText:
      "Vérifiez que vous êtes en ligne. Si vous avez lancé skep vous-même, vérifiez qu'il tourne encore.",
    unknownGame: "Cette partie n'existe pas",
    unknownGameText: "Le lien est peut-être incomplet, ou la partie n'a jamais été ici.",
    invitationUsed: "Cette invitation n'est plus valable",
    invitationUsedText:
      "Quelqu'un a déjà pris la place, ou la partie a été annulée. Demandez un nouveau lien à la personne qui vous invite.",
    seatUnknown: "Ce lien de place ne marche pas",
    seatUnknownText:
      "Il est peut-être incomplet. Refaites-en un dans la partie, sous « Jouer sur un autre appareil ».",
    nameRefused: "Choisissez un autre nom, s'il vous plaît : 24 lettres au plus, sans caractère de contrôle.",
    tooFast: "Trop de demandes. Attendez un instant et réessayez.",
    failed: "Cela n'a pas marché. Réessayez, s'il vous plaît.",
    notFound: "Il n'y a rien ici",
    notFoundText: "Cette adresse ne mène nulle part.",
    toStart: "Vers la page d'accueil",
    again: "Réessayer",
    watchInstead: "Regarder une partie",
  },

  settings: {
    heading: "Réglages",
    language: "Langue",
    languageAuto: "Celle du navigateur",
    theme: "Apparence",
    themes: { auto: "Automatique", light: "Claire", dark: "Sombre" },
    ground: "Table",
    grounds: { auto: "Automatique", felt: "Feutre vert", day: "Papier", night: "Ardoise" },
    tiles: "Pièces",
    tileSets: { classic: "Classiques", contrast: "Contrastées" },
    tilesNote: "Les pièces contrastées se reconnaissent aussi sans les couleurs.",
    sound: "Sons",
    notation: "Coups en",
    notations: { notation: "Notation", words: "Mots" },
    motion: "Mouvements",
    motions: { auto: "Comme le système", reduced: "Peu" },
    takebacks: "Après une gaffe",
    takebacksOn: "Proposer de reprendre",
    takebacksOff: "Continuer",
    takebacksNote: "Dans les parties contre l'ordinateur, niveaux 1 à 4.",
    on: "Activés",
    off: "Coupés",
    keys: "Clavier",
    keysText: [
      ["Tab", "de la main à la table, et plus loin"],
      ["Flèches", "de pièce en pièce ; une pièce en main, parmi les cases où elle peut aller"],
      ["Maj + flèches", "parmi toutes les cases au bord de la ruche et toutes les pièces"],
      ["Entrée ou Espace", "prendre une pièce, la poser ; sur une autre case, savoir pourquoi pas"],
      ["Maj + Entrée", "sur une pièce : pourquoi la pièce prise ne peut pas y aller"],
      ["Échap", "reposer la pièce"],
      ["S", "déployer une pile"],
      ["F, + et −", "voir toute la ruche, de plus près, de plus loin"],
      ["[ et ]", "un tour en arrière, un tour en avant"],
      ["H et T", "contre l'ordinateur : un indice, et ce qui menace"],
      ["?", "ces touches"],
    ],
  },

  review: {
    heading: "Bilan",
    begin: "Bilan de la partie",
    beginning: "Le bilan commence…",
    waiting: "En attente du moteur",
    waitingText:
      "Il est occupé par d'autres parties. La vôtre suivra ; vous pouvez quitter cette page et y revenir.",
    working: "La partie est relue",
    workingText: "Chaque position est examinée. Vous pouvez quitter cette page et y revenir.",
    progress: (done, total) => `${done} sur ${plural(total, "position", "positions")}`,
    progressLabel: "Positions examinées",
    failed: "Le bilan n'a pas pu être terminé",
    failedText: "La partie elle-même est intacte. Recommencer suffit souvent.",
    startAgain: "Recommencer",
    toArchive: "Vers la base de parties",
    unknown: "Ce bilan n'existe pas",
    unknownText: "Le lien est peut-être incomplet. Toute partie finie peut être relue de nouveau.",
    efforts: { quick: "coup d'œil", normal: "effort normal", deep: "examen approfondi" },
    by: (engine, effort) => `Par ${engine}, ${effort}`,
    graph: "Chances de gain de Blanc, tour après tour",
    graphHelp: "Flèches : tour après tour. Page haut et page bas : d'un coup manqué à l'autre.",
    chance: (side, percent) => `${sides[side]} gagne à ${percent}`,
    atStart: "Le début de la partie",
    atStartText: "Parcourez la partie, ou allez droit là où elle a tourné.",
    hasWon: (side) => `${sides[side]} a gagné.`,
    forcedWin: (side, moves) =>
      `${sides[side]} gagne de force, en ${plural(moves, "coup", "coups")} au plus.`,
    seconds: (text) => `${text} de réflexion`,
    accuracy: "Précision",
    noChoice: "n'a jamais eu le choix",
    judged: "Coups jugés",
    judgements: {
      best: "meilleur coup",
      good: "bon coup",
      inaccuracy: "imprécision",
      mistake: "erreur",
      blunder: "gaffe",
      "missed-win": "gain manqué",
      "only-move": "seul coup",
      forced: "forcé",
    },
    counted: {
      best: "Meilleurs coups",
      good: "Bons coups",
      inaccuracy: "Imprécisions",
      mistake: "Erreurs",
      blunder: "Gaffes",
      "missed-win": "Gains manqués",
      "only-move": "Seuls coups",
      forced: "Forcés",
    },
    countOf: (side, count, judgement) => `${sides[side]} : ${count} (${judgement}). Voir le suivant`,
    says: {
      best: "Il n'y avait rien de mieux.",
      good: "Presque rien n'a été cédé.",
      "only-move": "Tout le reste était bien pire.",
      forced: "Il n'y avait rien d'autre à jouer.",
    },
    gaveAway: (before, after) => `Les chances de gain sont tombées de ${before} à ${after}.`,
    missedWin: (before, after) =>
      `Le gain était à portée. Les chances de gain sont tombées de ${before} à ${after}.`,
    better: "Mieux :",
    turned: "Ici, elle a tourné",
    noTurns: "Aucun coup n'a fait basculer cette partie à lui seul.",
    turnedAt: (number, side) => `Tour ${number}, ${sides[side]}`,
    fromTo: (before, after) => `de ${before} à ${after}`,
    showLine: "Meilleure suite",
    findIt: "Trouver le meilleur coup",
    tryAgain: "Rejouer d'ici",
    line: "La meilleure suite",
    lineInstead: (uhp) => `au lieu de ${uhp}`,
    backToGame: "Retour à la partie",
    lineFailed: "Le serveur ne répond pas. Réessayez, s'il vous plaît.",
    find: (side) => `À ${sides[side]} de jouer : trouvez mieux.`,
    findThan: (uhp) => `Dans la partie vint ${uhp}.`,
    thinking: "Le moteur l'examine…",
    verdicts: {
      best: "C'est lui : le meilleur coup.",
      good: "Bien trouvé : il vaut le meilleur coup.",
      better: "Mieux que dans la partie, mais il y a mieux encore.",
      worse: "Cela n'aide pas. Cherchez encore.",
      unknown: "Ce n'est pas le coup que le moteur préfère. On n'en sait pas plus pour l'instant.",
    },
    chanceAfter: (percent) => `Chances de gain : ${percent}.`,
    another: "Essayer un autre coup",
    overview: "Vue d'ensemble",
    moves: "Coups",
    moveAt: (number, side, uhp, judgement) => `${number}, ${sides[side]} : ${uhp}, ${judgement}`,
    toStudy: "Ouvrir sur la table d'étude",
    toStudyNote: "avec les jugements et les meilleures suites",
    report: "Enregistrer le bilan",
    share: "Partager",
    shareHeading: "Partager ce bilan",
    shareText: "Avec ce lien, tout le monde peut le lire.",
    shareLink: "Lien vers le bilan",
  },

  explorer: {
    note: "Comment cette position fut jouée",
    games: (count) => plural(count, "partie", "parties"),
    move: "Coup",
    resultsOf: (white, draws, black) => `Blanc gagne ${white}, nulles ${draws}, Noir gagne ${black}`,
    unfinished: (count) => plural(count, "inachevée", "inachevées"),
    by: (names) => `par ${names}`,
    valueOf: (text) => `moteur ${text}`,
    filters: "Filtres",
    filtersOn: (count) => `Filtres (${count})`,
    edition: "Règles",
    anyEdition: "Toutes",
    player: "Joueur",
    playerPlaceholder: "un nom",
    side: "Qui avait",
    sides: { either: "L'un ou l'autre", white: "Blanc", black: "Noir" },
    since: "Depuis",
    until: "Jusqu'à",
    dateRefused: "Une année, un mois ou un jour : 2026, 2026-11, 2026-11-15.",
    reset: "Effacer les filtres",
    none: "Aucune partie n'a encore cette position.",
    noneFiltered: "Avec ces filtres, aucune partie n'a cette position.",
    noneText: "Apportez vos parties, et elles compteront ici.",
    toImport: "Importer des parties",
    end: "Ici finissent les parties.",
    behind: "Les dernières de ces parties",
    busy: "Recherche…",
  },

  archive: {
    heading: "Base de parties",
    lead: "Vos parties, d'où qu'elles viennent. Ce qui se joue à cette table y entre de soi-même.",
    total: (count) => plural(count, "partie", "parties"),
    drop: "Déposez des fichiers ici",
    dropText: "PGN, GameString ou fichiers de BoardSpace, avec une partie ou des milliers.",
    toImport: "Importer des parties",
    choose: "Choisir des fichiers",
    importing: (name) => `Lecture de ${name}…`,
    added: (count) => plural(count, "ajoutée", "ajoutées"),
    known: (count) => plural(count, "déjà connue", "déjà connues"),
    refused: (count) => plural(count, "refusée", "refusées"),
    refusedHeading: "Ce qui fut refusé, et pourquoi",
    refusedAt: (number, line, ply) =>
      `Partie ${number}, ligne ${line}` + (ply === null ? "" : `, tour ${ply}`),
    moreRefused: (count) => `et ${plural(count, "autre", "autres")}`,
    nothingIn: "Il ne contient aucune partie.",
    tooLong: "Il est trop long : 8 Mo au plus à la fois.",
    notAllowed: "Ce serveur n'accepte pas de fichiers des visiteurs.",
    dismiss: "Ranger",
    filters: "Filtres",
    player: "Joueur",
    side: "Qui avait",
    edition: "Règles",
    gameType: "Insectes",
    result: "Résultat",
    any: "Tous",
    results: {
      WhiteWins: "Blanc a gagné",
      BlackWins: "Noir a gagné",
      Draw: "Nulle",
      InProgress: "Pas finie",
    },
    plies: (count) => plural(count, "tour", "tours"),
    nameless: (side) => sides[side],
    open: "Étudier",
    review: "Bilan",
    reviewed: "Bilan fait",
    download: "PGN",
    openOf: (white, black) => `Étudier ${white} contre ${black}`,
    reviewOf: (white, black) => `Bilan de ${white} contre ${black}`,
    reviewedOf: (white, black) => `Bilan fait : ${white} contre ${black}`,
    downloadOf: (white, black) => `Télécharger ${white} contre ${black} en PGN`,
    none: "Il n'y a pas encore de parties ici.",
    noneText: "Jouez-en une, ou apportez les vôtres.",
    noneFiltered: "Aucune partie ne répond à ces filtres.",
    previous: "Plus récentes",
    next: "Plus anciennes",
    page: (from, to, total) => `${from} à ${to} sur ${total}`,
    pages: "Pages",
  },

  study: {
    heading: "Plateau d'analyse",
    lead: "Revoyez une partie, essayez d'autres coups et demandez au moteur ce qu'il en pense.",
    toBoard: "Ouvrir le plateau d'analyse",
    toArchive: "Base de parties",
    analyse: "Analyser",
    tools: "Partie",
    sideBySide: "Moteur et explorateur",
    remarks: "À propos de cet enregistrement",
    loading: "Ouverture…",
    stillPlayed: "Cette partie est encore en cours",
    stillPlayedText: "On pourra l'étudier dès qu'elle sera finie.",
    notFound: "Cette étude n'existe pas",
    notFoundText: "Le lien est peut-être incomplet, ou ce qu'il montrait n'est plus là.",
    impossible: "Cette position n'est pas possible",
    over: "La partie finit ici.",
    moves: {
      start: "Début",
      toStart: "Début de l'étude",
      empty:
        "Jouez sur le plateau : chaque coup apparaît ici. Un autre coup depuis la même position crée une variante.",
      variation: (count: number) => plural(count, "variante", "variantes"),
      promote: "Faire monter cette variante",
      remove: "Supprimer ce coup et la suite",
      undo: "Annuler",
      redo: "Rétablir",
      edit: "Modifier les coups",
      drawn: (count: number) => plural(count, "marque sur le plateau", "marques sur le plateau"),
    },
    glyphs: {
      heading: "Juger ce coup",
      "!": "bon coup",
      "?": "erreur",
      "!!": "coup brillant",
      "??": "gaffe",
      "!?": "coup intéressant",
      "?!": "coup douteux",
    },
    comment: {
      label: "Commentaire",
      move: "Un commentaire sur ce coup…",
      start: "Un commentaire sur toute l'étude…",
    },
    engine: {
      heading: "Moteur",
      explorer: "Explorateur",
      turnOn: "Moteur",
      intro: "Allumez-le : il montre les meilleurs coups de la position que vous regardez.",
      lines: "Lignes",
      waiting: "En attente d'un moteur libre…",
      thinking: "Réflexion",
      resting: "Repos : il a réfléchi assez longtemps",
      settled: "Terminé : plus rien de nouveau ne peut venir",
      nothing: "La partie est finie ici : il n'y a plus rien à chercher.",
      refused: "Le moteur ne peut pas examiner cette position maintenant.",
      busy: "Beaucoup de demandes : il réessaie tout seul.",
      depth: (depth: number) => `profondeur ${depth}`,
      speed: (positions: string) => `${positions} positions/s`,
      bar: "Évaluation",
      chance: (side: Side, percent: number) => `${sides[side]} gagne ${percent} fois sur 100`,
      even: "Égalité",
      forced: (side: Side, moves: number) => `${sides[side]} gagne en ${moves}`,
      forcedShort: (moves: number) => `gain en ${moves}`,
      play: (moves: string) => `Jouer ${moves}`,
      line: (number: number, value: string) => `Ligne ${number} : ${value}`,
    },
    layers: {
      heading: "Calques",
      show: "Afficher des calques",
      pinned: "Pièces clouées",
      pinnedNote: "Elles tiennent la ruche ensemble, ou viennent d'être déplacées.",
      reach: "Ce qu'une pièce peut atteindre",
      reachNote: "Touchez une pièce, de n'importe quelle couleur.",
      queens: "Espaces autour des reines abeilles",
      queensNote:
        "Un disque dit qui peut remplir l'espace au prochain tour : Blanc, Noir, les deux ou personne.",
      gates: "Portes",
      gatesNote: "Aucune pièce ne peut s'y glisser.",
      placing: "Où chaque camp peut placer",
      placingNote: "Petites tuiles claires et foncées.",
    },
    draw: {
      on: "Dessiner des flèches et des cercles",
      heading: "Dessiner",
      help: "Glissez pour une flèche, touchez pour un cercle ; encore une fois pour l'effacer. Au clavier : Entrée au départ, Entrée à l'arrivée.",
      clear: "Tout effacer",
      done: "Terminé",
      color: "Couleur",
      colors: { green: "Vert", red: "Rouge", blue: "Bleu", yellow: "Jaune" },
      begun: "Choisissez où finit la flèche ; le même espace encore une fois fait un cercle.",
      drawn: "Dessiné.",
    },
    open: {
      heading: "Ouvrir",
      button: "Ouvrir",
      text: "Collez une partie ou une position",
      note: "Un enregistrement (PGN, GameString, SGF de BoardSpace), une liste de coups ou une position en une ligne.",
      placeholder: "wS1; bG1 wS1-; …",
      go: "Ouvrir",
      file: "Choisir un fichier…",
      orDrop: "ou déposez-en un n'importe où sur cette page",
      drop: "Lâchez pour ouvrir ce fichier",
      reading: "Lecture…",
      tooLarge: "Ce fichier est trop grand : 8 Mo au plus.",
      nothing: "Rien n'a pu y être lu comme une partie.",
      choose: (count: number) => `${plural(count, "partie trouvée", "parties trouvées")}. Laquelle ?`,
      leftOut: (count: number) => `Et ${count} de plus, qui ne sont pas montrées ici.`,
      refused: (count: number) =>
        `${plural(count, "partie n'a pas pu être lue", "parties n'ont pas pu être lues")} jusqu'au bout :`,
      where: (game: number, line: number, ply: number | null) =>
        `Partie ${game}, ligne ${line}${ply === null ? "" : `, tour ${ply}`}`,
      plies: (count: number) => plural(count, "tour", "tours"),
      unknown: "Inconnu",
      results: { InProgress: "inachevée", Draw: "nulle", WhiteWins: "Blanc gagne", BlackWins: "Noir gagne" },
      setUp: "Composer une position",
      archive: "Chercher dans la base de parties",
      empty: "Commencer avec un plateau vide",
    },
    editor: {
      heading: "Composer une position",
      button: "Composer",
      help: "Prenez une tuile et posez-la où vous voulez, même sur une autre. Faites-la glisser hors du plateau pour l'enlever.",
      palette: (side: Side) => `Tuiles ${of[side]}`,
      inPalette: (piece: Piece, count: number) =>
        `${upper(named({ ...piece, number: null }))}, il en reste ${count}`,
      side: "Au trait",
      edition: "Règle du jeu",
      extra: "Insectes en plus",
      remove: "Enlever la pièce",
      clear: "Vider le plateau",
      restart: "Début de partie",
      here: "Comme c'était",
      possible: "Cette position est possible.",
      doubts: "On peut la jouer, mais aucune partie n'a pu y mener :",
      checking: "Vérification…",
      faults: "Cette position n'est pas possible :",
      go: "Analyser cette position",
      cancel: "Retour sans rien changer",
    },
    share: {
      button: "Partager",
      heading: "Partager cette étude",
      text: "Toute personne qui a ce lien peut la voir telle qu'elle est maintenant : coups, commentaires et marques.",
      link: "Lien vers cette étude",
      making: "Création du lien…",
    },
    export: {
      button: "Exporter",
      heading: "Exporter",
      record: "Toute l'étude",
      picture: "Le plateau tel qu'il est",
      pgn: "Enregistrement (PGN)",
      uhp: "Coups (GameString)",
      txt: "Texte",
      svg: "Image (SVG)",
      png: "Image (PNG)",
      gif: "Image animée (GIF)",
      drawing: "Image en texte",
      making: "Création du fichier…",
      name: "etude",
    },
    at: (move: string, comment: string) => (comment ? `${move} ${comment}` : move),
    atStart: "Au début.",
    keys: "Touches du plateau d'analyse",
    keysText: [
      ["← →", "un coup en arrière, un coup en avant"],
      ["Début, Fin", "première et dernière position"],
      ["↑ ↓", "d'une variante à l'autre"],
      ["E", "allumer ou éteindre le moteur"],
      ["D", "dessiner des flèches et des cercles"],
      ["L", "calques"],
      ["Ctrl+Z, Ctrl+Y", "annuler, rétablir"],
      ["Suppr", "supprimer le coup et la suite"],
    ],
  },

  school: {
    heading: "École",
  },

  rules: {
    heading: "Règles",
  },

  puzzles: {
    heading: "Problèmes",
  },

  footer: {
    unofficial: "skep est un programme non officiel. Hive est un jeu et une marque de",
    publisher: "Gen42 Games",
    buy: "Achetez le vrai : ses pièces sont belles en main.",
    icons: "Dessins d'insectes : Lorc, Delapouite et Carl Olsen",
    iconsSource: "game-icons.net",
    iconsRest: "le moustique est de skep.",
  },
};

export default fr;
