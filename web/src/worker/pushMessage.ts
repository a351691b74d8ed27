/** What a pushed message says, checked because it comes from outside. */

export interface PushMessage {
  title: string;
  body: string;
  tag: string;
  /** The path of a page of this site. */
  url: string;
}

/** Return the message of a push event, or null if it is not one of the server's. */
export function readMessage(data: { json(): unknown } | null): PushMessage | null {
  let content: unknown;
  try {
    content = data?.json();
  } catch {
    return null;
  }
  if (!content || typeof content !== "object") return null;
  const { title, body, tag, url } = content as Record<string, unknown>;
  if (typeof title !== "string" || typeof body !== "string" || typeof tag !== "string") return null;
  return { title, body, tag, url: typeof url === "string" ? url : "/" };
}

/** Return the address of a page of this site; anything else leads to the start page. */
export function pageOf(path: unknown, origin: string): string {
  const url = typeof path === "string" && URL.canParse(path, origin) ? new URL(path, origin) : null;
  return url?.origin === origin ? url.href : `${origin}/`;
}
