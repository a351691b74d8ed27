/** Files that the page saves for its user. */

/** Milliseconds for which the browser may read a file after the user saved it. */
const LIFETIME = 60_000;

/** Save a file under a name, as if the user had followed a link to it. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), LIFETIME);
}

/** Return a text as part of a file's name: letters and digits of any language, joined by hyphens. */
export const fileName = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
