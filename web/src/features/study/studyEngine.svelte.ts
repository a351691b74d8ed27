import type { AnalysisLine, AnalysisTold, Studied } from "../../lib/messages";
import type { Refusal, Socket } from "../../lib/socket";

/** Somebody who steps quickly through a game asks for the position where they stop. */
const SETTLE = 120;
/** A server that has much to do is asked again. */
const AGAIN = 2_000;
const KEPT = 200;

/** As much of the socket as the engine panel uses. */
export type Thinking = Pick<Socket, "analyse" | "stop">;

/** What the engine says of the position that is looked at. */
export class StudyEngine {
  on = $state(false);
  /** How many best lines are wanted. */
  lines = $state(3);
  told: AnalysisTold | null = $state.raw(null);
  refused: Refusal["code"] | null = $state(null);
  #of = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What was found before, so that going back shows it at once; the deepest for each position. */
  readonly #found = new Map<string, AnalysisTold>();

  constructor(private readonly socket: Thinking) {}

  readonly best: AnalysisLine | null = $derived(this.told?.lines[0] ?? null);
  readonly speed = $derived(
    this.told && this.told.seconds > 0.2 ? Math.round(this.told.nodes / this.told.seconds) : null,
  );

  /** Think about this position from now on, if at all; null where there is nothing to think about. */
  follow(study: Studied | null): void {
    const of =
      this.on && study ? JSON.stringify([study.start, study.moves, study.threefold, this.lines]) : "";
    if (of === this.#of) return;
    this.#of = of;
    clearTimeout(this.#timer);
    this.refused = null;
    this.told = this.#found.get(of) ?? null;
    // whatever was thought about before is of no use any more
    this.socket.stop();
    if (of && study) this.#timer = setTimeout(() => this.#ask(of, study), SETTLE);
  }

  /** Stop at once, and be asked anew when it is wanted again. */
  stop(): void {
    this.#of = "";
    clearTimeout(this.#timer);
    this.told = null;
    this.refused = null;
    this.socket.stop();
  }

  #ask(of: string, study: Studied): void {
    this.socket.analyse(
      { kind: "analyse", study, lines: this.lines },
      {
        told: (news) => this.#hear(of, news),
        refused: (refusal) => {
          if (of !== this.#of) return;
          this.refused = refusal.code;
          if (refusal.code === "busy" || refusal.code === "too-fast")
            this.#timer = setTimeout(() => this.#ask(of, study), AGAIN);
        },
      },
    );
  }

  #hear(of: string, news: AnalysisTold): void {
    if (of !== this.#of) return;
    this.refused = null;
    const before = this.#found.get(of);
    // lines that were found deeper before are better than the first ones of a new start
    const deeper = before && before.depth > news.depth;
    this.told = deeper ? { ...news, lines: before.lines, depth: before.depth } : news;
    if (deeper || !news.lines.length) return;
    this.#found.delete(of);
    this.#found.set(of, news);
    if (this.#found.size > KEPT) this.#found.delete(this.#found.keys().next().value!);
  }
}
