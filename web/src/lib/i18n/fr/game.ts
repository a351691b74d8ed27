import { upper } from "../texts";
import type { Strings } from "../strings";
import {
  bugs,
  sides,
  plural,
  the,
  The,
  toThe,
  ofThe,
  loser,
  isSide,
  subject,
  colour,
  article,
} from "./words";

export const game: Strings["game"] = {
  heading: (white, black) => `${white} contre ${black}`,
  board: "Plateau",
  hand: (side) => `Main ${ofThe(side)}`,
  you: "Vous",
  youToo: "vous",
  openSeat: "Place libre",
  computer: (name) => `Ordinateur · ${name}`,
  computerName: (name) => `Ordinateur (${name})`,
  online: "en ligne",
  offline: "hors ligne",
  clockOf: (side, text) => `Pendule ${ofThe(side)} : ${text}`,
  daysLeft: (days, hours) => (hours ? `${days} j ${hours} h` : plural(days, "jour", "jours")),
  firstMoveYours: (left) =>
    `Votre pendule démarre après votre premier coup. Il vous reste ${left} pour le jouer.`,
  firstMoveTheirs: (name, left) =>
    `Il reste ${left} ${isSide(name) ? "aux" : "à"} ${name} pour jouer le premier coup.`,
  watchers: (count) => plural(count, "spectateur", "spectateurs"),
  turnOf: (side) => `${upper(toThe(side))} de jouer`,
  toMove: "au trait",
  thinking: "réfléchit…",
  confirm: "Jouer",
  confirmText: "Jouer ce coup ? Touchez encore la case ou appuyez sur Jouer.",
  premoveText: "Ce coup sera joué dès que ce sera votre tour, s’il est alors légal.",
  days: (days) => plural(days, "jour par coup", "jours par coup"),
  yourTurn: "À vous de jouer",
  yourTurnAs: (side) => `À vous de jouer, ${the(side)}`,
  theirTurn: (name) => `${isSide(name) ? "Aux" : "À"} ${name} de jouer`,
  thinkingTurn: (name) => `${name} réfléchit…`,
  computerWaits: "L’ordinateur est occupé par d’autres parties. Son coup viendra.",
  notStarted: "En attente de l’autre joueur",
  queenDue: "Quatrième tour : vous devez placer votre reine abeille.",
  firstMove: "Choisissez un insecte de votre main, puis une case.",
  chooseSpace: (piece) => `Où va ${article(piece.bug)}${bugs[piece.bug]} ?`,
  keyHint:
    "Les flèches parcourent les cases où la pièce peut aller, Maj + flèches toutes les autres ; Entrée explique alors pourquoi c’est impossible. Appuyez sur ? pour voir toutes les touches.",
  mustPass: "Vous ne pouvez rien placer ni déplacer ce tour-ci.",
  pass: "Passer",
  spectating: "Vous regardez",
  private: "Partie privée : seules les personnes qui ont le lien peuvent la regarder.",
  public: "Partie publique : tout le monde peut la regarder, et elle rejoint la base de parties à la fin.",
  earlier: (ply, of) => `Vous revoyez le tour ${ply} sur ${of}`,
  now: "Revenir au direct",
  sending: "Envoi…",
};

export const actions: Strings["actions"] = {
  heading: "Partie",
  takeback: "Reprendre le coup",
  draw: "Proposer la nulle",
  resign: "Abandonner",
  abort: "Annuler la partie",
  rematch: "Revanche",
  share: "Partager",
  downloads: "Télécharger",
  pgn: "Partie (PGN)",
  uhp: "Coups (UHP)",
  svg: "Image (SVG)",
  png: "Position finale (PNG)",
  gif: "Partie entière (GIF animé)",
  making: "Dessin en cours…",
  gifTooLong: "Cette partie est trop longue : une animation montre au plus 300 positions.",
  seat: "Jouer sur un autre appareil",
  seatText:
    "Ouvrez ce lien sur votre autre appareil pour y jouer aussi. Gardez-le pour vous : toute personne qui l’a peut jouer à votre place.",
  seatFor: (side) => `Place ${ofThe(side)}`,
  seatRenewNote:
    "Le lien est valable une semaine. Si vous en créez un nouveau, les liens précédents ne fonctionneront plus et vos autres appareils pourront seulement regarder. Celui où vous avez commencé à jouer reste connecté.",
  seatRenewed: (removed) =>
    removed === 0
      ? "C’est fait. Les liens précédents ne fonctionnent plus."
      : `C’est fait. Les liens précédents ne fonctionnent plus, et ${removed === 1 ? "un autre appareil peut" : `${removed} autres appareils peuvent`} seulement regarder.`,
  shareHeading: "Partager cette partie",
  shareText: "Toute personne qui a ce lien peut regarder.",
  shareLink: "Lien pour regarder",
  newGame: "Nouvelle partie",
  close: "Fermer",
  cancel: "Annuler",
  drawSure: "Êtes-vous tous deux d’accord pour la nulle ?",
  drawYes: "Accepter la nulle",
  drawText: "La partie s’arrêtera là.",
  resignSure: "Abandonner cette partie ?",
  resignText: (winner) => `${The(winner)} gagneront.`,
  abortSure: "Annuler cette partie ?",
  abortText: "Elle vient à peine de commencer : personne ne gagne.",
};

export const proposals: Strings["proposals"] = {
  draw: (name) => `${subject(name, "propose", "proposent")} la nulle.`,
  takeback: (name) => `${subject(name, "aimerait", "aimeraient")} reprendre le dernier coup.`,
  rematch: (name) => `${subject(name, "propose", "proposent")} une revanche, couleurs échangées.`,
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
  withdraw: "Annuler",
};

export const help: Strings["help"] = {
  help: "Aide",
  hint: "Indice",
  hintNote: "D’abord où regarder, puis le coup",
  threats: "Voir les menaces",
  threatsNote: "Ce que l’ordinateur pourrait jouer",
  threatsTitle: "Menaces",
  showMove: "Montrer le coup",
  thinking: "Voyons voir…",
  takeBack: "Reprendre le coup",
  keep: "Garder ce coup",
  waits: (name) => `${subject(name, "vous attend", "vous attendent")}`,
  legend: "Signification des repères",
  marks: {
    look: "Regardez ici",
    openSpace: "Case libre",
    hintedMove: "Jouez ici",
    held: "Immobilisée",
    freed: "Libre de bouger",
    ownRoom: "Libre autour de votre reine abeille",
    inReach: "À portée au prochain coup",
    stillOpen: "Encore libre",
    win: "Gagne tout de suite",
    force: "Gagne en deux coups",
    pin: "Immobiliserait votre pièce",
    pinned: "Serait immobilisée",
    taken: "Cases prises, sur six",
  },
  canFill: (who) =>
    who === null
      ? "Personne ne peut la prendre"
      : who === "both"
        ? "Les deux camps peuvent la prendre"
        : `Les ${sides[who]} peuvent la prendre`,
};

export const chat: Strings["chat"] = {
  heading: "Discussion",
  players: "Joueurs",
  spectators: "Spectateurs",
  spectator: "Spectateur",
  empty: "Dites bonjour.",
  emptySpectators: "Qu’en pensent les spectateurs ?",
  spectatorsNote: "Les joueurs pourront lire cette discussion après la partie.",
  label: "Message",
  placeholder: "Message…",
  send: "Envoyer",
  unread: (count) => plural(count, "nouveau message", "nouveaux messages"),
  said: (name, text) => `${name} : ${text}`,
};

export const result: Strings["result"] = {
  heading: "La partie est terminée",
  nextLevel: (level) => `Essayer le niveau ${level}`,
  won: "Gagné !",
  lost: "Perdu cette fois.",
  wins: (side) => `${The(side)} gagnent.`,
  draw: "Partie nulle.",
  aborted: "Partie annulée.",
  abandoned: "Partie abandonnée.",
  endings: {
    surrounded: (winner) => `La reine abeille ${colour(loser(winner))} est encerclée.`,
    "both-surrounded": () => "Les deux reines abeilles sont encerclées.",
    repetition: () => "La même position est apparue trois fois.",
    length: () => "La partie a atteint 1 000 tours, la limite sur ce site.",
    agreement: () => "Les deux joueurs ont accepté la nulle.",
    resignation: (winner) => `${The(loser(winner))} ont abandonné.`,
    time: (winner) => `${The(loser(winner))} ont perdu au temps.`,
    aborted: () => "Elle venait à peine de commencer : personne ne gagne.",
    abandoned: () => "Plus personne n’y jouait depuis longtemps : personne ne gagne.",
    left: (winner) =>
      winner
        ? `${The(loser(winner))} ont quitté la partie.`
        : "Un joueur est parti, et l’autre a accordé la nulle.",
    adjudicated: () => "L’organisateur du tournoi a décidé du résultat.",
  },
  review: "Bilan",
  analyse: "Analyser",
  next: "Aller à la revanche",
};
