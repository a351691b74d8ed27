import type { GameState, NewGame } from "../../lib/messages";
import { other, type Side } from "../../lib/position/pieces";

const MAX_LEVEL = 10;

/** Return the same game against the next level of the computer, if the player has won; null if there is none. */
export function nextLevelGame(
  state: Pick<
    GameState,
    "white" | "black" | "result" | "edition" | "game_type" | "threefold" | "clock_rule" | "private" | "rated"
  >,
  yours: readonly Side[],
): (NewGame & { level: number }) | null {
  const [side] = yours;
  if (!side || yours.length > 1 || state.result?.winner !== side) return null;
  const { seat, level } = state[other(side)];
  if (seat !== "computer" || level === null || level >= MAX_LEVEL) return null;
  const { kind, minutes, increment, days } = state.clock_rule;
  return {
    opponent: "computer",
    level: level + 1,
    side,
    edition: state.edition as NonNullable<NewGame["edition"]>,
    expansions: state.game_type.replace(/^Base\+?/, ""),
    threefold: state.threefold,
    clock: kind === "minutes" ? { kind, minutes, increment } : kind === "days" ? { kind, days } : { kind },
    private: state.private,
    ...(state.rated ? { rated: true } : {}),
  };
}
