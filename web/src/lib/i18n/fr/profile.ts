import type { profile as english } from "../en/profile";

const plural = (count: number, one: string, many: string): string => `${count} ${count < 2 ? one : many}`;

export const profile: typeof english = {
  speeds: {
    bullet: "Bullet",
    blitz: "Blitz",
    rapid: "Rapide",
    classical: "Classique",
    daily: "Par jours",
  },
  families: { base: "Jeu de base", expansions: "Avec extensions" },
  pool: (speed, family) => (family === "base" ? speed : `${speed}, extensions`),

  bot: "bot",
  botTitle: "Un programme joue avec ce compte.",
  botsAreAsked: "Les bots ne jouent que contre ceux qui les défient ou les invitent, ou qu’ils défient.",
  provisional: "Provisoire : pas encore stabilisé",
  rating: (rating, provisional) => `classement ${rating}${provisional ? ", provisoire" : ""}`,
  changed: (before, after) => `Votre classement : de ${before} à ${after}`,
  rated: "Classée",
  casual: "Amicale",
  ratedComputer: "Classée : votre classement change, sans indices ni reprises de coups.",
  ratedNeedsClock: "Choisissez une pendule pour jouer une partie classée.",

  since: (month) => `Ici depuis ${month}`,
  games: (count) => plural(count, "partie", "parties"),
  online: "En ligne",
  seen: (ago) => `Dernière visite : ${ago}`,
  follow: "Suivre",
  following: "Suivi",
  unfollow: "Ne plus suivre",
  challenge: "Défier",
  versusYou: (wins, draws, losses) =>
    `Contre vous : ${plural(wins, "victoire", "victoires")}, ${plural(draws, "nulle", "nulles")}, ${plural(losses, "défaite", "défaites")}`,
  unknown: "Joueur inconnu",
  unknownText: "Aucun compte ne porte ce nom. Il a peut-être été changé.",
  signIn: "Connectez-vous pour suivre des joueurs.",
  full: "Vous pouvez suivre 200 joueurs au plus. Cessez d’abord d’en suivre un.",

  ratings: "Classements",
  noRatings: "Aucune partie classée pour l’instant.",
  noRatingsYours:
    "Jouez des parties classées pour obtenir un classement. Une douzaine suffit, contre l’ordinateur ou d’autres joueurs.",
  months: "en 90 jours",
  graph: (pool, first, last, count) =>
    `${pool} : de ${first} à ${last} en ${plural(count, "point", "points")}`,
  table: "Afficher en tableau",
  date: "Date",
  value: "Classement",
  deviation: (deviation) => `±${deviation}`,
  deviationNote: (low, high) => `La force réelle se situe très probablement entre ${low} et ${high}.`,
  provisionalNote:
    "Provisoire : encore quelques parties classées pour le stabiliser. D’ici là, il n’apparaît pas au tableau d’honneur.",

  history: "Parties",
  noGames: "Aucune partie à afficher.",
  noGamesMatch: "Aucune partie ne correspond à ces filtres.",
  privateNote: "Vous seul voyez vos parties privées.",
  more: "Plus de parties",
  filters: "Filtres",
  opponent: "Adversaire",
  anyOpponent: "Tous",
  people: "Humains",
  computer: "Ordinateur",
  result: "Résultat",
  anyResult: "Tous les résultats",
  results: { win: "Gagnées", draw: "Nulles", loss: "Perdues" },
  outcomes: { win: "Gagnée", draw: "Nulle", loss: "Perdue" },
  colour: "Couleur",
  anyColour: "Les deux couleurs",
  kind: "Cadence",
  anyPool: "Toutes les cadences",
  record: (wins, draws, losses) =>
    `${plural(wins, "gagnée", "gagnées")}, ${plural(draws, "nulle", "nulles")}, ${plural(losses, "perdue", "perdues")}`,
  clear: (name) => `Afficher les parties contre tous, et pas seulement ${name}`,

  opponents: "Adversaires",
  allGames: (name) => `Toutes les parties contre ${name}`,
  openings: "Ouvertures favorites",
  opening: (side, first, second) => `${side} : ${first}, puis ${second}`,
  openingGames: (count) => plural(count, "partie", "parties"),
  score: (percent) => `${percent} %`,
  accuracy: "Précision",
  accuracyNote: "D’après les parties qui ont été revues ici.",
  accuracyGraph: (first, last, count) =>
    `Précision de ${first} % à ${last} % en ${plural(count, "partie", "parties")}`,
  puzzles: "Problèmes",
  puzzleRating: "Classement",
  solved: "Résolus",
  attempts: "Essayés",
  streak: "Jours d’affilée",

  friends: "Amis",
  noFriends: "Suivez des joueurs depuis leur profil, et vous verrez ici qui est en ligne.",
  followsYou: "Vous suit",

  leaderboard: "Tableau d’honneur",
  leaderboardText:
    "Les meilleurs joueurs dont le classement est stabilisé et qui ont joué une partie classée depuis 90 jours.",
  rank: "Rang",
  player: "Joueur",
  noLeaders: "Personne n’y figure encore. Une douzaine de parties classées suffit pour être le premier.",
  speedLegend: "Cadence",
  familyLegend: "Jeu",
  play: "Jouer",
};
