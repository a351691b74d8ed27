import { Interaction, type BoardMove } from "../../board/interaction.svelte";
import type { LastMove, Place, Stack } from "../../board/types";
import type { LegalMovesView, PlayedMove, PositionView, ReasonView, StudyPosition } from "../../lib/messages";
import { sideOf, type Side } from "../../lib/position/pieces";
import { Refusal, type Requester } from "../../lib/socket";
import type { Wording } from "../../lib/wording";
import { sameTurn } from "./replay.svelte";

/** The judgement of a tried move; `good` is as good as the best move, `better` better than the move played. */
export type Verdict = "thinking" | "best" | "good" | "better" | "worse" | "unknown";

export interface Tried {
  move: PlayedMove;
  verdict: Verdict;
  /** The mover's winning chances after it, from 0 to 1, or null if unknown. */
  chance: number | null;
}

/** A position in which the reader looks for a better move than the one played. */
export interface Exercise {
  study: StudyPosition;
  by: Side;
  best: PlayedMove;
  played: PlayedMove;
  /** The mover's winning chances with the best move, and after the move played. */
  chance: number;
  after: number;
}

const NOTHING: LegalMovesView = { moves: {}, must_pass: false };
/** A loss below this is as good as the best move; reviews call larger ones inaccuracies. */
const MAX_GOOD_LOSS = 0.05;
/** A gain of at least this is better than the move played. */
const MIN_GAIN = 0.05;

/** Judge a tried move by the winning chances after it. */
export function judgeAttempt(chance: number | null, exercise: Exercise): Verdict {
  if (chance === null) return "unknown";
  if (exercise.chance - chance < MAX_GOOD_LOSS) return "good";
  return chance - exercise.after >= MIN_GAIN ? "better" : "worse";
}

/** An attempt at an exercise: the reader plays one move, which is then judged. */
export class Attempt {
  /** The position, or null until the server has sent it. */
  start: PositionView | null = $state.raw(null);
  tried: Tried | null = $state.raw(null);
  /** Whether the server did not respond. */
  failed = $state(false);
  #after: PositionView | null = $state.raw(null);
  #requestNumber = 0;
  readonly interaction: Interaction;

  constructor(
    readonly exercise: Exercise,
    private readonly socket: Requester,
    private readonly deps: {
      wording: () => Wording;
      animate: () => boolean;
      /** Returns White's winning chances in a position, or null if the engine does not respond. */
      chance: (study: StudyPosition) => Promise<number | null>;
      onEvent?: (what: "landed" | Tried) => void;
    },
  ) {
    const { study } = exercise;
    this.interaction = new Interaction({
      stacks: () => this.stacks,
      legal: () => this.legal,
      position: () => study,
      paths: (piece) => socket.ask({ kind: "study-paths", study, piece }).then(({ paths }) => paths),
      reason: (piece, to) => this.#requestReason(piece, to),
      play: (move) => void this.#play(move),
      animate: deps.animate,
      onLanded: () => deps.onEvent?.("landed"),
    });
  }

  readonly #current = $derived(this.#after ?? this.start);
  readonly stacks: Stack[] = $derived(this.#current?.stacks ?? []);
  readonly hands: Record<Side, string[]> = $derived.by(() => {
    const hand = (side: Side): string[] =>
      (this.#current?.hands ?? []).filter((piece) => sideOf(piece) === side);
    return { white: hand("white"), black: hand("black") };
  });
  readonly lastMove: LastMove | null = $derived.by(() => {
    const move = this.#current?.moves.at(-1);
    return move?.to ? { origin: move.origin, to: move.to } : null;
  });
  readonly legal: LegalMovesView = $derived(this.start && !this.tried ? this.start.legal : NOTHING);

  async open(): Promise<void> {
    const number = ++this.#requestNumber;
    this.failed = false;
    try {
      const start = await this.socket.ask({ kind: "position", study: this.exercise.study });
      if (number === this.#requestNumber) this.start = start;
    } catch {
      if (number === this.#requestNumber) this.failed = true;
    }
  }

  /** Take the tried move back. */
  again(): void {
    this.#requestNumber += 1;
    this.tried = null;
    this.#after = null;
    this.interaction.stop();
    this.interaction.cancel();
    if (!this.start) void this.open();
  }

  async #play(made: BoardMove): Promise<void> {
    const number = ++this.#requestNumber;
    const { piece, to } = made;
    try {
      const after = await this.socket.ask({ kind: "position", study: this.exercise.study, piece, to });
      if (number !== this.#requestNumber) return;
      this.#after = after;
      void this.interaction.fly(made);
      await this.#judge(after, after.moves.at(-1)!, number);
    } catch (error) {
      if (number !== this.#requestNumber) return;
      if (error instanceof Refusal && error.why) this.interaction.showReason(error.why);
      else this.failed = true;
    }
  }

  async #judge(after: PositionView, move: PlayedMove, number: number): Promise<void> {
    const { exercise } = this;
    const report = (verdict: Verdict, chance: number | null): void => {
      this.tried = { move, verdict, chance };
      if (verdict !== "thinking") this.deps.onEvent?.(this.tried);
    };
    if (sameTurn(move, exercise.best)) return report("best", exercise.chance);
    if (sameTurn(move, exercise.played)) return report("worse", exercise.after);
    report("thinking", null);
    const white = await this.#chanceAfter(after, move);
    if (number !== this.#requestNumber) return;
    const chance = white === null ? null : exercise.by === "white" ? white : 1 - white;
    report(judgeAttempt(chance, exercise), chance);
  }

  /** Return White's winning chances after the tried move; a finished game needs no engine. */
  async #chanceAfter({ result }: PositionView, move: PlayedMove): Promise<number | null> {
    if (result) return result.winner === null ? 0.5 : Number(result.winner === "white");
    const moves = [...(this.exercise.study.moves ?? []), move.uhp];
    return this.deps.chance({ ...this.exercise.study, moves }).catch(() => null);
  }

  async #requestReason(piece: string, to: Place | null): Promise<ReasonView | null> {
    if (!this.start || this.tried) return null;
    const { study } = this.exercise;
    // if the request fails, the move is refused without a reason
    return this.socket.ask({ kind: "study-why", study, piece, to, ...this.deps.wording() }).then(
      ({ why }) => why,
      () => null,
    );
  }
}
