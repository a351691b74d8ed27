/** What an invitation offers, for its page. */
import type { Stack } from "../../board/types";
import { HttpProblem } from "../../lib/api";
import type { Invitation } from "../../lib/messages";
import type { Bug } from "../../lib/position/pieces";

/** Why an invitation cannot be accepted; `gone` if the server does not say. */
export type Unusable = "unknown" | "used" | "expired" | "over" | "gone";

const CODES: Record<string, Unusable> = {
  "invitation-unknown": "unknown",
  "invitation-used": "used",
  "invitation-expired": "expired",
  "invitation-over": "over",
};

/** Return why an invitation cannot be accepted, or null if the error has another reason. */
export function reasonOf(error: unknown): Unusable | null {
  if (!(error instanceof HttpProblem)) return null;
  // the server does not look at a text that cannot be the secret of a link
  return error.status === 422 ? "unknown" : (CODES[error.code ?? ""] ?? null);
}

const EXTRAS: [string, Bug][] = [
  ["M", "mosquito"],
  ["L", "ladybug"],
  ["P", "pillbug"],
];

/** Return the bugs of the expansions, as in `ML`. */
export const extraBugs = (expansions: string): Bug[] =>
  EXTRAS.filter(([letter]) => expansions.includes(letter)).map(([, bug]) => bug);

/** Return one piece of each bug that is played, in the visitor's colour, with the opponent's queen bee among them. */
export function bugStacks({ side, expansions }: Pick<Invitation, "side" | "expansions">): Stack[] {
  const own = side === "black" ? "b" : "w";
  const their = side === "black" ? "w" : "b";
  const upper = ["S1", "B1", "Q", "G1", "A1"].map((bug) => own + bug);
  const lower = [...expansions].map((bug) => own + bug);
  const row = (pieces: string[], q: number, r: number): Stack[] =>
    pieces.map((piece, index) => ({ place: [q + index, r], pieces: [piece] }));
  return [...row(upper, 0, 0), ...row([`${their}Q`, ...lower], 1, 1)];
}
