import type { Proposal, ReasonView } from "./messages";
import { Refusal } from "./socket";

/** Why the player cannot move right now, independent of the rules. */
export type BlockedReason = "waiting" | "over" | "watching" | "lookingBack" | "notYourTurn" | "premove";

/** The code of a failed request; `unanswered` if no response arrived. */
export type FailureCode = Refusal["code"] | "unanswered";

/** A short text near the board: a reason from the rules, or an action that failed. */
export type Notice =
  | { kind: "why"; why: ReasonView }
  | { kind: "blocked"; what: BlockedReason }
  | { kind: "refused"; code: FailureCode }
  | { kind: "declined"; what: Proposal["what"] };

/** Return the code of a request's error. */
export const failureCode = (error: unknown): FailureCode =>
  error instanceof Refusal ? error.code : "unanswered";

/** Return the name of a reason's rule as a heading. */
export const reasonTitle = ({ title }: Pick<ReasonView, "title">): string =>
  `${title.charAt(0).toUpperCase()}${title.slice(1)}`;

/** Return a reason in one line: the name of the rule, then what it means in this position. */
export const reasonText = (reason: Pick<ReasonView, "title" | "text">): string =>
  `${reasonTitle(reason)}. ${reason.text}`;
