import { connection } from "../../lib/connection.svelte";
import type { TournamentGameReady } from "../../lib/messages";
import { gamePath } from "../../lib/router";
import { router } from "../../lib/router.svelte";
import { settings } from "../../lib/settings.svelte";
import type { Socket } from "../../lib/socket";
import { Sounds } from "../../lib/sounds";

/**
 * The reader's next games in tournaments. A tab that shows the tournament opens the game; all others offer it.
 */
export class TournamentGames {
  /** A game that has begun while the reader was elsewhere, or null. */
  ready: TournamentGameReady | null = $state.raw(null);
  /** The tournament that this tab shows. */
  shown: string | null = null;
  /** Games that were announced, because a message can arrive more than once. */
  readonly #announced = new Set<string>();
  /** Games that this tab has shown. */
  readonly #visited = new Set<string>();

  constructor(
    private readonly socket: Pick<Socket, "listen">,
    private readonly go: (path: string) => void,
    private readonly onReady: () => void = () => {},
  ) {}

  /** Listen to the server. Return a function that stops it. */
  start(): () => void {
    return this.socket.listen("tournament-game", (message) => this.#onGame(message));
  }

  /** Open a game of the tournament that this tab shows, unless it was shown before. */
  open(game: string): void {
    if (this.#visited.has(game)) return;
    this.visit(game);
    this.onReady();
    this.go(gamePath(game));
  }

  /**
   * Handle a game that is in progress when the page of its tournament is opened. One that was announced in the meantime
   * opens; otherwise the reader may want to see the standings first.
   */
  arrive(game: string): void {
    if (this.#announced.has(game)) this.open(game);
    else this.#visited.add(game);
  }

  /** Note that this tab shows a game. */
  visit(game: string): void {
    this.#visited.add(game);
    if (this.ready?.game === game) this.ready = null;
  }

  /** Go to the game that has begun. */
  enter(): void {
    const game = this.ready?.game;
    this.ready = null;
    if (game) this.go(gamePath(game));
  }

  dismiss(): void {
    this.ready = null;
  }

  #onGame(message: TournamentGameReady): void {
    const { game } = message;
    if (this.#announced.has(game) || this.#visited.has(game)) return;
    this.#announced.add(game);
    if (message.tournament === this.shown) {
      this.open(game);
      return;
    }
    this.onReady();
    this.ready = message;
  }
}

const sounds = new Sounds(() => settings.choices.sound);

export const tournamentGames = new TournamentGames(
  connection.socket,
  (path) => router.go(path),
  () => sounds.turn(),
);
