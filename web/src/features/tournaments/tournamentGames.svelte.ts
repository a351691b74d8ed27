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
  /** Games that were announced or opened, because a message can arrive more than once. */
  readonly #known = new Set<string>();

  constructor(
    private readonly socket: Pick<Socket, "listen">,
    private readonly go: (path: string) => void,
    private readonly onReady: () => void = () => {},
  ) {}

  /** Listen to the server. Return a function that stops it. */
  start(): () => void {
    return this.socket.listen("tournament-game", (message) => this.#onGame(message));
  }

  /** Open a game of the tournament that this tab shows, unless that has been done. */
  open(game: string): void {
    if (this.#known.has(game)) return;
    this.#known.add(game);
    this.onReady();
    this.go(gamePath(game));
  }

  /** Remember a game that was in progress when the page was opened: the reader may want to see the standings first. */
  know(game: string): void {
    this.#known.add(game);
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
    if (this.#known.has(message.game)) return;
    if (message.tournament === this.shown) {
      this.open(message.game);
      return;
    }
    this.#known.add(message.game);
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
