import { placesOf } from "../../board/stacks";
import type { Drawing, Place } from "../../board/types";
import type { PuzzleMove, PuzzleView, PuzzleTurn, WrongMoves } from "../../lib/messages";
import { same } from "../../lib/position/hive";
import { SceneTable, type SceneTableDeps } from "../../lib/position/sceneTable.svelte";
import { straight } from "../../lib/position/straightPath";

/**
 * Where a puzzle stands: a move is looked for; a move is being made or answered; a wrong move stands there with its
 * answer; it was solved; or its solution was shown.
 */
export type Phase = "trying" | "busy" | "wrong" | "solved" | "shown";

/** A move that does not solve the puzzle, and what it is met with. */
export interface WrongTry {
  /** The solver's turn it was made in, from 0. */
  turn: number;
  /** It just does not surround; it ends the game; the win is gone after the answer; or the answer wins. */
  what: "not-surrounding" | "ends" | "escapes" | "loses" | "will-lose";
  /** The moves from the start: those before it, the wrong one, and the answer if there is one. */
  line: PuzzleMove[];
  answer: PuzzleMove | null;
}

export interface PuzzleDeps extends Pick<SceneTableDeps, "animate" | "refused" | "landed"> {
  /** The first try is decided: solved or not. */
  counted?: (solved: boolean) => void;
  /** Something happened that is worth a word. */
  onEvent?: (what: "answered" | "wrong" | "solved" | "shown") => void;
  /** Wait a moment, so that one move can be told from the next. */
  rest?: (milliseconds: number) => Promise<void>;
}

/** Between a move and its answer. */
const REST = 450;

const goes = (move: PuzzleMove, piece: string, to: Place): boolean =>
  move.piece === piece && same(move.to, to);

/** Somebody solving one puzzle. All that is right or wrong was told with it. */
export class PuzzleSolving {
  readonly table: SceneTable;
  #puzzle: PuzzleView = $state.raw()!;
  phase: Phase = $state("trying");
  /** The solver's turn, from 0. */
  turn = $state(0);
  /** How much was given away in this turn: nothing, the piece, the move. */
  hinted: 0 | 1 | 2 = $state(0);
  /** Whether the first try is decided; a hint or a wrong move has decided it. */
  first: "open" | "solved" | "missed" = $state("open");
  /** The wrong moves, the latest last. */
  wrong: WrongTry[] = $state.raw([]);
  /** What can be stepped through: the moves made, or those of the solution, or those of a wrong try. */
  line: PuzzleMove[] = $state.raw([]);
  /** How many of the line's moves stand on the table. */
  at = $state(0);
  #silent = false;
  #run = 0;
  #played: PuzzleMove[] = [];

  constructor(
    puzzle: PuzzleView,
    private readonly deps: PuzzleDeps = {},
  ) {
    this.#puzzle = puzzle;
    this.table = new SceneTable(puzzle.scene, {
      ...deps,
      animate: () => !this.#silent && (deps.animate?.() ?? false),
      landed: () => {
        if (!this.#silent) deps.landed?.();
      },
      tried: (piece, place, { dragged }) => void this.#tried(piece, place, dragged),
    });
    this.#allow();
  }

  get puzzle(): PuzzleView {
    return this.#puzzle;
  }

  /** The same puzzle in another language: its reasons are told anew, the one that is shown too. */
  translate(puzzle: PuzzleView): void {
    if (puzzle.id !== this.#puzzle.id) return;
    this.#puzzle = puzzle;
    if (this.phase === "trying") this.#allow();
    const { why } = this.table;
    this.table.why = why?.piece ? this.table.reason(why.piece, why.to) : null;
  }

  readonly now: PuzzleTurn = $derived.by(() => this.puzzle.turns[this.turn]!);
  readonly done: boolean = $derived(this.phase === "solved" || this.phase === "shown");
  /** In how many moves the queen bee has to be surrounded from here. */
  readonly left: number = $derived.by(() => this.puzzle.moves - this.turn);
  /** The moves of the solution from the start. */
  readonly solution: PuzzleMove[] = $derived.by(() =>
    this.puzzle.turns.flatMap(({ right, answer }) => (answer ? [right[0]!, answer] : [right[0]!])),
  );
  /** What a hint draws on the board. */
  readonly drawings: Drawing[] = $derived.by(() => {
    const move = this.now.right[0]!;
    if (this.phase !== "trying" || !this.hinted || !move.to) return [];
    if (this.hinted === 2 && move.origin) return [{ at: move.origin, to: move.to, color: "green" }];
    if (this.hinted === 2) return [{ at: move.to, to: null, piece: move.piece!, color: "green" }];
    return move.origin ? [{ at: move.origin, to: null, color: "green" }] : [];
  });
  /** A piece in hand that a hint is about. */
  readonly hintedInHand: string[] = $derived.by(() => {
    const move = this.now.right[0]!;
    return this.phase === "trying" && this.hinted && move.piece && !move.origin ? [move.piece] : [];
  });

  /** Give something away: first which piece, then where it goes. The first try is missed by it. */
  hint(): void {
    if (this.phase !== "trying" || this.hinted === 2) return;
    this.table.cancel();
    this.hinted = this.hinted ? 2 : 1;
    this.#decide(false);
  }

  /** Take the wrong move back and look again. */
  async again(): Promise<void> {
    if (this.phase !== "wrong") return;
    const run = this.#begin();
    const back = this.table.made - this.#played.length;
    for (let count = 0; count < back; count++) {
      await this.table.back();
      if (run !== this.#run) return;
    }
    this.#awaitMove();
  }

  /** Play the solution from where it stands. */
  async giveUp(): Promise<void> {
    if (this.done) return;
    this.#decide(false);
    const from = this.#played.length;
    this.line = this.solution;
    this.#set(this.#played);
    this.at = from;
    const run = this.#begin();
    while (this.at < this.line.length) {
      await this.#rest(this.at === from ? REST / 2 : REST);
      if (run !== this.#run) return;
      await this.#show(this.line[this.at]!);
      if (run !== this.#run) return;
      this.at += 1;
    }
    this.phase = "shown";
    this.deps.onEvent?.("shown");
  }

  /** The whole puzzle once more; it does not count any more. */
  restart(): void {
    this.#run += 1;
    this.turn = 0;
    this.wrong = [];
    this.#played = [];
    this.#set([]);
    this.hinted = 0;
    this.#awaitMove();
  }

  /** Look at another line, at its end or at its start: after the puzzle, or of the wrong move that stands there. */
  open(line: PuzzleMove[], at = line.length): void {
    if (!this.done && this.phase !== "wrong") return;
    this.#run += 1;
    this.line = line;
    this.at = at;
    this.#set(line.slice(0, at));
  }

  /** Go to another move of the line; one step is seen to be made. */
  seek(at: number): void {
    if (!this.done && this.phase !== "wrong") return;
    const to = Math.min(this.line.length, Math.max(0, at));
    this.#run += 1;
    if (to === this.at + 1) void this.#show(this.line[this.at]!);
    else if (to === this.at - 1) void this.table.back();
    else if (to !== this.at) this.#set(this.line.slice(0, to));
    this.at = to;
  }

  async #tried(piece: string, to: Place, dragged: boolean): Promise<void> {
    if (this.phase !== "trying") return;
    const right = this.now.right.find((move) => goes(move, piece, to));
    const run = this.#begin();
    if (right) await this.#right(right, dragged, run);
    else await this.#wrong(piece, to, dragged, run);
  }

  async #right(move: PuzzleMove, dragged: boolean, run: number): Promise<void> {
    const { answer } = this.now;
    await this.#show(move, dragged);
    if (run !== this.#run) return;
    this.#played = [...this.#played, move];
    if (this.turn === this.puzzle.turns.length - 1 || !answer) return this.#solve();
    await this.#rest(REST);
    if (run !== this.#run) return;
    await this.#show(answer);
    if (run !== this.#run) return;
    this.#played = [...this.#played, answer];
    this.turn += 1;
    this.hinted = 0;
    this.deps.onEvent?.("answered");
    this.#awaitMove();
  }

  async #wrong(piece: string, to: Place, dragged: boolean, run: number): Promise<void> {
    const origin = this.table.placeOf(piece);
    const met = this.now.wrong.find(({ moves }) => placesOf(moves[piece]).some((one) => same(one, to)));
    const answer = met?.answer ?? null;
    const path = this.table.pathOf(piece, to) ?? straight(origin, to)!; // pieces from the hand just appear
    const made: PuzzleMove = { uhp: "", piece, origin, to, ends: met !== undefined && !answer, way: path };
    const line = [...this.#played, made, ...(answer ? [answer] : [])];
    this.#decide(false);
    await this.#show(made, dragged);
    if (run !== this.#run) return;
    if (answer) {
      await this.#rest(REST);
      if (run !== this.#run) return;
      await this.#show(answer);
      if (run !== this.#run) return;
    }
    this.wrong = [...this.wrong, { turn: this.turn, what: this.#kind(met), line, answer }];
    this.line = line;
    this.at = line.length;
    this.phase = "wrong";
    this.deps.onEvent?.("wrong");
  }

  #kind(met: WrongMoves | undefined): WrongTry["what"] {
    if (!met) return "not-surrounding";
    if (!met.answer) return "ends";
    if (this.puzzle.kind === "win") return "escapes";
    return met.answer.ends ? "loses" : "will-lose";
  }

  #solve(): void {
    this.#decide(true);
    this.line = this.#played;
    this.at = this.line.length;
    this.phase = "solved";
    this.deps.onEvent?.("solved");
  }

  /** The first try is decided by what happens first. */
  #decide(solved: boolean): void {
    if (this.first !== "open") return;
    this.first = solved ? "solved" : "missed";
    this.deps.counted?.(solved);
  }

  /** From now on nothing can be done until `#look`; answers with what tells whether something else began since. */
  #begin(): number {
    this.phase = "busy";
    this.table.allow(null);
    return ++this.#run;
  }

  #awaitMove(): void {
    this.phase = "trying";
    this.line = [];
    this.at = 0;
    this.#allow();
  }

  #allow(): void {
    const { legal: moves, ways: paths, refused } = this.now;
    this.table.allow({ moves, paths, refused });
  }

  #show({ piece, to, way: path }: PuzzleMove, dragged = false): Promise<void> {
    return this.table.show({ piece, to, path: piece ? path : null }, { dragged });
  }

  /** Put these moves on the table at once. */
  #set(moves: PuzzleMove[]): void {
    this.#silent = true;
    this.table.reset();
    for (const move of moves) void this.#show(move);
    this.#silent = false;
  }

  #rest(milliseconds: number): Promise<void> {
    const rest = this.deps.rest ?? ((time) => new Promise((done) => setTimeout(done, time)));
    return rest(milliseconds);
  }
}
