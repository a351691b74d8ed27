import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AnalysisTold } from "../../lib/messages";
import { chanceBy } from "./winChance";
import type { Follower } from "../../lib/socket";

const news = (state: AnalysisTold["state"], depth: number, white?: number): AnalysisTold => ({
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

function asking() {
  let follower: Follower | undefined;
  const socket = { analyse: vi.fn((_: unknown, told: Follower) => (follower = told)), stop: vi.fn() };
  const chance = chanceBy(socket as never, { start: "" });
  return { socket, chance, tell: (told: AnalysisTold) => follower!.told(told), follower: () => follower! };
}

describe("White's chance", () => {
  it("is what the engine says once it is deep enough, and then it stops", async () => {
    const { socket, chance, tell } = asking();
    tell(news("thinking", 3, 0.4));
    expect(socket.stop).not.toHaveBeenCalled();
    tell(news("thinking", 8, 0.6));
    expect(await chance).toBe(0.6);
    expect(socket.stop).toHaveBeenCalledOnce();
  });

  it("is the last that was said when time is up", async () => {
    const { chance, tell } = asking();
    tell(news("thinking", 3, 0.4));
    await vi.advanceTimersByTimeAsync(5000);
    expect(await chance).toBe(0.4);
  });

  it("of an engine that is busy with others is waited for, but not for ever", async () => {
    const { chance, tell } = asking();
    tell(news("waiting", 0));
    await vi.advanceTimersByTimeAsync(6000);
    tell(news("thinking", 2, 0.3));
    await vi.advanceTimersByTimeAsync(5000);
    expect(await chance).toBe(0.3);
    const never = asking();
    await vi.advanceTimersByTimeAsync(12_000);
    expect(await never.chance).toBeNull();
  });

  it("is unknown when the server refuses", async () => {
    const { chance, follower } = asking();
    follower().refused({} as never);
    expect(await chance).toBeNull();
  });
});
