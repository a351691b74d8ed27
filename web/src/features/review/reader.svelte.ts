import type { PlayedMove, ReviewView, PositionView, StudyPosition } from "../../lib/messages";
import { Attempt, type Tried } from "./attempt.svelte";
import { reviewedTurns, turningPoints, type ReviewedTurn } from "./judging";
import { Replay, type Requester } from "./replay.svelte";
import { chances } from "./text";

/** What the board shows: the game, the better line instead of one of its moves, or a riddle to be solved. */
export type Looking =
  | { at: "game" }
  | { at: "line"; turn: ReviewedTurn }
  | { at: "riddle"; turn: ReviewedTurn; attempt: Attempt };

export interface ReaderDeps {
  language: () => string;
  animate: () => boolean;
  /** How often White wins from a position, by the engine; null when it is not told. */
  chance: (study: StudyPosition) => Promise<number | null>;
  landed?: () => void;
  tried?: (tried: Tried) => void;
}

/** A finished review and where its reader is. */
export class Reader {
  readonly turns: ReviewedTurn[];
  readonly turning: ReviewedTurn[];
  readonly replay: Replay;
  looking: Looking = $state.raw({ at: "game" });
  /** The server could not tell a line or a position. */
  failed = $state(false);
  readonly #game: PlayedMove[];
  readonly #start: StudyPosition;
  readonly #lines = new Map<number, Promise<PlayedMove[]>>();
  #question = 0;

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
    // a move can be chosen before the server has told what the game begins with
    this.replay.follow(this.#game, 0);
  }

  /** The position in the game: in a line, the one that it leaves from. */
  readonly index = $derived.by(() =>
    this.looking.at === "game" ? this.replay.shown : this.looking.turn.index,
  );
  readonly turn = $derived.by(() => this.turns[this.index - 1] ?? null);

  /** Ask what the game begins with, and set it up. */
  async open(): Promise<void> {
    this.failed = false;
    try {
      const { stacks, hands } = await this.#requestPosition([]);
      this.replay.begin({ study: this.#start, stacks, hands }, this.#game, this.replay.shown);
    } catch {
      this.failed = true;
    }
  }

  /** Look at a position of the game, leaving whatever else was looked at. */
  seek(index: number): void {
    this.#question += 1;
    this.failed = false;
    if (this.looking.at !== "game") {
      this.looking = { at: "game" };
      this.replay.follow(this.#game, 0, Math.max(0, Math.min(index, this.#game.length)));
    } else this.replay.view(index);
  }

  /** One position on or back, in the game or in the line. */
  step(by: number): void {
    if (this.looking.at !== "riddle") this.replay.step(by);
  }

  /** Back to the game, at the move that was looked at. */
  back(): void {
    this.seek(this.index);
  }

  /** Show what should have been played instead, and where it leads. */
  async showLine(turn: ReviewedTurn): Promise<void> {
    const line = await this.#ask(() => this.lineOf(turn));
    if (!line) return;
    const before = turn.index - 1;
    this.looking = { at: "line", turn };
    this.replay.follow([...this.#game.slice(0, before), ...line], before);
  }

  /** Let the reader find what should have been played instead. */
  async find(turn: ReviewedTurn): Promise<void> {
    const line = await this.#ask(() => this.lineOf(turn));
    const best = line?.[0];
    if (!best) return;
    const { best: chance, after } = chances(turn);
    const study = this.#study(turn.index - 1);
    const played = this.#game[turn.index - 1]!;
    const attempt = new Attempt({ study, by: turn.by, best, played, chance, after }, this.socket, {
      language: this.deps.language,
      animate: this.deps.animate,
      chance: this.deps.chance,
      onEvent: (what) => (what === "landed" ? this.deps.landed?.() : this.deps.tried?.(what)),
    });
    this.looking = { at: "riddle", turn, attempt };
    this.replay.follow(this.#game, 0, turn.index - 1);
    await attempt.open();
  }

  /** The position string before a turn, to go on with elsewhere; null when it is not told. */
  async positionBefore(turn: ReviewedTurn): Promise<string | null> {
    const seen = await this.#ask(() => this.#requestPosition(this.#study(turn.index - 1).moves ?? []));
    return seen?.position ?? null;
  }

  /** The better line with its places. */
  lineOf(turn: ReviewedTurn): Promise<PlayedMove[]> {
    const known = this.#lines.get(turn.index);
    if (known) return known;
    const before = this.#study(turn.index - 1).moves ?? [];
    const line = turn.move.line.length ? turn.move.line : [turn.move.best];
    const found = this.#requestPosition([...before, ...line]).then(({ moves }) => moves.slice(before.length));
    this.#lines.set(turn.index, found);
    found.catch(() => this.#lines.delete(turn.index));
    return found;
  }

  /** The best move as far as it can be told without asking: from where its piece comes. */
  better(turn: ReviewedTurn): Pick<PlayedMove, "uhp" | "origin"> {
    const uhp = turn.move.best;
    const piece = uhp.split(" ")[0]!;
    return { uhp, origin: this.replay.placeOf(piece, this.#game.slice(0, turn.index - 1)) };
  }

  #study(plies: number): StudyPosition {
    return { ...this.#start, moves: this.#game.slice(0, plies).map(({ uhp }) => uhp) };
  }

  #requestPosition(moves: string[]): Promise<PositionView> {
    return this.socket.ask({ kind: "look", study: { ...this.#start, moves } });
  }

  /** An answer, unless something else is looked at when it comes. */
  async #ask<T>(request: () => Promise<T>): Promise<T | null> {
    const question = ++this.#question;
    this.failed = false;
    try {
      const answer = await request();
      return question === this.#question ? answer : null;
    } catch {
      if (question === this.#question) this.failed = true;
      return null;
    }
  }
}
