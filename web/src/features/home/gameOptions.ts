import type { ClockChoice, NewGame } from "../../lib/messages";
import { storage, parseObject } from "../../lib/settings.svelte";

/** The options of the last game, stored in this browser for the next one. */
export interface GameOptions {
  opponent: NonNullable<NewGame["opponent"]>;
  level: number;
  side: NonNullable<NewGame["side"]>;
  edition: NonNullable<NewGame["edition"]>;
  expansions: string;
  threefold: boolean;
  /** The id of one of CLOCKS. */
  clock: string;
}

export const EDITIONS = ["ultimate-2024", "pocket-2012", "pocket-fr", "hive-2016", "hive-classic"] as const;
export const EXPANSIONS = ["M", "L", "P"] as const;

/** The clocks to choose from; `remote` ones only suit two people who play by link. */
export const CLOCKS: { id: string; choice: ClockChoice; remote: boolean }[] = [
  { id: "none", choice: { kind: "none" }, remote: false },
  { id: "5+3", choice: { kind: "minutes", minutes: 5, increment: 3 }, remote: false },
  { id: "10+5", choice: { kind: "minutes", minutes: 10, increment: 5 }, remote: false },
  { id: "20+10", choice: { kind: "minutes", minutes: 20, increment: 10 }, remote: false },
  { id: "1d", choice: { kind: "days", days: 1 }, remote: true },
  { id: "3d", choice: { kind: "days", days: 3 }, remote: true },
];

export const DEFAULT_OPTIONS: GameOptions = {
  opponent: "computer",
  level: 2,
  side: "white",
  edition: "ultimate-2024",
  expansions: "",
  threefold: false,
  clock: "none",
};

const VALIDATORS: { [K in keyof GameOptions]: (value: unknown) => boolean } = {
  opponent: (value) => ["computer", "here", "friend"].includes(value as string),
  level: (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 10,
  side: (value) => ["white", "black", "random"].includes(value as string),
  edition: (value) => (EDITIONS as readonly unknown[]).includes(value),
  expansions: (value) => typeof value === "string" && /^M?L?P?$/.test(value),
  threefold: (value) => typeof value === "boolean",
  clock: (value) => CLOCKS.some(({ id }) => id === value),
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

/** Return the clocks available against an opponent. */
export const clocksFor = (opponent: GameOptions["opponent"]): typeof CLOCKS =>
  CLOCKS.filter(({ remote }) => opponent === "friend" || !remote);

/** Build the request that creates the game. */
export function toNewGame(options: GameOptions): NewGame {
  const { opponent, level, side, edition, expansions, threefold } = options;
  const clock = clocksFor(opponent).find(({ id }) => id === options.clock)?.choice ?? { kind: "none" };
  return {
    opponent,
    level,
    side: opponent === "here" ? "white" : side,
    edition,
    expansions,
    threefold,
    clock,
  };
}

/** Add or remove an expansion; the letters stay in the order the server expects. */
export const toggleExpansion = (expansions: string, letter: string): string =>
  EXPANSIONS.filter((each) => expansions.includes(each) !== (each === letter)).join("");
