import type { AnalysisUpdate, StudyPosition } from "../../lib/messages";
import type { Socket } from "../../lib/socket";

/** The depth that is enough to judge a move, and the milliseconds to wait for it. */
const DEPTH = 8;
const TIMEOUT = 5_000;
/** Milliseconds to wait for an engine that is still busy with other requests. */
const QUEUE_TIMEOUT = 12_000;

/**
 * Return the engine's estimate of White's winning chances, or null if it does not respond.
 * The socket analyses one position at a time, so a later call ends an earlier one.
 */
export function estimateWinChance(
  socket: Pick<Socket, "analyse" | "stop">,
  study: StudyPosition,
  { depth = DEPTH, timeout = TIMEOUT, queueTimeout = QUEUE_TIMEOUT } = {},
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
    timer = setTimeout(end, queueTimeout);
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
