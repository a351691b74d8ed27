import type { Strings } from "../strings";
import { bugs, list, plural, article } from "./words";

export const invite: Strings["invite"] = {
  heading: "Inviter quelqu’un",
  text: "Envoyez ce lien. La partie commence quand votre adversaire l’ouvre. Gardez cette page ouverte ou revenez plus tard.",
  link: "Lien d’invitation",
  copy: "Copier",
  copied: "Copié",
  copyFailed: "La copie a échoué. Sélectionnez le lien et copiez-le vous-même.",
  share: "Partager…",
  shareText: "Jouez à Hive avec moi",
  qr: "Code QR du lien",
  qrNote: "Ou scannez ce code avec un téléphone.",
  renew: "Créer un nouveau lien",
  renewNote: "Le lien est valable une semaine. Si vous en créez un nouveau, celui-ci ne fonctionnera plus.",
  renewed: "C’est fait. Le lien précédent ne fonctionne plus.",
  waiting: "En attente de l’autre joueur…",
  cancel: "Annuler cette partie",
};

export const join: Strings["join"] = {
  heading: (name) => (name ? `${name} vous invite à jouer à Hive` : "On vous invite à jouer à Hive"),
  text: "Choisissez un nom et commencez à jouer.",
  side: "Vous jouez",
  sideText: {
    white: "les Blancs : vous commencez",
    black: "les Noirs : votre adversaire commence",
    any: "Le hasard décide de votre couleur",
  },
  clock: "Pendule",
  clockText: {
    none: "Aucune : prenez votre temps",
    minutes: (minutes, increment) =>
      (minutes < 1
        ? `${plural(Math.round(60 * minutes), "seconde", "secondes")} par joueur`
        : `${plural(minutes, "minute", "minutes").replace(".", ",")} par joueur`) +
      (increment ? `, plus ${plural(increment, "seconde", "secondes")} par coup` : ""),
    days: (days) => `Jusqu’à ${plural(days, "jour", "jours")} par coup`,
  },
  clockStart: "Votre pendule démarre après votre premier coup.",
  bugs: "Insectes",
  bugsText: (extras) =>
    extras.length
      ? `Les cinq insectes de base, plus ${list(extras.map((bug) => article(bug) + bugs[bug]))}`
      : "Les cinq insectes de base",
  rulebook: "Règles",
  threefold: "Une position qui se présente trois fois donne une partie nulle.",
  reading: "Ouverture de l’invitation…",
  join: "Rejoindre la partie",
  joining: "Connexion à la partie…",
  seat: "Ouverture de votre place sur cet appareil…",
};
