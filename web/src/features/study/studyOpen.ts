import type { GameState, ReadRecords, RecordTree, RejectedGame } from "../../lib/messages";
import type { Strings } from "../../lib/i18n/strings";
import { playerName } from "../../lib/position/naming";
import { resultText } from "../../lib/position/results";
import type { StudySource } from "../../lib/router";
import type { StudyApi } from "../../lib/studyApi";

/** The maximum size of a file that the server accepts. */
export const MAX_FILE_SIZE = 8 * 1024 * 1024;

/** The result of opening a study. */
export type Found =
  | { kind: "game"; record: RecordTree; remarks: string[] }
  | { kind: "position"; start: string }
  /** Several games, or some that could not be read, to choose from. */
  | { kind: "choice"; read: ReadRecords }
  /** Nothing that can be opened: games with an error in their first move, or the faults of a position. */
  | { kind: "nothing"; refused: RejectedGame[]; faults: string[] };

/** The game is still being played, and analysing it would be unfair. */
export class StillPlayed extends Error {}
/** A file is too large to be sent. */
export class TooLarge extends Error {}

/** Return whether a text is a position string rather than a game: it contains the hive, or `-` for none. */
export function isPosition(text: string): boolean {
  const line = text.trim();
  return !/[;\n[]\s*\w+\s+"/.test(line) && !line.includes(";") && /(^|\s)(-?\d+,-?\d+:|-$)/.test(line);
}

const MOVE = /^(?:[wb][QSBGAMLP][1-3]?(?:\s+[-/\\]?[wb][QSBGAMLP][1-3]?[-/\\]?)?|pass)$/i;

/** Return the MoveStrings of a text that consists only of them, numbered or not; null for other texts. */
export function readMoves(text: string): string[] | null {
  const moves = text
    .split(/[;,\n\r]/)
    .flatMap((part) => part.split(/(?:^|\s)\d+\s*\.+/))
    .map((move) => move.trim())
    .filter(Boolean);
  return moves.length && moves.every((move) => MOVE.test(move)) ? moves : null;
}

/** Return a list of moves as a GameString with all bugs, because the list does not name the game type. */
function asGame(moves: readonly string[]): string {
  const turn = `${moves.length % 2 ? "Black" : "White"}[${Math.floor(moves.length / 2) + 1}]`;
  return ["Base+MLP", "InProgress", turn, ...moves].join(";");
}

type Reading = Pick<StudyApi, "read" | "check">;

/** Open a pasted text. */
export async function openText(text: string, language: string, api: Reading): Promise<Found> {
  const moves = readMoves(text);
  if (moves) {
    const found = await openFile(new Blob([asGame(moves)]), api);
    // that a list of moves names neither the bugs nor the edition needs no remark
    return found.kind === "game" ? { ...found, remarks: [] } : found;
  }
  if (!isPosition(text)) return openFile(new Blob([text]), api);
  const { faults, position } = await api.check({ position: text.trim(), language });
  return position === null ? { kind: "nothing", refused: [], faults } : { kind: "position", start: position };
}

/** Open a file. */
export async function openFile(file: Blob, api: Pick<Reading, "read">): Promise<Found> {
  if (file.size > MAX_FILE_SIZE) throw new TooLarge();
  const read = await api.read(file);
  // a text that does not begin like a game is reported as game 0
  const refused = read.refused.filter(({ number }) => number > 0);
  const [first, ...more] = read.games;
  if (!first || (refused.length && read.games.every(({ nodes }) => !nodes.length)))
    return { kind: "nothing", refused, faults: [] };
  if (more.length || read.refused.length || read.left_out) return { kind: "choice", read };
  return { kind: "game", record: first, remarks: read.remarks };
}

const RESULTS = { white: "WhiteWins", black: "BlackWins" } as const;

/** Return a game played here as a record. */
export function recordOf(gameState: GameState, strings: Strings): RecordTree {
  const { result } = gameState;
  return {
    start: `${gameState.edition} ${gameState.game_type} White[1] -`,
    threefold: gameState.threefold,
    tags: { White: playerName(gameState, "white", strings), Black: playerName(gameState, "black", strings) },
    result:
      !result || result.ending === "aborted" || result.ending === "abandoned"
        ? "InProgress"
        : result.winner
          ? RESULTS[result.winner]
          : "Draw",
    reason: result ? resultText(result, [], strings).reason : "",
    comment: "",
    marks: [],
    nodes: gameState.moves.map(({ uhp, piece, origin, to, spent }, index) => ({
      parent: index - 1,
      uhp,
      piece,
      origin,
      to,
      comment: "",
      glyph: null,
      clock: null,
      spent: gameState.clock_rule.kind === "none" ? null : spent / 1000,
      marks: [],
    })),
  };
}

/** Open the study of an address; null if it names none. */
export async function openAddress(
  id: string | null,
  of: StudySource,
  strings: Strings,
  language: string,
  api: Pick<StudyApi, "shared" | "game" | "archived" | "check">,
): Promise<Found | null> {
  if (id) return { kind: "game", record: await api.shared(id), remarks: [] };
  if (of.archived !== undefined)
    return { kind: "game", record: await api.archived(of.archived), remarks: [] };
  if (of.game) {
    const gameState = await api.game(of.game);
    if (!gameState.result) throw new StillPlayed();
    return { kind: "game", record: recordOf(gameState, strings), remarks: [] };
  }
  if (of.position === undefined) return null;
  const { faults, position } = await api.check({ position: of.position, language });
  return position === null ? { kind: "nothing", refused: [], faults } : { kind: "position", start: position };
}
