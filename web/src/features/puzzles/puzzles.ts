import { PuzzleRecord } from "./puzzleRecord.svelte";
import { PuzzleStock } from "./puzzleStock.svelte";
import { schoolApi } from "../../lib/schoolApi";

/** What this browser knows of puzzles: who solves them, and those that lie ready. */
export const record = new PuzzleRecord();
export const stock = new PuzzleStock(schoolApi);
