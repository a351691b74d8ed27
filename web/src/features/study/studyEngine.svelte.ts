import type { AnalysisLine, AnalysisUpdate, StudyPosition } from "../../lib/messages";
import type { Refusal, Socket } from "../../lib/socket";

/** The delay before an analysis in milliseconds, so that quick steps request only the last position. */
const SETTLE = 120;
/** The delay before the request to a busy server is repeated, in milliseconds. */
const AGAIN = 2_000;
const MAX_CACHED = 200;
/** Refusals after which the request is repeated. */
const TEMPORARY: ReadonlySet<Refusal["code"]> = new Set(["busy", "too-fast", "too-many"]);

/** The part of the socket that the engine panel uses. */
export type Thinking = Pick<Socket, "analyse" | "stop">;

/** The engine's analysis of the current position. */
export class StudyEngine {
  on = $state(false);
  /** The number of lines to show. */
  lines = $state(3);
  analysis: AnalysisUpdate | null = $state.raw(null);
  refused: Refusal["code"] | null = $state(null);
  /** White's winning chances in per cent after the moves that were analysed, by the id of their nodes. */
  chances: ReadonlyMap<number, number> = $state.raw(new Map());
  #node: number | null = null;
  #of = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The deepest analysis of each position, so that stepping back shows it immediately. */
  readonly #found = new Map<string, AnalysisUpdate>();

  constructor(private readonly socket: Thinking) {}

  readonly best: AnalysisLine | null = $derived(this.analysis?.lines[0] ?? null);
  readonly speed = $derived(
    this.analysis && this.analysis.seconds > 0.2
      ? Math.round(this.analysis.nodes / this.analysis.seconds)
      : null,
  );

  /** Forget the chances of another study, whose nodes had the same ids. */
  forget(): void {
    this.chances = new Map();
    this.#node = null;
  }

  /** Analyse the position of a node if the engine is on; null for none. */
  follow(study: StudyPosition | null, node: number | null = null): void {
    const of =
      this.on && study ? JSON.stringify([study.start, study.moves, study.threefold, this.lines]) : "";
    this.#node = node;
    if (of === this.#of) return;
    this.#of = of;
    clearTimeout(this.#timer);
    this.refused = null;
    this.analysis = this.#found.get(of) ?? null;
    // the analysis of the previous position is not needed any more
    this.socket.stop();
    if (of && study) this.#timer = setTimeout(() => this.#ask(of, study), SETTLE);
  }

  /** Stop immediately; the next `follow` starts again. */
  stop(): void {
    this.#of = "";
    clearTimeout(this.#timer);
    this.analysis = null;
    this.refused = null;
    this.socket.stop();
  }

  #ask(of: string, study: StudyPosition): void {
    this.socket.analyse(
      { kind: "analyse", study, lines: this.lines },
      {
        onUpdate: (update) => this.#onUpdate(of, update),
        onRefused: (refusal) => {
          if (of !== this.#of) return;
          this.refused = refusal.code;
          if (refusal.code === "in-play") {
            this.#found.delete(of);
            this.analysis = null;
          }
          if (TEMPORARY.has(refusal.code)) this.#timer = setTimeout(() => this.#ask(of, study), AGAIN);
        },
      },
    );
  }

  #onUpdate(of: string, update: AnalysisUpdate): void {
    if (of !== this.#of) return;
    this.refused = null;
    const before = this.#found.get(of);
    // deeper lines from before are better than the first lines of a new analysis
    const deeper = before && before.depth > update.depth;
    this.analysis = deeper ? { ...update, lines: before.lines, depth: before.depth } : update;
    if (deeper || !update.lines.length) return;
    if (this.#node !== null)
      this.chances = new Map(this.chances).set(this.#node, Math.round(100 * update.lines[0]!.white_wins));
    this.#found.delete(of);
    this.#found.set(of, update);
    if (this.#found.size > MAX_CACHED) this.#found.delete(this.#found.keys().next().value!);
  }
}
