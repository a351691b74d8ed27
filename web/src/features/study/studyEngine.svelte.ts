import type { AnalysisLine, AnalysisUpdate, StudyPosition } from "../../lib/messages";
import type { Refusal, Socket } from "../../lib/socket";

/** Somebody who steps quickly through a game asks for the position where they stop. */
const SETTLE = 120;
/** Milliseconds before a busy server is tried again. */
const AGAIN = 2_000;
const MAX_CACHED = 200;

/** As much of the socket as the engine panel uses. */
export type Thinking = Pick<Socket, "analyse" | "stop">;

/** What the engine says of the position that is looked at. */
export class StudyEngine {
  on = $state(false);
  /** The number of best lines to show. */
  lines = $state(3);
  analysis: AnalysisUpdate | null = $state.raw(null);
  refused: Refusal["code"] | null = $state(null);
  #of = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What was found before, so that going back shows it at once; the deepest for each position. */
  readonly #found = new Map<string, AnalysisUpdate>();

  constructor(private readonly socket: Thinking) {}

  readonly best: AnalysisLine | null = $derived(this.analysis?.lines[0] ?? null);
  readonly speed = $derived(
    this.analysis && this.analysis.seconds > 0.2
      ? Math.round(this.analysis.nodes / this.analysis.seconds)
      : null,
  );

  /** Think about this position from now on, if at all; null where there is nothing to think about. */
  follow(study: StudyPosition | null): void {
    const of =
      this.on && study ? JSON.stringify([study.start, study.moves, study.threefold, this.lines]) : "";
    if (of === this.#of) return;
    this.#of = of;
    clearTimeout(this.#timer);
    this.refused = null;
    this.analysis = this.#found.get(of) ?? null;
    // whatever was thought about before is of no use any more
    this.socket.stop();
    if (of && study) this.#timer = setTimeout(() => this.#ask(of, study), SETTLE);
  }

  /** Stop immediately; a later start sends a new request. */
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
          if (refusal.code === "busy" || refusal.code === "too-fast")
            this.#timer = setTimeout(() => this.#ask(of, study), AGAIN);
        },
      },
    );
  }

  #onUpdate(of: string, update: AnalysisUpdate): void {
    if (of !== this.#of) return;
    this.refused = null;
    const before = this.#found.get(of);
    // lines that were found deeper before are better than the first ones of a new start
    const deeper = before && before.depth > update.depth;
    this.analysis = deeper ? { ...update, lines: before.lines, depth: before.depth } : update;
    if (deeper || !update.lines.length) return;
    this.#found.delete(of);
    this.#found.set(of, update);
    if (this.#found.size > MAX_CACHED) this.#found.delete(this.#found.keys().next().value!);
  }
}
