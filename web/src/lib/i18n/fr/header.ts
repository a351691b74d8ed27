import type { Strings } from "../strings";

export const header: Strings["header"] = {
  skip: "Aller au contenu",
  home: "skep, accueil",
  newGame: "Nouvelle partie",
  play: "Jouer",
  games: "Parties",
  search: "Chercher dans les règles",
  watch: "Regarder",
  study: "Étudier",
  school: "École",
  puzzles: "Problèmes",
  rules: "Règles",
  openMenu: "Menu",
  soundOn: "Couper le son",
  soundOff: "Activer le son",
  settings: "Réglages",
  menu: "Menu principal",
};

export const myName: Strings["myName"] = {
  none: "Votre nom",
  change: (name) => `${name}, changer de nom`,
  heading: "Votre nom",
  text: "Il apparaît sur vos parties, dans les listes et dans les fichiers que vous téléchargez. Les parties terminées gardent le nom sous lequel elles ont été jouées.",
  label: "Nom",
  save: "Enregistrer",
};

export const playerNames: Strings["playerNames"] = { heading: "Noms des joueurs" };

export const connection: Strings["connection"] = {
  connecting: "Connexion…",
  lost: "Connexion perdue. Reconnexion…",
  offline: "Vous êtes hors ligne. La partie reprendra à votre retour.",
  back: "De nouveau en ligne.",
  compiling: "L’adversaire ordinateur se prépare pour la première fois. Cela prend environ une minute.",
};

export const footer: Strings["footer"] = {
  unofficial: "skep n’est pas officiel. Hive est un jeu et une marque de",
  publisher: "Gen42 Games",
  buy: "Achetez le vrai jeu : ses tuiles sont très agréables en main.",
  icons: "Icônes d’insectes : Lorc, Delapouite et Carl Olsen",
  iconsSource: "game-icons.net",
  iconsRest: "le moustique est de skep.",
  fonts: "Polices : Young Serif et Atkinson Hyperlegible Next,",
  fontsLicence: "SIL Open Font License 1.1",
  links: "À propos de skep",
  data: "Données et API",
  language: "Langue",
};
