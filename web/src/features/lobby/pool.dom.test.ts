import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Matched, Seeking, SeekMatched, SeekView } from "../../lib/messages";
import { ASK_EVERY, Pool, type PoolSocket } from "./pool.svelte";

const TERMS = { clock: { kind: "minutes", minutes: 3, increment: 2 } } as const;
const GAME = "abcDEF0123";
const seekView = (seek = "seek1"): SeekView => ({
  seek,
  clock: { kind: "minutes", minutes: 3, increment: 2, days: 0, first_move: 0 },
  edition: "ultimate-2024",
  game_type: "Base",
  threefold: false,
  rated: false,
  since: 0,
  waited: 5,
  level: 6,
});
const state = (change: Partial<Seeking>): Seeking => ({
  kind: "seeking",
  id: 1,
  seek: null,
  matched: null,
  waiting: 1,
  ...change,
});
const matched: Matched = { seek: "seek1", game: GAME, side: "white" };
const push: SeekMatched = { kind: "seek-matched", seek: "seek1", game: GAME, side: "white", opponent: "Ben" };

/** A socket whose answers a test decides, and whose connection it opens. */
class FakeSocket {
  asked: Record<string, unknown>[] = [];
  answers: Seeking[] = [];
  listeners: Record<string, (message: never) => void> = {};
  onOpen: (() => void) | null = null;

  ask = vi.fn((body: Record<string, unknown>) => {
    this.asked.push(body);
    const answer = this.answers.shift();
    return answer ? Promise.resolve(answer) : new Promise(() => {});
  });
  listen = (kind: string, listener: (message: never) => void) => {
    this.listeners[kind] = listener;
    return () => delete this.listeners[kind];
  };
  hold = (onOpen: () => void) => {
    this.onOpen = onOpen;
    return () => (this.onOpen = null);
  };
  send(message: Seeking | SeekMatched): void {
    this.listeners[message.kind]!(message as never);
  }
}

let socket: FakeSocket;
const go = vi.fn();
const sound = vi.fn();
const make = (): Pool => {
  const pool = new Pool(
    socket as unknown as PoolSocket,
    go,
    sound,
    () => Promise.resolve(),
    () => 60_000,
  );
  pool.start();
  return pool;
};
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  sessionStorage.clear();
  socket = new FakeSocket();
});
afterEach(() => vi.useRealTimers());

async function waiting(): Promise<Pool> {
  const pool = make();
  socket.answers.push(state({ seek: seekView(), waiting: 3 }));
  await pool.look(TERMS);
  return pool;
}

describe("the search for an opponent", () => {
  it("waits, and opens the game once although two messages arrive", async () => {
    const pool = await waiting();
    expect(socket.asked[0]).toEqual({ kind: "seek", ...TERMS });
    expect([pool.clock, pool.waiting, pool.since]).toEqual(["3+2", 3, 55_000]);
    socket.send(push);
    socket.send(push);
    expect(go.mock.calls).toEqual([[`/game/${GAME}`]]);
    expect(sound).toHaveBeenCalledTimes(1);
    expect([pool.seek, pool.clock, socket.onOpen]).toEqual([null, null, null]);
  });

  it("opens the game at once if someone waited already", async () => {
    const pool = make();
    socket.answers.push(state({ matched }));
    await pool.look(TERMS);
    expect(go).toHaveBeenCalledWith(`/game/${GAME}`);
    expect(pool.clock).toBeNull();
  });

  it("asks regularly, and after every reconnection, in case a message was lost", async () => {
    await waiting();
    socket.answers.push(state({ seek: seekView() }), state({ matched }));
    await vi.advanceTimersByTimeAsync(ASK_EVERY);
    expect(socket.asked.at(-1)).toEqual({ kind: "my-seek", seek: "seek1" });
    expect(go).not.toHaveBeenCalled();
    socket.onOpen!();
    await settle();
    expect(go).toHaveBeenCalledWith(`/game/${GAME}`);
  });

  it("can be cancelled, but not when a game has been found at the same moment", async () => {
    let pool = await waiting();
    socket.answers.push(state({}));
    pool.cancel();
    await settle();
    expect([pool.seek, pool.clock]).toEqual([null, null]);
    expect(socket.asked.at(-1)).toEqual({ kind: "unseek", seek: "seek1" });
    expect(go).not.toHaveBeenCalled();
    pool = await waiting();
    socket.answers.push(state({ matched }));
    pool.cancel();
    await settle();
    expect(go).toHaveBeenCalledWith(`/game/${GAME}`);
  });

  it("continues after the page was loaded again", async () => {
    await waiting();
    socket = new FakeSocket();
    const pool = make();
    expect(pool.clock).toBe("3+2");
    await settle();
    socket.answers.push(state({ seek: seekView() }));
    socket.onOpen!();
    await settle();
    expect(socket.asked).toEqual([{ kind: "my-seek" }]);
    expect(pool.seek?.seek).toBe("seek1");
  });

  it("says that it has ended while the reader was away, and starts again", async () => {
    const pool = await waiting();
    socket.answers.push(state({}), state({ seek: seekView("seek2") }));
    await vi.advanceTimersByTimeAsync(ASK_EVERY);
    expect([pool.ended, pool.seek]).toEqual([true, null]);
    await pool.again();
    expect([pool.ended, pool.seek?.seek]).toEqual([false, "seek2"]);
  });

  it("is shown in other tabs, which offer a link to the game instead of opening it", () => {
    const pool = make();
    socket.send(state({ id: null, seek: seekView() }));
    expect(pool.clock).toBe("3+2");
    socket.send(push);
    expect(go).not.toHaveBeenCalled();
    expect(pool.found).toBe(GAME);
    pool.enter();
    expect(go).toHaveBeenCalledWith(`/game/${GAME}`);
  });

  it("is not shown if the server refuses it", async () => {
    const pool = make();
    socket.ask.mockRejectedValueOnce(new Error("refused"));
    await expect(pool.look(TERMS)).rejects.toThrow("refused");
    expect([pool.clock, sessionStorage.length]).toEqual([null, 0]);
  });
});
