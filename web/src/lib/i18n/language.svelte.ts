import { settings } from "../settings.svelte";
import type { Strings } from "./strings";

const files = import.meta.glob<{ default: Strings }>("./[a-z][a-z].ts");

/** The available languages, named by their files, so that adding a language means adding a file. */
export const LANGUAGES = Object.keys(files)
  .map((file) => file.slice(-5, -3))
  .sort();

/** Return the name of a language in that language, as users look for it in a list. */
export function nameOf(language: string): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Return the chosen language, or the first available one of the browser's languages, or English. */
export function choose(
  chosen: string | null,
  browser: readonly string[],
  available: readonly string[],
): string {
  const candidates = [chosen, ...browser.map((tag) => tag.slice(0, 2).toLowerCase())];
  return (
    candidates.find((language): language is string => language !== null && available.includes(language)) ??
    "en"
  );
}

class Language {
  code = $state("en");
  #strings: Strings | undefined = $state.raw();

  /** The texts of the language. `load` must finish before anything is rendered. */
  get strings(): Strings {
    if (!this.#strings) throw new Error("language.load() has not finished");
    return this.#strings;
  }

  /** The locale of dates: the page writes British English. */
  get locale(): string {
    return this.code === "en" ? "en-GB" : this.code;
  }

  async load(): Promise<void> {
    const code = choose(settings.choices.language, navigator.languages, LANGUAGES);
    const { default: strings } = await files[`./${code}.ts`]!();
    this.code = code;
    this.#strings = strings;
    document.documentElement.lang = code;
  }
}

export const language = new Language();
