/** The page at an address, with its parameters. */
export type Route =
  | { page: "start" }
  | { page: "game"; id: string }
  | { page: "join"; secret: string }
  | { page: "seat"; secret: string }
  /** A link of an earlier version, with the secret in the path. */
  | { page: "outdated" }
  | { page: "watch" }
  /** All games of the player. */
  | { page: "games" }
  /**
   * The analysis board: empty, with the game or position in its query (`?game=`), with a saved tree or a shared study.
   * A link to a shared study has its secret after the `#`.
   */
  | { page: "study"; id: string | null; search: string }
  /** The list of shared studies. */
  | { page: "studies" }
  | { page: "review"; id: string }
  | { page: "archive" }
  /** The course, or one of its lessons. */
  | { page: "school"; lesson: string | null }
  /** The rulebook, at an entry or at the rule of a reason; `?bug=A` names the bug concerned. */
  | { page: "rules"; rule: string | null; search: string }
  /** The trainer: the puzzle with an id, the puzzle of the day (`daily`), or the next one. */
  | { page: "puzzles"; id: string | null; search: string }
  /** A player's profile. */
  | { page: "player"; name: string }
  /** The leaderboard of a pool, such as `blitz/base`, or of the first one. */
  | { page: "leaderboard"; pool: string | null }
  | { page: "tv" }
  | { page: "tournaments" }
  /** The form of a new tournament; `?team=` names the team that it is for, `?change=` the tournament to change. */
  | { page: "new-tournament"; search: string }
  /** A tournament; `?round=3` shows a round. */
  | { page: "tournament"; id: string; search: string }
  | { page: "teams" }
  | { page: "team"; id: string }
  /** The moderators' pages: the reports, a player, the log or the words. */
  | { page: "moderation"; tab: "reports" | "players" | "log" | "words"; player: string | null }
  | { page: "account" }
  /** The request of a program for access to the account, in the query. */
  | { page: "oauth"; search: string }
  | { page: "unknown"; path: string };

/** Return the page at an address. Secrets follow the `#`, because browsers do not send that part to any server. */
export function parse(path: string, search = "", hash = ""): Route {
  const [first, second, ...rest] = path.split("/").filter(Boolean).map(decode);
  if (first === undefined) return { page: "start" };
  if (first === "leaderboard" && rest.length < 2)
    return { page: "leaderboard", pool: second === undefined ? null : [second, ...rest].join("/") };
  if (rest.length === 0) {
    if (first === "player" && second) return { page: "player", name: second };
    if (first === "watch" && second === undefined) return { page: "watch" };
    if (first === "tv" && second === undefined) return { page: "tv" };
    if (first === "tournaments" && second === undefined) return { page: "tournaments" };
    if (first === "tournaments" && second === "new") return { page: "new-tournament", search };
    if (first === "tournament" && second) return { page: "tournament", id: second, search };
    if (first === "teams" && second === undefined) return { page: "teams" };
    if (first === "team" && second) return { page: "team", id: second };
    if (first === "moderation") {
      if (second === undefined) return { page: "moderation", tab: "reports", player: null };
      if (second === "players" || second === "log" || second === "words")
        return { page: "moderation", tab: second, player: null };
    }
    if (first === "games" && second === undefined) return { page: "games" };
    if (first === "game" && second && /^[A-Za-z0-9]{10}$/.test(second)) return { page: "game", id: second };
    if (first === "join" || first === "seat") {
      const secret = decode(hash.replace(/^#/, ""));
      if (second) return { page: "outdated" };
      if (secret) return { page: first, secret };
    }
    if (first === "studies" && second === undefined) return { page: "studies" };
    if (first === "study") return { page: "study", id: second ?? null, search };
    if (first === "review" && second) return { page: "review", id: second };
    if (first === "account" && second === undefined) return { page: "account" };
    if (first === "oauth" && second === undefined) return { page: "oauth", search };
    if (first === "archive" && second === undefined) return { page: "archive" };
    if (first === "school") return { page: "school", lesson: second ?? null };
    if (first === "rules") return { page: "rules", rule: second ?? null, search };
    if (first === "puzzles") return { page: "puzzles", id: second ?? null, search };
  }
  if (first === "moderation" && second === "players" && rest.length === 1)
    return { page: "moderation", tab: "players", player: rest[0]! };
  return { page: "unknown", path };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const gamePath = (id: string): string => `/game/${id}`;
export const joinPath = (secret: string): string => `/join#${encodeURIComponent(secret)}`;
export const seatPath = (secret: string): string => `/seat#${encodeURIComponent(secret)}`;
export const playerFilePath = (id: string): string => `/moderation/players/${encodeURIComponent(id)}`;
export const reviewPath = (id: string): string => `/review/${encodeURIComponent(id)}`;
export const sharedPath = (id: string): string => `/study/${encodeURIComponent(id)}`;
/** Whether the id of a study is that of one with chapters, rather than of a saved tree that never changes. */
export const isSharedStudy = (id: string | null): id is string => id !== null && /^[A-Za-z0-9]{12}$/.test(id);
export const lessonPath = (id: string): string => `/school/${encodeURIComponent(id)}`;
export const puzzlePath = (id: string): string => `/puzzles/${encodeURIComponent(id)}`;
export const playerPath = (name: string): string => `/player/${encodeURIComponent(name)}`;
/** Return the address of the form for a challenge; without a name, the form asks for it. */
export const challengePath = (name = ""): string => `/?challenge=${encodeURIComponent(name)}`;
export const leaderboardPath = (pool: string): string => `/leaderboard/${pool}`;
/** Return the address of a board for other sites. */
export const embedPath = (kind: "game" | "study", id: string): string => `/embed/${kind}/${id}`;
export const embedPositionPath = (position: string): string =>
  `/embed/position?${new URLSearchParams({ position })}`;

/** Return the address of a tournament, or of one of its rounds. */
export const tournamentPath = (id: string, round: number | null = null): string =>
  `/tournament/${encodeURIComponent(id)}${round === null ? "" : `?round=${round}`}`;
export const teamPath = (id: string): string => `/team/${encodeURIComponent(id)}`;
/** Return the address of a rule in the rulebook, for the bug of `piece` if given. */
export const rulePath = (rule: string, piece: string | null = null): string =>
  `/rules/${encodeURIComponent(rule)}${piece ? `?bug=${piece[1]}` : ""}`;

/** What the analysis board opens with. */
export interface StudySource {
  /** The id of a game played here. */
  game?: string;
  /** The id of a game in the database. */
  archived?: number;
  /** The number of turns played in the position shown first. */
  ply?: number;
  /** A position string to start from. */
  position?: string;
}

export function studyPath(source: StudySource = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(source)) if (value !== undefined) query.set(name, String(value));
  return query.size ? `/study?${query}` : "/study";
}

/** Parse the query of a study's address; invalid values are ignored. */
export function parseStudySource(search: string): StudySource {
  const query = new URLSearchParams(search);
  const number = (name: string): number | undefined => {
    const text = query.get(name);
    return text && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  };
  const source: StudySource = {};
  const [game, archived, ply, position] = [
    query.get("game"),
    number("archived"),
    number("ply"),
    query.get("position"),
  ];
  if (game && /^[A-Za-z0-9]{10}$/.test(game)) source.game = game;
  if (archived !== undefined) source.archived = archived;
  if (ply !== undefined) source.ply = ply;
  if (position) source.position = position;
  return source;
}

/** Whether the router handles a click on a link; new tabs, downloads, pages that the server makes and other sites are not. */
export function isInternalClick(event: MouseEvent, link: HTMLAnchorElement, here: Location): boolean {
  return (
    event.button === 0 &&
    !event.defaultPrevented &&
    !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
    !link.target &&
    !link.hasAttribute("download") &&
    link.origin === here.origin &&
    !/^\/(api\/|docs\/|embed\/|database$)/.test(link.pathname) &&
    !(link.pathname === here.pathname && link.hash !== "")
  );
}
