import type { Flight, LastMove, Stack } from "../../board/types";
import type {
  LegalMovesView,
  PlayedMove,
  PositionView,
  StudyPosition,
  PathView,
  ReasonView,
} from "../../lib/messages";
import { straight } from "../../lib/position/straightPath";
import { destinations, same, type Place } from "../../lib/position/hive";
import { sideOf, type Side } from "../../lib/position/pieces";
import { sameTurn, type Requester } from "./replay.svelte";
import { Refusal } from "../../lib/socket";

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
  seen: PositionView | null = $state.raw(null);
  picked: string | null = $state(null);
  hovered: Place | null = $state.raw(null);
  why: ReasonView | null = $state.raw(null);
  tried: Tried | null = $state.raw(null);
  flying: Flight | null = $state.raw(null);
  /** Whether the server did not respond. */
  failed = $state(false);
  #after: PositionView | null = $state.raw(null);
  #paths: { of: string; paths: PathView[] } = $state.raw({ of: "", paths: [] });
  #question = 0;

  constructor(
    readonly exercise: Exercise,
    private readonly socket: Requester,
    private readonly deps: {
      language: () => string;
      animate: () => boolean;
      /** Returns White's winning chances in a position, or null if the engine does not respond. */
      chance: (study: StudyPosition) => Promise<number | null>;
      onEvent?: (what: "landed" | Tried) => void;
    },
  ) {}

  readonly #now = $derived(this.#after ?? this.seen);
  readonly stacks: Stack[] = $derived(this.#now?.stacks ?? []);
  readonly hands: Record<Side, string[]> = $derived.by(() => {
    const hand = (side: Side): string[] => (this.#now?.hands ?? []).filter((piece) => sideOf(piece) === side);
    return { white: hand("white"), black: hand("black") };
  });
  readonly lastMove: LastMove | null = $derived.by(() => {
    const move = this.#now?.moves.at(-1);
    return move?.to ? { origin: move.origin, to: move.to } : null;
  });
  readonly legal: LegalMovesView = $derived(this.seen && !this.tried ? this.seen.legal : NOTHING);
  readonly movable: string[] = $derived(Object.keys(this.legal.moves));
  readonly ghosts: Place[] = $derived(this.picked ? destinations(this.legal, this.picked) : []);
  readonly path: PathView | null = $derived.by(() => {
    if (!this.picked || !this.hovered || this.#paths.of !== this.picked) return null;
    return this.#paths.paths.find((path) => same(path.hexes.at(-1) ?? null, this.hovered)) ?? null;
  });

  async open(): Promise<void> {
    const question = ++this.#question;
    this.failed = false;
    try {
      const seen = await this.socket.ask({ kind: "look", study: this.exercise.study });
      if (question === this.#question) this.seen = seen;
    } catch {
      if (question === this.#question) this.failed = true;
    }
  }

  /** Take the tried move back. */
  again(): void {
    this.#question += 1;
    this.tried = null;
    this.#after = null;
    this.flying = null;
    this.cancel();
    if (!this.seen) void this.open();
  }

  cancel(): void {
    this.picked = null;
    this.hovered = null;
    this.why = null;
  }

  pick(piece: string): void {
    this.why = null;
    if (this.tried || !this.seen) return;
    if (this.picked === piece) return this.cancel();
    if (!(piece in this.legal.moves)) {
      this.picked = null;
      void this.#requestReason(piece, null);
      return;
    }
    this.picked = piece;
    void this.#requestPaths(piece);
  }

  go(piece: string | null, to: Place, { dragged = false } = {}): void {
    this.why = null;
    if (!piece || this.tried || !this.seen) return;
    if (destinations(this.legal, piece).some((place) => same(place, to))) void this.#play(piece, to, dragged);
    else void this.#requestReason(piece, to);
  }

  landed(flight: Flight): void {
    if (this.flying !== flight) return;
    this.flying = null;
    this.deps.onEvent?.("landed");
  }

  async #play(piece: string, to: Place, dragged: boolean): Promise<void> {
    const question = ++this.#question;
    const paths = this.#paths.of === piece ? this.#paths.paths : [];
    const { exercise } = this;
    this.cancel();
    try {
      const after = await this.socket.ask({ kind: "look", study: exercise.study, piece, to });
      if (question !== this.#question) return;
      const move = after.moves.at(-1)!;
      this.#after = after;
      const path = paths.find((found) => same(found.hexes.at(-1) ?? null, to)) ?? straight(move.origin, to);
      if (path && !dragged && this.deps.animate()) this.flying = { piece, path };
      else this.deps.onEvent?.("landed");
      await this.#judge(after, move, question);
    } catch (error) {
      if (question !== this.#question) return;
      if (error instanceof Refusal && error.why) this.why = error.why;
      else this.failed = true;
    }
  }

  async #judge(after: PositionView, move: PlayedMove, question: number): Promise<void> {
    const { exercise } = this;
    const report = (verdict: Verdict, chance: number | null): void => {
      this.tried = { move, verdict, chance };
      if (verdict !== "thinking") this.deps.onEvent?.(this.tried);
    };
    if (sameTurn(move, exercise.best)) return report("best", exercise.chance);
    if (sameTurn(move, exercise.played)) return report("worse", exercise.after);
    report("thinking", null);
    const white = await this.#chanceAfter(after, move);
    if (question !== this.#question) return;
    const chance = white === null ? null : exercise.by === "white" ? white : 1 - white;
    report(judgeAttempt(chance, exercise), chance);
  }

  /** Return White's winning chances after the tried move; a finished game needs no engine. */
  async #chanceAfter({ result }: PositionView, move: PlayedMove): Promise<number | null> {
    if (result) return result.winner === null ? 0.5 : Number(result.winner === "white");
    const moves = [...(this.exercise.study.moves ?? []), move.uhp];
    return this.deps.chance({ ...this.exercise.study, moves }).catch(() => null);
  }

  async #requestPaths(piece: string): Promise<void> {
    if (this.#paths.of === piece) return;
    try {
      const { ways: paths } = await this.socket.ask({
        kind: "study-ways",
        study: this.exercise.study,
        piece,
      });
      if (this.picked === piece) this.#paths = { of: piece, paths };
    } catch {
      // without paths the piece moves in a straight line
    }
  }

  async #requestReason(piece: string, to: Place | null): Promise<void> {
    const question = ++this.#question;
    const language = this.deps.language();
    try {
      const { why } = await this.socket.ask({
        kind: "study-why",
        study: this.exercise.study,
        piece,
        to,
        language,
      });
      if (question === this.#question) this.why = why;
    } catch {
      // the move is refused without a reason
    }
  }
}
