import type { Proposal, ReasonView } from "./messages";
import type { Refusal } from "./socket";

/** Why the player cannot move right now, independent of the rules. */
export type BlockedReason = "waiting" | "over" | "watching" | "lookingBack" | "notYourTurn";

/** One sentence near the board: a reason from the rules, or an action that failed. */
export type Notice =
  | { kind: "why"; why: ReasonView }
  | { kind: "blocked"; what: BlockedReason }
  | { kind: "refused"; code: Refusal["code"] | "unanswered" }
  | { kind: "declined"; what: Proposal["what"] };
