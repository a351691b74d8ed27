import { announcements } from "../../lib/announcements.svelte";
import { line } from "../../lib/connection.svelte";
import { language } from "../../lib/i18n/language.svelte";

/** A line that breaks for a moment is not worth a word. */
const PATIENCE = 1000;

/** Whether the line has been away for too long. To be made with a component, like an effect. */
export class Lost {
  now = $state(false);
  #told = false;

  constructor(playing: () => boolean) {
    $effect(() => {
      if (line.state === "open") {
        this.now = false;
        if (this.#told) announcements.say(language.words.connection.back);
        this.#told = false;
        return;
      }
      const timer = setTimeout(() => {
        this.now = true;
        this.#told = playing();
        if (this.#told) announcements.say(language.words.connection.lost);
      }, PATIENCE);
      return () => clearTimeout(timer);
    });
  }
}
