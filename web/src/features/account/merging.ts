import { after } from "../puzzles/puzzleRating";
import { MAX_DAYS, MAX_HISTORY, MAX_TRIED, type StoredRecord } from "../puzzles/puzzleRecord.svelte";
import { merged, type StoredHistory } from "../puzzles/puzzleHistory.svelte";
import type { LessonProgress, Progress } from "../school/schoolProgress.svelte";

/** Settings, and when each was chosen, in milliseconds since 1970. */
export interface SharedSettings {
  choices: Record<string, unknown>;
  times: Record<string, number>;
}

/** Return the latest choice of each setting; of two equally old ones the account's. */
export function mergeSettings(local: SharedSettings, remote: Partial<SharedSettings>): SharedSettings {
  const choices = { ...local.choices, ...remote.choices };
  const times: Record<string, number> = { ...remote.times };
  for (const [name, time] of Object.entries(local.times))
    if (time > (times[name] ?? 0)) {
      times[name] = time;
      choices[name] = local.choices[name];
    }
  return { choices, times };
}

function mergeLesson(one: LessonProgress, two: LessonProgress): LessonProgress {
  const [before, after] = [one.round ?? 0, two.round ?? 0];
  if (before !== after) return before > after ? one : two;
  const done = [...new Set([...one.done, ...two.done])].sort((a, b) => a - b);
  const lesson: LessonProgress = { done, last: Math.max(one.last, two.last) };
  return before ? { ...lesson, round: before } : lesson;
}

/** Return the steps done on either device, unless the progress was forgotten on one of them since. */
export function mergeCourse(local: Progress, remote: Progress): Progress {
  const result: Progress = { ...remote };
  for (const [name, lesson] of Object.entries(local))
    result[name] = remote[name] ? mergeLesson(lesson, remote[name]) : lesson;
  return result;
}

/**
 * Return the account's record with the first tries that only this device knows, which change the rating as if they came
 * afterwards. A puzzle that was tried on both counts once.
 */
export function mergeRecord(local: StoredRecord, remote: StoredRecord | undefined): StoredRecord {
  if (!remote) return local;
  const result: StoredRecord = { ...remote, tried: { ...remote.tried }, history: [...remote.history] };
  for (const [id, [rating, solved]] of Object.entries(local.tried)) {
    if (id in remote.tried) continue;
    Object.assign(result, after(result, rating, solved));
    result.history.push(Math.round(result.rating));
    result.tried[id] = [rating, solved];
  }
  const days = (one: string[], two: string[]): string[] =>
    [...new Set([...one, ...two])].sort().slice(-MAX_DAYS);
  return {
    ...result,
    history: result.history.slice(-MAX_HISTORY),
    tried: Object.fromEntries(Object.entries(result.tried).slice(-MAX_TRIED)),
    days: days(local.days, remote.days),
    dailies: days(local.dailies, remote.dailies),
  };
}

/** Everything about puzzles that the devices of an account share. */
export interface SharedPuzzles {
  record: StoredRecord | null;
  history: StoredHistory | null;
}

export function mergePuzzles(local: SharedPuzzles, remote: Partial<SharedPuzzles>): SharedPuzzles {
  const { record, history } = remote;
  return {
    record: local.record ? mergeRecord(local.record, record ?? undefined) : (record ?? null),
    history: local.history && history ? merged(local.history, history) : (local.history ?? history ?? null),
  };
}
