import { flushSync } from "svelte";
import { beforeEach, describe, expect, it } from "vitest";
import type { ChatLine, SpectatorLine } from "../../lib/messages";
import type { Side } from "../../lib/position/pieces";
import { Unread } from "./unread.svelte";

interface Room {
  id: string;
  yours: Side[];
  state: { chat: ChatLine[]; spectator_chat: SpectatorLine[] };
}
const line = (by: Side, at: number): ChatLine => ({ by, text: "hello", at });
const room = (change: Partial<Room> = {}): Room => ({
  id: "abcDEF0123",
  yours: ["white"],
  state: { chat: [line("black", 1), line("white", 2), line("black", 3)], spectator_chat: [] },
  ...change,
});

beforeEach(() => localStorage.clear());

describe("unread lines of chat", () => {
  it("are those that others wrote", () => {
    expect(new Unread(room()).count).toBe(2);
  });

  it("stay unread when the page is loaded again, and read once they were read", () => {
    const first = new Unread(room());
    expect(new Unread(room()).count).toBe(2);
    first.read();
    flushSync();
    expect(first.count).toBe(0);
    expect(new Unread(room()).count).toBe(0);
    const later = room();
    later.state.chat.push(line("black", 4));
    expect(new Unread(later).count).toBe(1);
  });

  it("are counted for each game", () => {
    new Unread(room()).read();
    expect(new Unread(room({ id: "abcDEF0124" })).count).toBe(2);
  });

  it("begin for a spectator when they arrive", () => {
    const lines = { chat: [], spectator_chat: [{ name: "Eve", text: "hi", at: 5, author: "" }] };
    const watching = room({ yours: [], state: lines });
    const unread = new Unread(watching);
    expect(unread.count).toBe(0);
    unread.arrive();
    lines.spectator_chat.push({ name: "Tom", text: "hello", at: 6, author: "" });
    expect(new Unread(watching).count).toBe(1);
  });

  it("are remembered for a limited number of games", () => {
    for (let number = 0; number < 120; number++) new Unread(room({ id: `game${number}` })).read();
    const { data } = JSON.parse(localStorage.getItem("skep.chatRead")!) as { data: Record<string, number> };
    expect(Object.keys(data)).toHaveLength(100);
    expect(data["game119"]).toBe(3);
    expect(data["game0"]).toBeUndefined();
  });
});
