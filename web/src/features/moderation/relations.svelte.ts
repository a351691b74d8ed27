/** Whom the user has blocked or muted, among the people of a game or elsewhere. */
import type { ChatLine, GameRelations, PlayerRelations, SpectatorLine, Target } from "../../lib/messages";
import type { Side } from "../../lib/position/pieces";
import { peopleApi } from "./moderationApi";

/** A person of a game whom the user may report, block or mute. */
export interface Person {
  name: string;
  target: Target;
  side: Side | null;
  author: string | null;
}

/** What a dialog about people needs to know. */
export interface PeopleRelations {
  load(): void;
  refresh(): Promise<void>;
  /** Return the number of the user's entry for a person, or null. */
  entry(person: Person, kind: "block" | "mute"): number | null;
}

const NOBODY: GameRelations = {
  white_block: null,
  white_mute: null,
  black_block: null,
  black_mute: null,
  hidden_authors: {},
};

/** The relations to the people of a game. */
export class Relations implements PeopleRelations {
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

/** The relations to a player outside a game. */
export class NamedRelations implements PeopleRelations {
  entries: PlayerRelations = $state.raw({ block: null, mute: null });

  constructor(private readonly name: string) {}

  load(): void {
    void this.refresh();
  }

  async refresh(): Promise<void> {
    try {
      this.entries = await peopleApi.relations(this.name);
    } catch {
      // requested again when the dialog is opened next
    }
  }

  entry(_person: Person, kind: "block" | "mute"): number | null {
    return this.entries[kind];
  }
}
