import type { PuzzleView } from "../../lib/messages";
import type { BestResults } from "./puzzleHistory.svelte";

/** A streak lasts until the first miss, a storm for three minutes. */
export type RunKind = keyof BestResults;

/** The duration of a storm, in milliseconds. */
export const STORM = 180_000;
/** The rating of the first puzzle of a run, and what each solved puzzle adds to it. */
const FIRST = 500;
const RISE: Record<RunKind, number> = { streak: 60, storm: 35 };
const HIGHEST = 2600;

export interface RunDeps {
  /** A clock that never jumps, in milliseconds. */
  now?: () => number;
  /** The run has ended. */
  onEnd?: () => void;
}

/** A streak or a storm: the puzzles solved and missed so far, and the time left. */
export class PuzzleRun {
  solved = $state(0);
  /** The number of puzzles solved since the last miss. */
  combo = $state(0);
  bestCombo = $state(0);
  missed: PuzzleView[] = $state.raw([]);
  /** Whether each puzzle was solved, the first first. */
  results: readonly boolean[] = $state.raw([]);
  over = $state(false);
  #startedAt: number | null = $state(null);
  #elapsed = $state(0);
  readonly #now: () => number;

  constructor(
    readonly kind: RunKind,
    private readonly deps: RunDeps = {},
  ) {
    this.#now = deps.now ?? (() => performance.now());
  }

  get started(): boolean {
    return this.#startedAt !== null;
  }
  /** The milliseconds left of a storm, as of the last `tick`. */
  readonly left: number = $derived(Math.max(0, STORM - this.#elapsed));
  /** The rating that the next puzzle should have. */
  readonly targetRating: number = $derived.by(() => Math.min(HIGHEST, FIRST + RISE[this.kind] * this.solved));

  /** The player made the first move: the clock of a storm starts. */
  start(): void {
    if (!this.started && !this.over) this.#startedAt = this.#now();
  }

  /** Look at the clock. */
  tick(): void {
    if (this.#startedAt === null || this.over) return;
    this.#elapsed = this.#now() - this.#startedAt;
    if (this.kind === "storm" && this.left === 0) this.#end();
  }

  /** Count a puzzle. A move that comes after the end of the time does not count. */
  count(puzzle: PuzzleView, solved: boolean): void {
    this.tick();
    if (this.over) return;
    this.results = [...this.results, solved];
    if (solved) {
      this.solved += 1;
      this.combo += 1;
      this.bestCombo = Math.max(this.bestCombo, this.combo);
      return;
    }
    this.combo = 0;
    this.missed = [...this.missed, puzzle];
    if (this.kind === "streak") this.#end();
  }

  #end(): void {
    this.over = true;
    this.deps.onEnd?.();
  }
}
