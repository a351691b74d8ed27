import { Interaction, type BoardMove } from "../../board/interaction.svelte";
import { straightPath } from "../../board/straightPath";
import type { LastMove, Stack } from "../../board/types";
import type { GameState, LegalMovesView, MoveMade, PathView, PlayedMove, Proposal } from "../../lib/messages";
import type { BlockedReason } from "../../lib/notices";
import { key, placeOf, queenIsDue, tableAfter, type Table } from "../../lib/position/hive";
import { PathCache } from "../../lib/position/pathCache";
import { other, turnOf, type Side } from "../../lib/position/pieces";
import { Refusal, type GamePush, type RequestBody, type Requester, type Subscriber } from "../../lib/socket";
import type { Wording } from "../../lib/wording";
import { declinedProposal, eventsBetween, type GameEvent } from "./gameEvents";
import { Relations } from "../moderation/relations.svelte";
import { Help } from "./help.svelte";
import { Intentions, isLegal, possiblePremoves } from "./intentions.svelte";
import { isUnsure, MoveSender } from "./moveSender.svelte";

export type { GameEvent };
export type ChatRoom = "players" | "spectators";

/** The part of the socket that a game uses. */
export interface GameSocket extends Requester {
  watch(game: string, subscriber: Subscriber): void;
  unwatch(game: string): void;
  refresh(game: string): void;
}

const NO_MOVES: LegalMovesView = { moves: {}, must_pass: false };

/**
 * A game as the player sees it: its state, the position on the board, and the player's actions.
 *
 * It holds no rules. The server sends the legal moves; a move is drawn immediately, and taken back with the reason if
 * the server refuses it.
 */
export class Game {
  state: GameState | null = $state.raw(null);
  /** Whether there is no game with this id. */
  missing = $state(false);
  /** The number of moves in the position being viewed; null for the latest position. */
  viewing: number | null = $state(null);
  /** When the clocks were received. */
  #receivedAt = $state(0);
  readonly #pathCache = new PathCache();
  /** The proposal that the player just answered, which is therefore not announced as declined. */
  #answered: Proposal["what"] | null = null;
  /** The number of moves after which the server said that the computer has to wait. */
  #waitingAt: number | null = $state(null);
  readonly #sender: MoveSender;
  readonly interaction: Interaction;
  readonly help: Help;
  /** Whom the user has blocked or muted. */
  readonly relations: Relations;
  /** When the presence was received. */
  #presenceAt = $state(0);
  /** A premove, or a move to be confirmed. */
  readonly intentions = new Intentions();

  constructor(
    readonly id: string,
    private readonly socket: GameSocket,
    private readonly deps: {
      wording: () => Wording;
      /** Whether pieces fly: not if the reader prefers reduced motion, nor in a hidden tab. */
      animate: () => boolean;
      onEvent: (event: GameEvent) => void;
      now?: () => number;
      /** Whether the player can choose a move while the other side thinks. */
      premoves?: () => boolean;
      /** Whether a move has to be confirmed. */
      confirms?: () => boolean;
    },
  ) {
    this.relations = new Relations(id);
    this.#sender = new MoveSender(id, socket, {
      // a timeout says nothing that the connection's state does not
      onUnsure: (error) => error instanceof Refusal && this.interaction.showFailure(error),
      onFailed: (move, error) => this.#takeBack(move, error),
    });
    this.interaction = new Interaction({
      stacks: () => this.stacks,
      legal: () => (this.premoving ? this.#premoves : this.legal),
      position: () => this.state?.seq,
      blocked: () => (this.premoving ? null : this.blockedReason),
      paths: (piece) =>
        this.premoving
          ? []
          : socket.ask({ kind: "paths", game: id, ply: this.latest, piece }).then(({ paths }) => paths),
      reason: (piece, to) =>
        this.premoving
          ? null
          : socket
              .ask({ kind: "why", game: id, ply: this.latest, piece, to, ...deps.wording() })
              .then(({ why }) => why),
      play: (move) => this.#choose(move),
      animate: () => deps.animate(),
      onLanded: () => deps.onEvent({ kind: "landed" }),
      onCancel: () => {
        this.intentions.clear();
        this.help.clear();
      },
    });
    this.help = new Help(this, socket, deps.wording);
  }

  open(): () => void {
    this.socket.watch(this.id, {
      onMessage: (message) => this.#onMessage(message),
      onRefused: (refusal) => {
        if (refusal.code === "unknown-game" || refusal.code === "malformed") this.missing = true;
        else this.interaction.showFailure(refusal);
      },
    });
    return () => this.socket.unwatch(this.id);
  }

  // The position on the board.

  /** All moves, including one that the server has not confirmed yet. */
  readonly moves: PlayedMove[] = $derived.by(() => {
    const stored = this.state?.moves ?? [];
    const { pending } = this.#sender;
    return pending?.ply === stored.length ? [...stored, pending.move] : stored;
  });
  readonly latest = $derived(this.moves.length);
  /** The number of moves in the position on the board. */
  readonly shown = $derived(Math.min(this.viewing ?? this.latest, this.latest));
  readonly table: Table = $derived(tableAfter(this.state?.pieces ?? [], this.moves, this.shown));
  readonly stacks: Stack[] = $derived(
    [...this.table.stacks].map(([place, pieces]) => ({ place: placeOf(place), pieces })),
  );
  readonly lastMove: LastMove | null = $derived.by(() => {
    const move = this.moves[this.shown - 1];
    return move?.to ? { origin: move.origin, to: move.to } : null;
  });
  readonly toMove: Side = $derived(turnOf(this.latest));
  /** Whether the computer's reply waits for a free engine. */
  readonly computerWaits = $derived(this.#waitingAt === this.latest);
  readonly result = $derived(this.state?.result ?? null);
  readonly yours: Side[] = $derived(this.state?.yours ?? []);
  readonly sending = $derived.by(() => this.#sender.pending !== null);

  // What the player can do.

  readonly blockedReason: BlockedReason | null = $derived.by(() => {
    const state = this.state;
    if (!state || state.result) return "over";
    if (state.yours.length === 0) return "watching";
    if (!state.started) return "waiting";
    if (this.viewing !== null && this.viewing !== this.latest) return "lookingBack";
    return state.yours.includes(this.toMove) && !this.sending ? null : "notYourTurn";
  });
  readonly canPlay = $derived(this.blockedReason === null);
  readonly legal: LegalMovesView = $derived((this.canPlay && this.state?.legal) || NO_MOVES);
  /** Whether a move can be chosen in advance: the other side thinks. Never in a game on one screen. */
  readonly premoving = $derived.by(
    () =>
      this.blockedReason === "notYourTurn" &&
      !this.state?.same_screen &&
      this.yours.length === 1 &&
      this.toMove !== this.yours[0] &&
      this.latest > 1 &&
      (this.deps.premoves?.() ?? false),
  );
  readonly #premoves: LegalMovesView = $derived.by(() => {
    const side = this.yours[0];
    return side ? possiblePremoves(this.stacks, this.table.hands[side], side) : NO_MOVES;
  });
  readonly queenDue = $derived(this.canPlay && queenIsDue(this.legal, this.table, this.toMove));

  readonly opponent: Side | null = $derived(this.yours.length === 1 ? other(this.yours[0]!) : null);
  readonly againstComputer = $derived(
    this.state?.white.seat === "computer" || this.state?.black.seat === "computer",
  );
  /** Whether hints are available: only for one player against the computer, and not in rated games. */
  readonly canBeHelped = $derived(
    this.againstComputer &&
      this.yours.length === 1 &&
      !this.result &&
      !!this.state?.started &&
      !this.state.rated,
  );
  /** Games of a tournament cannot be aborted, taken back or repeated. */
  readonly #inTournament = $derived(!!this.state?.tournament);
  readonly canAbort = $derived(
    this.yours.length > 0 && !this.result && !this.#inTournament && (this.state?.moves.length ?? 0) < 2,
  );
  readonly canResign = $derived(
    this.yours.length > 0 && !this.result && !!this.state?.started && !this.canAbort,
  );
  readonly canOfferDraw = $derived(this.canResign && !this.#proposed("draw"));
  readonly canTakeBack = $derived.by(() => {
    const state = this.state;
    if (!state?.started || state.result || !state.yours.length || this.#proposed("takeback")) return false;
    if (state.rated || this.#inTournament) return false;
    const first = state.same_screen || state.yours.includes("white") ? 1 : 2;
    return state.moves.length >= first;
  });
  readonly canRematch = $derived(
    !!this.result &&
      this.yours.length > 0 &&
      !this.#inTournament &&
      !this.state?.rematch &&
      !!this.state?.started &&
      !this.#proposed("rematch"),
  );
  /** Whether the game can be reviewed: it was played, not aborted. */
  readonly canReview = $derived(
    !!this.result && this.result.ending !== "aborted" && (this.state?.moves.length ?? 0) > 0,
  );
  /** The chats that can be read and written: the players', and the spectators', which players join after the game. */
  readonly chatRooms: ChatRoom[] = $derived.by(() => {
    const { state } = this;
    if (!state?.started) return [];
    const withOther = this.yours.length > 0 && !state.same_screen && !this.againstComputer;
    const watched = state.watchers > 0 || state.spectator_chat.length > 0;
    const amongSpectators = this.yours.length === 0 || (!!state.result && watched);
    return [...(withOther ? ["players" as const] : []), ...(amongSpectators ? ["spectators" as const] : [])];
  });
  readonly canChat = $derived(this.chatRooms.length > 0);

  #proposed(what: Proposal["what"]): boolean {
    return this.state?.proposals.some((proposal) => proposal.what === what) ?? false;
  }

  /** The clocks as they were received, and when. */
  readonly clock = $derived(
    this.state?.clock ? { clock: this.state.clock, receivedAt: this.#receivedAt } : null,
  );

  /** Who may claim the game because the other player is gone, and from when on. */
  readonly claim = $derived.by(() => {
    const claim = this.state?.claim;
    const receivedAt = this.#presenceAt;
    return claim ? { by: claim.by, at: receivedAt + claim.after, receivedAt } : null;
  });

  // Looking back.

  /** View the position after `ply` moves. */
  view(ply: number): void {
    const from = this.shown;
    const to = Math.max(0, Math.min(ply, this.latest));
    const show = (): void => void (this.viewing = to === this.latest ? null : to);
    this.interaction.cancel();
    this.interaction.stop();
    const turn = Math.max(from, to);
    const move = this.moves[turn - 1];
    if (Math.abs(to - from) !== 1 || !move) return show();
    void this.interaction.step(move, { path: () => this.#pathOf(move, turn), show, back: to < from });
  }

  step(by: number): void {
    this.view(this.shown + by);
  }

  #pathOf(move: PlayedMove, ply: number): Promise<PathView | null> {
    const name = `${ply} ${move.uhp} ${move.to && key(move.to)}`;
    return this.#pathCache.get(name, () =>
      this.socket.ask({ kind: "path", game: this.id, ply }).then(({ path }) => path),
    );
  }

  // Commands.

  propose(what: Proposal["what"]): Promise<boolean> {
    return this.#command({ kind: "propose", game: this.id, what });
  }
  reply(what: Proposal["what"], accept: boolean): Promise<boolean> {
    this.#answered = what;
    return this.#command({ kind: "reply", game: this.id, what, accept });
  }
  resign(): Promise<boolean> {
    return this.#command({ kind: "resign", game: this.id });
  }
  abort(): Promise<boolean> {
    return this.#command({ kind: "abort", game: this.id });
  }
  claimGame(what: "win" | "draw"): Promise<boolean> {
    return this.#command({ kind: "claim", game: this.id, what });
  }
  say(text: string, audience: ChatRoom = "players"): Promise<boolean> {
    return this.#command({ kind: "chat", game: this.id, text, audience });
  }

  async #command(body: RequestBody): Promise<boolean> {
    this.interaction.dismiss();
    try {
      await this.socket.ask(body);
      return true;
    } catch (error) {
      this.#fail(error);
      // the state shows whether it was carried out
      if (isUnsure(error)) this.socket.refresh(this.id);
      return false;
    }
  }

  /** Show a failure; one that leaves open what happened is shown as such. */
  #fail(error: unknown): void {
    if (isUnsure(error)) this.interaction.show({ kind: "refused", code: "unanswered" });
    else this.interaction.showFailure(error);
  }

  /** Keep a move as a premove, ask for its confirmation, or play it. */
  #choose(move: BoardMove): void {
    const { piece } = move;
    if (this.premoving) this.intentions.premove = move;
    else if (!piece || !this.deps.confirms?.() || this.intentions.confirms(move)) this.#play(move);
    else {
      // the piece stays picked, so that another space can be chosen instead
      this.interaction.pick(piece);
      this.intentions.unconfirmed = move;
    }
  }

  /** Play the move that waits for confirmation. */
  confirm(): void {
    const move = this.intentions.unconfirmed;
    if (!move) return;
    this.interaction.cancel();
    this.#play({ ...move, dragged: false });
  }

  /** Send a premove if it is legal now. The other side's piece may still be flying, but the clock is running. */
  #playPremove(move: BoardMove): void {
    if (isLegal(move, this.legal)) void this.#sender.submit(this.latest, move);
    else this.interaction.show({ kind: "blocked", what: "premove" });
  }

  #play(move: BoardMove): void {
    this.viewing = null;
    void this.#sender.submit(this.latest, move);
    void this.interaction.fly(move);
  }

  #takeBack({ piece, to }: PlayedMove, error: unknown): void {
    this.interaction.stop();
    const { language, notation } = this.deps.wording();
    if (!(error instanceof Refusal) || error.code !== "illegal" || !piece) this.#fail(error);
    else if (language === "en" && !notation && error.why) this.interaction.showReason(error.why);
    else this.interaction.explain(piece, to);
  }

  // Messages from the server.

  #onMessage(message: GamePush): void {
    if (message.kind === "game") this.#onGame(message);
    else if (!this.state) return;
    else if (message.kind === "moved") this.#onMoveMade(message);
    else if (message.kind === "chat") {
      this.state = { ...this.state, chat: [...this.state.chat, message.line] };
      this.deps.onEvent({ kind: "chat", by: message.line.by, text: message.line.text });
    } else if (message.kind === "spectator-chat") {
      const { line } = message;
      this.state = { ...this.state, spectator_chat: [...this.state.spectator_chat, line] };
      const { name, text, author } = line;
      this.deps.onEvent({ kind: "spectator-chat", name, text, author });
    } else if (message.kind === "offer") this.help.onOffer(message);
    else if (message.kind === "computer-waiting") this.#waitingAt = message.ply;
    else {
      const { white, black } = this.state;
      this.state = {
        ...this.state,
        white: { ...white, online: message.white },
        black: { ...black, online: message.black },
        watchers: message.watchers,
        claim: message.claim ?? null,
      };
      this.#presenceAt = this.now();
    }
  }

  #onMoveMade(message: MoveMade): void {
    const state = this.state!;
    if (message.seq <= state.seq) return;
    if (message.seq !== state.seq + 1 || message.ply !== state.moves.length + 1)
      return this.socket.refresh(this.id);
    const { seq, legal, clock, result, path } = message;
    const mover = turnOf(state.moves.length);
    // a move declines the other side's proposals; a draw that the mover offered remains
    const proposals = state.proposals.filter(({ what, by }) => !result && what === "draw" && by === mover);
    const moves = [...state.moves, message.move];
    this.#setState({ ...state, seq, moves, legal, clock, result, proposals, claim: null }, path);
  }

  #onGame(message: GameState): void {
    if (this.state && message.seq < this.state.seq) return;
    this.missing = false;
    this.#presenceAt = this.now();
    this.#setState(message);
    // a response to `watch`: the connection may be a new one
    if (message.id !== null) this.help.watched();
    this.#sender.retry(message);
  }

  /** Adopt a new state; `path` is that of its last move, if the move is new. */
  #setState(state: GameState, path: PathView | null = null): void {
    const before = this.state;
    const advanced = before !== null && state.moves.length === before.moves.length + 1;
    const changed = state.moves.length !== before?.moves.length;
    const ours = this.#sender.settle(state) && advanced;
    const { premove } = this.intentions;
    if (changed && !ours) this.interaction.cancel();
    else if (before && state.seq !== before.seq) this.#settleDoubt();
    if (changed && !advanced) this.interaction.stop();
    if (changed || state.result) this.help.gone();
    this.state = state;
    this.#receivedAt = this.now();
    if (this.viewing !== null && this.viewing >= state.moves.length) this.viewing = null;
    if (advanced && !ours && this.viewing === null) this.#flyLast(path);
    if (before) this.#announce(before, state);
    if (premove && advanced && this.canPlay) this.#playPremove(premove);
  }

  /** Remove a notice that left open what happened: the state has changed since. */
  #settleDoubt(): void {
    const { notice } = this.interaction;
    if (notice?.kind === "refused" && (notice.code === "unconfirmed" || notice.code === "unanswered"))
      this.interaction.dismiss();
  }

  #flyLast(path: PathView | null): void {
    const { piece, origin, to } = this.moves.at(-1)!;
    void this.interaction.fly({ piece, path: path ?? straightPath(origin, to) });
  }

  #announce(before: GameState, after: GameState): void {
    for (const event of eventsBetween(before, after)) this.deps.onEvent(event);
    const declined = declinedProposal(before, after);
    if (declined && declined !== this.#answered) this.interaction.show({ kind: "declined", what: declined });
    this.#answered = null;
  }

  now(): number {
    return (this.deps.now ?? (() => performance.now()))();
  }
}
