import type { NewGame } from "../../lib/messages";
import { storage, parseObject } from "../../lib/settings.svelte";
import { parseClock } from "../../lib/timeControl";
import type { Terms } from "../lobby/pool.svelte";

/** The options of the last game, stored in this browser for the next one. */
export interface GameOptions {
  opponent: Opponent;
  level: number;
  side: NonNullable<NewGame["side"]>;
  edition: NonNullable<NewGame["edition"]>;
  expansions: string;
  threefold: boolean;
  /** Whether games against people are rated, for players with an account. */
  rated: boolean;
  /** The id of the clock, as in `lib/timeControl`. */
  clock: string;
  /** The clock of the last game against anyone. */
  usual: string;
  /** The opponents against whom games are private. */
  privateAgainst: Opponent[];
  /** Whether games against the computer are rated, for players with an account. */
  ratedAgainstComputer: boolean;
  /** The lowest and the highest rating of an opponent from the pool; null for any. */
  lowest: number | null;
  highest: number | null;
}

/** The ratings that a range can have, as the server knows them. */
export const RATINGS = [0, 4000] as const;

export type Opponent = NonNullable<NewGame["opponent"]>;

export const OPPONENTS = ["computer", "anyone", "friend", "here"] as const;
export const EDITIONS = ["ultimate-2024", "pocket-2012", "pocket-fr", "hive-2016", "hive-classic"] as const;
export const EXPANSIONS = ["M", "L", "P"] as const;

export const DEFAULT_OPTIONS: GameOptions = {
  opponent: "computer",
  level: 2,
  side: "white",
  edition: "ultimate-2024",
  expansions: "",
  threefold: false,
  rated: true,
  clock: "none",
  usual: "10+5",
  privateAgainst: ["here", "friend"],
  ratedAgainstComputer: false,
  lowest: null,
  highest: null,
};

const isClock = (value: unknown): boolean => typeof value === "string" && parseClock(value) !== null;

const isBound = (value: unknown): boolean =>
  value === null || (Number.isInteger(value) && RATINGS[0] <= Number(value) && Number(value) <= RATINGS[1]);

const VALIDATORS: { [K in keyof GameOptions]: (value: unknown) => boolean } = {
  opponent: (value) => (OPPONENTS as readonly unknown[]).includes(value),
  level: (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 10,
  side: (value) => ["white", "black", "random"].includes(value as string),
  edition: (value) => (EDITIONS as readonly unknown[]).includes(value),
  expansions: (value) => typeof value === "string" && /^M?L?P?$/.test(value),
  threefold: (value) => typeof value === "boolean",
  rated: (value) => typeof value === "boolean",
  clock: isClock,
  usual: isClock,
  privateAgainst: (value) =>
    Array.isArray(value) && value.every((each) => (OPPONENTS as readonly unknown[]).includes(each)),
  ratedAgainstComputer: (value) => typeof value === "boolean",
  lowest: isBound,
  highest: isBound,
};

const KEY = "skep.newgame";

export function parseGameOptions(text: string | null): GameOptions {
  const options: GameOptions = { ...DEFAULT_OPTIONS };
  const stored = parseObject(text);
  for (const name of Object.keys(DEFAULT_OPTIONS) as (keyof GameOptions)[])
    if (name in stored && VALIDATORS[name](stored[name])) Object.assign(options, { [name]: stored[name] });
  return options;
}

export const loadGameOptions = (): GameOptions => parseGameOptions(storage.get(KEY));
export const saveGameOptions = (options: GameOptions): void => storage.set(KEY, options);

/** Return whether a game was created in this browser before. */
export const hasPlayed = (): boolean => storage.get(KEY) !== null;

/** Return whether games against an opponent can have days per move: people who need not be here at the same time. */
export const allowsDays = (opponent: Opponent): boolean => opponent === "friend" || opponent === "anyone";

/** Return the id of the clock that a game with these options has. */
export function clockOf({ opponent, clock }: GameOptions): string {
  return parseClock(clock)?.kind === "days" && !allowsDays(opponent) ? "none" : clock;
}

/** Return whether a game with these options is rated, for a reader with or without an account. */
export const isRated = (options: GameOptions, registered: boolean): boolean =>
  options.rated && registered && allowsDays(options.opponent) && clockOf(options) !== "none";

/** Return whether the pairing pool finds the opponent: for games against anyone with minutes on the clock. */
export const isPooled = (options: GameOptions): boolean =>
  options.opponent === "anyone" && parseClock(clockOf(options))?.kind === "minutes";

/** Build the request for an opponent of any rating from the pairing pool. */
export function toSeek(options: GameOptions, registered: boolean): Terms {
  const { edition, expansions, threefold } = options;
  return {
    clock: parseClock(clockOf(options)) ?? { kind: "minutes" },
    edition,
    expansions,
    threefold,
    rated: isRated(options, registered),
  };
}

/** Return whether the lowest rating of an opponent is above the highest. */
export const isEmptyRange = ({ lowest, highest }: GameOptions): boolean =>
  lowest !== null && highest !== null && lowest > highest;

/** Build the request for an opponent from the pairing pool, with the range of ratings that was chosen. */
export function toCustomSeek(options: GameOptions, registered: boolean): Terms {
  const { lowest, highest } = options;
  return {
    ...toSeek(options, registered),
    ...(lowest === null ? {} : { lowest }),
    ...(highest === null ? {} : { highest }),
  };
}

/** Return whether a game with these options against the computer is rated, for a reader with or without an account. */
export const isRatedAgainstComputer = (options: GameOptions, registered: boolean): boolean =>
  options.ratedAgainstComputer &&
  registered &&
  options.opponent === "computer" &&
  clockOf(options) !== "none";

/** Build the request that creates the game. */
export function toNewGame(options: GameOptions, registered = false): NewGame {
  const { opponent, level, side, edition, expansions, threefold } = options;
  return {
    opponent,
    level,
    side: opponent === "here" ? "white" : side,
    edition,
    expansions,
    threefold,
    clock: parseClock(clockOf(options)) ?? { kind: "none" },
    private: isPrivate(options),
    ...(isRated(options, registered) || isRatedAgainstComputer(options, registered) ? { rated: true } : {}),
  };
}

/**
 * Return the options of a game with the clock of a tile: against anyone, with the chosen bugs and the latest rulebook, so
 * that those who press the same tile meet.
 */
export const tileOptions = (options: GameOptions, clock: string): GameOptions => ({
  ...options,
  opponent: "anyone",
  side: "random",
  edition: DEFAULT_OPTIONS.edition,
  threefold: DEFAULT_OPTIONS.threefold,
  clock,
});

/** Return whether a game with these options is private. A game that anyone can join never is. */
export const isPrivate = ({ opponent, privateAgainst }: GameOptions): boolean =>
  opponent !== "anyone" && privateAgainst.includes(opponent);

/** Make games against the chosen opponent private or public. */
export const withPrivacy = ({ opponent, privateAgainst }: GameOptions, yes: boolean): Opponent[] =>
  OPPONENTS.filter((each) => (each === opponent ? yes : privateAgainst.includes(each)));

/** Add or remove an expansion; the letters stay in the order the server expects. */
export const toggleExpansion = (expansions: string, letter: string): string =>
  EXPANSIONS.filter((each) => expansions.includes(each) !== (each === letter)).join("");
