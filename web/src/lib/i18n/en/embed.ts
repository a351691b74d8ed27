/** Texts about boards on other sites. */
export const embed = {
  heading: "Embed",
  text: "Copy this code into your page. A running game stays live.",
  label: "Code to embed",
  theme: "Colours",
  light: "Light",
  dark: "Dark",
};
