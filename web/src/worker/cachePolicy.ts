/** How the service worker handles a request of the page. */
export type CachePolicy =
  /** Not at all: the browser sends the request as if there were no worker. */
  | "leave"
  /** A page, from the network or, when that fails, from the cache. */
  | "page"
  /** A file whose name changes with its content, from the cache. */
  | "cached"
  /** From the network, storing the response; from the cache when the network fails. */
  | "network";

const CACHED_API = /^\/api\/(lessons|rulebook|puzzles\/collection)(\/|$)/;

export interface WorkerRequest {
  method: string;
  mode: string;
  url: URL;
}

/** Return how to handle a request. Games, the socket, the rest of /api, pages that the server makes and other sites bypass the worker. */
export function policyFor(
  { method, mode, url }: WorkerRequest,
  origin: string,
  files: ReadonlySet<string>,
): CachePolicy {
  if (method !== "GET" || url.origin !== origin) return "leave";
  if (url.pathname.startsWith("/api/"))
    return mode !== "navigate" && CACHED_API.test(url.pathname) ? "network" : "leave";
  if (/^\/(docs\/|embed\/|database$)/.test(url.pathname)) return "leave";
  if (mode === "navigate") return "page";
  if (!files.has(url.pathname)) return "leave";
  return url.pathname.startsWith("/assets/") ? "cached" : "network";
}
