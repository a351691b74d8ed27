import { samePlace } from "../../board/geometry";
import type { BoardMove } from "../../board/interaction.svelte";
import { placesOf } from "../../board/stacks";
import type { Drawing } from "../../board/types";
import type { PuzzleMove, PuzzleView, PuzzleTurn, WrongMoves } from "../../lib/messages";
import { SceneTable, type SceneTableDeps } from "../../lib/position/sceneTable.svelte";

/**
 * The phase of a puzzle: waiting for a move; showing a move or a reply; showing a wrong move and its reply; solved; or
 * the solution was shown.
 */
export type Phase = "trying" | "busy" | "wrong" | "solved" | "shown";

/** A move that does not solve the puzzle, and the reply to it. */
export interface WrongTry {
  /** The solver's turn in which it was made, from 0. */
  turn: number;
  /** It fails to surround; it ends the game; the reply escapes; or the reply wins, immediately or later. */
  what: "not-surrounding" | "ends" | "escapes" | "loses" | "will-lose";
  /** The moves from the start: those before it, the wrong one, and the reply if there is one. */
  line: PuzzleMove[];
  answer: PuzzleMove | null;
}

export interface PuzzleDeps extends Pick<SceneTableDeps, "animate" | "refused" | "landed"> {
  /** The solver makes a move, right or wrong. */
  moved?: () => void;
  /** The first try is over: solved or not. */
  counted?: (solved: boolean) => void;
  /** An event to announce. */
  onEvent?: (what: "answered" | "wrong" | "solved" | "shown") => void;
  /** Wait between two moves. */
  rest?: (milliseconds: number) => Promise<void>;
}

/** The pause between a move and its reply, in milliseconds. */
const REST = 450;

/** An attempt at one puzzle. The puzzle comes with all right and wrong moves. */
export class PuzzleSolving {
  readonly table: SceneTable;
  #puzzle: PuzzleView = $state.raw()!;
  phase: Phase = $state("trying");
  /** The solver's turn, from 0. */
  turn = $state(0);
  /** How much a hint gave away in this turn: nothing, the piece, the move. */
  hinted: 0 | 1 | 2 = $state(0);
  /** The result of the first try. A hint or a wrong move makes it `missed`. */
  first: "open" | "solved" | "missed" = $state("open");
  /** The wrong moves, the latest last. */
  wrong: WrongTry[] = $state.raw([]);
  /** The moves to step through: those made, those of the solution, or those of a wrong try. */
  line: PuzzleMove[] = $state.raw([]);
  /** The number of the line's moves on the table. */
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
      play: (move) => void this.#play(move),
    });
    this.#allow();
  }

  get puzzle(): PuzzleView {
    return this.#puzzle;
  }

  /** Show the same puzzle in another language, including the reason on the board. */
  translate(puzzle: PuzzleView): void {
    if (puzzle.id !== this.#puzzle.id) return;
    this.#puzzle = puzzle;
    if (this.phase === "trying") this.#allow();
    const { interaction } = this.table;
    const { why } = interaction;
    interaction.showReason(why?.piece ? this.table.reason(why.piece, why.to) : null);
  }

  readonly now: PuzzleTurn = $derived.by(() => this.puzzle.turns[this.turn]!);
  readonly done: boolean = $derived(this.phase === "solved" || this.phase === "shown");
  /** The number of moves left to surround the queen bee. */
  readonly left: number = $derived.by(() => this.puzzle.moves - this.turn);
  /** The moves of the solution from the start. */
  readonly solution: PuzzleMove[] = $derived.by(() =>
    this.puzzle.turns.flatMap(({ right, answer }) => (answer ? [right[0]!, answer] : [right[0]!])),
  );
  /** The drawings of a hint. */
  readonly drawings: Drawing[] = $derived.by(() => {
    const move = this.now.right[0]!;
    if (this.phase !== "trying" || !this.hinted || !move.to) return [];
    if (this.hinted === 2 && move.origin) return [{ at: move.origin, to: move.to, color: "green" }];
    if (this.hinted === 2) return [{ at: move.to, to: null, piece: move.piece!, color: "green" }];
    return move.origin ? [{ at: move.origin, to: null, color: "green" }] : [];
  });
  /** The hinted piece, if it is in hand. */
  readonly hintedInHand: string[] = $derived.by(() => {
    const move = this.now.right[0]!;
    return this.phase === "trying" && this.hinted && move.piece && !move.origin ? [move.piece] : [];
  });

  /** Show the piece to move, then its destination. The first try then counts as missed. */
  hint(): void {
    if (this.phase !== "trying" || this.hinted === 2) return;
    this.table.interaction.cancel();
    this.hinted = this.hinted ? 2 : 1;
    this.#decide(false);
  }

  /** Take the wrong move back. */
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

  /** Play the rest of the solution. */
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

  /** Start the puzzle again. It no longer counts. */
  restart(): void {
    this.#run += 1;
    this.turn = 0;
    this.wrong = [];
    this.#played = [];
    this.#set([]);
    this.hinted = 0;
    this.#awaitMove();
  }

  /** Show another line, after the puzzle or after a wrong move. */
  open(line: PuzzleMove[], at = line.length): void {
    if (!this.done && this.phase !== "wrong") return;
    this.#run += 1;
    this.line = line;
    this.at = at;
    this.#set(line.slice(0, at));
  }

  /** Go to another move of the line. A single step is animated. */
  seek(at: number): void {
    if (!this.done && this.phase !== "wrong") return;
    const to = Math.min(this.line.length, Math.max(0, at));
    this.#run += 1;
    if (to === this.at + 1) void this.#show(this.line[this.at]!);
    else if (to === this.at - 1) void this.table.back();
    else if (to !== this.at) this.#set(this.line.slice(0, to));
    this.at = to;
  }

  async #play(made: BoardMove): Promise<void> {
    if (this.phase !== "trying") return;
    this.deps.moved?.();
    const right = this.now.right.find(({ piece, to }) => piece === made.piece && samePlace(to, made.to));
    const run = this.#begin();
    if (right) await this.#right(right, made.dragged, run);
    else await this.#wrong(made, run);
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

  async #wrong({ piece, origin, to, path, dragged }: BoardMove, run: number): Promise<void> {
    const met = this.now.wrong.find(({ moves }) =>
      placesOf(moves[piece!]).some((place) => samePlace(place, to)),
    );
    const answer = met?.answer ?? null;
    const ends = met !== undefined && !answer;
    const made: PuzzleMove = { uhp: "", piece, origin, to, ends, path: path! };
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

  /** Count the first try; later tries change nothing. */
  #decide(solved: boolean): void {
    if (this.first !== "open") return;
    this.first = solved ? "solved" : "missed";
    this.deps.counted?.(solved);
  }

  /** Allow no moves until `#awaitMove`. Return a number that changes when something else begins. */
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
    const { legal: moves, paths, refused } = this.now;
    this.table.allow({ moves, paths, refused });
  }

  #show({ piece, to, path }: PuzzleMove, dragged = false): Promise<void> {
    return this.table.show({ piece, to, path: piece ? path : null, dragged });
  }

  /** Put these moves on the table without animation. */
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
