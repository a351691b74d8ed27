export const header = {
  skip: "Skip to content",
  home: "skep home",
  newGame: "New game",
  play: "Play",
  games: "Games",
  search: "Search the rules",
  watch: "Watch",
  study: "Study",
  school: "School",
  puzzles: "Puzzles",
  rules: "Rules",
  openMenu: "Menu",
  soundOn: "Mute sounds",
  soundOff: "Unmute sounds",
  settings: "Settings",
  menu: "Main menu",
};

export const myName = {
  none: "Your name",
  change: (name: string) => `${name}, change your name`,
  heading: "Your name",
  text: "It appears on your games, in lists and in the files you download. Games that are over keep the name they were played under.",
  label: "Name",
  save: "Save",
};

export const playerNames = { heading: "Names of the players" };

export const connection = {
  connecting: "Connecting…",
  lost: "Connection lost. Reconnecting…",
  offline: "You're offline. The game will pick up when you're back.",
  back: "Back online.",
  compiling: "The computer opponent is being prepared for the first time. This takes about a minute.",
};

export const footer = {
  unofficial: "skep is unofficial. Hive is a game and trademark of",
  publisher: "Gen42 Games",
  buy: "Buy the real thing: the tiles feel great in your hand.",
  icons: "Bug icons: Lorc, Delapouite and Carl Olsen",
  iconsSource: "game-icons.net",
  iconsRest: "the mosquito is skep's own.",
  fonts: "Typefaces: Young Serif and Atkinson Hyperlegible Next,",
  fontsLicence: "SIL Open Font License 1.1",
  links: "More about skep",
  data: "Data and API",
  language: "Language",
};
