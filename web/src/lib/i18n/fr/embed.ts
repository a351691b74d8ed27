import type { embed as english } from "../en/embed";

/** Les textes des plateaux intégrés à d’autres sites. */
export const embed: typeof english = {
  heading: "Intégrer",
  text: "Copiez ce code dans votre page. Une partie en cours y reste en direct.",
  position: "Copiez ce code dans votre page. Il affiche la position du plateau.",
  label: "Code à intégrer",
  theme: "Couleurs",
  light: "Claires",
  dark: "Sombres",
};
