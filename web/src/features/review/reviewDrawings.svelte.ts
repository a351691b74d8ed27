import type { Drawing } from "../../board/types";
import type { PathView, PlayedMove } from "../../lib/messages";
import type { Reader } from "./reader.svelte";

/** What is drawn over the board of a review: the next move of a line, or the better move once it is revealed. */
export class ReviewDrawings {
  /** In a line, the next move with its path, drawn before it is made. */
  next: { piece: string; path: PathView } | null = $state.raw(null);
  #better: { index: number; move: PlayedMove } | null = $state.raw(null);

  /** Created while a component is initialised, whose effects request what has to be drawn. */
  constructor(private readonly reader: Reader) {
    $effect(() => this.#followLine());
    $effect(() => this.#followGame());
  }

  #followLine(): (() => void) | undefined {
    const { reader } = this;
    const { replay } = reader;
    this.next = null;
    if (reader.looking.at !== "line" || replay.interaction.flying) return undefined;
    const [turn, move] = [replay.shown + 1, replay.moves[replay.shown]];
    if (!move?.piece) return undefined;
    const { piece } = move;
    let cancelled = false;
    void replay.pathOf(turn).then((path) => {
      if (!cancelled && path) this.next = { piece, path };
    });
    return () => (cancelled = true);
  }

  #followGame(): void {
    const { reader } = this;
    const { turn } = reader;
    if (reader.looking.at !== "game" || !turn?.wrong || !reader.isRevealed(turn) || !reader.replay.ready)
      return;
    const { index } = turn;
    reader.lineOf(turn).then(
      ([move]) => move && (this.#better = { index, move }),
      () => {}, // the better move is then not drawn
    );
  }

  readonly drawings: Drawing[] = $derived.by(() => {
    const { looking, replay, index } = this.reader;
    if (looking.at === "line") {
      const next = this.next ? replay.moves[replay.shown] : undefined;
      // a piece that moves has its path drawn; one that comes from a hand is not on the board yet
      return next && !next.origin ? drawMove(next) : [];
    }
    const better = looking.at === "game" && !replay.interaction.flying ? this.#better : null;
    return better?.index === index ? drawMove(better.move) : [];
  });
}

function drawMove({ piece, origin, to }: PlayedMove): Drawing[] {
  if (!piece || !to) return [];
  return origin ? [{ at: origin, to, color: "green" }] : [{ at: to, to: null, piece, color: "green" }];
}
