import type { GameState, ReadRecords, RecordTree } from "../../lib/messages";
import type { Strings } from "../../lib/i18n/strings";
import { playerName } from "../../lib/position/naming";
import { resultText } from "../../lib/position/results";
import type { StudySource } from "../../lib/router";
import type { StudyApi } from "../../lib/studyApi";

/** Larger files than this are not sent: the server would refuse them. */
export const MAX_FILE_SIZE = 8 * 1024 * 1024;

/** What was found where a study was to be opened. */
export type Found =
  | { kind: "game"; record: RecordTree; remarks: string[] }
  | { kind: "position"; start: string }
  /** Several games, or some that could not be read: to be chosen from. */
  | { kind: "choice"; read: ReadRecords }
  /** An input that cannot be opened, with the reason. */
  | { kind: "nothing"; read: ReadRecords | null; faults: string[] };

/** The game is still being played: studying it would be unfair. */
export class StillPlayed extends Error {}
/** A file is too large to be sent. */
export class TooLarge extends Error {}

/** Whether a text is a position in one line rather than a game: it draws the hive, or says that there is none. */
export function isPosition(text: string): boolean {
  const line = text.trim();
  return !/[;\n[]\s*\w+\s+"/.test(line) && !line.includes(";") && /(^|\s)(-?\d+,-?\d+:|-$)/.test(line);
}

const MOVE = /^(?:[wb][QSBGAMLP][1-3]?(?:\s+[-/\\]?[wb][QSBGAMLP][1-3]?[-/\\]?)?|pass)$/i;

/** The MoveStrings of a text that is nothing but a list of them, numbered or not; null for any other text. */
export function readMoves(text: string): string[] | null {
  const moves = text
    .split(/[;,\n\r]/)
    .flatMap((part) => part.split(/(?:^|\s)\d+\s*\.+/))
    .map((move) => move.trim())
    .filter(Boolean);
  return moves.length && moves.every((move) => MOVE.test(move)) ? moves : null;
}

/** A bare list of moves as a GameString, with all bugs in it: the list does not say which game it is of. */
function asGame(moves: readonly string[]): string {
  const turn = `${moves.length % 2 ? "Black" : "White"}[${Math.floor(moves.length / 2) + 1}]`;
  return ["Base+MLP", "InProgress", turn, ...moves].join(";");
}

type Reading = Pick<StudyApi, "read" | "check">;

/** Open a text that somebody pasted. */
export async function openText(text: string, language: string, api: Reading): Promise<Found> {
  const moves = readMoves(text);
  if (moves || !isPosition(text)) return openFile(new Blob([moves ? asGame(moves) : text]), api);
  const { faults, position } = await api.check({ position: text.trim(), language });
  return position === null ? { kind: "nothing", read: null, faults } : { kind: "position", start: position };
}

/** Open a file that somebody chose or dropped. */
export async function openFile(file: Blob, api: Pick<Reading, "read">): Promise<Found> {
  if (file.size > MAX_FILE_SIZE) throw new TooLarge();
  const read = await api.read(file);
  const [first, ...more] = read.games;
  if (!first) return { kind: "nothing", read, faults: [] };
  if (more.length || read.refused.length || read.left_out) return { kind: "choice", read };
  return { kind: "game", record: first, remarks: read.remarks };
}

const RESULTS = { white: "WhiteWins", black: "BlackWins" } as const;

/** A game of the table as a record. */
export function recordOf(gameState: GameState, strings: Strings): RecordTree {
  const { result } = gameState;
  return {
    start: `${gameState.edition} ${gameState.game_type} White[1] -`,
    threefold: gameState.threefold,
    tags: { White: playerName(gameState, "white", strings), Black: playerName(gameState, "black", strings) },
    result:
      !result || result.ending === "aborted" ? "InProgress" : result.winner ? RESULTS[result.winner] : "Draw",
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

/** Open what an address names; null where it names nothing. */
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
  return position === null ? { kind: "nothing", read: null, faults } : { kind: "position", start: position };
}
