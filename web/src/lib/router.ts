/** Which page an address stands for. */
export type Route =
  | { page: "start" }
  | { page: "game"; id: string }
  | { page: "join"; secret: string }
  | { page: "seat"; secret: string }
  | { page: "watch" }
  /** The analysis board: empty, with what its question names (`?game=`), or with a shared study. */
  | { page: "study"; id: string | null; search: string }
  | { page: "review"; id: string }
  | { page: "archive" }
  /** The course, or one of its lessons. */
  | { page: "school"; lesson: string | null }
  /** The rulebook, at an entry or at the rule of a reason; `?bug=A` says whose reason. */
  | { page: "rules"; rule: string | null; search: string }
  /** The trainer: a puzzle by its name, the one of the day (`daily`), or what comes next. */
  | { page: "puzzles"; id: string | null; search: string }
  | { page: "unknown"; path: string };

export function parse(path: string, search = ""): Route {
  const [first, second, ...rest] = path.split("/").filter(Boolean).map(decoded);
  if (first === undefined) return { page: "start" };
  if (rest.length === 0) {
    if (first === "watch" && second === undefined) return { page: "watch" };
    if (first === "game" && second && /^[A-Za-z0-9]{10}$/.test(second)) return { page: "game", id: second };
    if (first === "join" && second) return { page: "join", secret: second };
    if (first === "seat" && second) return { page: "seat", secret: second };
    if (first === "study") return { page: "study", id: second ?? null, search };
    if (first === "review" && second) return { page: "review", id: second };
    if (first === "archive" && second === undefined) return { page: "archive" };
    if (first === "school") return { page: "school", lesson: second ?? null };
    if (first === "rules") return { page: "rules", rule: second ?? null, search };
    if (first === "puzzles") return { page: "puzzles", id: second ?? null, search };
  }
  return { page: "unknown", path };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const gamePath = (id: string): string => `/game/${id}`;
export const joinPath = (secret: string): string => `/join/${encodeURIComponent(secret)}`;
export const seatPath = (secret: string): string => `/seat/${encodeURIComponent(secret)}`;
export const reviewPath = (id: string): string => `/review/${encodeURIComponent(id)}`;
export const sharedPath = (id: string): string => `/study/${encodeURIComponent(id)}`;
export const lessonPath = (id: string): string => `/school/${encodeURIComponent(id)}`;
export const puzzlePath = (id: string): string => `/puzzles/${encodeURIComponent(id)}`;
/** Where the rulebook tells a rule; of a reason, for the bug it concerns. */
export const rulePath = (rule: string, piece: string | null = null): string =>
  `/rules/${encodeURIComponent(rule)}${piece ? `?bug=${piece[1]}` : ""}`;

/** What an analysis board can be opened with. */
export interface StudyOf {
  /** A game of the table. */
  game?: string;
  /** A game of the database. */
  archived?: number;
  /** After how many turns it is looked at first. */
  ply?: number;
  /** A position string to begin with. */
  position?: string;
}

export function studyPath(of: StudyOf = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(of)) if (value !== undefined) query.set(name, String(value));
  return query.size ? `/study?${query}` : "/study";
}

/** What the question of a study's address asks for; what makes no sense is left out. */
export function readStudyOf(search: string): StudyOf {
  const query = new URLSearchParams(search);
  const number = (name: string): number | undefined => {
    const text = query.get(name);
    return text && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  };
  const of: StudyOf = {};
  const [game, archived, ply, position] = [
    query.get("game"),
    number("archived"),
    number("ply"),
    query.get("position"),
  ];
  if (game && /^[A-Za-z0-9]{10}$/.test(game)) of.game = game;
  if (archived !== undefined) of.archived = archived;
  if (ply !== undefined) of.ply = ply;
  if (position) of.position = position;
  return of;
}

/** Whether a click on a link is for this page, rather than for a new tab, a download or another site. */
export function isForUs(event: MouseEvent, link: HTMLAnchorElement, here: Location): boolean {
  return (
    event.button === 0 &&
    !event.defaultPrevented &&
    !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
    !link.target &&
    !link.hasAttribute("download") &&
    link.origin === here.origin &&
    !link.pathname.startsWith("/api/") &&
    !(link.pathname === here.pathname && link.hash !== "")
  );
}
