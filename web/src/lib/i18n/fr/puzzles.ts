import { fr as shared } from "../fromPython";
import { capitalised, upper } from "../texts";
import type { Strings } from "../strings";
import { bugs, plural, the, The, toThe, loser, colour, article, thePiece } from "./words";

export const puzzles: Strings["puzzles"] = {
  heading: "Problèmes",
  lead: "Chaque position a exactement un bon coup, et c’est prouvé. Trouvez-le.",
  daily: "Problème du jour",
  dailyText: "Un nouveau chaque jour, le même pour tout le monde.",
  dailySolved: "Résolu aujourd’hui",
  solveDaily: "Le résoudre",
  training: "Entraînement",
  trainingText: "Des problèmes à votre niveau, l’un après l’autre.",
  start: "Commencer",
  goOn: "Continuer",
  themesHeading: "Par thème",
  typesHeading: "Par insectes",
  basic: "Insectes de base",
  keptHere: "Votre classement et votre historique sont enregistrés dans ce navigateur.",
  ratingNote:
    "Un problème change votre classement de 60 points au plus, et de moins en moins à mesure que vous en essayez.",
  modesHeading: "Autres entraînements",
  runs: {
    streak: {
      name: "Série",
      text: "Chaque problème est plus difficile que le précédent. Un seul échec y met fin.",
    },
    storm: { name: "Contre la montre", text: "Trois minutes pour en résoudre le plus possible." },
  },
  best: (result) => `Record : ${result}`,
  missedHeading: "Problèmes manqués",
  missedText: (count) =>
    count
      ? `${plural(count, "problème", "problèmes")} à reprendre.`
      : "Les problèmes manqués vous attendent ici jusqu’à ce que vous les résolviez.",
  nothingMissed: "Rien à reprendre",
  nothingMissedText: "Vous avez résolu tous les problèmes que vous aviez manqués.",
  historyHeading: "Historique",
  historyText: "Tous les problèmes essayés, et votre classement au fil du temps.",
  historyEmpty: "Les problèmes que vous essayez apparaîtront ici.",
  historyAll: "Tous",
  historyMissed: "Manqués",
  historyShow: "Afficher",
  older: "Afficher les précédents",
  columns: {
    date: "Date",
    puzzle: "Problème",
    mode: "Mode",
    result: "Résultat",
    change: "Évolution",
  },
  results: { solved: "Résolu", missed: "Manqué" },
  unrated: "Non classé",
  modeNames: {
    training: "Entraînement",
    daily: "Problème du jour",
    one: "Lien",
    repeat: "Repris",
    streak: "Série",
    storm: "Contre la montre",
  },
  run: {
    solved: "Résolus",
    inARow: "De suite",
    left: "Temps restant",
    streakRule: "Sans indice : le premier échec met fin à la série.",
    stormRule: "Le temps court dès votre premier coup.",
    skip: "Passer",
    timeUp: "Temps écoulé !",
    ended: (result) =>
      result ? plural(result, "problème résolu", "problèmes résolus") : "Aucun cette fois-ci",
    newBest: "Nouveau record !",
    best: (result) => `Votre record est de ${result}.`,
    longest: (count) => `Plus longue suite : ${count}.`,
    again: "Recommencer",
    missed: "Manqués",
  },
  you: "Vous",
  toMove: "au trait",
  more: "Plus",
  thisPuzzle: "Ce problème",
  everyDay: "Résolvez un problème chaque jour",
  dayStreak: (days) => `Série : ${plural(days, "jour", "jours")}`,
  week: (days) => `Des problèmes résolus ${plural(days, "jour", "jours")} sur les 7 derniers`,
  rating: "Votre classement",
  unsure: "provisoire",
  solvedOf: (solved, tried) => `${plural(solved, "résolu", "résolus")} du premier coup sur ${tried}`,
  graph: (from, to, count) =>
    `Votre classement sur ${plural(count, "problème", "problèmes")} : de ${from} à ${to}`,
  all: "Tous les problèmes",
  named: (name) => `Problème ${name}`,
  offline: "Vous êtes hors ligne, mais vous pouvez continuer.",
  unknown: "Problème introuvable",
  unknownText: "Le lien est peut-être incomplet, ou le problème a été retiré.",

  headline: {
    win: (side, moves) =>
      `${The(side)} gagnent en ${["zéro coup", "un coup", "deux coups", "trois coups", "quatre coups"][moves] ?? `${moves} coups`}`,
    save: (side) => `Sauvez la reine abeille ${colour(side)}`,
  },
  detail: {
    win: (side, moves) =>
      moves === 1
        ? `Prenez la dernière case autour de la reine abeille ${colour(loser(side))}.`
        : `Encerclez la reine abeille ${colour(loser(side))} en ${moves} coups, quoi que répondent ${the(loser(side))}.`,
    save: () => "Un seul coup y parvient.",
  },
  surround: (side, moves) =>
    `${upper(toThe(side))} de jouer : encerclez la reine abeille ${colour(loser(side))} en ${plural(moves, "coup", "coups")}.`,
  goesOn: (moves) => `Juste ! ${moves === 1 ? "Encerclez-la maintenant." : `Encore ${moves} coups.`}`,
  save: (side) => `${upper(toThe(side))} de jouer : sauvez votre reine abeille. Un seul coup y parvient.`,
  hint: "Indice",
  hintMove: "Voir le coup",
  hintPiece: (piece) => `Regardez ${thePiece(piece)}.`,
  hintCounts: "Votre premier essai compte pour votre classement. Un indice compte comme un échec.",
  giveUp: "Abandonner",
  showSolution: "Solution",
  again: "Réessayer",
  next: "Problème suivant",
  missed: "Pas tout à fait.",
  wrong: {
    "not-surrounding": () => "Ce coup n’encercle pas la reine abeille.",
    ends: () => "Ce coup met fin à la partie, mais pas comme vous le voulez.",
    escapes: (side, moves) =>
      `${The(side)} répondent ainsi, et ${plural(moves, "coup ne suffit", "coups ne suffisent")} plus.`,
    loses: (side) => `${The(side)} encerclent votre reine abeille.`,
    "will-lose": (side) => `Après cette réponse, ${the(side)} gagnent quoi que vous fassiez.`,
  },
  solved: "Résolu !",
  solvedLate: "Trouvé !",
  shown: "Voici la solution.",
  countedOnce: "Vous avez déjà essayé ce problème : il ne compte plus.",
  lines: "Afficher",
  solution: "Solution",
  tried: "Votre coup",
  themesHere: "À remarquer",
  rated: (rating) => `Classement ${rating}`,
  fromSelfPlay: "Tiré d’une partie du moteur contre lui-même",
  from: (source) => `Tiré de ${source}`,
  analyse: "Analyser",
  share: "Partager",
  shareHeading: "Partager ce problème",
  shareLink: "Lien vers le problème",
  themes: capitalised(shared.themes),
  themeSays: shared.themeDescriptions,
  mover: (bug, copied) =>
    article(bug) + bugs[bug] + (copied ? `, qui imite ${article(copied)}${bugs[copied]},` : ""),
  fills: {
    place: (mover) => `${upper(mover)} prend, depuis la main, la dernière case autour de la reine abeille.`,
    slide: (mover) => `${upper(mover)} glisse sur la dernière case autour de la reine abeille.`,
    jump: (mover) =>
      `${upper(mover)} saute par-dessus la ruche sur la dernière case autour de la reine abeille.`,
    climb: (mover) =>
      `${upper(mover)} passe sur la ruche et descend sur la dernière case autour de la reine abeille.`,
  },
  drops: (mover) => `${upper(mover)} descend de la ruche à côté de la reine abeille.`,
  throws: (mover, thrown) => `${upper(mover)} lance ${article(thrown)}${bugs[thrown]} là où il le faut.`,
  pins: {
    covered: "Une pièce qui aurait pu aider ne peut plus bouger : elle est couverte ou clouée.",
    split: "Une pièce qui aurait pu aider est maintenant clouée : la déplacer couperait la ruche.",
  },
  escapes: {
    moves: "Votre reine abeille s’en va.",
    room: "Une pièce à côté de votre reine abeille s’en va et lui donne de la place.",
    threat: "Ce coup écarte la menace contre votre reine abeille.",
  },
};
