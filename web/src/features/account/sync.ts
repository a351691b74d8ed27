import { HttpProblem } from "../../lib/api";
import { DEFAULTS, parseChoices, parseObject, storage } from "../../lib/settings.svelte";
import { Stored } from "../../lib/stored";
import { stored as history } from "../puzzles/puzzleHistory.svelte";
import { stored as record } from "../puzzles/puzzleRecord.svelte";
import { stored as course, type Progress } from "../school/schoolProgress.svelte";
import { accountApi, type DataKind } from "./accountApi";
import { mergeCourse, mergePuzzles, mergeSettings, type SharedPuzzles, type SharedSettings } from "./merging";

const SETTINGS = "skep.settings";
const TIMES = "skep.settings-times";
/** The id of the account that the data of this browser belong to. */
const owner = new Stored<string>("skep.account", 1);

const KIND_OF: Record<string, DataKind> = {
  [SETTINGS]: "settings",
  [course.key]: "course",
  [record.key]: "puzzles",
  [history.key]: "puzzles",
};
const KINDS: DataKind[] = ["settings", "course", "puzzles"];
/** Milliseconds that changes are gathered before they are sent. */
const PAUSE = 2_000;
const MAX_PAUSE = 120_000;
const MAX_ATTEMPTS = 6;

/** Return data as JSON with sorted names. */
const sorted = (data: unknown): string =>
  JSON.stringify(data, (_, value: unknown) =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [two]) => (one < two ? -1 : 1)))
      : value,
  );
const same = (one: unknown, two: unknown): boolean => sorted(one) === sorted(two);
const text = (data: unknown): string => JSON.stringify({ version: 1, data });

interface Kind<T> {
  read(): T;
  merge(local: T, remote: Partial<T>): T;
  write(value: T): void;
}

const settingsKind: Kind<SharedSettings> = {
  read() {
    const choices = parseChoices(storage.get(SETTINGS)) as unknown as Record<string, unknown>;
    const times = parseObject(storage.get(TIMES)) as Record<string, number>;
    // older versions did not note the time; a choice counts more than a default
    for (const [name, value] of Object.entries(choices))
      if (!(name in times) && value !== DEFAULTS[name as keyof typeof DEFAULTS]) times[name] = 1;
    return { choices, times };
  },
  merge: mergeSettings,
  write({ choices, times }) {
    storage.replace(TIMES, JSON.stringify(times));
    storage.replace(SETTINGS, JSON.stringify(choices));
  },
};

const courseKind: Kind<{ lessons: Progress }> = {
  read: () => ({ lessons: course.load() ?? {} }),
  merge: (local, remote) => ({ lessons: mergeCourse(local.lessons, remote.lessons ?? {}) }),
  write: ({ lessons }) => storage.replace(course.key, text(lessons)),
};

const puzzlesKind: Kind<SharedPuzzles> = {
  read: () => ({ record: record.load(), history: history.load() }),
  merge: mergePuzzles,
  write(value) {
    if (value.record) storage.replace(record.key, text(value.record));
    if (value.history) storage.replace(history.key, text(value.history));
  },
};

/** Merge the data of one kind into the account's, and the account's into the browser's. */
async function exchange<T>(kind: DataKind, { read, merge, write }: Kind<T>): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const remote = await accountApi.data(kind);
    const local = read();
    const both = merge(local, remote.value as Partial<T>);
    if (!same(both, local)) write(both);
    if (same(both, remote.value)) return;
    try {
      await accountApi.replaceData(kind, remote.version, both as Record<string, unknown>);
      return;
    } catch (error) {
      // another device was faster
      if (!(error instanceof HttpProblem && error.code === "data-changed")) throw error;
    }
  }
}

const exchangeKind = (kind: DataKind): Promise<void> =>
  kind === "settings"
    ? exchange(kind, settingsKind)
    : kind === "course"
      ? exchange(kind, courseKind)
      : exchange(kind, puzzlesKind);

/** Keeps the data of this browser and of the account the same. */
export class Sync {
  #waiting = new Set<DataKind>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | null = null;
  #pause = PAUSE;
  #started = false;

  /** Merge everything now, and from now on whatever changes. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    storage.listeners.add((name) => {
      const kind = KIND_OF[name];
      if (kind) this.#later(kind);
    });
    addEventListener("online", () => void this.#run());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") void this.flush().catch(() => undefined);
    });
    void this.flush().catch(() => undefined);
  }

  /** Merge everything now. Fails if the server cannot be reached. */
  async flush(): Promise<void> {
    // what is being merged may already be older than the latest change
    await this.#running;
    for (const kind of KINDS) this.#waiting.add(kind);
    await this.#run();
    if (this.#waiting.size) throw new Error("the data could not be merged");
  }

  /** Forget the lessons and puzzles of an account after signing out, so that the next user of the browser starts afresh. */
  forget(): void {
    for (const key of [course.key, record.key, history.key, owner.key]) storage.replace(key, null);
  }

  #later(kind: DataKind): void {
    this.#waiting.add(kind);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), this.#pause);
  }

  #run(): Promise<void> {
    this.#running ??= this.#work().finally(() => (this.#running = null));
    return this.#running;
  }

  async #work(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      await this.#claim();
      for (const kind of [...this.#waiting]) {
        this.#waiting.delete(kind);
        await exchangeKind(kind).catch((error: unknown) => {
          this.#waiting.add(kind);
          throw error;
        });
      }
      this.#pause = PAUSE;
    } catch (error) {
      // signed out elsewhere
      if (error instanceof HttpProblem && error.status === 401) return;
      this.#timer = setTimeout(() => void this.#run(), this.#pause);
      this.#pause = Math.min(MAX_PAUSE, this.#pause * 2);
    }
  }

  /** Make sure that the data of the browser are the account's or a guest's, not those of another account. */
  async #claim(): Promise<void> {
    const { id } = await accountApi.account();
    const before = owner.load();
    if (before !== null && before !== id) this.forget();
    if (before !== id) owner.save(id);
  }
}

export const sync = new Sync();
