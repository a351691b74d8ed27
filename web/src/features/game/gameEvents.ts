import type { GameResult, GameState, PlayedMove, Proposal } from "../../lib/messages";
import { turnOf, type Side } from "../../lib/position/pieces";

/** An event that is announced by a sound or to a screen reader. */
export type GameEvent =
  | { kind: "started" }
  | { kind: "landed" }
  | { kind: "moved"; move: PlayedMove; ply: number; mine: boolean }
  | { kind: "turn"; side: Side }
  | { kind: "taken back" }
  | { kind: "proposed"; proposal: Proposal }
  | { kind: "result"; result: GameResult }
  | { kind: "chat"; by: Side; text: string }
  | { kind: "spectator-chat"; name: string; text: string; author: string };

/** Return the events that lead from one state of a game to the next. */
export function eventsBetween(before: GameState, after: GameState): GameEvent[] {
  const events: GameEvent[] = [];
  const started = !before.started && after.started;
  if (started) events.push({ kind: "started" });
  if (after.moves.length < before.moves.length) events.push({ kind: "taken back" });
  for (let ply = before.moves.length; ply < after.moves.length; ply++)
    events.push({ kind: "moved", move: after.moves[ply]!, ply, mine: after.yours.includes(turnOf(ply)) });
  for (const proposal of after.proposals)
    if (!before.proposals.some(({ what, by }) => what === proposal.what && by === proposal.by))
      events.push({ kind: "proposed", proposal });
  if (!before.result && after.result) events.push({ kind: "result", result: after.result });
  else if (!after.result && (started || after.moves.length !== before.moves.length))
    events.push({ kind: "turn", side: turnOf(after.moves.length) });
  return events;
}

/** Return the player's own proposal that the other side declined: it is gone, and nothing else has changed. */
export function declinedProposal(before: GameState, after: GameState): Proposal["what"] | null {
  const changed =
    after.moves.length !== before.moves.length || after.result !== before.result || after.rematch;
  if (changed) return null;
  const gone = before.proposals.find(
    ({ what, by }) => before.yours.includes(by) && !after.proposals.some((still) => still.what === what),
  );
  return gone?.what ?? null;
}
