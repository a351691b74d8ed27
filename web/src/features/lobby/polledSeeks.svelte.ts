import { call } from "../../lib/api";
import type { ListedSeek, Seeks } from "../../lib/messages";

const POLL_EVERY = 3_000;

/** The players who look for an opponent, requested again and again while the page is visible. */
export class PolledSeeks {
  seeks: ListedSeek[] = $state.raw([]);

  constructor(private readonly load: () => Promise<Seeks> = () => call<Seeks>("GET", "seeks")) {}

  /** Request the list now and regularly. Return a function that stops it. */
  start(): () => void {
    const refresh = (): void => {
      if (document.visibilityState === "visible") void this.refresh();
    };
    refresh();
    const timer = setInterval(refresh, POLL_EVERY);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }

  async refresh(): Promise<void> {
    try {
      this.seeks = (await this.load()).seeks;
    } catch {
      // the next request may succeed; the list of games shows what is wrong
    }
  }
}
