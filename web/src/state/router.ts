/** Which page an address stands for. */
export type Route =
  | { page: "start" }
  | { page: "game"; id: string }
  | { page: "join"; secret: string }
  | { page: "seat"; secret: string }
  | { page: "watch" }
  | { page: "unknown"; path: string };

export function parse(path: string): Route {
  const [first, second, ...rest] = path.split("/").filter(Boolean).map(decoded);
  if (first === undefined) return { page: "start" };
  if (rest.length === 0) {
    if (first === "watch" && second === undefined) return { page: "watch" };
    if (first === "game" && second && /^[A-Za-z0-9]{10}$/.test(second)) return { page: "game", id: second };
    if (first === "join" && second) return { page: "join", secret: second };
    if (first === "seat" && second) return { page: "seat", secret: second };
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
