import { HttpProblem } from "../../../lib/api";
import type {
  AddChapter,
  RecordTree,
  Refused,
  RefusedEdit,
  StudyChange,
  StudyChapter,
  StudyDocument,
  StudyPerson,
} from "../../../lib/messages";
import { Refusal, type Socket } from "../../../lib/socket";
import { SharedDocument, type StudyEdit } from "./document";
import { forgetOthers, loadPending, savePending } from "./pendingEdits";
import type { NewEdit } from "./projection";
import type { SharedApi } from "./sharedApi";

export type Link = Pick<Socket, "ask" | "hold" | "listen">;

/** The limits of the server for one message. */
const MAX_EDITS = 50;
const MAX_LENGTH = 20_000;
const SEND_DELAY = 200;
/** While someone types a comment, its text is sent only now and then. */
const TYPING_DELAY = 900;
const RETRY_DELAY = 3_000;
const TEMPORARY: readonly Refused["code"][] = ["busy", "too-fast", "unconfirmed"];
/** What keeps edits from being saved for longer, such as a full account, is tried again now and then. */
const PROBLEM_DELAY = 60_000;
const LOOK_DELAY = 300;

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Return a random id of 71 bits, so that no two are the same. */
export function newId(): string {
  const values = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(values, (value) => LETTERS[value % LETTERS.length]).join("");
}

/**
 * A shared study that is open: the edits that the server has confirmed, and those of this tab on top of them.
 *
 * Edits are shown immediately, kept until they are confirmed, and sent again after every interruption; the server
 * recognises those that it has. Edits of others are applied below them, in the order of their numbers.
 */
export class SharedSession {
  readonly client = newId();
  name = $state("");
  owner = $state("");
  role: StudyDocument["role"] = $state("view");
  isPublic = $state(false);
  people: StudyPerson[] = $state.raw([]);
  /** The chapters with the edits of this tab. */
  shown: SharedDocument = $state.raw(new SharedDocument([]));
  /** The number of edits that are not confirmed. */
  waiting = $state(0);
  /** Whether the server can be reached. */
  connected = $state(false);
  /** The number of edits that were made without a connection and have been merged. */
  merged = $state(0);
  /** The edits that the server has refused since the last look. */
  refused: RefusedEdit[] = $state.raw([]);
  /** Why edits cannot be saved for the moment. */
  problem: Refused["code"] | "" = $state("");
  /** Whether the study was deleted, or closed for this visitor. */
  closed = $state(false);
  readonly chapters: StudyChapter[] = $derived(this.shown.visible);
  readonly canEdit = $derived(this.role !== "view" && !this.closed);

  #confirmed = new SharedDocument([]);
  #pending: StudyEdit[] = [];
  #seq = -1;
  /** Edits made while the connection was lost. */
  #offline = 0;
  /** The edits that have been sent, so that the server may have them although it has not answered. */
  readonly #sent = new Set<string>();
  #sending = false;
  #joining = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looking: { chapter: string; node: string } | null = null;
  #lookTimer: ReturnType<typeof setTimeout> | undefined;
  #stops: (() => void)[] = [];

  constructor(
    readonly id: string,
    private readonly link: Link,
    private readonly api: SharedApi,
    private readonly onChange: () => void,
  ) {}

  /** The number of the last edit that was received. */
  get seq(): number {
    return this.#seq;
  }

  // The connection.

  /** Load the study and receive its edits until `close`. Fails if it cannot be opened. */
  async open(): Promise<void> {
    this.#pending = loadPending(this.id);
    for (const { id } of this.#pending) this.#sent.add(id);
    this.#offline = this.#pending.length;
    await this.#load();
    this.#stops = [
      this.link.listen("study-edits", ({ study, changes }) => study === this.id && this.#receive(changes)),
      this.link.listen("study-behind", ({ study }) => study === this.id && void this.#reload()),
      this.link.listen("study-people", ({ study, people }) => {
        if (study === this.id) this.people = people;
      }),
      this.link.listen("study-role", (message) => {
        if (message.study === this.id) this.#onRole(message);
      }),
      this.link.hold(() => void this.#join(), "playing"),
    ];
  }

  close(): void {
    for (const stop of this.#stops) stop();
    clearTimeout(this.#timer);
    clearTimeout(this.#lookTimer);
    if (this.connected) this.link.ask({ kind: "study-leave", study: this.id }).catch(() => undefined);
    this.connected = false;
  }

  /** The connection was lost. */
  lose(): void {
    this.connected = false;
  }

  async #load(): Promise<void> {
    const { name, owner, role, public: isPublic, seq, chapters } = await this.api.document(this.id);
    if (seq < this.#seq) return;
    Object.assign(this, { name, owner, role, isPublic });
    this.#confirmed = new SharedDocument(chapters);
    this.#seq = seq;
    this.#rebuild();
  }

  async #reload(): Promise<void> {
    try {
      await this.#load();
      await this.#join();
    } catch {
      setTimeout(() => void this.#join(), RETRY_DELAY);
    }
  }

  async #join(): Promise<void> {
    if (this.#joining || this.closed) return;
    this.#joining = true;
    try {
      const { role, changes, behind } = await this.link.ask({
        kind: "study-join",
        study: this.id,
        seq: this.#seq,
      });
      this.role = role;
      if (behind) await this.#load();
      else this.#apply(changes);
      this.connected = true;
      this.#schedule(0);
      this.#sendLook();
    } catch (error) {
      if (error instanceof Refusal && error.code === "unknown-study") this.closed = true;
      else if (!(error instanceof HttpProblem)) setTimeout(() => void this.#rejoin(), RETRY_DELAY);
    } finally {
      this.#joining = false;
    }
  }

  async #rejoin(): Promise<void> {
    if (!this.connected) await this.#join();
  }

  // Receiving.

  #receive(changes: readonly StudyChange[]): void {
    if (changes.length && changes[0]!.seq > this.#seq + 1) void this.#join();
    else this.#apply(changes);
  }

  #apply(changes: readonly StudyChange[]): void {
    const next = changes.filter(({ seq }) => seq > this.#seq);
    if (!next.length) return;
    // chapters that change become new objects, so that what shows them notices
    this.#confirmed = this.#confirmed.copy();
    for (const change of next) this.#confirmed.apply(change);
    this.#seq = next.at(-1)!.seq;
    const stored = new Set(next.map(({ edit }) => edit.id));
    this.#keep(this.#pending.filter(({ id }) => !stored.has(id)));
    this.#rebuild();
  }

  /** Show the confirmed chapters with the edits of this tab. */
  #rebuild(): void {
    const shown = this.#confirmed.copy();
    this.#pending.forEach((edit, index) =>
      shown.apply({ seq: this.#seq + 1 + index, client: this.client, edit }),
    );
    this.waiting = this.#pending.length;
    this.shown = shown;
    this.onChange();
  }

  #onRole({
    role,
    name,
    public: isPublic,
  }: {
    role: StudyDocument["role"] | null;
    name: string;
    public: boolean;
  }): void {
    if (role === null) {
      this.closed = true;
      this.connected = false;
      return;
    }
    Object.assign(this, { role, name, isPublic });
    if (this.canEdit) this.#schedule(0);
  }

  // Editing.

  /** Make edits, which are shown immediately. Return them with their ids. */
  edit(edits: readonly NewEdit[]): StudyEdit[] {
    const made = edits.map((edit) => ({ ...edit, id: newId() }) as StudyEdit);
    const typing = made.length === 1 && made[0]!.op === "set-comment";
    const replaced = typing ? this.#retype(made[0]!) : null;
    this.#keep(replaced ? this.#pending : [...this.#pending, ...made]);
    if (!this.connected && !replaced) this.#offline += made.length;
    this.#rebuild();
    this.#schedule(typing ? TYPING_DELAY : SEND_DELAY);
    return replaced ? [replaced] : made;
  }

  /** Put a text in place of the one that was typed just before and has not been sent. */
  #retype(edit: StudyEdit): StudyEdit | null {
    const last = this.#pending.at(-1);
    if (edit.op !== "set-comment" || last?.op !== "set-comment" || this.#sent.has(last.id)) return null;
    const same = last.node === edit.node && last.chapter === edit.chapter && edit.replaces.includes(last.id);
    if (!same) return null;
    const joined = { ...last, text: edit.text };
    this.#pending = [...this.#pending.slice(0, -1), joined];
    return joined;
  }

  /** Add a chapter with a game. Its request can be longer than a message on the socket. */
  async addChapter(name: string, tree: RecordTree, orientation = 0): Promise<string> {
    const edit: AddChapter = {
      op: "add-chapter",
      id: newId(),
      chapter: newId(),
      name,
      tree,
      orientation,
      before: null,
    };
    await this.api.addChapter(this.id, this.client, edit);
    if (!this.shown.chapter(edit.chapter)) await this.#reload();
    return edit.chapter;
  }

  #keep(pending: StudyEdit[]): void {
    this.#pending = pending;
    this.waiting = pending.length;
    savePending(this.id, this.client, pending);
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), delay);
  }

  /** Send the first edits that are not confirmed. */
  async #send(): Promise<void> {
    if (this.#sending || !this.connected || !this.canEdit || !this.#pending.length) return;
    this.#sending = true;
    const batch = this.#batch();
    for (const { id } of batch) this.#sent.add(id);
    try {
      const { refused } = await this.link.ask({
        kind: "study-edit",
        study: this.id,
        client: this.client,
        edits: batch,
      });
      this.problem = "";
      const ids = new Set(batch.map(({ id }) => id));
      this.#keep(this.#pending.filter(({ id }) => !ids.has(id)));
      if (refused.length) this.refused = [...this.refused, ...refused];
      this.#rebuild();
      this.#onSent();
    } catch (error) {
      this.#onFailed(error);
    } finally {
      this.#sending = false;
    }
  }

  #batch(): StudyEdit[] {
    const batch: StudyEdit[] = [];
    let length = 0;
    for (const edit of this.#pending.slice(0, MAX_EDITS)) {
      // a character can take three bytes, or six if it is escaped
      length += new TextEncoder().encode(JSON.stringify(edit)).length;
      if (batch.length && length > MAX_LENGTH) break;
      batch.push(edit);
    }
    return batch;
  }

  #onSent(): void {
    if (this.#pending.length) return this.#schedule(0);
    forgetOthers(this.id);
    if (this.#offline) this.merged = this.#offline;
    this.#offline = 0;
  }

  #onFailed(error: unknown): void {
    if (!(error instanceof Refusal)) return; // joining again sends again
    if (error.code === "view-only") this.role = "view";
    else if (error.code === "unknown-study") this.closed = true;
    else if (error.code === "malformed") {
      this.refused = this.#batch().map(({ id }) => ({ edit: id, code: "malformed", text: error.message }));
      this.#keep(this.#pending.slice(this.refused.length));
      this.#rebuild();
    } else if (TEMPORARY.includes(error.code)) this.#schedule(RETRY_DELAY);
    else {
      this.problem = error.code;
      this.#schedule(PROBLEM_DELAY);
    }
  }

  // The people.

  /** Show the others where this tab looks. */
  look(chapter: string, node: string): void {
    if (this.#looking?.chapter === chapter && this.#looking.node === node) return;
    this.#looking = { chapter, node };
    clearTimeout(this.#lookTimer);
    this.#lookTimer = setTimeout(() => this.#sendLook(), LOOK_DELAY);
  }

  #sendLook(): void {
    if (!this.#looking || !this.connected) return;
    this.link
      .ask({ kind: "study-look", study: this.id, client: this.client, ...this.#looking })
      .catch(() => undefined);
  }
}
