import { connection } from "../../lib/connection.svelte";
import { me } from "../../lib/me.svelte";
import type { Matched, Seek, Seeking, SeekMatched, SeekView } from "../../lib/messages";
import { gamePath } from "../../lib/router";
import { router } from "../../lib/router.svelte";
import { settings } from "../../lib/settings.svelte";
import { Refusal, type Requester, type Socket } from "../../lib/socket";
import { Sounds } from "../../lib/sounds";
import { clockId } from "../../lib/timeControl";

/** What a player wants to play. */
export type Terms = Omit<Seek, "kind" | "id">;

/** The part of the socket in use, so that tests can provide their own. */
export type PoolSocket = Requester & Pick<Socket, "listen" | "hold">;

/** Milliseconds after which a waiting page asks what has become of its seek, in case a message was lost. */
export const ASK_EVERY = 4_000;
/** Seconds of waiting after which the computer is offered. */
export const OFFER_AFTER = 20;
const KEY = "skep.seek";

/** The session storage of a tab, which browsers can forbid. */
const tab = {
  get: (): string | null => {
    try {
      return sessionStorage.getItem(KEY);
    } catch {
      return null;
    }
  },
  set: (terms: Terms | null): void => {
    try {
      if (terms) sessionStorage.setItem(KEY, JSON.stringify(terms));
      else sessionStorage.removeItem(KEY);
    } catch {
      // the search then ends when the page is loaded again
    }
  },
};

/**
 * The search for an opponent. It continues on every page of the site, and after the page was loaded again. The tab in
 * which it was started opens the game; other tabs of the player offer a link to it.
 */
export class Pool {
  /** The seek that waits, or null. */
  seek: SeekView | null = $state.raw(null);
  /** The id of the clock, from the moment it is requested. */
  clock: string | null = $state(null);
  /** When the search began, by the page's monotonic clock. */
  since = $state(0);
  /** The number of players who look for any game. */
  waiting = $state(0);
  /** The game that was found for another tab. */
  found: string | null = $state(null);
  /** Whether the search has ended because the player was away for too long. */
  ended = $state(false);

  /** What this tab looks for. */
  #terms: Terms | null = null;
  #release: (() => void) | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Games that were opened, because a message can arrive more than once. */
  readonly #opened = new Set<string>();

  constructor(
    private readonly socket: PoolSocket,
    private readonly go: (path: string) => void,
    /** Called when an opponent was found for this tab. */
    private readonly onFound: () => void = () => {},
    private readonly known: () => Promise<void> = () => me.known(),
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Listen to the server, and continue the search of this tab. Return a function that stops it. */
  start(): () => void {
    const stops = [
      this.socket.listen("seeking", (message) => this.#onState(message)),
      this.socket.listen("seek-matched", (message) => this.#onMatched(message)),
    ];
    const stored = tab.get();
    if (stored !== null) {
      try {
        this.#terms = JSON.parse(stored) as Terms;
        this.clock = clockId(this.#terms.clock);
        void this.known().then(
          () => this.#hold(),
          () => this.#clear(),
        );
      } catch {
        tab.set(null);
      }
    }
    return () => stops.forEach((stop) => stop());
  }

  /** Look for an opponent, instead of an earlier search. Fails with Refusal, RequestTimeout or an error of `me`. */
  async look(terms: Terms): Promise<void> {
    this.#forget();
    this.#terms = terms;
    this.clock = clockId(terms.clock);
    this.since = this.now();
    try {
      await this.known();
      const answer = await this.socket.ask({ kind: "seek", ...terms });
      if (this.#terms !== terms) return;
      tab.set(terms);
      this.#onAnswer(answer);
      if (this.seek) this.#hold();
    } catch (error) {
      if (this.#terms === terms) this.#clear();
      throw error;
    }
  }

  /** Stop looking. A game that was found at the same moment opens all the same. */
  cancel(): void {
    const seek = this.seek?.seek;
    this.#clear();
    if (!seek) return;
    this.socket.ask({ kind: "unseek", seek }).then(
      ({ matched }) => {
        if (matched) this.#open(matched);
      },
      () => undefined,
    );
  }

  /** Search again after the search has ended. */
  async again(): Promise<void> {
    if (this.#terms) await this.look(this.#terms);
  }

  /** Go to the game that was found for another tab. */
  enter(): void {
    const game = this.found;
    this.found = null;
    if (game) this.go(gamePath(game));
  }

  /** Close the notice of a game that was found, or of a search that has ended. */
  dismiss(): void {
    this.#clear();
  }

  #hold(): void {
    this.#release ??= this.socket.hold(() => this.#ask(), "waiting");
    this.#timer ??= setInterval(() => this.#ask(), ASK_EVERY);
  }

  #ask(): void {
    if (!this.#terms || this.ended) return;
    const seek = this.seek?.seek;
    this.socket.ask({ kind: "my-seek", ...(seek ? { seek } : {}) }).then(
      (answer) => {
        if (this.#terms && seek === this.seek?.seek) this.#onAnswer(answer);
      },
      (error: unknown) => {
        if (error instanceof Refusal && error.code === "malformed") this.#clear();
      },
    );
  }

  /** Handle the response to a request of this tab. */
  #onAnswer({ seek, matched, waiting }: Seeking): void {
    this.waiting = waiting;
    if (matched) this.#open(matched);
    else if (seek) this.#show(seek);
    else if (this.#terms) this.#end();
  }

  /** Handle a change that concerns all tabs of the player. */
  #onState({ seek, waiting }: Seeking): void {
    this.waiting = waiting;
    if (seek) this.#show(seek);
    else if (this.seek) this.#clear();
  }

  #onMatched({ seek, game, side }: SeekMatched): void {
    if (this.#opened.has(game)) return;
    if (this.#terms) {
      this.#open({ seek, game, side });
    } else if (this.seek?.seek === seek) {
      this.#clear();
      this.#opened.add(game);
      this.found = game;
    }
  }

  #open({ game }: Matched): void {
    this.#clear();
    if (this.#opened.has(game)) return;
    this.#opened.add(game);
    this.onFound();
    this.go(gamePath(game));
  }

  #show(seek: SeekView): void {
    if (this.seek?.seek !== seek.seek) this.since = this.now() - seek.waited * 1000;
    this.seek = seek;
    this.clock = clockId(seek.clock);
    this.found = null;
    this.ended = false;
  }

  #end(): void {
    const terms = this.#terms;
    this.#clear();
    this.#terms = terms;
    this.ended = true;
  }

  #clear(): void {
    this.#forget();
    tab.set(null);
  }

  #forget(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#release?.();
    this.#release = null;
    this.#terms = null;
    this.seek = null;
    this.clock = null;
    this.found = null;
    this.ended = false;
  }
}

/** Make a reader notice who looks at another window: the title changes until they are back. */
function alertReader(): void {
  if (document.visibilityState === "visible") return;
  const timer = setInterval(() => {
    if (!document.title.startsWith("● ")) document.title = `● ${document.title}`;
  }, 500);
  document.addEventListener(
    "visibilitychange",
    () => {
      clearInterval(timer);
      document.title = document.title.replace(/^● /, "");
    },
    { once: true },
  );
}

const sounds = new Sounds(() => settings.choices.sound);

export const pool = new Pool(
  connection.socket,
  (path) => router.go(path),
  () => {
    sounds.turn();
    alertReader();
    window.focus();
  },
);
