import type { Strings } from "../strings";

export const settings: Strings["settings"] = {
  heading: "Réglages",
  language: "Langue",
  languageAuto: "Celle du navigateur",
  theme: "Thème",
  themes: { auto: "Automatique", light: "Clair", dark: "Sombre" },
  ground: "Table",
  grounds: { felt: "Feutrine", day: "Papier", night: "Ardoise" },
  tiles: "Tuiles",
  tileSets: {
    classic: "Classiques",
    flat: "Plates",
    engraved: "Gravées",
    colorblind: "Daltoniens",
    contrast: "Contrastées",
  },
  tilesNote: "Les tuiles contrastées et pour daltoniens se reconnaissent sans les couleurs.",
  sections: { look: "Apparence", play: "Jeu", keys: "Clavier" },
  contrast: "Contraste",
  contrasts: { auto: "Comme le système", high: "Élevé" },
  premoves: "Coups anticipés",
  premovesNote: "Choisissez un coup pendant que l’autre camp réfléchit. Il est joué à votre tour.",
  confirm: "Confirmer chaque coup",
  sound: "Sons",
  notation: "Affichage des coups",
  notations: { figurines: "Figurines", uhp: "Notation", plain: "Phrases" },
  motion: "Animations",
  motions: { auto: "Comme le système", reduced: "Réduites" },
  takebacks: "Après une gaffe",
  takebacksOn: "Proposer de reprendre le coup",
  takebacksOff: "Continuer",
  takebacksNote: "Contre l’ordinateur, niveaux 1 à 4.",
  on: "Activés",
  off: "Coupés",
};

export const keys: Strings["keys"] = {
  heading: "Clavier",
  board: "Sur tous les plateaux",
  onBoard: [
    ["Tab", "passer de la main au plateau et aux boutons"],
    ["Flèches", "aller d’une pièce à l’autre ; avec une pièce choisie, d’une case possible à l’autre"],
    ["Maj + flèches", "parcourir toutes les pièces et toutes les cases autour de la ruche"],
    ["Entrée ou Espace", "prendre ou poser une pièce ; sur une autre case, savoir pourquoi c’est impossible"],
    ["Maj + Entrée", "sur une pièce : savoir pourquoi la pièce choisie ne peut pas y aller"],
    ["Échap", "reposer la pièce"],
    ["S", "déployer une pile"],
    ["F, + et −", "voir toute la ruche, zoomer, dézoomer"],
    ["?", "afficher ces touches"],
  ],
  onPage: {
    game: {
      heading: "Dans une partie",
      keys: [
        ["[ et ]", "tour précédent, tour suivant"],
        ["H et T", "contre l’ordinateur : indice, menaces"],
        ["Z", "mode zen : seulement le plateau, les pendules et les mains"],
      ],
    },
    school: {
      heading: "Dans une leçon",
      keys: [
        ["[ et ]", "étape précédente, étape suivante"],
        ["1 à 5", "choisir une réponse"],
        ["Entrée", "continuer, une fois l’étape réussie"],
        ["Échap", "recommencer l’étape"],
      ],
    },
    puzzles: {
      heading: "Dans un problème",
      keys: [
        ["H", "indice"],
        ["N", "problème suivant ; après un mauvais coup, réessayer"],
        ["[ et ]", "coup précédent, coup suivant"],
      ],
    },
    rules: { heading: "Dans les règles", keys: [["/", "chercher"]] },
    review: {
      heading: "Dans un bilan",
      keys: [
        ["[ et ], ← →", "tour précédent, tour suivant"],
        ["Début, Fin", "première et dernière position"],
        ["Échap", "quitter la variante et revenir à la partie"],
      ],
    },
    study: {
      heading: "Sur le plateau d’analyse",
      keys: [
        ["← →", "coup précédent, coup suivant"],
        ["Début, Fin", "première et dernière position"],
        ["↑ ↓", "variante précédente, variante suivante"],
        ["E", "activer ou arrêter le moteur"],
        ["C", "commenter et évaluer le coup actuel"],
        ["D", "dessiner des flèches et des cercles"],
        ["L", "afficher les calques"],
        ["Ctrl+Z, Ctrl+Y", "annuler, rétablir"],
        ["Suppr", "supprimer ce coup et toute la suite"],
      ],
    },
  },
};
