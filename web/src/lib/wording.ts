/** How the server phrases the sentences that it sends. */
import { language } from "./i18n/language.svelte";
import { settings } from "./settings.svelte";

/** The fields of a request whose response contains sentences. */
export interface Wording {
  language: string;
  /** Whether sentences name pieces in notation, as in "the spider wS2". */
  notation: boolean;
}

/** Return the wording chosen in the settings. */
export const wording = (): Wording => ({
  language: language.code,
  notation: settings.choices.notation === "uhp",
});
