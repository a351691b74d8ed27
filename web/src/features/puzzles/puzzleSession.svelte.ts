import type { PuzzleView } from "../../lib/messages";
import { HttpProblem } from "../../lib/api";
import type { AttemptMode, PuzzleHistory } from "./puzzleHistory.svelte";
import type { Mode } from "./modes";
import type { Change, PuzzleRecord, Solver } from "./puzzleRecord.svelte";
import { PuzzleRun } from "./puzzleRun.svelte";
import { PuzzleSolving, type PuzzleDeps } from "./puzzleSolving.svelte";
import type { PuzzleStock } from "./puzzleStock.svelte";

/** The modes in which puzzles are solved. */
export type SolvingMode = Exclude<Mode, { kind: "start" | "history" | "unknown" }>;

export interface SessionDeps extends Pick<PuzzleDeps, "animate" | "landed" | "rest"> {
  stock: Pick<PuzzleStock, "next" | "daily" | "puzzle">;
  record: PuzzleRecord;
  history: PuzzleHistory;
  language: () => string;
  /** The local date, as 2026-11-15. */
  today: string;
  /** A clock that never jumps, in milliseconds. */
  now?: () => number;
  /** Wait, in milliseconds. */
  wait?: (duration: number) => Promise<void>;
  /** An event of the current puzzle, to announce. */
  onEvent?: (what: "answered" | "wrong" | "solved" | "shown", solving: PuzzleSolving) => void;
  /** A streak or a storm has ended. */
  onEnd?: () => void;
}

/** How long the result of a puzzle stays visible in a run before the next puzzle comes, in milliseconds. */
const GLANCE = { solved: 350, missed: 500 };
/** The pause between a move and its reply in a storm, in milliseconds. */
const STORM_REST = 180;

/** The puzzles that a player solves one after another in one mode. */
export class PuzzleSession {
  solving: PuzzleSolving | null = $state.raw(null);
  problem: unknown = $state.raw(null);
  /** The change of the rating by the first try. */
  change: Change | null = $state.raw(null);
  /** Whether the puzzle was tried before. */
  known = $state(false);
  /** The streak or storm, if the mode is one. */
  run: PuzzleRun | null = $state.raw(null);
  /** Whether the run's result is the best so far. */
  isBest = $state(false);
  /** Whether there is no missed puzzle to repeat. */
  empty = $state(false);
  #question = 0;
  /** Missed puzzles that no longer exist. */
  readonly #retired = new Set<string>();

  constructor(
    readonly mode: SolvingMode,
    private readonly deps: SessionDeps,
  ) {
    this.#restart();
  }

  /** Load the next puzzle. */
  async load(): Promise<void> {
    const number = ++this.#question;
    this.problem = null;
    try {
      const puzzle = await this.#request();
      if (number !== this.#question) return;
      this.empty = puzzle === null;
      if (puzzle) this.#begin(puzzle);
    } catch (error) {
      if (number === this.#question) this.problem = error;
    }
  }

  /** Start a new run. */
  again(): Promise<void> {
    this.#restart();
    return this.load();
  }

  /** Show the current puzzle in another language, if it can be fetched. */
  async translate(language: string): Promise<void> {
    const { solving } = this;
    if (!solving) return;
    const puzzle = await this.deps.stock.puzzle(solving.puzzle.id, language).catch(() => null);
    if (puzzle) solving.translate(puzzle);
  }

  /** Ignore everything that is still pending. */
  stop(): void {
    this.#question += 1;
  }

  #restart(): void {
    const { mode } = this;
    this.isBest = false;
    this.run =
      mode.kind === "run" ? new PuzzleRun(mode.run, { now: this.deps.now, onEnd: () => this.#end() }) : null;
  }

  async #request(): Promise<PuzzleView | null> {
    const { mode, deps, run } = this;
    const language = deps.language();
    if (mode.kind === "daily") return deps.stock.daily(deps.today, language);
    if (mode.kind === "one") return deps.stock.puzzle(mode.name, language);
    if (mode.kind === "repeat") return this.#missed(language);
    if (mode.kind === "training") return deps.stock.next(mode.filter, this.#solver());
    return deps.stock.next({ run: true }, { ...this.#solver(), targetRating: run!.targetRating });
  }

  /** Return the player without the puzzles that were tried recently; in a run, older ones can come again. */
  #solver(): Solver {
    const { record, history, language } = this.deps;
    const solver = record.solver(language());
    const recent = history.recent();
    return { ...solver, tried: this.run ? recent : { ...recent, ...solver.tried } };
  }

  /** Return the puzzle that was missed longest ago, or null if there is none. */
  async #missed(language: string): Promise<PuzzleView | null> {
    const { history, record, stock } = this.deps;
    const ids = history.toRepeat(record.data.tried).filter((id) => !this.#retired.has(id));
    const [id] = ids;
    if (id === undefined) return null;
    try {
      return await stock.puzzle(id, language);
    } catch (error) {
      if (!(error instanceof HttpProblem && error.status === 404)) throw error;
      this.#retired.add(id);
      return this.#missed(language);
    }
  }

  #begin(puzzle: PuzzleView): void {
    const { record, animate, landed, rest, onEvent } = this.deps;
    const { run } = this;
    const daily = this.mode.kind === "daily";
    this.change = null;
    this.known = record.has(puzzle.id);
    const begun = new PuzzleSolving(puzzle, {
      animate,
      landed,
      rest: rest ?? (run?.kind === "storm" ? () => this.#wait(STORM_REST) : undefined),
      moved: () => run?.start(),
      counted: (solved) => this.#count(puzzle, solved, run),
      onEvent: (what) => {
        if (begun !== this.solving) return;
        // a puzzle solved after a mistake counts for the day, not for the rating
        if (what === "solved" && begun.first === "missed" && !run) record.note(puzzle, true, { daily });
        onEvent?.(what, begun);
      },
    });
    this.solving = begun;
  }

  /** Record the first try of a puzzle. */
  #count(puzzle: PuzzleView, solved: boolean, run: PuzzleRun | null): void {
    const { record, history } = this.deps;
    if (!run) {
      this.change = record.note(puzzle, solved, { daily: this.mode.kind === "daily" });
      history.note(puzzle, solved, { mode: this.#attemptMode, change: this.change });
      return;
    }
    if (run.over) return;
    run.count(puzzle, solved);
    // the time was up before the move
    if (run.over && run.kind === "storm") return;
    if (solved) record.noteDay();
    history.note(puzzle, solved, { mode: run.kind });
    if (run.over) return;
    const number = this.#question;
    void this.#wait(solved ? GLANCE.solved : GLANCE.missed).then(() => {
      if (number === this.#question && !run.over) void this.load();
    });
  }

  get #attemptMode(): AttemptMode {
    return this.mode.kind === "run" ? this.mode.run : this.mode.kind;
  }

  #end(): void {
    const run = this.run!;
    this.isBest = this.deps.history.finish(run.kind, run.solved);
    this.deps.onEnd?.();
  }

  #wait(duration: number): Promise<void> {
    return this.deps.wait?.(duration) ?? new Promise((done) => setTimeout(done, duration));
  }
}
