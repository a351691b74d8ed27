import type {
  Analyse,
  AnalysisUpdate,
  Ok,
  GameState,
  HintResponse,
  LayersView,
  MoveMade,
  Pong,
  PresenceChanged,
  Refused,
  ClientRequest,
  ChatReceived,
  SpectatorChatReceived,
  ComputerWaiting,
  PositionView,
  TakebackOffered,
  AnyServerMessage,
  ThreatsResponse,
  PathResponse,
  PathsResponse,
  ReasonView,
  Seeking,
  TournamentChanged,
  StudyEdited,
  StudyJoined,
  WhyNotResponse,
} from "./messages";

/** A request without its id, which the socket assigns. */
export type RequestBody<R extends ClientRequest = ClientRequest> = R extends ClientRequest
  ? Omit<R, "id">
  : never;

/** The response to a request that was not refused. */
export type ResponseTo<K extends ClientRequest["kind"]> = K extends "ping"
  ? Pong
  : K extends "watch"
    ? GameState
    : K extends "paths" | "study-paths"
      ? PathsResponse
      : K extends "path" | "study-path"
        ? PathResponse
        : K extends "why" | "study-why"
          ? WhyNotResponse
          : K extends "position"
            ? PositionView
            : K extends "layers"
              ? LayersView
              : K extends "hint"
                ? HintResponse
                : K extends "threats"
                  ? ThreatsResponse
                  : K extends "seek" | "unseek" | "my-seek"
                    ? Seeking
                    : K extends "watch-tournament"
                      ? TournamentChanged
                      : K extends "study-join"
                        ? StudyJoined
                        : K extends "study-edit"
                          ? StudyEdited
                          : Ok;

/** The part of the socket that sends requests. */
export interface Requester {
  ask<R extends RequestBody>(body: R, timeout?: number): Promise<ResponseTo<R["kind"]>>;
}

/** A message about a game that the server sends without a request. */
export type GamePush =
  | GameState
  | MoveMade
  | ChatReceived
  | SpectatorChatReceived
  | ComputerWaiting
  | PresenceChanged
  | TakebackOffered;

/** A message that the server sends to a player on every page, without a request. */
export type Push<K extends AnyServerMessage["kind"]> = Extract<AnyServerMessage, { kind: K }>;

const isAboutGame = (message: AnyServerMessage): message is GamePush =>
  "game" in message &&
  message.kind !== "seek-matched" &&
  message.kind !== "challenge-ended" &&
  message.kind !== "tournament-game";

/** The state of the connection; `lost` means that it is reconnecting. */
export type ConnectionState = "idle" | "connecting" | "open" | "lost";

/** The server refused a request. */
export class Refusal extends Error {
  readonly code: Refused["code"];
  readonly why: ReasonView | null;

  constructor(refused: Refused) {
    super(refused.text);
    this.code = refused.code;
    this.why = refused.why;
  }
}

/** No response arrived. Whether the server acted is unknown until the game's state is received again. */
export class RequestTimeout extends Error {}

/** The part of WebSocket in use, so that tests can provide their own. */
export interface Transport {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: never) => void) | null;
  send(text: string): void;
  close(): void;
}

/** The callbacks of a game's subscription. */
export interface Subscriber {
  onMessage: (message: GamePush) => void;
  onRefused: (refusal: Refusal) => void;
}

/** The callbacks of an analysis. */
export interface AnalysisSubscriber {
  onUpdate: (update: AnalysisUpdate) => void;
  onRefused: (refusal: Refusal) => void;
}

interface Waiting {
  request: ClientRequest;
  sent: boolean;
  answer: (message: AnyServerMessage) => void;
  fail: (error: Error) => void;
  timer: ReturnType<typeof setTimeout>;
}

const RESUBSCRIBE_DELAY = 1_500;
const TIMEOUT = 10_000;
const PING_EVERY = 25_000;
const PING_TIMEOUT = 8_000;
/**
 * The shortest and the longest first delay in milliseconds: whoever waits for an opponent comes before players, and
 * both before readers. Players are many when a server has gone, and spread out so that they need not queue.
 */
const FIRST_DELAY = { waiting: [20, 50], playing: [200, 1_000], reading: [5_000, 10_000] } as const;
const MAX_DELAY = 15_000;

/** What a page would miss without its connection. */
export type Urgency = keyof typeof FIRST_DELAY;

/** Return the delay before a reconnection attempt: doubling, with jitter so that clients do not reconnect simultaneously. */
export function delay(attempt: number, random: number, urgency: Urgency): number {
  const [least, most] = FIRST_DELAY[urgency].map((first) => first * 2 ** attempt) as [number, number];
  const longest = Math.min(MAX_DELAY, most);
  const shortest = Math.min(MAX_DELAY / 2, least);
  return shortest + (longest - shortest) * random;
}

/**
 * The single WebSocket connection, shared by all requests and subscriptions.
 *
 * It reconnects automatically and then requests the state of every watched game again, so that no event is missed.
 * Requests that were sent but not answered when the connection was lost fail with RequestTimeout; requests that
 * could not be sent yet wait for the connection until their timeout.
 */
export class Socket {
  connection: ConnectionState = "idle";
  onConnection: (connection: ConnectionState) => void = () => {};

  #transport: Transport | null = null;
  #lastId = 0;
  #attempt = 0;
  #reconnect: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  readonly #waiting = new Map<number, Waiting>();
  readonly #subscribers = new Map<string, Subscriber>();
  readonly #listeners = new Map<string, Set<(message: AnyServerMessage) => void>>();
  readonly #holders = new Map<() => void, Urgency>();
  /** The current analysis, of which there is only one, and the id of its last request. */
  #analysis: { body: RequestBody<Analyse>; id: number; subscriber: AnalysisSubscriber } | null = null;

  constructor(
    private readonly open: () => Transport,
    private readonly random: () => number = Math.random,
  ) {}

  /** Call back with every message of a kind, except responses. Return a function that stops it. */
  listen<K extends AnyServerMessage["kind"]>(kind: K, listener: (message: Push<K>) => void): () => void {
    const listeners = this.#listeners.get(kind) ?? new Set();
    this.#listeners.set(kind, listeners);
    const general = listener as (message: AnyServerMessage) => void;
    listeners.add(general);
    return () => void listeners.delete(general);
  }

  /** Keep the connection open, and call back whenever it was opened. Return a function that lets it go. */
  hold(onOpen: () => void = () => {}, urgency: Urgency = "reading"): () => void {
    const holder = (): void => onOpen();
    this.#holders.set(holder, urgency);
    if (this.connection === "open") this.#tellOpen(holder);
    else this.connect();
    return () => void this.#holders.delete(holder);
  }

  /** The server knows whose connection this is once it has received a message on it. */
  #tellOpen(holder: () => void): void {
    this.ask({ kind: "ping" }).then(holder, () => undefined);
  }

  /** Send a request and wait for the response. Fails with Refusal or RequestTimeout. */
  ask<R extends RequestBody>(body: R, timeout = TIMEOUT): Promise<ResponseTo<R["kind"]>> {
    const id = ++this.#lastId;
    const request = { ...body, id } as unknown as ClientRequest;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new RequestTimeout(`${body.kind}: no answer within ${timeout} ms`));
      }, timeout);
      const waiting: Waiting = {
        request,
        sent: false,
        answer: resolve as (message: AnyServerMessage) => void,
        fail: reject,
        timer,
      };
      this.#waiting.set(id, waiting);
      if (this.connection === "open") this.#send(waiting);
      else this.connect();
    });
  }

  /** Subscribe to a game until `unwatch`; its full state arrives first. */
  watch(game: string, subscriber: Subscriber): void {
    this.#subscribers.set(game, subscriber);
    // opening the connection requests the state of all watched games
    if (this.connection === "open") this.#requestGame(game);
    else this.connect();
  }

  unwatch(game: string): void {
    if (!this.#subscribers.delete(game) || this.connection !== "open") return;
    this.ask({ kind: "unwatch", game }).catch(() => {});
  }

  /** Request the full state of a game again, because an event was missed. */
  refresh(game: string): void {
    if (this.connection === "open" && this.#subscribers.has(game)) this.#requestGame(game);
  }

  /** Analyse a position instead of the previous one, until `stop`; requested again after every reconnection. */
  analyse(body: RequestBody<Analyse>, subscriber: AnalysisSubscriber): void {
    this.#analysis = { body, id: 0, subscriber };
    if (this.connection === "open") this.#requestAnalysis();
    else this.connect();
  }

  /** Stop the analysis; updates that still arrive are ignored. */
  stop(): void {
    if (!this.#analysis) return;
    this.#analysis = null;
    if (this.connection === "open") this.ask({ kind: "stop" }).catch(() => {});
  }

  #requestAnalysis(): void {
    if (!this.#analysis) return;
    this.#analysis.id = ++this.#lastId;
    this.#transport?.send(JSON.stringify({ ...this.#analysis.body, id: this.#analysis.id }));
  }

  /** Handle a message of the current analysis. Return whether it was one. */
  #onAnalysis(message: AnyServerMessage): boolean {
    const analysis = this.#analysis;
    if (
      message.kind !== "analysis" &&
      !(analysis && message.kind === "refused" && message.id === analysis.id)
    )
      return false;
    if (analysis?.id !== message.id) return true;
    if (message.kind === "analysis") analysis.subscriber.onUpdate(message);
    else analysis.subscriber.onRefused(new Refusal(message));
    return true;
  }

  /** Connect now if there is no connection: at first use, or when the browser reports that the network is back. */
  connect(): void {
    if (this.connection === "open" || this.connection === "connecting") return;
    clearTimeout(this.#reconnect);
    this.#setState("connecting");
    let transport: Transport;
    try {
      transport = this.open();
    } catch {
      this.#onLost();
      return;
    }
    this.#transport = transport;
    transport.onopen = () => {
      if (this.#transport !== transport) return;
      this.#setState("open");
      this.#heartbeat = setInterval(() => this.check(), PING_EVERY);
      for (const game of this.#subscribers.keys()) this.#requestGame(game);
      this.#requestAnalysis();
      for (const holder of [...this.#holders.keys()]) this.#tellOpen(holder);
      for (const waiting of [...this.#waiting.values()]) if (!waiting.sent) this.#send(waiting);
    };
    transport.onmessage = (event) => {
      const data: unknown = event.data;
      if (this.#transport === transport && typeof data === "string") this.#onMessage(data);
    };
    transport.onclose = () => {
      if (this.#transport === transport) this.#onLost();
    };
  }

  /** Check whether the connection still works; a lost network is often not reported. */
  check(): void {
    if (this.connection !== "open") return this.connect();
    const transport = this.#transport;
    this.ask({ kind: "ping" }, PING_TIMEOUT).catch((error: unknown) => {
      if (!(error instanceof RequestTimeout) || this.#transport !== transport || !transport) return;
      transport.close();
      this.#onLost();
    });
  }

  #requestGame(game: string): void {
    this.ask({ kind: "watch", game }).then(
      (state) => this.#subscribers.get(game)?.onMessage(state),
      (error: unknown) => {
        if (error instanceof RequestTimeout && this.connection === "open") this.check();
        else if (error instanceof Refusal && (error.code === "busy" || error.code === "too-fast"))
          setTimeout(() => this.refresh(game), RESUBSCRIBE_DELAY);
        else if (error instanceof Refusal) this.#subscribers.get(game)?.onRefused(error);
      },
    );
  }

  #send(waiting: Waiting): void {
    waiting.sent = true;
    this.#transport?.send(JSON.stringify(waiting.request));
  }

  #onMessage(text: string): void {
    let message: AnyServerMessage;
    try {
      message = JSON.parse(text) as AnyServerMessage;
    } catch {
      return;
    }
    // only a message proves that the connection works; a server that accepts and drops must not be retried without a pause
    this.#attempt = 0;
    if (this.#onAnalysis(message)) return;
    if ("id" in message && message.id !== null) {
      const waiting = this.#waiting.get(message.id);
      if (!waiting) return;
      this.#waiting.delete(message.id);
      clearTimeout(waiting.timer);
      if (message.kind === "refused") waiting.fail(new Refusal(message));
      else waiting.answer(message);
      return;
    }
    const listeners = this.#listeners.get(message.kind);
    if (listeners) for (const listener of [...listeners]) listener(message);
    if (isAboutGame(message)) this.#subscribers.get(message.game)?.onMessage(message);
  }

  #onLost(): void {
    this.#transport = null;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#reconnect);
    // without subscriptions and requests, no connection is needed
    const needed =
      this.#subscribers.size + this.#holders.size + this.#waiting.size > 0 || this.#analysis !== null;
    if (needed) {
      const pause = delay(this.#attempt, this.random(), this.#urgency());
      this.#reconnect = setTimeout(() => this.connect(), pause);
    }
    this.#attempt += 1;
    this.#setState(needed ? "lost" : "idle");
    for (const [id, waiting] of [...this.#waiting]) {
      if (!waiting.sent) continue;
      this.#waiting.delete(id);
      clearTimeout(waiting.timer);
      waiting.fail(new RequestTimeout(`${waiting.request.kind}: the connection was lost`));
    }
  }

  #urgency(): Urgency {
    const holders = [...this.#holders.values()];
    if (holders.includes("waiting")) return "waiting";
    const hasRequests = [...this.#waiting.values()].some(({ sent }) => !sent);
    return hasRequests || this.#subscribers.size > 0 || this.#analysis || holders.includes("playing")
      ? "playing"
      : "reading";
  }

  #setState(connection: ConnectionState): void {
    this.connection = connection;
    this.onConnection(connection);
  }
}
