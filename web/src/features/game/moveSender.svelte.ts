import type { BoardMove } from "../../board/interaction.svelte";
import { samePlace } from "../../board/geometry";
import type { GameState, PlayedMove } from "../../lib/messages";
import { Refusal, RequestTimeout, type Requester } from "../../lib/socket";

/** The part of the socket that sends moves. */
export interface MoveSocket extends Requester {
  refresh(game: string): void;
}

/** A move that the server has not confirmed yet. */
export interface PendingMove {
  /** The number of moves before it. */
  ply: number;
  /** The move as it is drawn meanwhile. */
  move: PlayedMove;
  attempts: number;
  /** Whether the server may or may not have stored it. */
  unsure: boolean;
}

const MAX_ATTEMPTS = 4;
/** The wait for the broadcast of a confirmed move, in milliseconds. */
const BROADCAST_TIMEOUT = 2_000;
/** The wait before checking an unconfirmed move, times the number of attempts: the database may need a moment. */
const CHECK_DELAY = 500;

/** Return whether a request failed without saying whether the server carried it out. */
export const isUnsure = (error: unknown): boolean =>
  error instanceof RequestTimeout || (error instanceof Refusal && error.code === "unconfirmed");

/**
 * Sends one move at a time and keeps it until the server's state shows what became of it.
 *
 * After a response that leaves it open whether the move was stored, the state of the game is requested again. If it
 * has not advanced, the move is sent again: the ply in the message keeps it from being played twice.
 */
export class MoveSender {
  pending: PendingMove | null = $state.raw(null);

  constructor(
    private readonly game: string,
    private readonly socket: MoveSocket,
    private readonly events: {
      /** It is open whether the move was stored. */
      onUnsure: (error: unknown) => void;
      /** The move was not played, or remained unconfirmed. */
      onFailed: (move: PlayedMove, error: unknown) => void;
    },
  ) {}

  submit(ply: number, { piece, origin, to }: BoardMove): Promise<void> {
    const move: PlayedMove = { uhp: "", piece, origin, to, spent: 0 };
    const pending: PendingMove = { ply, move, attempts: 0, unsure: false };
    this.pending = pending;
    return this.#send(pending);
  }

  /** Compare the pending move with a new state. Return whether the state's last move is the pending one. */
  settle(state: GameState): boolean {
    const pending = this.pending;
    if (!pending || (state.moves.length === pending.ply && !state.result)) return false;
    this.pending = null;
    const last = state.moves.at(-1);
    if (state.moves.length !== pending.ply + 1 || !last) return false;
    const { piece, to } = pending.move;
    return last.piece === piece && (last.to === to || samePlace(last.to, to));
  }

  /** Send the pending move again if the full state shows that it was not stored. */
  retry(state: GameState): void {
    const pending = this.pending;
    if (pending?.unsure && pending.ply === state.moves.length) void this.#send(pending);
  }

  async #send(pending: PendingMove): Promise<void> {
    pending.attempts += 1;
    pending.unsure = false;
    const { ply, move } = pending;
    try {
      await this.socket.ask({ kind: "move", game: this.game, ply, piece: move.piece, to: move.to });
      this.#refreshLater(pending, BROADCAST_TIMEOUT);
    } catch (error) {
      if (this.pending !== pending) return;
      if (isUnsure(error) && pending.attempts < MAX_ATTEMPTS) {
        pending.unsure = true;
        this.events.onUnsure(error);
        if (error instanceof Refusal) this.#refreshLater(pending, CHECK_DELAY * pending.attempts);
        else this.socket.refresh(this.game);
      } else {
        this.pending = null;
        this.events.onFailed(move, error);
        this.socket.refresh(this.game);
      }
    }
  }

  #refreshLater(pending: PendingMove, delay: number): void {
    setTimeout(() => {
      if (this.pending === pending) this.socket.refresh(this.game);
    }, delay);
  }
}
