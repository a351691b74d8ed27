import { HttpProblem } from "./api";

/** A server that has too much to do just now is asked again after so long, a few times. */
const AGAIN = 1_500;
const ATTEMPTS = 5;

const isBusy = (error: unknown): boolean =>
  error instanceof HttpProblem && (error.status === 429 || error.status === 503);

/**
 * The latest question and its answer. A question waits a moment, since another one may follow; an answer that
 * comes after the next question is dropped. While an answer is awaited, the last one stays to be looked at.
 */
export class Latest<Q, A> {
  answer: A | null = $state.raw(null);
  /** What the last question failed with. */
  problem: unknown = $state.raw(null);
  busy = $state(false);
  #number = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly ask: (question: Q) => Promise<A>,
    private readonly delay = 0,
  ) {}

  /** Ask this from now on. */
  put(question: Q, delay = this.delay): void {
    const number = ++this.#number;
    clearTimeout(this.#timer);
    this.busy = true;
    if (delay > 0) this.#timer = setTimeout(() => void this.#ask(number, question), delay);
    else void this.#ask(number, question);
  }

  /** Ask nothing more, and hear no answer. */
  stop(): void {
    this.#number += 1;
    clearTimeout(this.#timer);
    this.busy = false;
  }

  async #ask(number: number, question: Q, attempt = 1): Promise<void> {
    try {
      const answer = await this.ask(question);
      if (number !== this.#number) return;
      this.answer = answer;
      this.problem = null;
    } catch (error) {
      if (number !== this.#number) return;
      if (isBusy(error) && attempt < ATTEMPTS) {
        this.#timer = setTimeout(() => void this.#ask(number, question, attempt + 1), AGAIN);
        return;
      }
      this.problem = error;
    }
    this.busy = false;
  }
}
