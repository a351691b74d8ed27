import { TILE_SETS } from "../board/tileSets";
import type { TileSet } from "../board/types";

/** The settings of a user, stored in this browser. */
export interface Choices {
  /** A two-letter code, or null for the browser's language. */
  language: string | null;
  theme: "auto" | "light" | "dark";
  ground: "auto" | "felt" | "day" | "night";
  tiles: TileSet;
  contrast: "auto" | "high";
  sound: boolean;
  /** How moves are shown: as figurines, in UHP notation, or in plain words. */
  notation: "figurines" | "uhp" | "plain";
  motion: "auto" | "reduced";
  /** Whether to rotate the view to the side to move in games on one screen. */
  turnEach: boolean;
  /** Whether lower levels of the computer offer to take a blunder back. */
  takebacks: boolean;
  /** Whether a move can be chosen while the other side thinks. */
  premoves: boolean;
  /** Whether a move has to be confirmed. */
  confirm: boolean;
}

export const DEFAULTS: Choices = {
  language: null,
  theme: "auto",
  ground: "auto",
  tiles: "classic",
  contrast: "auto",
  sound: true,
  notation: "figurines",
  motion: "auto",
  turnEach: false,
  takebacks: true,
  premoves: true,
  confirm: false,
};

const VALIDATORS: { [K in keyof Choices]: (value: unknown) => boolean } = {
  language: (value) => value === null || (typeof value === "string" && /^[a-z]{2}$/.test(value)),
  theme: (value) => ["auto", "light", "dark"].includes(value as string),
  ground: (value) => ["auto", "felt", "day", "night"].includes(value as string),
  tiles: (value) => TILE_SETS.includes(value as TileSet),
  contrast: (value) => ["auto", "high"].includes(value as string),
  sound: (value) => typeof value === "boolean",
  notation: (value) => ["figurines", "uhp", "plain"].includes(value as string),
  motion: (value) => ["auto", "reduced"].includes(value as string),
  turnEach: (value) => typeof value === "boolean",
  takebacks: (value) => typeof value === "boolean",
  premoves: (value) => typeof value === "boolean",
  confirm: (value) => typeof value === "boolean",
};

/** Parse stored settings; invalid values, for example of an older version, become defaults. */
export function parseChoices(text: string | null): Choices {
  const choices: Choices = { ...DEFAULTS };
  const stored = parseObject(text);
  for (const name of Object.keys(DEFAULTS) as (keyof Choices)[])
    if (name in stored && VALIDATORS[name](stored[name])) Object.assign(choices, { [name]: stored[name] });
  return choices;
}

/** Parse a JSON object; anything else becomes an empty object. */
export function parseObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Local storage, which browsers can forbid; values then last as long as the page. */
export const storage = {
  get(name: string): string | null {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  set(name: string, value: unknown): void {
    try {
      localStorage.setItem(name, JSON.stringify(value));
    } catch {
      // the page works without storage
    }
    for (const listener of this.listeners) listener(name);
  },
  /** Replace or remove a stored text as if another tab had done it, so that the page follows. */
  replace(name: string, text: string | null): void {
    try {
      if (text === null) localStorage.removeItem(name);
      else localStorage.setItem(name, text);
    } catch {
      return;
    }
    dispatchEvent(new StorageEvent("storage", { key: name, newValue: text }));
  },
  /** Called with the name of each value that this tab stores. */
  listeners: new Set<(name: string) => void>(),
};

const KEY = "skep.settings";
/** When each setting was last chosen, so that the devices of an account agree on the latest choice. */
const TIMES = "skep.settings-times";

class Settings {
  choices: Choices = $state(parseChoices(storage.get(KEY)));
  #systemDark = $state(matches("(prefers-color-scheme: dark)"));
  #systemContrast = $state(matches("(prefers-contrast: more)"));
  #systemReducedMotion = $state(matches("(prefers-reduced-motion: reduce)"));

  get dark(): boolean {
    return this.choices.theme === "auto" ? this.#systemDark : this.choices.theme === "dark";
  }
  get ground(): "felt" | "day" | "night" {
    return this.choices.ground === "auto" ? "felt" : this.choices.ground;
  }
  get highContrast(): boolean {
    return this.choices.contrast === "high" || this.#systemContrast;
  }
  /** The tiles to draw: with high contrast always the set made for it. */
  get tileset(): Choices["tiles"] {
    return this.highContrast ? "contrast" : this.choices.tiles;
  }
  get reducedMotion(): boolean {
    return this.choices.motion === "reduced" || this.#systemReducedMotion;
  }

  set<K extends keyof Choices>(name: K, value: Choices[K]): void {
    this.choices[name] = value;
    storage.set(TIMES, { ...parseObject(storage.get(TIMES)), [name]: Date.now() });
    storage.set(KEY, this.choices);
  }

  /** Follow the system's preferences and changes in other tabs. */
  start(): void {
    follow("(prefers-color-scheme: dark)", (dark) => (this.#systemDark = dark));
    follow("(prefers-contrast: more)", (more) => (this.#systemContrast = more));
    follow("(prefers-reduced-motion: reduce)", (reduced) => (this.#systemReducedMotion = reduced));
    addEventListener("storage", (event) => {
      if (event.key === KEY) this.choices = parseChoices(event.newValue);
    });
  }
}

function matches(query: string): boolean {
  return typeof matchMedia === "function" && matchMedia(query).matches;
}

function follow(query: string, onChange: (matches: boolean) => void): void {
  matchMedia(query).addEventListener("change", (event) => onChange(event.matches));
}

export const settings = new Settings();
