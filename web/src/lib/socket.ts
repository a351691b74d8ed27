import type {
  Analyse,
  AnalysisTold,
  Done,
  GameState,
  HintFound,
  Layers,
  Moved,
  Pong,
  Present,
  Refused,
  Request,
  Said,
  Seen,
  TakebackOffered,
  Tell,
  ThreatsFound,
  WayFound,
  WaysFound,
  Why,
  WhyFound,
} from "./messages";

/** A request without the number, which the socket gives it. */
export type Asked<R extends Request = Request> = R extends Request ? Omit<R, "id"> : never;

/** What answers a request that was not refused. */
export type AnswerTo<K extends Request["kind"]> = K extends "ping"
  ? Pong
  : K extends "watch"
    ? GameState
    : K extends "ways" | "study-ways"
      ? WaysFound
      : K extends "way" | "study-way"
        ? WayFound
        : K extends "why" | "study-why"
          ? WhyFound
          : K extends "look"
            ? Seen
            : K extends "layers"
              ? Layers
              : K extends "hint"
                ? HintFound
                : K extends "threats"
                  ? ThreatsFound
                  : Done;

/** What the server says of its own accord. */
export type News = GameState | Moved | Said | Present | TakebackOffered;

/** Lost: it is trying to come back by itself. */
export type Connection = "idle" | "connecting" | "open" | "lost";

/** The server said no; nothing was changed. */
export class Refusal extends Error {
  readonly code: Refused["code"];
  readonly why: Why | null;

  constructor(refused: Refused) {
    super(refused.text);
    this.code = refused.code;
    this.why = refused.why;
  }
}

/** No answer came. Whether it was done is not known until the game is told again. */
export class Unanswered extends Error {}

/** As much of a WebSocket as is used, so that tests can be one. */
export interface Wire {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: never) => void) | null;
  send(text: string): void;
  close(): void;
}

/** Who is told of a game. */
export interface Watcher {
  told: (news: News) => void;
  refused: (refusal: Refusal) => void;
}

/** Who is told how far an analysis is. */
export interface Follower {
  told: (news: AnalysisTold) => void;
  refused: (refusal: Refusal) => void;
}

interface Waiting {
  request: Request;
  sent: boolean;
  answer: (tell: Tell) => void;
  fail: (error: Error) => void;
  timer: ReturnType<typeof setTimeout>;
}

const WATCH_AGAIN = 1_500;
const PATIENCE = 10_000;
const PING_EVERY = 25_000;
const PING_PATIENCE = 8_000;
const SHORTEST_DELAY = 400;
const LONGEST_DELAY = 15_000;

/** How long to wait before the nth attempt to come back: doubling, and spread so that not everybody comes at once. */
export function delay(attempt: number, random: number): number {
  const whole = Math.min(LONGEST_DELAY, SHORTEST_DELAY * 2 ** attempt);
  return whole / 2 + (whole / 2) * random;
}

/**
 * One connection for everything that is asked and told.
 *
 * It comes back by itself when it is lost, and then asks again for the games that are watched, so that nothing
 * that happened meanwhile is missed. What was asked but not answered when it was lost fails with Unanswered;
 * what could not be asked yet waits for the connection as long as its patience lasts.
 */
export class Socket {
  connection: Connection = "idle";
  onConnection: (connection: Connection) => void = () => {};

  #wire: Wire | null = null;
  #number = 0;
  #attempt = 0;
  #again: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  readonly #waiting = new Map<number, Waiting>();
  readonly #watched = new Map<string, Watcher>();
  /** The analysis that goes on, which is one at a time, and the number it was last asked under. */
  #followed: { asked: Asked<Analyse>; id: number; follower: Follower } | null = null;

  constructor(
    private readonly open: () => Wire,
    private readonly random: () => number = Math.random,
  ) {}

  /** Ask, and wait for the answer; fails with Refusal or Unanswered. */
  ask<R extends Asked>(asked: R, patience = PATIENCE): Promise<AnswerTo<R["kind"]>> {
    const id = ++this.#number;
    const request = { ...asked, id } as unknown as Request;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Unanswered(`${asked.kind}: no answer within ${patience} ms`));
      }, patience);
      const waiting: Waiting = {
        request,
        sent: false,
        answer: resolve as (tell: Tell) => void,
        fail: reject,
        timer,
      };
      this.#waiting.set(id, waiting);
      if (this.connection === "open") this.#send(waiting);
      else this.connect();
    });
  }

  /** Be told of a game from now on, its whole state first, until `unwatch`. */
  watch(game: string, watcher: Watcher): void {
    this.#watched.set(game, watcher);
    // while the connection is not there, its opening asks for all watched games
    if (this.connection === "open") this.#askWatch(game);
    else this.connect();
  }

  unwatch(game: string): void {
    if (!this.#watched.delete(game) || this.connection !== "open") return;
    this.ask({ kind: "unwatch", game }).catch(() => {});
  }

  /** Ask for a whole game again, because something of it was missed. */
  refresh(game: string): void {
    if (this.connection === "open" && this.#watched.has(game)) this.#askWatch(game);
  }

  /** Have a position thought about instead of the last one; asked again after every reconnection, until `stop`. */
  analyse(asked: Asked<Analyse>, follower: Follower): void {
    this.#followed = { asked, id: 0, follower };
    if (this.connection === "open") this.#askAnalysis();
    else this.connect();
  }

  /** No more is told from now on, whatever is still on its way. */
  stop(): void {
    if (!this.#followed) return;
    this.#followed = null;
    if (this.connection === "open") this.ask({ kind: "stop" }).catch(() => {});
  }

  #askAnalysis(): void {
    if (!this.#followed) return;
    this.#followed.id = ++this.#number;
    this.#wire?.send(JSON.stringify({ ...this.#followed.asked, id: this.#followed.id }));
  }

  /** Whether it was for the analysis that goes on. */
  #hearAnalysis(tell: Tell): boolean {
    const followed = this.#followed;
    if (tell.kind !== "analysis" && !(followed && tell.kind === "refused" && tell.id === followed.id))
      return false;
    if (followed?.id !== tell.id) return true;
    if (tell.kind === "analysis") followed.follower.told(tell);
    else followed.follower.refused(new Refusal(tell));
    return true;
  }

  /** Connect now if there is no connection: at first use, or when the browser says that the net is back. */
  connect(): void {
    if (this.connection === "open" || this.connection === "connecting") return;
    clearTimeout(this.#again);
    this.#say("connecting");
    let wire: Wire;
    try {
      wire = this.open();
    } catch {
      this.#lost();
      return;
    }
    this.#wire = wire;
    wire.onopen = () => {
      if (this.#wire !== wire) return;
      this.#say("open");
      this.#beat = setInterval(() => this.check(), PING_EVERY);
      for (const game of this.#watched.keys()) this.#askWatch(game);
      this.#askAnalysis();
      for (const waiting of [...this.#waiting.values()]) if (!waiting.sent) this.#send(waiting);
    };
    wire.onmessage = (event) => {
      const data: unknown = event.data;
      if (this.#wire === wire && typeof data === "string") this.#hear(data);
    };
    wire.onclose = () => {
      if (this.#wire === wire) this.#lost();
    };
  }

  /** Find out whether the connection still works: a net that went away often says nothing. */
  check(): void {
    if (this.connection !== "open") return this.connect();
    const wire = this.#wire;
    this.ask({ kind: "ping" }, PING_PATIENCE).catch((error: unknown) => {
      if (!(error instanceof Unanswered) || this.#wire !== wire || !wire) return;
      wire.close();
      this.#lost();
    });
  }

  #askWatch(game: string): void {
    this.ask({ kind: "watch", game }).then(
      (state) => this.#watched.get(game)?.told(state),
      (error: unknown) => {
        if (error instanceof Unanswered && this.connection === "open") this.check();
        else if (error instanceof Refusal && (error.code === "busy" || error.code === "too-fast"))
          setTimeout(() => this.refresh(game), WATCH_AGAIN);
        else if (error instanceof Refusal) this.#watched.get(game)?.refused(error);
      },
    );
  }

  #send(waiting: Waiting): void {
    waiting.sent = true;
    this.#wire?.send(JSON.stringify(waiting.request));
  }

  #hear(text: string): void {
    let tell: Tell;
    try {
      tell = JSON.parse(text) as Tell;
    } catch {
      return;
    }
    // it is in order from the first answer on: a server that accepts and drops must not be asked without pause
    this.#attempt = 0;
    if (this.#hearAnalysis(tell)) return;
    if ("id" in tell && tell.id !== null) {
      const waiting = this.#waiting.get(tell.id);
      if (!waiting) return;
      this.#waiting.delete(tell.id);
      clearTimeout(waiting.timer);
      if (tell.kind === "refused") waiting.fail(new Refusal(tell));
      else waiting.answer(tell);
    } else if ("game" in tell) {
      this.#watched.get(tell.game)?.told(tell);
    }
  }

  #lost(): void {
    this.#wire = null;
    clearInterval(this.#beat);
    clearTimeout(this.#again);
    // who watches nothing and asks nothing needs no connection until it does
    const needed = this.#watched.size > 0 || this.#waiting.size > 0 || this.#followed !== null;
    if (needed) this.#again = setTimeout(() => this.connect(), delay(this.#attempt, this.random()));
    this.#attempt += 1;
    this.#say(needed ? "lost" : "idle");
    for (const [id, waiting] of [...this.#waiting]) {
      if (!waiting.sent) continue;
      this.#waiting.delete(id);
      clearTimeout(waiting.timer);
      waiting.fail(new Unanswered(`${waiting.request.kind}: the connection was lost`));
    }
  }

  #say(connection: Connection): void {
    this.connection = connection;
    this.onConnection(connection);
  }
}
