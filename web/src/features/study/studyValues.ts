import type { AnalysisLine, Refused } from "../../lib/messages";
import type { Strings } from "../../lib/i18n/strings";
import type { Side } from "../../lib/position/pieces";

/** An evaluation in words: which side is better, and by how much. */
export interface Evaluation {
  /** Null if neither side is better. */
  side: Side | null;
  /** A short text, such as `62 %` or `win in 4`. */
  short: string;
  /** The full text, for screen readers. */
  long: string;
  /** White's share of the bar, from 0 to 1. */
  white: number;
}

/** Return why there is no analysis. */
export function engineProblem(code: Refused["code"], strings: Strings): string {
  const say = strings.study.engine;
  if (code === "busy" || code === "too-fast") return say.busy;
  if (code === "in-play" || code === "other-window" || code === "too-many") return strings.refusals[code];
  return say.refused;
}

export function evaluate(
  line: Pick<AnalysisLine, "value" | "white_wins" | "forced">,
  strings: Strings,
): Evaluation {
  const say = strings.study.engine;
  if (line.forced !== null) {
    const side: Side = line.value >= 0 ? "white" : "black";
    return {
      side,
      short: say.forcedShort(line.forced),
      long: say.forced(side, line.forced),
      white: side === "white" ? 1 : 0,
    };
  }
  const white = Math.min(1, Math.max(0, line.white_wins));
  const percent = Math.round(100 * Math.max(white, 1 - white));
  if (percent === 50) return { side: null, short: "50 %", long: say.even, white };
  const side: Side = white > 0.5 ? "white" : "black";
  return { side, short: `${percent} %`, long: say.chance(side, percent), white };
}
