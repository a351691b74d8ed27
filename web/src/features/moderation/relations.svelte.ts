/** Whom the user has blocked or muted among the people of a game. */
import type { BlockView, ChatLine, GameRelations, SpectatorLine, Target } from "../../lib/messages";
import type { Side } from "../../lib/position/pieces";
import { peopleApi } from "./moderationApi";

/** A person of a game whom the user may report, block or mute. */
export interface Person {
  name: string;
  target: Target;
  side: Side | null;
  author: string | null;
}

const NOBODY: GameRelations = {
  white_block: null,
  white_mute: null,
  black_block: null,
  black_mute: null,
  hidden_authors: {},
};

export class Relations {
  people: GameRelations = $state.raw(NOBODY);
  #asked = false;

  constructor(private readonly game: string) {}

  /** Request them from the server, once. */
  load(): void {
    if (this.#asked) return;
    this.#asked = true;
    void this.refresh();
  }

  async refresh(): Promise<void> {
    try {
      this.people = await peopleApi.people(this.game);
    } catch {
      this.#asked = false; // requested again when needed next
    }
  }

  /** Return the number of the user's entry for a person, or null. */
  entry(person: Person, kind: "block" | "mute"): number | null {
    if (person.side) return this.people[`${person.side}_${kind}`] ?? null;
    return kind === "mute" && person.author ? (this.people.hidden_authors[person.author] ?? null) : null;
  }

  /** Whether the user does not want to read a line of chat. */
  hides(line: ChatLine | SpectatorLine): boolean {
    if ("by" in line) return !!(this.people[`${line.by}_mute`] ?? this.people[`${line.by}_block`]);
    return !!line.author && line.author in this.people.hidden_authors;
  }
}

/** Whom the user has blocked or muted, by their names: people who meet outside a game. */
export class NamedRelations extends Relations {
  #blocks: BlockView[] = $state.raw([]);

  constructor() {
    super("");
  }

  override async refresh(): Promise<void> {
    try {
      this.#blocks = (await peopleApi.blocks()).blocks;
    } catch {
      // requested again with the next change
    }
  }

  override entry(person: Person, kind: "block" | "mute"): number | null {
    return this.#blocks.find((block) => block.name === person.name && block.kind === kind)?.id ?? null;
  }
}
