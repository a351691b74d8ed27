import type { lobby as texts } from "../en/lobby";

export const lobby: typeof texts = {
  tile: (clock: string, speed: string) => `${clock} ${speed} : trouver un adversaire`,
  terms: (clock: string, bugs: string, rated: boolean) =>
    [clock, bugs, rated ? "classée" : "amicale"].filter(Boolean).join(" · "),
  threefold: "nulle par triple répétition",
  searching: "Recherche d’un adversaire",
  elapsed: (time: string) => `depuis ${time}`,
  others: (count: number) =>
    count <= 0
      ? "Personne d’autre ne cherche pour l’instant"
      : count === 1
        ? "1 autre joueur cherche une partie"
        : `${count} autres joueurs cherchent une partie`,
  cancel: "Annuler",
  meanwhile: (level: number) => `Jouer contre l’ordinateur en attendant (niveau ${level})`,
  meanwhileNote: "Vous gardez votre place. La partie s’ouvrira dès qu’un adversaire arrivera.",
  found: "Votre adversaire est là",
  enter: "Aller à la partie",
  ended: "Votre recherche a pris fin pendant votre absence.",
  again: "Chercher à nouveau",
  close: "Fermer",
  signIn: "Connectez-vous pour jouer des parties classées.",

  rated: "Classée",
  casual: "Amicale",
  ratedNote: "Le résultat modifie votre classement.",
  casualNote: "Pour le plaisir : les classements ne changent pas.",
  guestNote: "Il faut un compte pour les parties classées.",
  clockNote: "Une partie classée se joue à la pendule.",
  colours: "Les couleurs alternent d’une partie à l’autre.",
  range: "Classement de l’adversaire",
  lowest: "Minimum",
  highest: "Maximum",
  anyRating: "Aucun",
  rangeNote:
    "Un joueur sans classement compte pour 1500. Plus l’intervalle est étroit, plus l’attente est longue.",
  rangeProblem: "Le classement minimum dépasse le maximum.",
  ratings: (lowest: number | null, highest: number | null) =>
    lowest !== null && highest !== null
      ? `classement de ${lowest} à ${highest}`
      : lowest !== null
        ? `classement d’au moins ${lowest}`
        : highest !== null
          ? `classement d’au plus ${highest}`
          : "",

  challenge: "Défier",
  challengeTitle: (name: string) => `Défier ${name}`,
  challengeByName: "Défier un joueur par son nom",
  player: "Joueur",
  playerPlaceholder: "Son nom",
  send: "Envoyer le défi",
  sent: (name: string) => `En attente de la réponse de ${name}`,
  withdraw: "Retirer",
  challenges: (name: string) => `${name} vous lance un défi`,
  accept: "Accepter",
  decline: "Refuser",
  declining: "Dire pourquoi (facultatif)",
  reasons: {
    generic: "Je préfère ne pas jouer maintenant",
    later: "Redemandez-moi plus tard",
    "too-fast": "Une cadence plus lente, s’il vous plaît",
    "too-slow": "Une cadence plus rapide, s’il vous plaît",
    rated: "Plutôt une partie classée",
    casual: "Plutôt une partie amicale",
    rules: "Plutôt d’autres insectes ou d’autres règles",
  },
  declined: (name: string, reason: string) => `${name} a refusé : ${reason}.`,
  youPlay: { white: "Vous jouez les Blancs", black: "Vous jouez les Noirs", random: "Couleurs au hasard" },
  expires: (minutes: number) =>
    minutes < 2 ? "Valable encore une minute" : `Valable encore ${minutes} minutes`,
  problems: {
    "unknown-player": "Aucun joueur ne porte ce nom.",
    "own-challenge": "C’est vous ! Choisissez quelqu’un d’autre.",
    "rated-clock": "Une partie classée se joue à la pendule.",
    "challenge-refused": "Ce joueur n’accepte pas vos défis.",
    "too-many-challenges": "Trop de défis attendent une réponse. Réessayez plus tard.",
    "unknown-challenge": "Ce défi n’est plus valable.",
    "sign-in-required": "Connectez-vous pour défier un joueur.",
  },
};
