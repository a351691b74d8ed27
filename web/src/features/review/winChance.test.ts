import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AnalysisUpdate } from "../../lib/messages";
import { estimateWinChance } from "./winChance";
import type { AnalysisSubscriber } from "../../lib/socket";

const update = (state: AnalysisUpdate["state"], depth: number, white?: number): AnalysisUpdate => ({
  kind: "analysis",
  id: 1,
  state,
  depth,
  nodes: 0,
  seconds: 0,
  lines: white === undefined ? [] : [{ value: 0, white_wins: white, forced: null, moves: [] }],
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function makeEstimate() {
  let current: AnalysisSubscriber | undefined;
  const socket = {
    analyse: vi.fn((_: unknown, subscriber: AnalysisSubscriber) => (current = subscriber)),
    stop: vi.fn(),
  };
  const chance = estimateWinChance(socket as never, { start: "" });
  return {
    socket,
    chance,
    send: (update: AnalysisUpdate) => current!.onUpdate(update),
    subscriber: () => current!,
  };
}

describe("the estimate of White's winning chances", () => {
  it("resolves and stops the engine at the target depth", async () => {
    const { socket, chance, send } = makeEstimate();
    send(update("thinking", 3, 0.4));
    expect(socket.stop).not.toHaveBeenCalled();
    send(update("thinking", 8, 0.6));
    expect(await chance).toBe(0.6);
    expect(socket.stop).toHaveBeenCalledOnce();
  });

  it("resolves with the last update when the time is up", async () => {
    const { chance, send } = makeEstimate();
    send(update("thinking", 3, 0.4));
    await vi.advanceTimersByTimeAsync(5000);
    expect(await chance).toBe(0.4);
  });

  it("waits longer for a busy engine, up to a limit", async () => {
    const { chance, send } = makeEstimate();
    send(update("waiting", 0));
    await vi.advanceTimersByTimeAsync(6000);
    send(update("thinking", 2, 0.3));
    await vi.advanceTimersByTimeAsync(5000);
    expect(await chance).toBe(0.3);
    const never = makeEstimate();
    await vi.advanceTimersByTimeAsync(12_000);
    expect(await never.chance).toBeNull();
  });

  it("is null if the server refuses", async () => {
    const { chance, subscriber } = makeEstimate();
    subscriber().onRefused({} as never);
    expect(await chance).toBeNull();
  });
});
