import { schoolApi } from "../../lib/schoolApi";
import { PuzzleHistory } from "./puzzleHistory.svelte";
import { PuzzleRecord } from "./puzzleRecord.svelte";
import { PuzzleStock } from "./puzzleStock.svelte";

/** The player's record, the history and the stored puzzles of this browser. */
export const record = new PuzzleRecord();
export const history = new PuzzleHistory();
export const stock = new PuzzleStock(schoolApi);
