import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HttpProblem, Unreachable } from "../../lib/api";
import type { AccountView } from "../../lib/messages";
import { settings, storage } from "../../lib/settings.svelte";
import { accountApi, type DataKind } from "./accountApi";
import { Sync } from "./sync";

interface Version {
  version: number;
  value: Record<string, unknown>;
}

/** An account on a server, without the network. */
class FakeServer {
  id = "account1";
  data = new Map<DataKind, Version>();
  /** Called before a change is stored. */
  before: () => void = () => undefined;

  constructor() {
    vi.spyOn(accountApi, "account").mockImplementation(() => Promise.resolve({ id: this.id } as AccountView));
    vi.spyOn(accountApi, "data").mockImplementation((kind) => Promise.resolve(this.get(kind)));
    vi.spyOn(accountApi, "replaceData").mockImplementation((kind, version, value) => {
      this.before();
      if (this.get(kind).version !== version)
        return Promise.reject(new HttpProblem(409, "changed", "data-changed"));
      this.data.set(kind, { version: version + 1, value });
      return Promise.resolve({ version: version + 1 });
    });
  }

  get(kind: DataKind): Version {
    return this.data.get(kind) ?? { version: 0, value: {} };
  }
}

const lessons = (done: number[]): Record<string, unknown> => ({ queen: { done, last: done.at(-1) } });
const store = (data: unknown): void => storage.set("skep.school", { version: 1, data });
const stored = (): unknown =>
  (JSON.parse(storage.get("skep.school") ?? "null") as { data: unknown } | null)?.data;

let server: FakeServer;
beforeEach(() => {
  localStorage.clear();
  server = new FakeServer();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("the data of an account", () => {
  it("are merged with those of the browser", async () => {
    store(lessons([1]));
    server.data.set("course", { version: 4, value: { lessons: lessons([2]) } });
    await new Sync().flush();
    expect(server.get("course")).toEqual({ version: 5, value: { lessons: lessons([1, 2]) } });
    expect(stored()).toEqual(lessons([1, 2]));
    await new Sync().flush();
    expect(server.get("course").version).toBe(5);
  });

  it("are merged again if another device was faster", async () => {
    store(lessons([1]));
    server.before = () => {
      server.before = () => undefined;
      server.data.set("course", { version: 1, value: { lessons: lessons([3]) } });
      server.data.set("settings", { version: 1, value: {} });
    };
    await new Sync().flush();
    expect(server.get("course").value).toEqual({ lessons: lessons([1, 3]) });
  });

  it("of another account are not taken over", async () => {
    store(lessons([1]));
    await new Sync().flush();
    server.id = "account2";
    server.data.clear();
    await new Sync().flush();
    expect(server.get("course").value).toEqual({ lessons: {} });
    expect(stored()).toBeUndefined();
  });

  it("are forgotten after signing out, but not the settings", async () => {
    store(lessons([1]));
    settings.set("theme", "dark");
    const sync = new Sync();
    await sync.flush();
    sync.forget();
    expect(stored()).toBeUndefined();
    expect(storage.get("skep.settings")).toContain("dark");
  });

  it("are sent when the server can be reached again", async () => {
    vi.useFakeTimers();
    store(lessons([1]));
    vi.mocked(accountApi.account).mockRejectedValueOnce(new Unreachable("offline"));
    const sync = new Sync();
    await expect(sync.flush()).rejects.toThrow();
    expect(server.get("course").version).toBe(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.get("course").version).toBe(1);
  });

  it("are complete when two merges start at once", async () => {
    const sync = new Sync();
    const first = sync.flush();
    store(lessons([1]));
    await Promise.all([first, sync.flush()]);
    expect(server.get("course").value).toEqual({ lessons: lessons([1]) });
  });

  it("follow every change", async () => {
    vi.useFakeTimers();
    const sync = new Sync();
    sync.start();
    await vi.advanceTimersByTimeAsync(100);
    settings.set("sound", false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.get("settings").value).toMatchObject({ choices: { sound: false } });
  });
});
