import type { Created, Me, NewGame, Summaries } from "./messages";

/** The server answered, but not with what was asked for. */
export class HttpProblem extends Error {
  constructor(
    readonly status: number,
    detail: string,
  ) {
    super(detail);
  }
}

/** Nothing answered at all. */
export class Unreachable extends Error {}

const TIMEOUT = 15_000;

/** Ask, with a body that is said as JSON or, when it is a file, sent as it is. */
async function send(method: string, path: string, body: unknown, timeout: number): Promise<Response> {
  const file = body instanceof Blob;
  try {
    return await fetch(`/api/${path}`, {
      method,
      credentials: "same-origin",
      signal: AbortSignal.timeout(timeout),
      headers:
        body === undefined ? {} : { "Content-Type": file ? "application/octet-stream" : "application/json" },
      body: body === undefined ? null : file ? body : JSON.stringify(body),
    });
  } catch (error) {
    throw new Unreachable(String(error));
  }
}

function problem(response: Response, answer: unknown): HttpProblem {
  const detail = answer && typeof answer === "object" && "detail" in answer ? answer.detail : "";
  return new HttpProblem(
    response.status,
    typeof detail === "string" && detail ? detail : response.statusText,
  );
}

export async function call<T>(method: string, path: string, body?: unknown, timeout = TIMEOUT): Promise<T> {
  const response = await send(method, path, body, timeout);
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as T;
  throw problem(response, answer);
}

/** Ask for a file. */
export async function callFile(path: string, body: unknown, timeout = TIMEOUT): Promise<Blob> {
  const response = await send("POST", path, body, timeout);
  if (response.ok) return response.blob();
  throw problem(response, await response.json().catch(() => null));
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

/** Where a game can be downloaded from. */
export const download = (game: string, what: "record.pgn" | "record.uhp" | "picture.svg"): string =>
  `/api/games/${game}/${what}`;
