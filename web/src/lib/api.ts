import type { Created, Me, NewGame, Summaries } from "./messages";

/** The server responded with an error status. */
export class HttpProblem extends Error {
  constructor(
    readonly status: number,
    detail: string,
  ) {
    super(detail);
  }
}

/** The server did not respond. */
export class Unreachable extends Error {}

const TIMEOUT = 15_000;
const RETRY_DELAY = 1_000;

/** Send a request, again and again while the server is still compiling its engine, which happens only once. */
async function send(method: string, path: string, body: unknown, timeout: number): Promise<Response> {
  for (;;) {
    const response = await sendOnce(method, path, body, timeout);
    if (response.headers.get("Skep-Engine") !== "compiling") return response;
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
  }
}

/** Send a request. A Blob is sent unchanged, any other body as JSON. */
async function sendOnce(method: string, path: string, body: unknown, timeout: number): Promise<Response> {
  const isFile = body instanceof Blob;
  try {
    return await fetch(`/api/${path}`, {
      method,
      credentials: "same-origin",
      signal: AbortSignal.timeout(timeout),
      headers:
        body === undefined
          ? {}
          : { "Content-Type": isFile ? "application/octet-stream" : "application/json" },
      body: body === undefined ? null : isFile ? body : JSON.stringify(body),
    });
  } catch (error) {
    throw new Unreachable(String(error));
  }
}

function toProblem(response: Response, body: unknown): HttpProblem {
  const detail = body && typeof body === "object" && "detail" in body ? body.detail : "";
  return new HttpProblem(
    response.status,
    typeof detail === "string" && detail ? detail : response.statusText,
  );
}

/** Send a request and return the JSON of the response. Fails with HttpProblem or Unreachable. */
export async function call<T>(method: string, path: string, body?: unknown, timeout = TIMEOUT): Promise<T> {
  const response = await send(method, path, body, timeout);
  const content: unknown = await response.json().catch(() => null);
  if (response.ok && content !== null) return content as T;
  throw toProblem(response, content);
}

/** Send a request whose response is a file. */
export async function callFile(path: string, body: unknown, timeout = TIMEOUT): Promise<Blob> {
  const response = await send("POST", path, body, timeout);
  if (response.ok) return response.blob();
  throw toProblem(response, await response.json().catch(() => null));
}

export const api = {
  me: () => call<Me>("GET", "me"),
  rename: (name: string) => call<Me>("PUT", "me", { name }),
  create: (game: NewGame) => call<Created>("POST", "games", game),
  mine: () => call<Summaries>("GET", "games/mine"),
  live: () => call<Summaries>("GET", "games/live"),
  join: (secret: string) => call<Created>("POST", `invitations/${encodeURIComponent(secret)}`),
  takeSeat: (secret: string) => call<Created>("POST", `seats/${encodeURIComponent(secret)}`),
};

/** Return the address of a game's record or picture. */
export const download = (game: string, file: "record.pgn" | "record.uhp" | "picture.svg"): string =>
  `/api/games/${game}/${file}`;
