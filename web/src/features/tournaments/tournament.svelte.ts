import type {
  OwnTournamentState,
  TournamentChanged,
  TournamentGameView,
  TournamentScore,
  TournamentStandings,
  TournamentView,
} from "../../lib/messages";
import { Refusal, type Requester, type Socket } from "../../lib/socket";

/** The part of the socket in use, so that tests can provide their own. */
export type TournamentSocket = Requester & Pick<Socket, "listen" | "hold">;

/** The page of the standings with the reader. */
export const OWN_PAGE = 0;

/** A tournament as its page follows it: the state arrives at the start, after every change and after a reconnection. */
export class LiveTournament {
  view: TournamentView | null = $state.raw(null);
  standings: TournamentStandings | null = $state.raw(null);
  /** The pairings of the current round, or the running games of an arena. */
  games: TournamentGameView[] = $state.raw([]);
  /** When the state arrived, by the page's monotonic clock. */
  receivedAt = $state(0);
  missing = $state(false);
  /** Why the state could not be requested, or null. */
  failed: unknown = $state.raw(null);

  #version = -1;
  #page = 1;

  constructor(
    readonly id: string,
    private readonly socket: TournamentSocket,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get own(): OwnTournamentState | null {
    return this.view?.you ?? null;
  }

  /** The server's time in seconds since 1970, at a moment of the page's monotonic clock. */
  serverTime(at: number): number {
    return (this.view?.now ?? 0) + Math.max(0, at - this.receivedAt) / 1000;
  }

  /** Follow the tournament. Return a function that stops it. */
  start(): () => void {
    const stops = [
      this.socket.listen("tournament", (message) => this.#take(message)),
      this.socket.hold(() => void this.#watch(), "waiting"),
    ];
    return () => {
      stops.forEach((stop) => stop());
      this.socket.ask({ kind: "unwatch-tournament", tournament: this.id }).catch(() => undefined);
    };
  }

  /** Show a page of the standings: a number, or `OWN_PAGE`. */
  async turnTo(page: number): Promise<void> {
    this.#page = page;
    await this.#watch();
  }

  /** Request the state again, after the reader has changed it. */
  refresh(): Promise<void> {
    return this.#watch();
  }

  /** Take over the state that a change returned, so that the page shows it at once. */
  adopt(view: TournamentView): void {
    this.view = view;
    this.receivedAt = this.now();
  }

  async #watch(): Promise<void> {
    const page = this.#page;
    try {
      const state = await this.socket.ask({ kind: "watch-tournament", tournament: this.id, page });
      this.failed = null;
      // a page that was turned in the meantime has its own response
      if (page === this.#page) this.#take(state, true);
    } catch (error) {
      // whether there is such a tournament is for the REST API to say
      if (!(error instanceof Refusal)) this.failed = error;
    }
  }

  /** Take over a state, unless it is about another tournament or older than the one shown. */
  #take(state: TournamentChanged, requested = false): void {
    if (state.tournament !== this.id) return;
    if (state.version < this.#version || (!requested && state.version === this.#version)) return;
    this.#version = state.version;
    this.view = state.view;
    this.standings = state.standings;
    this.games = state.games;
    this.receivedAt = this.now();
    if (this.#page === OWN_PAGE) this.#page = state.standings.page;
  }
}

/** Return the reader's line if it is on the page shown. */
export const ownLine = (
  standings: TournamentStandings | null,
  name: string,
  takesPart: boolean,
): TournamentScore | null =>
  (takesPart && standings?.scores.find((score) => score.registered && score.name === name)) || null;
