import type { Summaries, Summary } from "../../lib/messages";

/** Milliseconds between two requests: quick games move about this often, and the server renews its lists every second. */
export const POLL_EVERY = 4_000;

/**
 * A list of games that is requested again and again while the page is visible.
 *
 * Polling is simpler than a subscription to each game, costs the server one list per second for all readers, and does
 * not make a reader of the start page a spectator of every game on it.
 */
export class PolledGames {
  games: Summary[] | null = $state.raw(null);
  /** Whether the server has more games than the list. */
  more = $state(false);
  /** The error of the last request, or null. */
  problem: unknown = $state.raw(null);
  /** When the list arrived, by the page's monotonic clock: its clocks show the time at that moment. */
  receivedAt = $state(0);
  #busy = false;

  constructor(
    private readonly load: () => Promise<Summaries>,
    private readonly every = POLL_EVERY,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Request the list now and regularly. Return a function that stops it. */
  start(): () => void {
    const refreshVisible = (): void => {
      if (document.visibilityState === "visible") void this.refresh();
    };
    void this.refresh();
    const timer = setInterval(refreshVisible, this.every);
    document.addEventListener("visibilitychange", refreshVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refreshVisible);
    };
  }

  async refresh(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      const { games, more } = await this.load();
      this.games = games;
      this.more = more;
      this.receivedAt = this.now();
      this.problem = null;
    } catch (error) {
      this.problem = error;
    } finally {
      this.#busy = false;
    }
  }
}
