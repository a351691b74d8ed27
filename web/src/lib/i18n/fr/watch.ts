import type { Strings } from "../strings";
import { plural } from "./words";

export const watchPage: Strings["watchPage"] = {
  heading: "Regarder",
  now: (count, more) =>
    more ? `plus de ${count} parties en cours` : `${plural(count, "partie", "parties")} en cours`,
  all: "Toutes",
  others: "Autres parties",
  none: "Personne ne joue en ce moment.",
  noneText: "En attendant, voici une partie de notre moteur, coup par coup.",
  noneOfSpeed: "Aucune partie à cette cadence en ce moment.",
  noneOfSpeedText: "Choisissez une autre cadence, ou ouvrez une partie.",
  openGames: "Parties ouvertes",
  noOpen: "Personne n’attend d’adversaire.",
  noOpenText: "Ouvrez une partie, et la prochaine personne pourra vous rejoindre.",
  openYours: "Ouvrir une partie",
  yours: "Votre partie ouverte",
  play: "Jouer",
  playWith: (name, clock) => `Jouer avec ${name}, ${clock}`,
  guest: "Sans nom",
  gone: "Quelqu’un a été plus rapide. La liste est à jour.",
  position: (white, black, turns) => `${white} contre ${black} après ${plural(turns, "tour", "tours")}`,
  speeds: "Cadence",
};
