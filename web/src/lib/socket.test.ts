import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GameState, Moved, Tell } from "./messages";
import { delay, Refusal, Socket, Unanswered, type News, type Wire } from "./socket";

class FakeWire implements Wire {
  onopen: Wire["onopen"] = null;
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;
  readonly sent: { kind: string; id: number; game?: string }[] = [];
  closed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as FakeWire["sent"][number]);
  }
  close(): void {
    this.closed = true;
  }
  opens(): void {
    this.onopen?.(undefined as never);
  }
  tells(tell: Tell): void {
    this.onmessage?.({ data: JSON.stringify(tell) } as MessageEvent);
  }
  breaks(): void {
    this.onclose?.(undefined as never);
  }
  get kinds(): string[] {
    return this.sent.map((message) => message.kind);
  }
}

const wires: FakeWire[] = [];
const latest = (): FakeWire => wires.at(-1)!;
const make = (): Socket =>
  new Socket(
    () => {
      wires.push(new FakeWire());
      return latest();
    },
    () => 0,
  );
const told: News[] = [];
const refused: Refusal[] = [];
const watcher = { told: (news: News) => told.push(news), refused: (no: Refusal) => refused.push(no) };
const GAME = "abcDEF0123";
const state = (id: number | null, seq = 1): GameState => ({ kind: "game", id, game: GAME, seq }) as GameState;
const moved = { kind: "moved", game: GAME, seq: 2 } as Moved;

beforeEach(() => {
  vi.useFakeTimers();
  wires.length = told.length = refused.length = 0;
});
afterEach(() => vi.useRealTimers());

describe("asking", () => {
  it("waits for the connection, then for the answer with the same number", async () => {
    const socket = make();
    const done = socket.ask({ kind: "resign", game: GAME });
    const pong = socket.ask({ kind: "ping" });
    expect(latest().sent).toEqual([]);
    latest().opens();
    expect(latest().sent).toEqual([
      { kind: "resign", game: GAME, id: 1 },
      { kind: "ping", id: 2 },
    ]);
    latest().tells({ kind: "pong", id: 2 });
    latest().tells({ kind: "done", id: 1 });
    await expect(pong).resolves.toEqual({ kind: "pong", id: 2 });
    await expect(done).resolves.toEqual({ kind: "done", id: 1 });
  });

  it("fails with the code when it is refused", async () => {
    const socket = make();
    const asked = socket.ask({ kind: "resign", game: GAME });
    latest().opens();
    latest().tells({ kind: "refused", id: 1, code: "game-over", text: "the game is over", why: null });
    await expect(asked).rejects.toMatchObject({ code: "game-over" });
    await expect(asked).rejects.toBeInstanceOf(Refusal);
  });

  it("fails when nobody answers in time", async () => {
    const socket = make();
    const asked = expect(socket.ask({ kind: "ping" }, 1000)).rejects.toBeInstanceOf(Unanswered);
    latest().opens();
    vi.advanceTimersByTime(1000);
    await asked;
  });

  it("fails when the connection is lost before the answer, and says so", async () => {
    const socket = make();
    const states: string[] = [];
    socket.onConnection = (connection) => states.push(connection);
    const asked = expect(socket.ask({ kind: "resign", game: GAME })).rejects.toBeInstanceOf(Unanswered);
    latest().opens();
    latest().breaks();
    await asked;
    expect(states).toEqual(["connecting", "open", "lost"]);
  });

  it("bears nonsense and answers to nobody", () => {
    const socket = make();
    socket.connect();
    latest().opens();
    latest().onmessage?.({ data: "{" } as MessageEvent);
    latest().tells({ kind: "done", id: 99 });
    latest().tells({ kind: "refused", id: null, code: "malformed", text: "", why: null });
    expect(socket.connection).toBe("open");
  });
});

describe("watching", () => {
  it("gives the whole game first and then the news of that game alone", async () => {
    const socket = make();
    socket.watch(GAME, watcher);
    latest().opens();
    expect(latest().kinds).toEqual(["watch"]);
    latest().tells(state(1));
    await vi.advanceTimersByTimeAsync(0);
    latest().tells(moved);
    latest().tells({ ...moved, game: "otherother" });
    expect(told).toEqual([state(1), moved]);
  });

  it("is asked for again after a reconnection", async () => {
    const socket = make();
    socket.watch(GAME, watcher);
    latest().opens();
    latest().tells(state(1));
    latest().breaks();
    expect(socket.connection).toBe("lost");
    await vi.advanceTimersByTimeAsync(delay(0, 0));
    expect(wires.length).toBe(2);
    latest().opens();
    expect(latest().kinds).toEqual(["watch"]);
    latest().tells(state(latest().sent[0]!.id, 7));
    await vi.advanceTimersByTimeAsync(0);
    expect(told.at(-1)).toMatchObject({ seq: 7 });
  });

  it("stops", () => {
    const socket = make();
    socket.watch(GAME, watcher);
    latest().opens();
    socket.unwatch(GAME);
    expect(latest().kinds).toEqual(["watch", "unwatch"]);
    latest().tells(moved);
    expect(told).toEqual([]);
  });

  it("tells who watches that there is no such game", async () => {
    const socket = make();
    socket.watch(GAME, watcher);
    latest().opens();
    latest().tells({ kind: "refused", id: 1, code: "unknown-game", text: "", why: null });
    await vi.advanceTimersByTimeAsync(0);
    expect(refused.map((no) => no.code)).toEqual(["unknown-game"]);
  });

  it("asks again a little later when the server is busy", async () => {
    const socket = make();
    socket.watch(GAME, watcher);
    latest().opens();
    latest().tells({ kind: "refused", id: 1, code: "busy", text: "", why: null });
    await vi.advanceTimersByTimeAsync(2000);
    expect(latest().kinds).toEqual(["watch", "watch"]);
    expect(refused).toEqual([]);
  });
});

describe("coming back", () => {
  it("waits longer each time, up to a limit, with some chance in it", () => {
    expect([0, 1, 2, 3].map((attempt) => delay(attempt, 0))).toEqual([200, 400, 800, 1600]);
    expect(delay(0, 1)).toBe(400);
    expect(delay(30, 1)).toBe(15_000);
  });

  it("goes on trying, and is not fooled by a server that hangs up at once", async () => {
    const socket = make();
    socket.watch(GAME, watcher);
    for (let attempt = 0; attempt < 5; attempt++) {
      latest().opens();
      latest().breaks();
      await vi.advanceTimersByTimeAsync(delay(attempt, 0) - 1);
      expect(wires.length).toBe(attempt + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(wires.length).toBe(attempt + 2);
    }
  });

  it("does not wait when the browser says that the net is back", () => {
    const socket = make();
    socket.watch(GAME, watcher);
    latest().breaks();
    socket.check();
    expect(wires.length).toBe(2);
    vi.advanceTimersByTime(60_000);
    expect(wires.length).toBe(2);
  });

  it("does not come back for nothing", () => {
    const socket = make();
    socket.connect();
    latest().opens();
    latest().breaks();
    vi.advanceTimersByTime(60_000);
    expect([socket.connection, wires.length]).toEqual(["idle", 1]);
  });

  it("gives up a connection that no longer answers", async () => {
    const socket = make();
    socket.watch(GAME, watcher);
    latest().opens();
    latest().tells(state(1));
    await vi.advanceTimersByTimeAsync(25_000);
    expect(latest().kinds).toContain("ping");
    await vi.advanceTimersByTimeAsync(8_000);
    expect(wires[0]!.closed).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(wires.length).toBe(2);
  });
});
