import type { TournamentList, TournamentSummary } from "../../lib/messages";
import { tournamentApi } from "./tournamentApi";

export const LIST_STATUSES = ["running", "upcoming", "finished"] as const;
export type ListStatus = (typeof LIST_STATUSES)[number];

/** Milliseconds between two requests for what is running and coming up. */
export const REFRESH_EVERY = 20_000;

interface Loaded {
  tournaments: TournamentSummary[];
  next: number | null;
}
const NONE: Loaded = { tournaments: [], next: null };

/** The lists of tournaments, which stay up to date while the page is visible. */
export class TournamentLists {
  lists: Record<ListStatus, Loaded> = $state.raw({ running: NONE, upcoming: NONE, finished: NONE });
  loaded = $state(false);
  busy = $state(false);
  problem: unknown = $state.raw(null);

  constructor(
    private readonly request: (state: ListStatus, page: number) => Promise<TournamentList> = (state, page) =>
      tournamentApi.list({ state, page }),
  ) {}

  /** Request the lists now and regularly. Return a function that stops it. */
  start(): () => void {
    const refresh = (): void => {
      if (document.visibilityState === "visible") void this.refresh();
    };
    void this.refresh();
    const timer = setInterval(refresh, REFRESH_EVERY);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }

  /** Request the first page of each list again; further pages that are shown stay. */
  async refresh(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      const found = await Promise.all(LIST_STATUSES.map((status) => this.request(status, 1)));
      const lists = { ...this.lists };
      LIST_STATUSES.forEach((status, index) => {
        lists[status] = merged(this.lists[status], found[index]!);
      });
      this.lists = withoutRepeats(lists);
      this.loaded = true;
      this.problem = null;
    } catch (error) {
      this.problem = error;
    } finally {
      this.busy = false;
    }
  }

  /** Add the next page of a list. */
  async more(status: ListStatus): Promise<void> {
    const { tournaments, next } = this.lists[status];
    if (next === null || this.busy) return;
    this.busy = true;
    try {
      const found = await this.request(status, next);
      const known = new Set(tournaments.map(({ tournament }) => tournament));
      this.lists = {
        ...this.lists,
        [status]: {
          tournaments: [...tournaments, ...found.tournaments.filter((each) => !known.has(each.tournament))],
          next: found.next,
        },
      };
      this.problem = null;
    } catch (error) {
      this.problem = error;
    } finally {
      this.busy = false;
    }
  }
}

/** Return a new first page, followed by what further pages had. */
function merged(before: Loaded, first: TournamentList): Loaded {
  if (before.tournaments.length <= first.tournaments.length) return first;
  const known = new Set(first.tournaments.map(({ tournament }) => tournament));
  const rest = before.tournaments
    .slice(first.tournaments.length)
    .filter(({ tournament }) => !known.has(tournament));
  return { tournaments: [...first.tournaments, ...rest], next: before.next };
}

/** A tournament that has moved on is in one list only, the one that was requested first. */
function withoutRepeats(lists: Record<ListStatus, Loaded>): Record<ListStatus, Loaded> {
  const known = new Set<string>();
  const result = { ...lists };
  for (const status of LIST_STATUSES) {
    const tournaments = lists[status].tournaments.filter(({ tournament }) => !known.has(tournament));
    tournaments.forEach(({ tournament }) => known.add(tournament));
    result[status] = { ...lists[status], tournaments };
  }
  return result;
}
