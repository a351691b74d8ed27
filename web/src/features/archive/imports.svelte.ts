import type { ImportReport, RejectedGame, UndoneImport } from "../../lib/messages";

/** What happened to one file. */
export interface ImportedFile {
  name: string;
  report: ImportReport | null;
  /** Why the file could not be read, or an empty string. */
  problem: string;
}

/** The requests that an import sends. */
export interface ImportApi {
  importFile: (file: File, importId: string | null) => Promise<ImportReport>;
  addStarterSet: () => Promise<ImportReport>;
  undo: (importId: string) => Promise<UndoneImport>;
}

interface Texts {
  /** Describe an error to the user. */
  problemOf: (error: unknown) => string;
  nothingIn: string;
  tooLong: string;
  starter: string;
}

/**
 * An import of one or more files, which can be undone as a whole.
 *
 * The first file starts the import, and the others continue it, so that all of them have one id.
 */
export class Import {
  files: ImportedFile[] = $state.raw([]);
  /** The file that is being read, or an empty string. */
  reading = $state("");
  undoing = $state(false);
  /** The number of games that were removed again, or null before that. */
  removed: number | null = $state(null);
  /** Why the import could not be undone, or an empty string. */
  problem = $state("");
  #id: string | null = null;

  constructor(
    private readonly api: ImportApi,
    private readonly texts: () => Texts,
    private readonly maxSize: number,
  ) {}

  get added(): number {
    return this.#sum((report) => report.added);
  }
  get known(): number {
    return this.#sum((report) => report.known);
  }
  get refused(): RejectedGame[] {
    return this.files.flatMap(({ report }) => report?.refused ?? []);
  }
  /** Whether no game of any file was accepted. */
  get failed(): boolean {
    return this.files.length > 0 && this.added + this.known === 0;
  }
  get canUndo(): boolean {
    return this.#id !== null && this.added > 0 && this.removed === null && !this.reading;
  }

  #sum(count: (report: ImportReport) => number): number {
    return this.files.reduce((sum, { report }) => sum + (report ? count(report) : 0), 0);
  }

  /** Import files, one after the other. A second call during an import is ignored. */
  async read(files: readonly File[]): Promise<void> {
    if (this.reading || !files.length) return;
    this.#start();
    for (const file of files) {
      this.reading = file.name;
      this.files = [...this.files, await this.#one(file)];
    }
    this.reading = "";
  }

  async addStarterSet(): Promise<void> {
    if (this.reading) return;
    this.#start();
    const name = this.texts().starter;
    this.reading = name;
    this.files = [await this.#send(name, () => this.api.addStarterSet())];
    this.reading = "";
  }

  /** Remove the games that this import added. */
  async undo(importId = this.#id): Promise<void> {
    if (importId === null || this.undoing) return;
    this.undoing = true;
    this.problem = "";
    try {
      this.removed = (await this.api.undo(importId)).removed;
    } catch (error) {
      this.problem = this.texts().problemOf(error);
    }
    this.undoing = false;
  }

  /** Forget the import; its games stay. */
  dismiss(): void {
    this.#start();
  }

  #start(): void {
    this.files = [];
    this.removed = null;
    this.problem = "";
    this.#id = null;
  }

  #one(file: File): Promise<ImportedFile> {
    if (file.size > this.maxSize)
      return Promise.resolve({ name: file.name, report: null, problem: this.texts().tooLong });
    return this.#send(file.name, () => this.api.importFile(file, this.#id));
  }

  async #send(name: string, send: () => Promise<ImportReport>): Promise<ImportedFile> {
    try {
      const report = await send();
      this.#id = report.import_id;
      const empty = report.added + report.known + report.refused.length === 0;
      return { name, report, problem: empty ? this.texts().nothingIn : "" };
    } catch (error) {
      return { name, report: null, problem: this.texts().problemOf(error) };
    }
  }
}
