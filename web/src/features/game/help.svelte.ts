import type { Drawing } from "../../board/types";
import type {
  HintRequest,
  ThreatsRequest,
  HintResponse,
  LayersView,
  TakebackOffered,
  ThreatsResponse,
  PathView,
} from "../../lib/messages";
import { whereIs, type Table } from "../../lib/position/hive";
import { drawHint, drawMove, drawThreats, hintLegend, threatLegend, type LegendEntry } from "./helpDrawings";
import { failureCode, type FailureCode } from "../../lib/notices";
import type { RequestBody, Requester } from "../../lib/socket";
import type { Wording } from "../../lib/wording";

/** The part of a game that help uses. */
export interface Helped {
  readonly id: string;
  readonly latest: number;
  /** Whether hints are available in this game. */
  readonly canBeHelped: boolean;
  readonly canPlay: boolean;
  /** A reason near the board is removed when help is requested. */
  readonly interaction: { dismiss(): void };
}

/** Longer than for other requests: the server may be busy helping others. */
const TIMEOUT = 20_000;

/**
 * Help during a game: a hint in two steps, the opponent's threats, and the offer to take a blunder back.
 *
 * It holds no rules. The server sends the text and what to draw; the next move removes both.
 */
export class Help {
  hint: HintResponse | null = $state.raw(null);
  threats: ThreatsResponse | null = $state.raw(null);
  offer: TakebackOffered | null = $state.raw(null);
  problem: FailureCode | null = $state(null);
  /** The help that is being requested. */
  asking: "hint" | "threats" | null = $state(null);
  #question = 0;
  #coaching = { on: false, language: "en", notation: false };
  /** The wording last sent on this connection, as JSON; empty if coaching is off. */
  #sentCoaching = "";

  constructor(
    private readonly game: Helped,
    private readonly socket: Requester,
    private readonly wording: () => Wording,
  ) {}

  /** Whether help is visible. */
  readonly shown = $derived(!!(this.hint || this.threats || this.problem || this.asking));

  /** Request a hint: first where to look, then the move. */
  async askHint(): Promise<void> {
    const step = this.hint ? 2 : 1;
    if (this.hint?.step === 2) return;
    const { id: game, latest: ply } = this.game;
    const found = await this.#ask("hint", { kind: "hint", game, ply, step, ...this.wording() });
    if (found?.kind !== "hint") return;
    this.threats = null;
    this.hint = found;
  }

  async askThreats(): Promise<void> {
    const { id: game, latest: ply } = this.game;
    const found = await this.#ask("threats", { kind: "threats", game, ply, ...this.wording() });
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
    this.game.interaction.dismiss();
    this.asking = what;
    this.problem = null;
    try {
      const found = await this.socket.ask(body, TIMEOUT);
      return question === this.#question ? found : null;
    } catch (error) {
      if (question === this.#question) this.problem = failureCode(error);
      return null;
    } finally {
      if (question === this.#question) this.asking = null;
    }
  }

  /** Remove hints and threats. */
  clear(): void {
    this.#question += 1;
    this.hint = this.threats = this.problem = this.asking = null;
  }

  /** Remove everything, including an offer: the game has continued. */
  gone(): void {
    this.clear();
    this.offer = null;
  }

  // Blunders.

  /** Turn offers to take blunders back on or off, and choose their wording. */
  coach(on: boolean, wording: Wording): void {
    this.#coaching = { on, ...wording };
    if (!on) this.offer = null;
    this.#sendCoaching();
  }

  /** Send the coaching setting again: the game is watched on a new connection. */
  watched(): void {
    this.#sentCoaching = "";
    this.#sendCoaching();
  }

  #sendCoaching(): void {
    const { on, ...wording } = this.#coaching;
    const coaching = on ? JSON.stringify(wording) : "";
    if (!this.game.canBeHelped || coaching === this.#sentCoaching) return;
    this.#sentCoaching = coaching;
    // if it fails, no takeback is offered, which needs no notice
    this.socket
      .ask({ kind: "coach", game: this.game.id, on, ...wording })
      .catch(() => (this.#sentCoaching = ""));
  }

  onOffer(offer: TakebackOffered): void {
    if (this.#coaching.on && offer.ply === this.game.latest) this.offer = offer;
  }

  /** Keep the move, so that the computer need not wait. */
  keep(): void {
    const offer = this.offer;
    this.offer = null;
    if (offer) this.socket.ask({ kind: "keep", game: this.game.id, ply: offer.ply }).catch(() => {});
  }

  // Drawings.

  drawings(table: Table): Drawing[] {
    if (this.offer?.move) return drawMove(this.offer.move, this.offer.blunder === "misses" ? "green" : "red");
    if (this.hint) return drawHint(this.hint, table);
    return this.threats ? drawThreats(this.threats, table) : [];
  }

  /** Explain the drawings. */
  legend(table: Table): LegendEntry[] {
    if (this.hint) return hintLegend(this.hint, table);
    return this.threats ? threatLegend(this.threats, table) : [];
  }

  /** The path of the hinted move. */
  get path(): PathView | null {
    return this.hint?.path && this.hint.path.hexes.length > 1 ? this.hint.path : null;
  }

  /** The hinted pieces that are in a hand. */
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
