import { createSubscriber } from "svelte/reactivity";

const SECOND = 1_000;

/** The page's monotonic clock as a reactive value, which changes every second while something shows it. */
class Ticking {
  readonly #subscribe = createSubscriber((update) => {
    const timer = setInterval(update, SECOND);
    return () => clearInterval(timer);
  });

  get now(): number {
    this.#subscribe();
    return performance.now();
  }
}

export const ticking = new Ticking();
