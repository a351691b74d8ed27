import type { Flight, LastMove, Stack } from "../../board/types";
import type { RequestBody, ResponseTo, GamePush, Subscriber } from "../../lib/socket";
import { Refusal, RequestTimeout } from "../../lib/socket";
import type {
  GameState,
  LegalMovesView,
  MoveMade,
  PlayedMove,
  Proposal,
  GameResult,
  PathView,
  ReasonView,
} from "../../lib/messages";
import type { BlockedReason, Notice } from "../../lib/notices";
import { Help } from "./help.svelte";
import {
  destinations,
  key,
  placeOf,
  queenIsDue,
  same,
  tableAfter,
  whereIs,
  type Place,
  type Table,
} from "../../lib/position/hive";
import { other, turnOf, type Side } from "../../lib/position/pieces";
import { straight } from "../../lib/position/straightPath";

/** As much of the socket as a game uses. */
export interface GameSocket {
  ask<R extends RequestBody>(body: R, timeout?: number): Promise<ResponseTo<R["kind"]>>;
  watch(game: string, subscriber: Subscriber): void;
  unwatch(game: string): void;
  refresh(game: string): void;
}

/** An event that is announced by sound or to a screen reader. */
export type GameEvent =
  | { kind: "started" }
  | { kind: "landed" }
  | { kind: "moved"; move: PlayedMove; ply: number; mine: boolean }
  | { kind: "turn"; side: Side }
  | { kind: "taken back" }
  | { kind: "proposed"; proposal: Proposal }
  | { kind: "result"; result: GameResult }
  | { kind: "said"; by: Side; text: string };

interface Pending {
  ply: number;
  piece: string | null;
  to: Place | null;
  /** Drawn with it, as if it had been told. */
  played: PlayedMove;
  attempts: number;
  /** No answer came: it may have been stored or not. */
  unsure: boolean;
}

/** Longer than this nobody waits to see a move: it then flies straight. */
const PATH_TIMEOUT = 250;
const ATTEMPTS = 4;
const STEP_DURATION = 320;

/**
 * One game as it is seen here: what was told, what is looked at, what is being done.
 *
 * There are no rules in it. What may be played was told (`legal`); a move is drawn at once, and put back with
 * the reason when it is refused. When it is not known whether a move arrived, it is sent again once the game
 * has been told anew and has not gone on: the ply in it keeps it from being made twice.
 */
export class Game {
  state: GameState | null = $state.raw(null);
  /** The game cannot be watched: there is none. */
  missing = $state(false);
  /** How many turns had been taken in the position looked at; null for the latest. */
  viewing: number | null = $state(null);
  picked: string | null = $state(null);
  hovered: Place | null = $state.raw(null);
  notice: Notice | null = $state.raw(null);
  flying: Flight | null = $state.raw(null);
  #pending: Pending | null = $state.raw(null);
  /** A move that was received but is not shown yet, because its path is being requested. */
  #held: number | null = $state(null);
  #paths: { of: string; paths: PathView[] } = $state.raw({ of: "", paths: [] });
  /** When the clocks were received. */
  #receivedAt = $state(0);
  readonly #pathCache = new Map<string, Promise<PathView>>();
  #question = 0;
  /** What was answered from here, so that it need not be told. */
  #answered: Proposal["what"] | null = null;
  readonly help: Help;

  constructor(
    readonly id: string,
    private readonly socket: GameSocket,
    private readonly deps: {
      language: () => string;
      /** Whether pieces are to fly: not where people ask for little movement, nor in a hidden tab. */
      animate: () => boolean;
      onEvent: (what: GameEvent) => void;
      now?: () => number;
    },
  ) {
    this.help = new Help(this, socket, deps.language);
  }

  open(): () => void {
    this.socket.watch(this.id, {
      onMessage: (message) => this.#onMessage(message),
      onRefused: (refusal) => {
        if (refusal.code === "unknown-game" || refusal.code === "malformed") this.missing = true;
        else this.notice = { kind: "refused", code: refusal.code };
      },
    });
    return () => this.socket.unwatch(this.id);
  }

  // what is seen

  /** All turns, with one that was made here and is not answered yet. */
  readonly moves: PlayedMove[] = $derived.by(() => {
    const stored = this.state?.moves ?? [];
    return this.#pending?.ply === stored.length ? [...stored, this.#pending.played] : stored;
  });
  readonly latest = $derived(this.moves.length);
  /** The ply that is drawn. */
  readonly shown = $derived(Math.min(this.viewing ?? this.#held ?? this.latest, this.latest));
  readonly table: Table = $derived(tableAfter(this.state?.pieces ?? [], this.moves, this.shown));
  readonly stacks: Stack[] = $derived(
    [...this.table.stacks].map(([place, pieces]) => ({ place: placeOf(place), pieces })),
  );
  readonly lastMove: LastMove | null = $derived.by(() => {
    const move = this.moves[this.shown - 1];
    return move?.to ? { origin: move.origin, to: move.to } : null;
  });
  readonly toMove: Side = $derived(turnOf(this.latest));
  readonly result = $derived(this.state?.result ?? null);
  readonly yours: Side[] = $derived(this.state?.yours ?? []);
  readonly sending = $derived(this.#pending !== null);

  readonly blockedReason: BlockedReason | null = $derived.by(() => {
    const state = this.state;
    if (!state || state.result) return "over";
    if (state.yours.length === 0) return "watching";
    if (!state.started) return "waiting";
    if (this.viewing !== null && this.viewing !== this.latest) return "lookingBack";
    return state.yours.includes(this.toMove) && !this.#pending ? null : "notYourTurn";
  });
  readonly canPlay = $derived(this.blockedReason === null && this.#held === null);
  readonly legal: LegalMovesView = $derived(
    this.canPlay && this.state ? this.state.legal : { moves: {}, must_pass: false },
  );
  readonly movable: string[] = $derived(Object.keys(this.legal.moves));
  readonly ghosts: Place[] = $derived(this.picked ? destinations(this.legal, this.picked) : []);
  readonly queenDue = $derived(this.canPlay && queenIsDue(this.legal, this.table, this.toMove));
  /** The way of the picked piece to the place under the pointer. */
  readonly path: PathView | null = $derived.by(() => {
    if (!this.picked || !this.hovered || this.#paths.of !== this.#key(this.picked)) return null;
    return this.#paths.paths.find((path) => same(path.hexes.at(-1) ?? null, this.hovered)) ?? null;
  });
  readonly why: ReasonView | null = $derived(this.notice?.kind === "why" ? this.notice.why : null);

  readonly opponent: Side | null = $derived(this.yours.length === 1 ? other(this.yours[0]!) : null);
  readonly againstComputer = $derived(
    this.state?.white.seat === "computer" || this.state?.black.seat === "computer",
  );
  /** One person plays the computer: nobody else is helped. */
  readonly canBeHelped = $derived(
    this.againstComputer && this.yours.length === 1 && !this.result && !!this.state?.started,
  );
  readonly canAbort = $derived(this.yours.length > 0 && !this.result && (this.state?.moves.length ?? 0) < 2);
  readonly canResign = $derived(
    this.yours.length > 0 && !this.result && !!this.state?.started && !this.canAbort,
  );
  readonly canOfferDraw = $derived(this.canResign && !this.#proposed("draw"));
  readonly canTakeBack = $derived.by(() => {
    const state = this.state;
    if (!state?.started || state.result || !state.yours.length || this.#proposed("takeback")) return false;
    const first = state.same_screen || state.yours.includes("white") ? 1 : 2;
    return state.moves.length >= first;
  });
  readonly canRematch = $derived(
    !!this.result &&
      this.yours.length > 0 &&
      !this.state?.rematch &&
      !!this.state?.started &&
      !this.#proposed("rematch"),
  );
  /** A game that was played, rather than cancelled, can be looked through. */
  readonly canReview = $derived(
    !!this.result && this.result.ending !== "aborted" && (this.state?.moves.length ?? 0) > 0,
  );
  readonly canChat = $derived(
    this.yours.length > 0 && !this.state?.same_screen && !this.againstComputer && !!this.state?.started,
  );

  #proposed(what: Proposal["what"]): boolean {
    return this.state?.proposals.some((proposal) => proposal.what === what) ?? false;
  }

  /** The clocks as they were received, and when. */
  readonly clock = $derived(
    this.state?.clock ? { clock: this.state.clock, receivedAt: this.#receivedAt } : null,
  );

  // what is done

  /** A piece was tapped: take it up, put it back, or say why it cannot move. */
  pick(piece: string): void {
    this.notice = null;
    if (this.picked === piece) return this.cancel();
    if (this.blockedReason) return this.#showBlocked(this.blockedReason);
    if (!this.canPlay) return;
    if (!(piece in this.legal.moves)) {
      this.picked = null;
      void this.#requestReason(piece, null);
      return;
    }
    this.picked = piece;
    void this.#requestPaths(piece);
  }

  /** A place was chosen for the picked piece, or one was dragged there. */
  go(piece: string | null, to: Place, { dragged = false } = {}): void {
    this.notice = null;
    if (!piece) return;
    if (this.blockedReason) return this.#showBlocked(this.blockedReason);
    if (!this.canPlay || same(whereIs(this.table, piece), to)) return;
    if (destinations(this.legal, piece).some((place) => same(place, to))) void this.#play(piece, to, dragged);
    else void this.#requestReason(piece, to);
  }

  pass(): void {
    if (this.legal.must_pass) void this.#play(null, null, true);
  }

  cancel(): void {
    this.picked = null;
    this.hovered = null;
    this.putAway();
    this.help.clear();
  }

  /** Nothing is said near the board any more, nor is an answer waited for that would be. */
  putAway(): void {
    this.notice = null;
    this.#question += 1;
  }

  /** Look at the position after so many turns. */
  view(ply: number): void {
    const from = this.shown;
    const to = Math.max(0, Math.min(ply, this.latest));
    this.cancel();
    this.flying = null;
    this.#held = null;
    const target = to === this.latest ? null : to;
    if (Math.abs(to - from) === 1 && this.deps.animate()) void this.#step(from, to, target);
    else this.viewing = target;
  }

  step(by: number): void {
    this.view(this.shown + by);
  }

  propose(what: Proposal["what"]): Promise<boolean> {
    return this.#act({ kind: "propose", game: this.id, what });
  }
  reply(what: Proposal["what"], accept: boolean): Promise<boolean> {
    this.#answered = what;
    return this.#act({ kind: "reply", game: this.id, what, accept });
  }
  resign(): Promise<boolean> {
    return this.#act({ kind: "resign", game: this.id });
  }
  abort(): Promise<boolean> {
    return this.#act({ kind: "abort", game: this.id });
  }
  say(text: string): Promise<boolean> {
    return this.#act({ kind: "say", game: this.id, text });
  }

  /** The board says that a piece has arrived. */
  landed(flight: Flight): void {
    if (this.flying !== flight) return;
    this.flying = null;
    this.deps.onEvent({ kind: "landed" });
  }

  async #act(body: RequestBody): Promise<boolean> {
    this.notice = null;
    try {
      await this.socket.ask(body);
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  #fail(error: unknown): void {
    this.notice = { kind: "refused", code: error instanceof Refusal ? error.code : "unanswered" };
  }

  #showBlocked(what: BlockedReason): void {
    this.picked = null;
    this.notice = { kind: "blocked", what };
  }

  // a move made here

  async #play(piece: string | null, to: Place | null, dragged: boolean): Promise<void> {
    const ply = this.latest;
    const origin = piece ? whereIs(this.table, piece) : null;
    const paths = piece && this.#paths.of === this.#key(piece) ? this.#paths.paths : [];
    const path = paths.find((path) => same(path.hexes.at(-1) ?? null, to)) ?? straight(origin, to);
    this.cancel();
    this.viewing = null;
    this.#pending = {
      ply,
      piece,
      to,
      played: { uhp: "", piece, origin, to, spent: 0 },
      attempts: 0,
      unsure: false,
    };
    if (piece && path && !dragged && this.deps.animate()) this.flying = { piece, path };
    else this.deps.onEvent({ kind: "landed" });
    await this.#send(this.#pending);
  }

  async #send(pending: Pending): Promise<void> {
    pending.attempts += 1;
    pending.unsure = false;
    const { ply, piece, to } = pending;
    try {
      await this.socket.ask({ kind: "move", game: this.id, ply, piece, to });
      // told of it already, or about to be: if not, the whole game is asked for
      if (this.#pending === pending)
        setTimeout(() => this.#pending === pending && this.socket.refresh(this.id), 2000);
    } catch (error) {
      if (this.#pending !== pending) return;
      if (error instanceof RequestTimeout && pending.attempts < ATTEMPTS) {
        pending.unsure = true;
        this.socket.refresh(this.id);
      } else await this.#putBack(pending, error);
    }
  }

  async #putBack(pending: Pending, error: unknown): Promise<void> {
    this.#pending = null;
    this.flying = null;
    if (error instanceof Refusal && error.code === "illegal" && pending.piece) {
      if (this.deps.language() === "en" && error.why) this.notice = { kind: "why", why: error.why };
      else await this.#requestReason(pending.piece, pending.to);
    } else this.#fail(error);
    this.socket.refresh(this.id);
  }

  // what is asked

  async #requestReason(piece: string, to: Place | null): Promise<void> {
    const question = ++this.#question;
    const language = this.deps.language();
    try {
      const { why } = await this.socket.ask({
        kind: "why",
        game: this.id,
        ply: this.latest,
        piece,
        to,
        language,
      });
      if (question === this.#question && why) this.notice = { kind: "why", why };
    } catch (error) {
      if (question === this.#question) this.#fail(error);
    }
  }

  #key(piece: string): string {
    return `${this.state?.seq} ${piece}`;
  }

  async #requestPaths(piece: string): Promise<void> {
    const of = this.#key(piece);
    if (this.#paths.of === of) return;
    try {
      const { ways: paths } = await this.socket.ask({ kind: "ways", game: this.id, ply: this.latest, piece });
      if (this.picked === piece && this.#key(piece) === of) this.#paths = { of, paths };
    } catch {
      // without ways the piece goes straight: nothing to tell anybody
    }
  }

  /** By which way a turn went, when it is known soon enough; straight otherwise. */
  async #pathOf(ply: number): Promise<PathView | null> {
    const move = this.moves[ply - 1];
    if (!move?.to) return null;
    const of = `${ply} ${move.uhp} ${key(move.to)}`;
    let found = this.#pathCache.get(of);
    if (!found) {
      found = this.socket.ask({ kind: "way", game: this.id, ply }).then(({ way: path }) => path);
      this.#pathCache.set(of, found);
      found.catch(() => this.#pathCache.delete(of));
    }
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATH_TIMEOUT));
    return (await Promise.race([found.catch(() => null), late])) ?? straight(move.origin, move.to);
  }

  /** One turn back or on, flying. */
  async #step(from: number, to: number, target: number | null): Promise<void> {
    const question = ++this.#question;
    const turn = Math.max(from, to);
    const path = await this.#pathOf(turn);
    if (question !== this.#question) return;
    this.viewing = target;
    const piece = this.moves[turn - 1]?.piece;
    if (!path || !piece) return;
    if (to > from) this.flying = { piece, path, duration: STEP_DURATION };
    else if (path.hexes.length > 1)
      this.flying = { piece, path: { ...path, hexes: [...path.hexes].reverse() }, duration: STEP_DURATION };
  }

  // what is told

  #onMessage(message: GamePush): void {
    if (message.kind === "game") this.#onGame(message);
    else if (!this.state) return;
    else if (message.kind === "moved") this.#onMoveMade(message);
    else if (message.kind === "said") {
      this.state = { ...this.state, chat: [...this.state.chat, message.line] };
      this.deps.onEvent({ kind: "said", by: message.line.by, text: message.line.text });
    } else if (message.kind === "offer") this.help.onOffer(message);
    else {
      const { white, black } = this.state;
      this.state = {
        ...this.state,
        white: { ...white, online: message.white },
        black: { ...black, online: message.black },
        watchers: message.watchers,
      };
    }
  }

  #onMoveMade(message: MoveMade): void {
    const state = this.state!;
    if (message.seq <= state.seq) return;
    if (message.seq !== state.seq + 1 || message.ply !== state.moves.length + 1)
      return this.socket.refresh(this.id);
    const { seq, legal, clock, result } = message;
    const mover = turnOf(state.moves.length);
    // a move answers the other side's proposals with no; an offered draw of the mover's stands
    const proposals = state.proposals.filter(({ what, by }) => !result && what === "draw" && by === mover);
    this.#setState({ ...state, seq, moves: [...state.moves, message.move], legal, clock, result, proposals });
  }

  #onGame(message: GameState): void {
    if (this.state && message.seq < this.state.seq) return;
    this.missing = false;
    this.#setState(message);
    // an answer to `watch`: the connection may be a new one
    if (message.id !== null) this.help.watched();
    const pending = this.#pending;
    if (pending?.unsure && pending.ply === message.moves.length) void this.#send(pending);
  }

  #setState(message: GameState): void {
    const before = this.state;
    const pending = this.#pending;
    const advanced = before !== null && message.moves.length === before.moves.length + 1;
    const last = message.moves.at(-1);
    const ours =
      advanced &&
      pending?.ply === before.moves.length &&
      same(pending.to, last?.to ?? null) &&
      pending.piece === last?.piece;
    const changed = message.moves.length !== before?.moves.length;
    if (pending && (message.moves.length !== pending.ply || message.result)) this.#pending = null;
    if (advanced && !ours) this.#arrive(message.moves.length, before.moves.length);
    if (changed && !ours) {
      this.picked = null;
      this.notice = null;
      if (!advanced) this.#held = this.flying = null;
    }
    if (changed || message.result) this.help.gone();
    this.state = message;
    this.#receivedAt = this.now();
    if (this.viewing !== null && this.viewing >= message.moves.length) this.viewing = null;
    if (before) this.#announceChanges(before, message);
  }

  /** Somebody else's move: shown where it goes once its way is known. */
  #arrive(ply: number, before: number): void {
    if (this.viewing !== null || !this.deps.animate()) {
      this.#held = null;
      if (this.viewing === null) this.deps.onEvent({ kind: "landed" });
      return;
    }
    this.#held = before;
    // after `state` has the move
    queueMicrotask(() => void this.#fly(ply));
  }

  async #fly(ply: number): Promise<void> {
    const path = await this.#pathOf(ply);
    if (this.#held !== ply - 1) return;
    this.#held = null;
    const piece = this.moves[ply - 1]?.piece;
    if (path && piece && this.viewing === null) this.flying = { piece, path };
    else this.deps.onEvent({ kind: "landed" });
  }

  #announceChanges(before: GameState, after: GameState): void {
    const { onEvent } = this.deps;
    if (!before.started && after.started) onEvent({ kind: "started" });
    if (after.moves.length < before.moves.length) onEvent({ kind: "taken back" });
    for (let ply = before.moves.length; ply < after.moves.length; ply++)
      onEvent({ kind: "moved", move: after.moves[ply]!, ply, mine: after.yours.includes(turnOf(ply)) });
    for (const proposal of after.proposals)
      if (!before.proposals.some(({ what, by }) => what === proposal.what && by === proposal.by))
        onEvent({ kind: "proposed", proposal });
    this.#announceDeclined(before, after);
    if (!before.result && after.result) onEvent({ kind: "result", result: after.result });
    else if (
      !after.result &&
      (after.moves.length !== before.moves.length || (!before.started && after.started))
    )
      onEvent({ kind: "turn", side: turnOf(after.moves.length) });
  }

  /** A proposal made here is gone, and nothing else happened: it was declined. */
  #announceDeclined(before: GameState, after: GameState): void {
    const lapsed =
      after.moves.length !== before.moves.length || after.result !== before.result || after.rematch;
    const gone = before.proposals.find(
      ({ what, by }) => before.yours.includes(by) && !after.proposals.some((still) => still.what === what),
    );
    if (gone && !lapsed && gone.what !== this.#answered) this.notice = { kind: "declined", what: gone.what };
    this.#answered = null;
  }

  now(): number {
    return (this.deps.now ?? (() => performance.now()))();
  }
}
