import type { PlayedMove, ReviewView, PositionView, StudyPosition } from "../../lib/messages";
import type { Wording } from "../../lib/wording";
import { Attempt, type Tried } from "./attempt.svelte";
import { reviewedTurns, turningPoints, type ReviewedTurn } from "./judging";
import { Replay, type Requester } from "./replay.svelte";
import { chances } from "./text";

/** What the board shows: the game, the better line at one of its moves, or an exercise. */
export type Looking =
  | { at: "game" }
  | { at: "line"; turn: ReviewedTurn }
  | { at: "exercise"; turn: ReviewedTurn; attempt: Attempt };

export interface ReaderDeps {
  wording: () => Wording;
  animate: () => boolean;
  /** Returns White's winning chances in a position, or null if the engine does not respond. */
  chance: (study: StudyPosition) => Promise<number | null>;
  landed?: () => void;
  tried?: (tried: Tried) => void;
}

/** A finished review, and the position its reader is looking at. */
export class Reader {
  readonly turns: ReviewedTurn[];
  readonly turning: ReviewedTurn[];
  readonly replay: Replay;
  looking: Looking = $state.raw({ at: "game" });
  /** Whether the last request for a line or a position failed. */
  failed = $state(false);
  readonly #game: PlayedMove[];
  readonly #start: StudyPosition;
  readonly #lines = new Map<number, Promise<PlayedMove[]>>();
  #requestNumber = 0;

  constructor(
    readonly review: ReviewView,
    private readonly socket: Requester,
    private readonly deps: ReaderDeps,
  ) {
    this.turns = reviewedTurns(review);
    this.turning = turningPoints(review, this.turns);
    this.#game = review.moves.map(({ uhp, piece, origin, to, spent }) => ({
      uhp,
      piece,
      origin,
      to,
      spent: spent ?? 0,
    }));
    this.#start = { start: review.tree?.start ?? "", threefold: review.tree?.threefold ?? false };
    const { animate, landed } = deps;
    this.replay = new Replay(socket, landed ? { animate, landed } : { animate });
    // the reader can choose a move before the server has sent the start position
    this.replay.follow(this.#game, 0, this.turning[0]?.index ?? 0);
  }

  /** The position in the game; in a line, the position after the move it replaces. */
  readonly index = $derived.by(() =>
    this.looking.at === "game" ? this.replay.shown : this.looking.turn.index,
  );
  readonly turn = $derived.by(() => this.turns[this.index - 1] ?? null);
  /** The turns whose better move was found or requested; the better moves of the others stay hidden. */
  #revealed: ReadonlySet<number> = $state.raw(new Set());

  /** Whether the better move of a turn may be shown. */
  isRevealed(turn: ReviewedTurn): boolean {
    return this.#revealed.has(turn.index);
  }

  /** The attempt of an exercise. */
  readonly attempt = $derived(this.looking.at === "exercise" ? this.looking.attempt : null);
  /** Whether the reader is looking for a better move, so that nothing may give it away. */
  readonly searching = $derived.by(
    () => this.attempt !== null && this.turn !== null && !this.isRevealed(this.turn),
  );
  /** What the board shows: the game or a line, or the position of an exercise. */
  readonly shown: Replay | Attempt = $derived.by(() => (this.attempt?.start ? this.attempt : this.replay));
  /** Stepping through the game or a line; a step out of an exercise leaves it. */
  readonly steps = this.#steps();

  #steps() {
    const current = (): Reader => this;
    return {
      get first() {
        return current().replay.first;
      },
      get shown() {
        return current().replay.shown;
      },
      get latest() {
        return current().replay.latest;
      },
      view: (ply: number): void => (this.attempt ? this.seek(ply) : this.replay.view(ply)),
      step: (by: number): void => (this.attempt ? this.seek(this.replay.shown + by) : this.replay.step(by)),
    };
  }

  /** Show the better move of a turn from now on. */
  reveal(turn: ReviewedTurn): void {
    if (!this.isRevealed(turn)) this.#revealed = new Set([...this.#revealed, turn.index]);
  }

  /** Request the start position and set up the game. */
  async open(): Promise<void> {
    this.failed = false;
    try {
      const { stacks, hands } = await this.#requestPosition([]);
      this.replay.begin({ study: this.#start, stacks, hands }, this.#game, this.replay.shown);
    } catch {
      this.failed = true;
    }
  }

  /** Show a position of the game, leaving any line or exercise. */
  seek(index: number): void {
    this.#requestNumber += 1;
    this.failed = false;
    if (this.looking.at !== "game") {
      this.looking = { at: "game" };
      this.replay.follow(this.#game, 0, Math.max(0, Math.min(index, this.#game.length)));
    } else this.replay.view(index);
  }

  /** Return to the move in the game. */
  back(): void {
    this.seek(this.index);
  }

  /** Show the better line. */
  async showLine(turn: ReviewedTurn): Promise<void> {
    const line = await this.#request(() => this.lineOf(turn));
    if (!line) return;
    this.reveal(turn);
    const before = turn.index - 1;
    this.looking = { at: "line", turn };
    this.replay.follow([...this.#game.slice(0, before), ...line], before);
  }

  /** Start an exercise in which the reader looks for the better move. */
  async find(turn: ReviewedTurn): Promise<void> {
    const line = await this.#request(() => this.lineOf(turn));
    const best = line?.[0];
    if (!best) return;
    const { best: chance, after } = chances(turn);
    const study = this.#study(turn.index - 1);
    const played = this.#game[turn.index - 1]!;
    const attempt = new Attempt({ study, by: turn.by, best, played, chance, after }, this.socket, {
      wording: this.deps.wording,
      animate: this.deps.animate,
      chance: this.deps.chance,
      onEvent: (what) => {
        if (what === "landed") return this.deps.landed?.();
        if (what.verdict === "best" || what.verdict === "good") this.reveal(turn);
        this.deps.tried?.(what);
      },
    });
    this.looking = { at: "exercise", turn, attempt };
    this.replay.follow(this.#game, 0, turn.index - 1);
    await attempt.open();
  }

  /** Return the position string before a turn, or null if the request fails. */
  async positionBefore(turn: ReviewedTurn): Promise<string | null> {
    const view = await this.#request(() => this.#requestPosition(this.#study(turn.index - 1).moves ?? []));
    return view?.position ?? null;
  }

  /** Return the better line with its places. */
  lineOf(turn: ReviewedTurn): Promise<PlayedMove[]> {
    const cached = this.#lines.get(turn.index);
    if (cached) return cached;
    const before = this.#study(turn.index - 1).moves ?? [];
    const line = turn.move.line.length ? turn.move.line : [turn.move.best];
    const found = this.#requestPosition([...before, ...line]).then(({ moves }) => moves.slice(before.length));
    this.#lines.set(turn.index, found);
    found.catch(() => this.#lines.delete(turn.index));
    return found;
  }

  /** Return the best move with its origin, which is known without a request. */
  bestMove(turn: ReviewedTurn): Pick<PlayedMove, "uhp" | "origin"> {
    const uhp = turn.move.best;
    const piece = uhp.split(" ")[0]!;
    return { uhp, origin: this.replay.placeOf(piece, this.#game.slice(0, turn.index - 1)) };
  }

  #study(plies: number): StudyPosition {
    return { ...this.#start, moves: this.#game.slice(0, plies).map(({ uhp }) => uhp) };
  }

  #requestPosition(moves: string[]): Promise<PositionView> {
    return this.socket.ask({ kind: "position", study: { ...this.#start, moves } });
  }

  /** Send a request and return its result, or null if it fails or a later request replaces it. */
  async #request<T>(request: () => Promise<T>): Promise<T | null> {
    const number = ++this.#requestNumber;
    this.failed = false;
    try {
      const answer = await request();
      return number === this.#requestNumber ? answer : null;
    } catch {
      if (number === this.#requestNumber) this.failed = true;
      return null;
    }
  }
}
