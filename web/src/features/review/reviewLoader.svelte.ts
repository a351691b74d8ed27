import type { ReviewView } from "../../lib/messages";
import { HttpProblem, Unreachable } from "../../lib/api";

const PERIOD = 1_000;
const MAX_DELAY = 10_000;

/**
 * Loads a review repeatedly until it is finished.
 *
 * If the server is unreachable, the delay between requests grows; an unknown review is not requested again.
 */
export class ReviewLoader {
  review: ReviewView | null = $state.raw(null);
  /** Whether the review does not exist. */
  missing = $state(false);
  /** The error of the last request, or null. */
  problem: unknown = $state.raw(null);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #closed = true;

  constructor(
    readonly id: string,
    private readonly read: (id: string) => Promise<ReviewView>,
  ) {}

  open(): () => void {
    this.#closed = false;
    void this.#load();
    return () => {
      this.#closed = true;
      clearTimeout(this.#timer);
    };
  }

  /** Load the review immediately. */
  again(): void {
    this.#failures = 0;
    this.problem = null;
    clearTimeout(this.#timer);
    void this.#load();
  }

  async #load(): Promise<void> {
    try {
      const review = await this.read(this.id);
      if (this.#closed) return;
      this.review = review;
      this.problem = null;
      this.#failures = 0;
      if (review.state === "waiting" || review.state === "working") this.#loadAfter(PERIOD);
    } catch (error) {
      if (this.#closed) return;
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    if (error instanceof HttpProblem && (error.status === 404 || error.status === 422)) {
      this.missing = true;
      return;
    }
    this.problem = error;
    this.#failures += 1;
    const isTemporary = error instanceof Unreachable || (error instanceof HttpProblem && error.status >= 429);
    if (isTemporary) this.#loadAfter(Math.min(MAX_DELAY, PERIOD * 2 ** this.#failures));
  }

  #loadAfter(delay: number): void {
    this.#timer = setTimeout(() => void this.#load(), delay);
  }
}
