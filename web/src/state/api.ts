import type { Created, Me, NewGame, Summaries } from "../messages";

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

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api/${path}`, {
      method,
      credentials: "same-origin",
      signal: AbortSignal.timeout(15_000),
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch (error) {
    throw new Unreachable(String(error));
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as T;
  const detail = answer && typeof answer === "object" && "detail" in answer ? String(answer.detail) : "";
  throw new HttpProblem(response.status, detail || response.statusText);
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
