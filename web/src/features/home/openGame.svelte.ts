import { api } from "../../lib/api";
import { connection } from "../../lib/connection.svelte";
import { me } from "../../lib/me.svelte";
import type { NewGame, Summary } from "../../lib/messages";
import { gamePath } from "../../lib/router";
import { router } from "../../lib/router.svelte";
import type { Subscriber } from "../../lib/socket";
import { clockId } from "../../lib/timeControl";

/** The part of the socket in use, so that tests can provide their own. */
interface Watcher {
  watch(game: string, subscriber: Subscriber): void;
  unwatch(game: string): void;
  ask(body: { kind: "abort"; game: string }): Promise<unknown>;
}

/**
 * The game in which this browser waits for whoever joins first. It waits on every page of the site, because a quick
 * game is only offered to others while its creator is connected.
 */
export class OpenGame {
  /** The id of the game, or null while there is none. */
  game: string | null = $state(null);
  /** The id of its clock, from the moment it is requested. */
  clock: string | null = $state(null);
  /** Whether someone has joined while another game was on the screen. */
  joined = $state(false);

  constructor(
    private readonly socket: Watcher,
    private readonly go: (path: string) => void,
    /** Whether the reader must not be taken away from this page. */
    private readonly isPlaying: () => boolean,
  ) {}

  /** Request a game, instead of one that still waits. Fails like `api.create`. */
  async request(newGame: NewGame): Promise<void> {
    this.cancel();
    this.clock = clockId(newGame.clock ?? { kind: "none" });
    try {
      await me.known();
      this.wait((await api.create(newGame)).game, this.clock);
    } catch (error) {
      this.clock = null;
      throw error;
    }
  }

  /** Wait in a game that exists, for example after the page was loaded again. */
  wait(game: string, clock: string): void {
    this.game = game;
    this.clock = clock;
    this.joined = false;
    this.socket.watch(game, {
      onMessage: (message) => {
        if (message.kind !== "game" || this.game !== game) return;
        if (message.result) this.#leave();
        else if (message.started) this.#onJoined();
      },
      onRefused: () => this.#leave(),
    });
  }

  /** Wait again in a game of this browser's list that is still open to anyone. */
  resume(games: readonly Summary[]): void {
    if (this.clock) return;
    const waiting = games.find((game) => game.joinable && game.yours.length > 0);
    if (waiting) this.wait(waiting.game, clockId(waiting.clock_rule));
  }

  /** Abort the game. */
  cancel(): void {
    const game = this.game;
    this.#leave();
    if (game) this.socket.ask({ kind: "abort", game }).catch(() => undefined);
  }

  /** Go to the game that someone has joined. */
  enter(): void {
    const game = this.game;
    this.#leave();
    if (game) this.go(gamePath(game));
  }

  /** Stop waiting, because the page of the game itself is shown, which watches it. */
  forget(): void {
    this.game = this.clock = null;
    this.joined = false;
  }

  #onJoined(): void {
    if (this.isPlaying()) this.joined = true;
    else this.enter();
  }

  #leave(): void {
    if (this.game) this.socket.unwatch(this.game);
    this.forget();
  }
}

export const openGame = new OpenGame(
  connection.socket,
  (path) => router.go(path),
  () => router.route.page === "game",
);
