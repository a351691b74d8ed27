import { describe, expect, it, vi } from "vitest";
import type { Notification } from "../../lib/messages";
import { NotificationCentre } from "./notifications.svelte";

const turn = (id: number, game: string, read = false): Notification => ({
  id,
  kind: "your-turn",
  at: 1_000 + id,
  read,
  game,
  challenge: null,
  tournament: null,
  team: null,
  team_name: "",
  name: "Ben",
  until: null,
  won: null,
});

function centre(list: Notification[], visible = true) {
  const answer = (notifications: Notification[]) => ({
    notifications,
    unread: notifications.filter(({ read }) => !read).length,
  });
  const deps = {
    list: vi.fn(async () => answer(list)),
    markRead: vi.fn(async ({ game }: { game?: string }) =>
      answer(list.map((each) => ({ ...each, read: each.read || game === undefined || each.game === game }))),
    ),
    isVisible: () => visible,
  };
  return { deps, centre: new NotificationCentre(deps) };
}

describe("notifications", () => {
  it("are replaced by newer ones about the same game", async () => {
    const { centre: found } = centre([turn(1, "aaaaaaaaaa"), turn(2, "bbbbbbbbbb", true)]);
    await found.load();
    found.onChange({ kind: "notifications", unread: 2, latest: turn(3, "bbbbbbbbbb") });
    expect(found.list?.map(({ id }) => id)).toEqual([3, 1]);
    expect(found.unread).toBe(2);
  });

  it("are requested again when they were read elsewhere", async () => {
    const { centre: found, deps } = centre([turn(1, "aaaaaaaaaa", true)]);
    found.onChange({ kind: "notifications", unread: 0, latest: null });
    await vi.waitFor(() => expect(found.list).toHaveLength(1));
    expect(deps.list).toHaveBeenCalledTimes(1);
  });

  it("about the game on the screen are read at once", async () => {
    const { centre: found, deps } = centre([turn(1, "aaaaaaaaaa"), turn(2, "bbbbbbbbbb")]);
    await found.load();
    expect(deps.markRead).not.toHaveBeenCalled();
    found.view("bbbbbbbbbb");
    await vi.waitFor(() => expect(found.unread).toBe(1));
    expect(deps.markRead.mock.calls).toEqual([[{ game: "bbbbbbbbbb" }]]);
  });

  it("about a round of a tournament are read with its game, and asked for once", async () => {
    const round = { ...turn(1, "aaaaaaaaaa"), kind: "round-started" as const, tournament: "tttttttttt" };
    const { centre: found, deps } = centre([round]);
    deps.markRead.mockResolvedValue({ notifications: [round], unread: 1 });
    await found.load();
    found.view("aaaaaaaaaa");
    await vi.waitFor(() => expect(deps.markRead).toHaveBeenCalled());
    found.onChange({ kind: "notifications", unread: 1, latest: null });
    await vi.waitFor(() => expect(deps.list).toHaveBeenCalledTimes(2));
    expect(deps.markRead.mock.calls).toEqual([[{ notification: 1 }]]);
  });

  it("stay unread while the page is in the background", async () => {
    const { centre: found, deps } = centre([turn(1, "aaaaaaaaaa")], false);
    found.view("aaaaaaaaaa");
    await found.load();
    expect(deps.markRead).not.toHaveBeenCalled();
    expect(found.unread).toBe(1);
  });

  it("say that they could not be loaded", async () => {
    const { centre: found, deps } = centre([]);
    deps.list.mockRejectedValueOnce(new Error());
    await found.load();
    expect(found.failed).toBe(true);
    await found.load();
    expect(found.failed).toBe(false);
  });
});
