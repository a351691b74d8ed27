import { announcements } from "../../lib/announcements.svelte";
import { connection } from "../../lib/connection.svelte";
import { language } from "../../lib/i18n/language.svelte";

/** A shorter interruption needs no notice, in milliseconds. */
const NOTICE_DELAY = 1000;

/** Whether the connection has been lost for too long. Created during the initialisation of a component. */
export class ConnectionLost {
  now = $state(false);
  #announced = false;

  constructor(playing: () => boolean) {
    $effect(() => {
      if (connection.state === "open") {
        this.now = false;
        if (this.#announced) announcements.say(language.strings.connection.back);
        this.#announced = false;
        return;
      }
      const timer = setTimeout(() => {
        this.now = true;
        this.#announced = playing();
        if (this.#announced) announcements.say(language.strings.connection.lost);
      }, NOTICE_DELAY);
      return () => clearTimeout(timer);
    });
  }
}
