import { settings } from "../settings.svelte";
import type { Strings } from "./strings";

const files = import.meta.glob<{ default: Strings }>("./[a-z][a-z].ts");

/** The languages there are, by the names of their files: adding one is adding a file. */
export const LANGUAGES = Object.keys(files)
  .map((file) => file.slice(-5, -3))
  .sort();

/** A language's name in itself, as people look for it in a list. */
export function nameOf(language: string): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** The chosen language, or the first of the browser's that there is, or English. */
export function choose(chosen: string | null, browser: readonly string[], there: readonly string[]): string {
  const candidates = [chosen, ...browser.map((tag) => tag.slice(0, 2).toLowerCase())];
  return (
    candidates.find((language): language is string => language !== null && there.includes(language)) ?? "en"
  );
}

class Language {
  code = $state("en");
  #strings: Strings | undefined = $state.raw();

  /** All texts; `load` has to be done once before anything is drawn. */
  get strings(): Strings {
    if (!this.#strings) throw new Error("no language was loaded");
    return this.#strings;
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
