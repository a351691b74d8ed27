import { HttpProblem } from "./api";

/** Milliseconds before a request is sent again to a busy server. */
const RETRY_DELAY = 1_500;
const MAX_ATTEMPTS = 5;

const isBusy = (error: unknown): boolean =>
  error instanceof HttpProblem && (error.status === 429 || error.status === 503);

/**
 * The latest of a series of requests, and its response.
 *
 * A request is delayed in case another one follows, and a response that arrives after the next request is dropped.
 * The previous response stays available while the next one is pending.
 */
export class Latest<Q, A> {
  answer: A | null = $state.raw(null);
  /** The error of the last request, or null. */
  problem: unknown = $state.raw(null);
  busy = $state(false);
  #number = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly send: (request: Q) => Promise<A>,
    private readonly delay = 0,
  ) {}

  /** Send a request after the delay, instead of any earlier one. */
  put(request: Q, delay = this.delay): void {
    const number = ++this.#number;
    clearTimeout(this.#timer);
    this.busy = true;
    if (delay > 0) this.#timer = setTimeout(() => void this.#send(number, request), delay);
    else void this.#send(number, request);
  }

  /** Cancel the pending request and ignore its response. */
  stop(): void {
    this.#number += 1;
    clearTimeout(this.#timer);
    this.busy = false;
  }

  async #send(number: number, request: Q, attempt = 1): Promise<void> {
    try {
      const answer = await this.send(request);
      if (number !== this.#number) return;
      this.answer = answer;
      this.problem = null;
    } catch (error) {
      if (number !== this.#number) return;
      if (isBusy(error) && attempt < MAX_ATTEMPTS) {
        this.#timer = setTimeout(() => void this.#send(number, request, attempt + 1), RETRY_DELAY);
        return;
      }
      this.problem = error;
    }
    this.busy = false;
  }
}
