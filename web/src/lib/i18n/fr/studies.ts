import type { studies as english } from "../en/studies";

/** Les textes des études partagées. */
export const studies: typeof english = {
  heading: "Études",
  refusals: {
    "unknown-study": "Cette étude est introuvable, ou elle n’est plus partagée avec vous.",
    "view-only":
      "Vous pouvez consulter cette étude, mais pas la modifier. Copiez-la pour essayer vos propres coups.",
  },

  list: {
    yours: "Vos études",
    joined: "Partagées avec vous",
    public: "Études publiques",
    none: "Vous n’avez pas encore d’étude. Une étude contient des chapitres que l’on peut modifier à plusieurs.",
    noneForGuests:
      "Il n’y a pas encore d’étude publique. Une étude contient des chapitres que l’on peut modifier à plusieurs.",
    guest:
      "Connectez-vous pour créer des études et les modifier à plusieurs. Le plateau d’analyse fonctionne sans compte.",
    create: "Nouvelle étude",
    newName: "Mon étude",
    board: "Plateau d’analyse",
    chapters: (count) => (count <= 1 ? `${count} chapitre` : `${count} chapitres`),
    by: (name) => `par ${name}`,
    isPublic: "Publique",
    canEdit: "Vous pouvez la modifier",
    failed: "Impossible de charger les études.",
  },

  roles: { owner: "Propriétaire", edit: "Peut modifier", view: "Peut consulter" },

  chapters: {
    heading: "Chapitres",
    chapter: (number) => `Chapitre ${number}`,
    add: "Ajouter un chapitre",
    addText:
      "Il commence sur un plateau vide. Pour ajouter une partie ou une position, utilisez « Ouvrir » ou « Composer ».",
    name: "Nom",
    rename: "Renommer",
    up: "Monter",
    down: "Descendre",
    turn: "Ouvrir dans cette orientation",
    remove: "Supprimer",
    removed: (name) => `« ${name} » a été supprimé.`,
    restore: "Rétablir",
    options: (name) => `Options de ${name}`,
    of: (index, count) => `${index} sur ${count}`,
    previous: "Chapitre précédent",
    next: "Chapitre suivant",
  },

  bar: {
    saved: "Tout est enregistré",
    saving: "Enregistrement…",
    offline: (count) =>
      count === 0
        ? "Hors ligne"
        : count === 1
          ? "Hors ligne : 1 modification en attente"
          : `Hors ligne : ${count} modifications en attente`,
    merged: (count) =>
      count === 1 ? "Votre modification a été fusionnée" : `Vos ${count} modifications ont été fusionnées`,
    refused: (count) =>
      count === 1
        ? "Une modification n’a pas pu être enregistrée"
        : `${count} modifications n’ont pas pu être enregistrées`,
    viewing: "Vous pouvez consulter cette étude",
    people: "Présents",
    you: "Vous",
    guest: "Invité",
    follow: (name) => `Suivre ${name}`,
    following: (name) => `Vous suivez ${name}`,
    more: (count) => (count === 1 ? "1 autre" : `${count} autres`),
    all: "Toutes les études",
    manage: "Étude",
  },

  closed: {
    heading: "Cette étude est fermée",
    text: "Elle a été supprimée, ou n’est plus partagée avec vous.",
    unsaved: "Les modifications non enregistrées restent dans ce navigateur.",
    toList: "Vos études",
  },

  share: {
    together: "Travailler à plusieurs",
    togetherText:
      "Faites-en une étude à chapitres, que d’autres peuvent consulter ou modifier en même temps que vous.",
    create: "Créer une étude",
    needsAccount: "Il faut un compte pour créer une étude.",
    name: "Nom de l’étude",
    snapshot: "La partager telle quelle",
    heading: "Partager cette étude",
    viewLink: "Lien de consultation",
    viewText: "Toute personne qui l’a peut ouvrir l’étude.",
    editLink: "Lien de modification",
    editText: "Toute personne qui l’a peut modifier l’étude, si elle a un compte.",
    make: "Créer un lien",
    renew: "Remplacer",
    renewNote: "Un lien remplacé ne fonctionne plus. Les personnes qui ont rejoint l’étude y restent.",
    revoke: "Révoquer",
    members: "Participants",
    nobody: "Personne n’a encore rejoint l’étude.",
    nameless: "Invité sans nom",
    role: (name) => `Ce que ${name} peut faire`,
    remove: (name) => `Retirer ${name}`,
    publicLabel: "Publique",
    publicText: "Tout le monde peut trouver et consulter cette étude.",
    save: "Enregistrer",
    ask: "Seul le propriétaire peut changer qui a accès à cette étude.",
    link: "Lien vers cette étude",
    linkText: "Il fonctionne pour les participants, et pour tout le monde tant que l’étude est publique.",
    remember: "Supprimer l’étude",
    confirmDelete: "La supprimer pour tout le monde ? C’est définitif.",
    leave: "Quitter l’étude",
    copy: "Copier dans mes études",
    copied: "Voici votre copie.",
    full: "Vous avez trop d’études, ou elles occupent tout votre espace. Supprimez-en une d’abord.",
  },

  export: {
    all: "Tous les chapitres",
    allPgn: "Tous les chapitres (PGN)",
  },
};
