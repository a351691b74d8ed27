import type { Drawing } from "../../board/types";
import type {
  HintRequest,
  ThreatsRequest,
  HintResponse,
  LayersView,
  PlayedMove,
  TakebackOffered,
  ThreatsResponse,
  PathView,
} from "../../lib/messages";
import { whereIs, type Table } from "../../lib/position/hive";
import { Refusal, type ResponseTo, type RequestBody } from "../../lib/socket";

/** As much of the socket as help uses. */
export interface Requester {
  ask<R extends RequestBody>(body: R, timeout?: number): Promise<ResponseTo<R["kind"]>>;
}

/** What help has to know of its game. */
export interface Helped {
  readonly id: string;
  readonly latest: number;
  /** Whether one person plays the computer here, and the game goes on. */
  readonly canBeHelped: boolean;
  readonly canPlay: boolean;
  /** A reason that stands near the board makes room for what is asked. */
  putAway(): void;
}

/** The server may have many to help. */
const TIMEOUT = 20_000;

/**
 * Help at the table: a hint in two steps, what is threatened, and the offer to take a blunder back.
 *
 * There are no rules in it: what to say and where to draw is told. What was told is put away with the next move.
 */
export class Help {
  hint: HintResponse | null = $state.raw(null);
  threats: ThreatsResponse | null = $state.raw(null);
  offer: TakebackOffered | null = $state.raw(null);
  problem: Refusal["code"] | "unanswered" | null = $state(null);
  /** What is being thought about. */
  asking: "hint" | "threats" | null = $state(null);
  #question = 0;
  #coaching = { on: false, language: "en" };
  /** What the server was last told of it, on this connection. */
  #sentCoaching = "";

  constructor(
    private readonly game: Helped,
    private readonly socket: Requester,
    private readonly language: () => string,
  ) {}

  /** Whether something lies over the board or beside it. */
  readonly shown = $derived(!!(this.hint || this.threats || this.problem || this.asking));

  /** Where to look or, asked again, the move. */
  async askHint(): Promise<void> {
    const step = this.hint ? 2 : 1;
    if (this.hint?.step === 2) return;
    const { id: game, latest: ply } = this.game;
    const language = this.language();
    const found = await this.#ask("hint", { kind: "hint", game, ply, step, language });
    if (found?.kind !== "hint") return;
    this.threats = null;
    this.hint = found;
  }

  async askThreats(): Promise<void> {
    const { id: game, latest: ply } = this.game;
    const language = this.language();
    const found = await this.#ask("threats", { kind: "threats", game, ply, language });
    if (found?.kind !== "threats") return;
    this.hint = null;
    this.threats = found;
  }

  async #ask(
    what: "hint" | "threats",
    body: RequestBody<HintRequest | ThreatsRequest>,
  ): Promise<HintResponse | ThreatsResponse | null> {
    if (!this.game.canBeHelped || !this.game.canPlay || this.asking === what) return null;
    const question = ++this.#question;
    this.game.putAway();
    this.asking = what;
    this.problem = null;
    try {
      const found = await this.socket.ask(body, TIMEOUT);
      return question === this.#question ? found : null;
    } catch (error) {
      if (question === this.#question) this.problem = error instanceof Refusal ? error.code : "unanswered";
      return null;
    } finally {
      if (question === this.#question) this.asking = null;
    }
  }

  /** Put away what was asked for. */
  clear(): void {
    this.#question += 1;
    this.hint = this.threats = this.problem = this.asking = null;
  }

  /** The game has gone on: an offer no longer stands either. */
  gone(): void {
    this.clear();
    this.offer = null;
  }

  // blunders

  /** Whether takebacks are to be offered, and in which language. */
  coach(on: boolean, language: string): void {
    this.#coaching = { on, language };
    if (!on) this.offer = null;
    this.#sendCoaching();
  }

  /** The game is watched on a new connection, which knows no wishes. */
  watched(): void {
    this.#sentCoaching = "";
    this.#sendCoaching();
  }

  #sendCoaching(): void {
    const { on, language } = this.#coaching;
    const wanted = on ? language : "";
    if (!this.game.canBeHelped || wanted === this.#sentCoaching) return;
    this.#sentCoaching = wanted;
    // without it no takeback is offered: nothing to tell anybody
    this.socket
      .ask({ kind: "coach", game: this.game.id, on, language })
      .catch(() => (this.#sentCoaching = ""));
  }

  onOffer(offer: TakebackOffered): void {
    if (this.#coaching.on && offer.ply === this.game.latest) this.offer = offer;
  }

  /** The move shall stand: the computer need not wait. */
  keep(): void {
    const offer = this.offer;
    this.offer = null;
    if (offer) this.socket.ask({ kind: "keep", game: this.game.id, ply: offer.ply }).catch(() => {});
  }

  // what is drawn

  drawings(table: Table): Drawing[] {
    if (this.offer?.move) return arrow(this.offer.move, this.offer.blunder === "misses" ? "green" : "red");
    if (this.hint) return hinted(this.hint, table);
    return (this.threats?.threats ?? []).flatMap(({ kind, move, pinned }): Drawing[] =>
      kind === "pin"
        ? [...arrow(move, "blue", 3), ...rings(pinned, table, "yellow")]
        : arrow(move, "red", kind === "win" ? 1 : 2),
    );
  }

  /** The way of the move that is shown. */
  get path(): PathView | null {
    return this.hint?.way && this.hint.way.hexes.length > 1 ? this.hint.way : null;
  }

  /** Pieces in a hand to look at. */
  inHand(table: Table): string[] {
    return (this.hint?.pieces ?? []).filter((piece) => whereIs(table, piece) === null);
  }

  get layers(): LayersView | null {
    const queen = this.threats?.queen;
    if (!queen) return null;
    return {
      kind: "layers",
      id: 0,
      pinned: [],
      reach: [],
      queens: [queen],
      gates: [],
      white_places: [],
      black_places: [],
    };
  }
}

function arrow(move: PlayedMove, color: Drawing["color"], rank = 1): Drawing[] {
  if (!move.to || !move.piece) return [];
  if (move.origin) return [{ at: move.origin, to: move.to, color, rank }];
  return [{ at: move.to, to: null, color, rank, piece: move.piece }];
}

function rings(pieces: string[], table: Table, color: Drawing["color"]): Drawing[] {
  const places = pieces.map((piece) => whereIs(table, piece));
  return places.flatMap((at): Drawing[] => (at ? [{ at, to: null, color, rank: 2 }] : []));
}

/** First where to look; then the move: where it ends, as its way is drawn. */
function hinted(hint: HintResponse, table: Table): Drawing[] {
  const { move, pieces, spaces } = hint;
  if (move?.to && move.piece) return [{ at: move.to, to: null, color: "green", rank: 1, piece: move.piece }];
  const looked = spaces.map((at): Drawing => ({ at, to: null, color: "yellow", rank: 2 }));
  return [...looked, ...rings(pieces, table, "green")];
}
