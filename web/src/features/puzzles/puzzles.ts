import { schoolApi } from "../../lib/schoolApi";
import { PuzzleRecord } from "./puzzleRecord.svelte";
import { PuzzleStock } from "./puzzleStock.svelte";

/** The player's record and the stored puzzles of this browser. */
export const record = new PuzzleRecord();
export const stock = new PuzzleStock(schoolApi);
