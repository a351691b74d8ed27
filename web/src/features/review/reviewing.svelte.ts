import type { ReviewView } from "../../lib/messages";
import { HttpProblem, Unreachable } from "../../lib/api";

const PERIOD = 1_000;
const MAX_DELAY = 10_000;

/**
 * A review as far as it is, asked for again and again until it is done.
 *
 * A server that cannot be reached is asked again, more and more seldom; one that does not know the review is not.
 */
export class ReviewLoader {
  review: ReviewView | null = $state.raw(null);
  /** There is no such review. */
  missing = $state(false);
  /** Why the last question was not answered. */
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
    void this.#ask();
    return () => {
      this.#closed = true;
      clearTimeout(this.#timer);
    };
  }

  /** Ask now, whatever was answered before. */
  again(): void {
    this.#failures = 0;
    this.problem = null;
    clearTimeout(this.#timer);
    void this.#ask();
  }

  async #ask(): Promise<void> {
    try {
      const review = await this.read(this.id);
      if (this.#closed) return;
      this.review = review;
      this.problem = null;
      this.#failures = 0;
      if (review.state === "waiting" || review.state === "working") this.#later(PERIOD);
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
    const passing = error instanceof Unreachable || (error instanceof HttpProblem && error.status >= 429);
    if (passing) this.#later(Math.min(MAX_DELAY, PERIOD * 2 ** this.#failures));
  }

  #later(delay: number): void {
    this.#timer = setTimeout(() => void this.#ask(), delay);
  }
}
