import type { AnalysisTold, Studied } from "../../lib/messages";
import type { Socket } from "../../lib/socket";

/** So deep is enough to tell a good move from a bad one, and so long is enough to wait for it, in milliseconds. */
const DEPTH = 8;
const PATIENCE = 5_000;
/** An engine that is busy with others is waited for somewhat longer. */
const WAITING = 12_000;

/**
 * How often White wins from a position, as far as the engine finds out in a moment; null when it says nothing.
 * The socket thinks about one position at a time: a later question ends an earlier one.
 */
export function chanceBy(
  socket: Pick<Socket, "analyse" | "stop">,
  study: Studied,
  { depth = DEPTH, patience = PATIENCE, waiting = WAITING } = {},
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
    const told = (news: AnalysisTold): void => {
      if (news.state !== "waiting" && !thinking) {
        thinking = true;
        clearTimeout(timer);
        timer = setTimeout(end, patience);
      }
      last = news.lines[0]?.white_wins ?? last;
      const forced = news.lines[0]?.forced ?? null;
      if (news.state === "settled" || news.state === "resting" || news.depth >= depth || forced !== null)
        end();
    };
    socket.analyse({ kind: "analyse", study, lines: 1 }, { told, refused: end });
  });
}
