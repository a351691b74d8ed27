import { describe, expect, it, vi } from "vitest";
import type { TeamChatChanged, TeamLine } from "../../lib/messages";
import { TeamChat } from "./teamChat.svelte";

const line = (id: number, text = "Hello"): TeamLine => ({ id, name: "Ann", text, at: 0 });

function make(lines: TeamLine[] = [line(1)]) {
  let listener: (message: TeamChatChanged) => void = () => {};
  let open: () => void = () => {};
  const socket = {
    listen: (_: string, callback: (message: never) => void) => {
      listener = callback as typeof listener;
      return () => {};
    },
    hold: (callback: () => void) => {
      open = callback;
      return () => {};
    },
  };
  const requests = {
    chat: vi.fn(() => Promise.resolve({ lines })),
    write: vi.fn((_: string, text: string) => Promise.resolve(line(5, text))),
    removeLine: vi.fn(() => Promise.resolve({ lines: [] as TeamLine[] })),
  };
  const chat = new TeamChat("teamteam", socket as never, requests);
  chat.start();
  const send = (change: Partial<TeamChatChanged>): void =>
    listener({ kind: "team-chat", team: "teamteam", line: null, removed: null, ...change });
  return { chat, requests, send, open: () => open() };
}

describe("the chat of a team", () => {
  it("is requested whenever the connection opens", async () => {
    const { chat, open } = make();
    open();
    await vi.waitFor(() => expect(chat.lines).toEqual([line(1)]));
  });

  it("adds a line once, although it arrives as a response and as a message", async () => {
    const { chat, send } = make();
    expect(await chat.say("Hi")).toBe(true);
    send({ line: line(5, "Hi") });
    send({ line: line(3) });
    send({ team: "another0", line: line(9) });
    expect(chat.lines.map(({ id }) => id)).toEqual([3, 5]);
  });

  it("drops a line that was removed", async () => {
    const { chat, send } = make();
    send({ line: line(1) });
    send({ removed: 1 });
    expect(chat.lines).toEqual([]);
  });

  it("keeps what changes while the lines are requested", async () => {
    const { chat, requests, send, open } = make();
    let respond: (response: { lines: TeamLine[] }) => void = () => {};
    requests.chat.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
    open();
    expect(await chat.say("Hi")).toBe(true);
    send({ removed: 2 });
    respond({ lines: [line(1), line(2)] });
    await vi.waitFor(() => expect(chat.lines.map(({ id }) => id)).toEqual([1, 5]));
  });

  it("says that a line could not be sent", async () => {
    const { chat, requests } = make();
    requests.write.mockRejectedValueOnce(new Error("no"));
    expect(await chat.say("Hi")).toBe(false);
    expect(chat.problem).not.toBeNull();
  });
});
