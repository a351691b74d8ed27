import type { Strings } from "../../lib/i18n/strings";
import type { RecordTree } from "../../lib/messages";
import { parseStudySource } from "../../lib/router";
import type { StudyApi } from "../../lib/studyApi";
import type { Study } from "./study.svelte";
import { openAddress } from "./studyOpen";
import { loadStudy, saveStudy } from "./studyStorage";

/** An address of the analysis board: a shared study, or a query that names a game or a position. */
export interface StudyAddress {
  id: string | null;
  search: string;
}

/** Opens what an address names, or else the study that was open last in this browser. */
export class StudyLoader {
  ready = $state(false);
  /** The error of a failed request. */
  failed: unknown = $state.raw(null);
  /** Why the position of the address is impossible. */
  faults: string[] = $state.raw([]);
  /** The reader's remarks about an opened file. */
  remarks: string[] = $state.raw([]);
  /** The game that was opened, so that its review is kept with it. */
  source: { game?: string; archived?: number } | null = $state.raw(null);
  /** The address that was opened last. */
  #address: StudyAddress | null = null;
  #again: (() => Promise<void>) | null = null;

  constructor(
    private readonly study: Study,
    private readonly deps: {
      api: StudyApi;
      strings: () => Strings;
      language: () => string;
      /** Wait until the server knows this browser. */
      known: () => Promise<unknown>;
    },
  ) {}

  /** Open an address unless it is the current one. */
  async open(address: StudyAddress): Promise<void> {
    if (this.#address?.id === address.id && this.#address.search === address.search) return;
    await this.#load(address);
  }

  /** Note that something else is being opened, which can be tried again. */
  begin(again: () => Promise<void>): void {
    this.#address = null;
    this.#again = again;
    this.ready = false;
    this.#reset();
  }

  /** Try again after a failure. */
  async retry(): Promise<void> {
    if (this.#again) await this.#again();
    else if (this.#address) await this.#load(this.#address);
  }

  async #load(address: StudyAddress): Promise<void> {
    this.#address = address;
    this.#again = null;
    this.ready = false;
    this.#reset();
    const of = parseStudySource(address.search);
    const { api, strings, language, known } = this.deps;
    try {
      await known();
      const found = await openAddress(address.id, of, strings(), language(), api);
      if (this.#address !== address) return;
      if (found?.kind === "game") {
        this.study.open(found.record, of.ply);
        if (of.game) this.source = { game: of.game };
        if (of.archived !== undefined) this.source = { archived: of.archived };
      } else if (found?.kind === "position") this.study.begin(found.start);
      else if (found?.kind === "nothing") this.faults = found.faults;
      else this.#restore();
      this.ready = true;
    } catch (error) {
      if (this.#address === address) this.failed = error;
    }
  }

  #restore(): void {
    const last = loadStudy();
    if (last) this.study.open(last.tree, last.ply);
    else this.study.begin();
  }

  #reset(): void {
    this.failed = null;
    this.faults = [];
    this.remarks = [];
    this.source = null;
  }

  /** Open a game that the address does not name. */
  openGame(record: RecordTree, remarks: string[]): void {
    this.#leave();
    this.remarks = remarks;
    this.study.open(record);
  }

  /** Open a position that the address does not name; empty for the start of a game. */
  openPosition(start: string): void {
    this.#leave();
    if (start) this.study.begin(start);
    else this.study.begin();
  }

  #leave(): void {
    // the page goes to the address without a name, which then has nothing to load
    this.#address = { id: null, search: "" };
    this.#reset();
    this.ready = true;
  }

  /** Store a study without an address in this browser. */
  save({ id, search }: StudyAddress): void {
    if (this.ready && !id && !search) saveStudy(this.study.record(), this.study.shown);
  }
}
