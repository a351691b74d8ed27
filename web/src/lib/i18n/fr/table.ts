import type { Strings } from "../strings";
import { list } from "./words";

export const motions: Strings["motions"] = {
  queen_bee: "Avance d’une case. Si elle est encerclée, vous perdez.",
  spider: "Avance d’exactement trois cases autour de la ruche.",
  beetle: "Avance d’une case, et peut grimper sur les autres insectes pour les bloquer.",
  grasshopper: "Saute en ligne droite par-dessus une rangée d’insectes.",
  soldier_ant: "Va aussi loin qu’elle veut autour de la ruche.",
  mosquito: "Se déplace comme n’importe quel insecte qu’il touche.",
  ladybug: "Monte, passe sur l’insecte voisin, puis redescend.",
  pillbug: "Avance d’une case, ou lance un voisin par-dessus lui.",
};

export const reach: Strings["reach"] = {
  label: "Laisser entrer d’autres appareils",
  machine: "Ce lien ne fonctionne que sur cette machine.",
  explanation:
    "Si vous l’activez, les autres appareils de votre réseau pourront ouvrir cette partie et le reste de cette page, jusqu’à ce que vous le désactiviez ou que vous arrêtiez skep.",
  on: "Les autres appareils de votre réseau peuvent ouvrir cette partie.",
  off: "Ils peuvent aussi utiliser le reste de cette page. Désactivez-le pour ne plus les laisser entrer.",
  noNetwork: "Aucun réseau privé n’a été trouvé : les autres appareils ne peuvent pas joindre cette machine.",
};

export const table: Strings["table"] = {
  panel: "Coups et plus",
  resize: "Largeur du panneau",
  nav: "Navigation de la partie",
};

export const view: Strings["view"] = {
  zen: "Mode zen",
  leaveZen: "Quitter le mode zen",
  fullscreen: "Plein écran",
  turn: "Tourner la vue",
  fit: "Voir toute la ruche",
  turnEach: "Tourner la vue à chaque tour",
};

export const moves: Strings["moves"] = {
  heading: "Coups",
  empty: "Aucun coup pour l’instant.",
  first: "Première position",
  previous: "Tour précédent",
  next: "Tour suivant",
  last: "Dernière position",
  at: (ply) => `Tour ${ply}`,
  pass: "passe",
  options: "Options de la liste des coups",
};

export const why: Strings["why"] = {
  source: (book, section) => (section ? `${book}, ${section}` : book),
  parts: (sizes) => `Des parties de ${list(sizes.map(String))} cases`,
  dismiss: "Fermer",
  premove: "Le coup que vous aviez choisi n’est plus possible.",
  notYourTurn: "Ce n’est pas encore à vous de jouer.",
  lookingBack: "Vous revoyez un tour passé. Revenez au direct pour jouer.",
  over: "La partie est terminée.",
  watching: "Vous regardez cette partie.",
  waiting: "L’autre joueur n’est pas encore là.",
};
