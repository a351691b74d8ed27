import type { PositionView, StudyPosition } from "../../lib/messages";
import type { Requester } from "../../lib/socket";
import { ROOT } from "./studyTree";

/** The number of positions kept, so that stepping back and forth repeats no request. */
const MAX_CACHED = 400;

/** The positions of a study's nodes, as the server describes them. */
export class StudyPositions {
  #known: ReadonlyMap<number, PositionView> = $state.raw(new Map());
  /** The nodes being requested; a new set for every study, so that responses about an earlier one are ignored. */
  #loading = new Set<number>();

  constructor(
    private readonly socket: Requester,
    private readonly study: {
      /** The node being viewed, which is never dropped from the cache. */
      current: () => number;
      positionAt: (node: number) => StudyPosition;
      /** A position was received, with the moves that lead to it. */
      onLoaded: (node: number, position: PositionView) => void;
      onFailed: (node: number, error: unknown) => void;
    },
  ) {}

  get(node: number): PositionView | null {
    return this.#known.get(node) ?? null;
  }

  /** Forget everything: another study was opened. */
  clear(): void {
    this.#known = new Map();
    this.#loading = new Set();
  }

  store(node: number, position: PositionView): void {
    const known = new Map(this.#known);
    known.delete(node);
    known.set(node, { ...position, moves: [] });
    for (const old of known.keys()) {
      if (known.size <= MAX_CACHED) break;
      if (old !== ROOT && old !== this.study.current()) known.delete(old);
    }
    this.#known = known;
    this.study.onLoaded(node, position);
  }

  /** Request the position of a node unless it is known. */
  async load(node: number): Promise<void> {
    const loading = this.#loading;
    if (this.#known.has(node) || loading.has(node)) return;
    loading.add(node);
    try {
      const position = await this.socket.ask({ kind: "position", study: this.study.positionAt(node) });
      if (loading === this.#loading) this.store(node, position);
    } catch (error) {
      if (loading === this.#loading) this.study.onFailed(node, error);
    } finally {
      loading.delete(node);
    }
  }
}
