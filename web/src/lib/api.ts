import { engineStatus } from "./engineStatus.svelte";
import type {
  Created,
  Invitation,
  Link,
  Me,
  NewGame,
  PlayerNames,
  Problem,
  ServerReach,
  ReachChoice,
  Renewed,
  SeatChoice,
  Summaries,
  Tv,
} from "./messages";

/** The server responded with an error status. */
export class HttpProblem extends Error {
  constructor(
    readonly status: number,
    detail: string,
    /** A word for the problem, for those that the page explains. */
    readonly code: string | null = null,
    /** Why a moderator has restricted the player, and until when in seconds since 1970. */
    readonly sanction: { reason: string; until: number | null } | null = null,
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
    const compiling = response.headers.get("Skep-Engine") === "compiling";
    engineStatus.compiling = compiling;
    if (!compiling) return response;
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
  const { detail, code, reason, until }: Partial<Record<keyof Problem, unknown>> =
    body && typeof body === "object" ? body : {};
  return new HttpProblem(
    response.status,
    typeof detail === "string" && detail ? detail : response.statusText,
    typeof code === "string" ? code : null,
    typeof reason === "string" ? { reason, until: typeof until === "number" ? until : null } : null,
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
  open: () => call<Summaries>("GET", "games/open"),
  tv: () => call<Tv>("GET", "tv"),
  joinOpen: (game: string) => call<Created>("POST", `games/${game}/join`),
  join: (secret: string) => call<Created>("POST", "invitations", { secret } satisfies Link),
  lookUpInvitation: (secret: string) =>
    call<Invitation>("POST", "invitations/lookup", { secret } satisfies Link),
  reach: () => call<ServerReach>("GET", "reach"),
  setReach: (network: boolean) => call<ServerReach>("PUT", "reach", { network } satisfies ReachChoice),
  takeSeat: (secret: string) => call<Created>("POST", "seats", { secret } satisfies Link),
  namePlayers: (game: string, names: PlayerNames) => call<PlayerNames>("PUT", `games/${game}/names`, names),
  renewLinks: (game: string, side: SeatChoice["side"]) =>
    call<Renewed>("POST", `games/${game}/links`, { side } satisfies SeatChoice),
};

/** Return the address of a game's record or picture. */
export const download = (game: string, file: "record.pgn" | "record.uhp" | "picture.svg"): string =>
  `/api/games/${game}/${file}`;
