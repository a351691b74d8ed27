/** Texts about boards on other sites. */
export const embed = {
  heading: "Embed",
  text: "Copy this code into your page. A running game stays live.",
  position: "Copy this code into your page. It shows the position on the board.",
  label: "Code to embed",
  theme: "Colours",
  light: "Light",
  dark: "Dark",
};
