import type { AnalysisUpdate, StudyPosition } from "../../lib/messages";
import type { Socket } from "../../lib/socket";

/** So deep is enough to tell a good move from a bad one, and so long is enough to wait for it, in milliseconds. */
const DEPTH = 8;
const TIMEOUT = 5_000;
/** An engine that is busy with others is waited for somewhat longer. */
const WAITING = 12_000;

/**
 * How often White wins from a position, as far as the engine finds out in a moment; null when it says nothing.
 * The socket thinks about one position at a time: a later question ends an earlier one.
 */
export function estimateWinChance(
  socket: Pick<Socket, "analyse" | "stop">,
  study: StudyPosition,
  { depth = DEPTH, timeout = TIMEOUT, waiting = WAITING } = {},
): Promise<number | null> {
  return new Promise((resolve) => {
    let last: number | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let thinking = false;
    const end = (): void => {
      clearTimeout(timer);
      socket.stop();
      resolve(last);
    };
    timer = setTimeout(end, waiting);
    const onUpdate = (update: AnalysisUpdate): void => {
      if (update.state !== "waiting" && !thinking) {
        thinking = true;
        clearTimeout(timer);
        timer = setTimeout(end, timeout);
      }
      last = update.lines[0]?.white_wins ?? last;
      const forced = update.lines[0]?.forced ?? null;
      if (
        update.state === "settled" ||
        update.state === "resting" ||
        update.depth >= depth ||
        forced !== null
      )
        end();
    };
    socket.analyse({ kind: "analyse", study, lines: 1 }, { onUpdate, onRefused: end });
  });
}
