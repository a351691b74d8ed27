/** The lines of chat that were not read yet. The browser remembers up to when each game's chat was read. */
import type { ChatLine, SpectatorLine } from "../../lib/messages";
import type { Side } from "../../lib/position/pieces";
import { Stored } from "../../lib/stored";

/** The part of a game that counts. */
export interface Chatted {
  readonly id: string;
  readonly yours: readonly Side[];
  /** Who is hidden. */
  readonly relations?: { hides: (line: ChatLine | SpectatorLine) => boolean };
  readonly state: { readonly chat: ChatLine[]; readonly spectator_chat: SpectatorLine[] } | null;
}

/** The time of the last line that was read, for each game. */
type ReadTimes = Record<string, number>;

const stored = new Stored<ReadTimes>("skep.chatRead", 1);
/** Games that are remembered; the one read the longest ago is forgotten first. */
const MAX_GAMES = 100;

export class Unread {
  /** The time up to which the chat was read; null if this browser has never shown it. */
  #readUntil: number | null = $state(null);

  constructor(private readonly game: Chatted) {
    this.#readUntil = stored.load()?.[game.id] ?? null;
  }

  /** The number of lines that others wrote since. A spectator who has just arrived has missed nothing. */
  readonly count = $derived.by(() => {
    const { state, yours } = this.game;
    if (!state) return 0;
    const since = this.#readUntil ?? (yours.length ? -Infinity : Infinity);
    const others = state.chat.filter(({ by }) => !yours.includes(by));
    return [...others, ...state.spectator_chat].filter(
      (line) => line.at > since && !this.game.relations?.hides(line),
    ).length;
  });

  /** Remember that everything was read, or that a spectator has arrived. */
  read(): void {
    const { id, state } = this.game;
    if (!state) return;
    const times = [...state.chat, ...state.spectator_chat].map(({ at }) => at);
    const latest = Math.max(0, ...times);
    if (this.#readUntil !== null && latest <= this.#readUntil) return;
    this.#readUntil = latest;
    const { [id]: _, ...others } = stored.load() ?? {};
    const kept = Object.entries(others).slice(-(MAX_GAMES - 1));
    stored.save(Object.fromEntries([...kept, [id, latest]]));
  }

  /** Start counting for a spectator who has just arrived. */
  arrive(): void {
    if (this.#readUntil === null && this.game.state && !this.game.yours.length) this.read();
  }
}
