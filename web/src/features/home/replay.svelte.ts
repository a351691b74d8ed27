import { RECORDED_LENGTH, RECORDED_START, recordedAt, type Recorded } from "./recordedGame";

/** Milliseconds between two moves. */
export const MOVE_EVERY = 4_000;
/** Milliseconds for which the end of the game is shown. */
const PAUSE = 10_000;

/** The recorded game, one move at a time from the middlegame on, over and over while it is in sight. */
export class Replay {
  ply = $state(RECORDED_START);
  readonly position: Recorded = $derived(recordedAt(this.ply));
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Play on while `element` can be seen. Return a function that stops it. */
  playWhileVisible(element: Element): () => void {
    const watch = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) this.start();
      else this.stop();
    });
    const onVisibility = (): void => (document.visibilityState === "visible" ? this.start() : this.stop());
    watch.observe(element);
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      watch.disconnect();
      document.removeEventListener("visibilitychange", onVisibility);
      this.stop();
    };
  }

  start(): void {
    this.stop();
    this.#timer = setTimeout(
      () => {
        this.ply = this.ply < RECORDED_LENGTH ? this.ply + 1 : RECORDED_START;
        this.start();
      },
      this.ply < RECORDED_LENGTH ? MOVE_EVERY : PAUSE,
    );
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
