import type { daily as english } from "../en/daily";

/** Les textes des parties par correspondance, des vacances et des notifications. */
export const daily: typeof english = {
  bell: (unread) =>
    unread ? `Notifications : ${unread} non ${unread < 2 ? "lue" : "lues"}` : "Notifications",
  heading: "Notifications",
  none: "Rien de nouveau. Vous verrez ici quand c'est à vous de jouer dans une partie quotidienne.",
  allRead: "Tout marquer comme lu",
  failed: "Impossible de charger les notifications.",
  unreadMark: "non lue",
  someone: "votre adversaire",
  notices: {
    "your-turn": (name) => `À vous de jouer contre ${name}`,
    challenge: (name) => `${name} vous lance un défi`,
    "game-started": (name) => `Votre partie contre ${name} a commencé`,
    vacation: (name) => `${name} : en vacances`,
    won: (name) => `Vous avez gagné contre ${name}`,
    lost: (name) => `Vous avez perdu contre ${name}`,
    drawn: (name) => `Votre partie contre ${name} est terminée`,
  },
  due: (time) => `À jouer avant le ${time}`,
  backOn: (time) => `Jusqu'au ${time}`,

  push: {
    heading: "Notifications",
    text: "Cet appareil peut vous prévenir quand c'est à vous de jouer, même si le site est fermé. Les messages sont chiffrés et ne contiennent que le nom de votre adversaire.",
    on: "Me prévenir sur cet appareil",
    off: "Ne plus me prévenir ici",
    isOn: "Cet appareil vous prévient.",
    denied:
      "Votre navigateur bloque les notifications de ce site. Autorisez-les dans ses réglages pour ce site, puis réessayez.",
    unsupported:
      "Ce navigateur ne peut pas afficher de notifications. Sur iPhone ou iPad, ajoutez d'abord le site à l'écran d'accueil.",
    failed: "Le navigateur n'a pas pu joindre son service de notifications. Réessayez plus tard.",
    kinds: "Me prévenir pour",
    kind: {
      "your-turn": "Mon tour dans les parties quotidiennes",
      challenge: "Les défis",
      "game-started": "Le début de mes parties",
      "game-finished": "La fin de mes parties",
      vacation: "Les vacances de mes adversaires",
    },
    quiet: "Heures calmes",
    quietNote: (zone) =>
      `Rien n'est envoyé pendant ces heures (${zone}). Ce qui est encore d'actualité arrive ensuite.`,
    from: "De",
    until: "À",
    saveFailed: "Impossible d'enregistrer. Réessayez.",
  },

  vacation: {
    heading: "Vacances",
    text: "Vos pendules des parties quotidiennes s'arrêtent pendant votre absence. Vous avez 30 jours par an.",
    left: (days) => `Il vous reste ${days}.`,
    days: "Pour combien de temps ?",
    start: "Partir en vacances",
    end: "Je suis de retour",
    until: (time) => `Vous êtes en vacances jusqu'au ${time}.`,
    next: (time) => `Vos prochaines vacances peuvent commencer le ${time}.`,
    note: "Les vacances se comptent en heures entières, au moins 24, et il faut un jour entre deux absences. Vous pouvez quand même jouer.",
    failed: "Cela n'a pas marché. Réessayez.",
  },

  games: {
    title: "Vos parties",
    heading: "Vos parties",
    none: "Vous n'avez pas encore joué de partie.",
    more: "Plus de parties",
    yourTurn: "À vous de jouer",
    waiting: "En attente des autres",
    finished: "Terminées",
    cancelled: "Annulée",
    all: "Toutes vos parties",
  },

  next: "Partie suivante",
  nextCount: (count) => `${count} ${count < 2 ? "partie attend" : "parties attendent"} votre coup`,
  waits: (name) => `En attente de ${name}.`,
  away: (name, time) => `${name} est en vacances jusqu'au ${time}.`,
  youAway: (time) => `Vous êtes en vacances jusqu'au ${time}. Votre pendule est arrêtée.`,

  conditional: {
    open: "Si…",
    count: (count) => `${count} ${count < 2 ? "réponse préparée" : "réponses préparées"}`,
    heading: "Coups conditionnels",
    intro:
      "Jouez un coup possible de votre adversaire, puis votre réponse. Elle sera jouée pour vous aussitôt.",
    theirs: (name) => `Si ${name} joue…`,
    yours: "…je réponds",
    line: (number) => `Variante ${number}`,
    remove: (number) => `Supprimer la variante ${number}`,
    save: "Enregistrer la variante",
    discard: "Recommencer",
    back: "Un coup en arrière",
    done: "Retour à la partie",
    none: "Pas encore de variante.",
    lines: "Vos variantes",
    full: "Vous avez 20 variantes, c'est le maximum. Supprimez-en une d'abord.",
    long: "Une variante a au plus 20 coups.",
    over: "La partie serait terminée ici.",
    clash: "Une autre variante répond autrement à ces coups. Supprimez-la d'abord, ou jouez la même réponse.",
    late: "Un coup a été joué entre-temps. Vos variantes ont été mises à jour.",
    failed: "Impossible d'enregistrer la variante. Réessayez.",
    private: "Vous seul voyez vos variantes. Une reprise de coup les supprime.",
    board: "Plateau des coups conditionnels",
  },
};
