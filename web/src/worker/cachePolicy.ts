/** What the worker does with a question of the page's. */
export type Answer =
  /** Nothing: the browser asks as if there were no worker. */
  | "leave"
  /** A page: the network's or, without it, the kept one. */
  | "page"
  /** A file whose name changes with its content: the kept one. */
  | "cached"
  /** Something that is kept as it passes and given when the network fails. */
  | "network";

const CACHED_API = /^\/api\/(lessons|rulebook|puzzles\/(daily|collection|[2-9a-z]{8}))(\/|$)/;

export interface Question {
  method: string;
  mode: string;
  url: URL;
}

/** Games, the socket and whatever else lies under /api are no business of the worker's, nor are other sites. */
export function answerTo(
  { method, mode, url }: Question,
  origin: string,
  files: ReadonlySet<string>,
): Answer {
  if (method !== "GET" || url.origin !== origin) return "leave";
  if (url.pathname.startsWith("/api/"))
    return mode !== "navigate" && CACHED_API.test(url.pathname) ? "network" : "leave";
  if (mode === "navigate") return "page";
  if (!files.has(url.pathname)) return "leave";
  return url.pathname.startsWith("/assets/") ? "cached" : "network";
}
