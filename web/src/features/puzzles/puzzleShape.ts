import type { PuzzleMove, PuzzleView, PuzzleTurn, WrongMoves } from "../../lib/messages";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isPlace = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every((part) => Number.isInteger(part));

const isPlaceOrNull = (value: unknown): boolean => value === null || isPlace(value);

const isNames = (value: unknown): boolean =>
  Array.isArray(value) && value.every((name) => typeof name === "string");

const isFlat = (value: unknown): boolean =>
  isObject(value) &&
  Object.values(value).every(
    (places) => Array.isArray(places) && places.every((part) => Number.isInteger(part)),
  );

const isAll = (value: unknown, is: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(is);

function isMove(value: unknown): value is PuzzleMove {
  if (!isObject(value)) return false;
  const { uhp, piece, origin, to, way: path } = value;
  return (
    typeof uhp === "string" &&
    (piece === null || typeof piece === "string") &&
    isPlaceOrNull(origin) &&
    isPlaceOrNull(to) &&
    isObject(path) &&
    isAll(path["hexes"], isPlace)
  );
}

const isWrong = (value: unknown): value is WrongMoves =>
  isObject(value) && isFlat(value["moves"]) && (value["answer"] === null || isMove(value["answer"]));

function isTurn(value: unknown): value is PuzzleTurn {
  if (!isObject(value)) return false;
  const { legal, ways: paths, right, answer, wrong, refused } = value;
  return (
    isFlat(legal) &&
    isObject(paths) &&
    isAll(right, isMove) &&
    (right as unknown[]).length > 0 &&
    (answer === null || isMove(answer)) &&
    isAll(wrong, isWrong) &&
    isObject(refused) &&
    Array.isArray(refused["whys"]) &&
    isObject(refused["nowhere"])
  );
}

const isStack = (value: unknown): boolean =>
  isObject(value) && isPlace(value["place"]) && isNames(value["pieces"]);

function isScene(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value["position"] === "string" &&
    typeof value["game_type"] === "string" &&
    (value["to_move"] === "white" || value["to_move"] === "black") &&
    isAll(value["stacks"], isStack) &&
    isNames(value["white"]) &&
    isNames(value["black"])
  );
}

/** Whether something has the shape of a puzzle: an older page, or a hand, may have kept it. */
export function isPuzzle(value: unknown): value is PuzzleView {
  if (!isObject(value)) return false;
  const { id, kind, moves, scene, turns, themes, rating, source } = value;
  return (
    typeof id === "string" &&
    (kind === "win" || kind === "save") &&
    typeof moves === "number" &&
    isScene(scene) &&
    isAll(turns, isTurn) &&
    (turns as unknown[]).length > 0 &&
    isNames(themes) &&
    typeof rating === "number" &&
    typeof source === "string"
  );
}
