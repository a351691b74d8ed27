import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GameState, MoveMade, AnyServerMessage } from "./messages";
import { delay, Refusal, Socket, RequestTimeout, type GamePush, type Transport } from "./socket";

class FakeTransport implements Transport {
  onopen: Transport["onopen"] = null;
  onmessage: Transport["onmessage"] = null;
  onclose: Transport["onclose"] = null;
  readonly sent: { kind: string; id: number; game?: string }[] = [];
  closed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as FakeTransport["sent"][number]);
  }
  close(): void {
    this.closed = true;
  }
  opens(): void {
    this.onopen?.(undefined as never);
  }
  receive(message: AnyServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }
  breaks(): void {
    this.onclose?.(undefined as never);
  }
  get kinds(): string[] {
    return this.sent.map((message) => message.kind);
  }
}

const transports: FakeTransport[] = [];
const latest = (): FakeTransport => transports.at(-1)!;
const make = (): Socket =>
  new Socket(
    () => {
      transports.push(new FakeTransport());
      return latest();
    },
    () => 0,
  );
const messages: GamePush[] = [];
const refused: Refusal[] = [];
const subscriber = {
  onMessage: (message: GamePush) => messages.push(message),
  onRefused: (no: Refusal) => refused.push(no),
};
const GAME = "abcDEF0123";
const state = (id: number | null, seq = 1): GameState => ({ kind: "game", id, game: GAME, seq }) as GameState;
const moved = { kind: "moved", game: GAME, seq: 2 } as MoveMade;

beforeEach(() => {
  vi.useFakeTimers();
  transports.length = messages.length = refused.length = 0;
});
afterEach(() => vi.useRealTimers());

describe("a request", () => {
  it("waits for the connection, then for the response with the same id", async () => {
    const socket = make();
    const done = socket.ask({ kind: "resign", game: GAME });
    const pong = socket.ask({ kind: "ping" });
    expect(latest().sent).toEqual([]);
    latest().opens();
    expect(latest().sent).toEqual([
      { kind: "resign", game: GAME, id: 1 },
      { kind: "ping", id: 2 },
    ]);
    latest().receive({ kind: "pong", id: 2 });
    latest().receive({ kind: "done", id: 1 });
    await expect(pong).resolves.toEqual({ kind: "pong", id: 2 });
    await expect(done).resolves.toEqual({ kind: "done", id: 1 });
  });

  it("fails with the code of a refusal", async () => {
    const socket = make();
    const response = socket.ask({ kind: "resign", game: GAME });
    latest().opens();
    latest().receive({ kind: "refused", id: 1, code: "game-over", text: "the game is over", why: null });
    await expect(response).rejects.toMatchObject({ code: "game-over" });
    await expect(response).rejects.toBeInstanceOf(Refusal);
  });

  it("fails after a timeout", async () => {
    const socket = make();
    const response = expect(socket.ask({ kind: "ping" }, 1000)).rejects.toBeInstanceOf(RequestTimeout);
    latest().opens();
    vi.advanceTimersByTime(1000);
    await response;
  });

  it("fails with a timeout if the connection is lost before the response", async () => {
    const socket = make();
    const states: string[] = [];
    socket.onConnection = (connection) => states.push(connection);
    const response = expect(socket.ask({ kind: "resign", game: GAME })).rejects.toBeInstanceOf(
      RequestTimeout,
    );
    latest().opens();
    latest().breaks();
    await response;
    expect(states).toEqual(["connecting", "open", "lost"]);
  });

  it("is not disturbed by invalid and unexpected messages", () => {
    const socket = make();
    socket.connect();
    latest().opens();
    latest().onmessage?.({ data: "{" } as MessageEvent);
    latest().receive({ kind: "done", id: 99 });
    latest().receive({ kind: "refused", id: null, code: "malformed", text: "", why: null });
    expect(socket.connection).toBe("open");
  });
});

describe("a subscription", () => {
  it("receives the full state first, and then the events of its game only", async () => {
    const socket = make();
    socket.watch(GAME, subscriber);
    latest().opens();
    expect(latest().kinds).toEqual(["watch"]);
    latest().receive(state(1));
    await vi.advanceTimersByTimeAsync(0);
    latest().receive(moved);
    latest().receive({ ...moved, game: "otherother" });
    expect(messages).toEqual([state(1), moved]);
  });

  it("is renewed after a reconnection", async () => {
    const socket = make();
    socket.watch(GAME, subscriber);
    latest().opens();
    latest().receive(state(1));
    latest().breaks();
    expect(socket.connection).toBe("lost");
    await vi.advanceTimersByTimeAsync(delay(0, 0, "playing"));
    expect(transports.length).toBe(2);
    latest().opens();
    expect(latest().kinds).toEqual(["watch"]);
    latest().receive(state(latest().sent[0]!.id, 7));
    await vi.advanceTimersByTimeAsync(0);
    expect(messages.at(-1)).toMatchObject({ seq: 7 });
  });

  it("can be ended", () => {
    const socket = make();
    socket.watch(GAME, subscriber);
    latest().opens();
    socket.unwatch(GAME);
    expect(latest().kinds).toEqual(["watch", "unwatch"]);
    latest().receive(moved);
    expect(messages).toEqual([]);
  });

  it("reports that there is no such game", async () => {
    const socket = make();
    socket.watch(GAME, subscriber);
    latest().opens();
    latest().receive({ kind: "refused", id: 1, code: "unknown-game", text: "", why: null });
    await vi.advanceTimersByTimeAsync(0);
    expect(refused.map((no) => no.code)).toEqual(["unknown-game"]);
  });

  it("is repeated later if the server is busy", async () => {
    const socket = make();
    socket.watch(GAME, subscriber);
    latest().opens();
    latest().receive({ kind: "refused", id: 1, code: "busy", text: "", why: null });
    await vi.advanceTimersByTimeAsync(2000);
    expect(latest().kinds).toEqual(["watch", "watch"]);
    expect(refused).toEqual([]);
  });
});

describe("reconnection", () => {
  it("waits longer each time, up to a limit, with jitter", () => {
    expect([0, 1, 2, 3].map((attempt) => delay(attempt, 0, "playing"))).toEqual([200, 400, 800, 1600]);
    expect(delay(0, 1, "playing")).toBe(1_000);
    expect([0, 1].map((random) => delay(30, random, "playing"))).toEqual([7_500, 15_000]);
    expect([0, 1].map((random) => delay(0, random, "waiting"))).toEqual([20, 50]);
    expect([0, 1].map((random) => delay(1, random, "reading"))).toEqual([7_500, 15_000]);
  });

  it("keeps trying, with longer delays for a server that closes immediately", async () => {
    const socket = make();
    socket.watch(GAME, subscriber);
    for (let attempt = 0; attempt < 5; attempt++) {
      latest().opens();
      latest().breaks();
      await vi.advanceTimersByTimeAsync(delay(attempt, 0, "playing") - 1);
      expect(transports.length).toBe(attempt + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(transports.length).toBe(attempt + 2);
    }
  });

  it("does not wait when the browser reports that the network is back", () => {
    const socket = make();
    socket.watch(GAME, subscriber);
    latest().breaks();
    socket.check();
    expect(transports.length).toBe(2);
    vi.advanceTimersByTime(60_000);
    expect(transports.length).toBe(2);
  });

  it("does not happen if nothing is pending", () => {
    const socket = make();
    socket.connect();
    latest().opens();
    latest().breaks();
    vi.advanceTimersByTime(60_000);
    expect([socket.connection, transports.length]).toEqual(["idle", 1]);
  });

  it("replaces a connection that no longer responds", async () => {
    const socket = make();
    socket.watch(GAME, subscriber);
    latest().opens();
    latest().receive(state(1));
    await vi.advanceTimersByTimeAsync(25_000);
    expect(latest().kinds).toContain("ping");
    await vi.advanceTimersByTimeAsync(8_000);
    expect(transports[0]!.closed).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(transports.length).toBe(2);
  });
});

describe("a page that listens", () => {
  const matched = {
    kind: "seek-matched",
    seek: "s",
    game: GAME,
    side: "white",
    opponent: "",
  } as const satisfies AnyServerMessage;

  it("receives messages other than responses, until it stops", () => {
    const socket = make();
    const received: string[] = [];
    const stop = socket.listen("seek-matched", ({ game }) => received.push(game));
    socket.watch(GAME, subscriber);
    latest().opens();
    latest().receive(matched);
    expect(received).toEqual([GAME]);
    // it is not an event of the game, although it names one
    expect(messages).toEqual([]);
    stop();
    latest().receive(matched);
    expect(received).toEqual([GAME]);
  });

  it("keeps its connection, and learns of every new one once the server knows it", async () => {
    const socket = make();
    const opened = vi.fn();
    const stop = socket.hold(opened);
    latest().opens();
    expect([latest().kinds, opened.mock.calls.length]).toEqual([["ping"], 0]);
    latest().receive({ kind: "pong", id: 1 });
    await vi.advanceTimersByTimeAsync(0);
    expect(opened).toHaveBeenCalledTimes(1);
    latest().breaks();
    await vi.advanceTimersByTimeAsync(delay(0, 0, "reading"));
    expect(transports.length).toBe(2);
    latest().opens();
    latest().receive({ kind: "pong", id: 2 });
    await vi.advanceTimersByTimeAsync(0);
    expect(opened).toHaveBeenCalledTimes(2);
    stop();
    latest().breaks();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([socket.connection, transports.length]).toEqual(["idle", 2]);
  });

  it("connects again soonest for whoever waits for an opponent, and last for readers", async () => {
    const times = { waiting: 20, playing: 200, reading: 5_000 };
    for (const [urgency, time] of Object.entries(times) as [keyof typeof times, number][]) {
      const socket = make();
      socket.hold();
      if (urgency === "playing") socket.watch(GAME, subscriber);
      if (urgency === "waiting") socket.hold(() => {}, "waiting");
      latest().opens();
      const before = transports.length;
      latest().breaks();
      await vi.advanceTimersByTimeAsync(time - 1);
      expect([urgency, transports.length - before]).toEqual([urgency, 0]);
      await vi.advanceTimersByTimeAsync(1);
      expect([urgency, transports.length - before]).toEqual([urgency, 1]);
      latest().opens();
    }
  });
});
