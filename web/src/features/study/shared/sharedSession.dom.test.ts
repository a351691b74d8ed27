import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RefusedEdit, StudyChange, StudyChapter, StudyDocument } from "../../../lib/messages";
import { Refusal, RequestTimeout } from "../../../lib/socket";
import { SharedDocument, type StudyEdit } from "./document";
import type { NewEdit } from "./projection";
import type { SharedApi } from "./sharedApi";
import { SharedSession, type Link } from "./sharedSession.svelte";

const STUDY = "study0000001";
const CHAPTER = "chapter1";

const tree = {
  start: "ultimate-2024 Base+MLP White[1] -",
  threefold: false,
  tags: {},
  result: "InProgress" as const,
  reason: "",
  comment: "",
  marks: [],
  nodes: [],
};

/** The server: a log of edits, and the clients that are connected. */
class Server {
  readonly log: StudyChange[] = [];
  readonly clients = new Set<Client>();
  refuse: (edit: StudyEdit) => RefusedEdit | null = () => null;

  constructor() {
    this.store("maker", {
      op: "add-chapter",
      id: "made",
      chapter: CHAPTER,
      name: "One",
      tree,
      orientation: 0,
      before: null,
    });
  }

  store(client: string, edit: StudyEdit): void {
    if (this.log.some((change) => change.edit.id === edit.id)) return;
    const change = { seq: this.log.length + 1, client, edit };
    this.log.push(change);
    for (const one of this.clients) one.push("study-edits", { study: STUDY, changes: [change] });
  }

  get chapters(): StudyChapter[] {
    const document = new SharedDocument([]);
    for (const change of structuredClone(this.log)) document.apply(change);
    return document.chapters;
  }

  document(): StudyDocument {
    return {
      study: STUDY,
      name: "Study",
      owner: "Ann",
      role: "owner",
      public: false,
      seq: this.log.length,
      chapters: this.chapters,
    };
  }
}

/** The connection of one browser, which can break before or after a request arrives. */
class Client {
  readonly #listeners = new Map<string, (message: never) => void>();
  #onOpen = (): void => {};
  online = false;
  loseAnswers = false;
  readonly session: SharedSession;

  constructor(private readonly server: Server) {
    const api = { document: () => Promise.resolve(server.document()) } as unknown as SharedApi;
    this.session = new SharedSession(STUDY, this as unknown as Link, api, () => {});
  }

  listen(kind: string, listener: (message: never) => void): () => void {
    this.#listeners.set(kind, listener);
    return () => void this.#listeners.delete(kind);
  }

  hold(onOpen: () => void): () => void {
    this.#onOpen = onOpen;
    return () => {};
  }

  push(kind: string, message: unknown): void {
    this.#listeners.get(kind)?.(structuredClone(message) as never);
  }

  async connect(): Promise<void> {
    this.online = true;
    this.server.clients.add(this);
    this.#onOpen();
    await settled();
  }

  disconnect(): void {
    this.online = false;
    this.server.clients.delete(this);
    this.session.lose();
  }

  ask(request: { kind: string; seq?: number; client?: string; edits?: StudyEdit[] }): Promise<unknown> {
    if (!this.online) return Promise.reject(new RequestTimeout("offline"));
    const { server } = this;
    if (request.kind === "study-join") {
      const changes = structuredClone(server.log.filter(({ seq }) => seq > request.seq!));
      return Promise.resolve({ role: "owner", changes, behind: false });
    }
    if (request.kind !== "study-edit") return Promise.resolve({});
    const refused: RefusedEdit[] = [];
    for (const edit of structuredClone(request.edits!)) {
      const refusal = server.refuse(edit);
      if (refusal) refused.push(refusal);
      else server.store(request.client!, edit);
    }
    return this.loseAnswers ? Promise.reject(new RequestTimeout("lost")) : Promise.resolve({ refused });
  }
}

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(20_000);

const move = (node: string, parent: string, uhp: string): NewEdit => ({
  op: "add-move",
  chapter: CHAPTER,
  node,
  parent,
  uhp,
  piece: null,
  origin: null,
  to: null,
});
const comment = (text: string, replaces: string[] = []): NewEdit => ({
  op: "set-comment",
  chapter: CHAPTER,
  node: "root",
  text,
  replaces,
});
const texts = ({ session }: Client): string[] =>
  session.chapters[0]!.nodes["root"]!.comments.map(({ text }) => text);

let server: Server;
async function open(): Promise<Client> {
  const client = new Client(server);
  await client.session.open();
  await client.connect();
  return client;
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  server = new Server();
});
afterEach(() => vi.useRealTimers());

describe("a shared study that is open", () => {
  it("shows own edits at once and those of others in the order of the server", async () => {
    const [one, two] = [await open(), await open()];
    one.session.edit([comment("mine")]);
    expect(texts(one)).toEqual(["mine"]);
    expect(one.session.waiting).toBe(1);
    two.session.edit([comment("theirs")]);
    await settled();
    expect(texts(one)).toEqual(texts(two));
    expect(texts(one).sort()).toEqual(["mine", "theirs"]);
    expect([one.session.waiting, two.session.waiting]).toEqual([0, 0]);
  });

  it("merges what was edited without a connection, and says how much", async () => {
    const [one, two] = [await open(), await open()];
    one.session.edit([move("start", "root", "wS1")]);
    await settled();
    two.disconnect();
    two.session.edit([move("theirs", "start", "bS1 wS1-")]);
    two.session.edit([comment("offline")]);
    one.session.edit([{ op: "delete-moves", chapter: CHAPTER, node: "start", seen: one.session.seq }]);
    await settled();
    expect(two.session.waiting).toBe(2);
    await two.connect();
    expect(one.session.chapters).toEqual(two.session.chapters);
    expect(two.session.chapters).toEqual(server.chapters);
    // the move under the deleted one is kept, and so is what leads to it
    expect(two.session.chapters[0]!.nodes["start"]!.deleted).toBeNull();
    expect(two.session.merged).toBe(2);
  });

  it("sends again what may have been lost, and it is stored once", async () => {
    const one = await open();
    one.loseAnswers = true;
    server.clients.delete(one);
    one.session.edit([comment("once")]);
    await settled();
    one.loseAnswers = false;
    one.disconnect();
    await one.connect();
    expect(server.log.length).toBe(2);
    expect(texts(one)).toEqual(["once"]);
    expect(one.session.waiting).toBe(0);
  });

  it("does not change an edit that may have been stored when its author continues to type", async () => {
    const one = await open();
    one.loseAnswers = true;
    server.clients.delete(one);
    const [first] = one.session.edit([comment("a text")]);
    await settled();
    one.session.edit([comment("a text that continues", [first!.id])]);
    one.loseAnswers = false;
    one.disconnect();
    await one.connect();
    expect(texts(one)).toEqual(["a text that continues"]);
    expect(server.chapters[0]!.nodes["root"]!.comments.map(({ text }) => text)).toEqual([
      "a text that continues",
    ]);
  });

  it("counts letters typed into one comment as one edit", async () => {
    const one = await open();
    let [last] = one.session.edit([comment("a")]);
    [last] = one.session.edit([comment("ab", [last!.id])]);
    one.session.edit([comment("abc", [last!.id])]);
    await settled();
    expect(server.log.length).toBe(2);
    expect(texts(one)).toEqual(["abc"]);
  });

  it("keeps edits in the browser when the page is closed", async () => {
    const one = await open();
    one.disconnect();
    one.session.edit([comment("not lost")]);
    one.session.close();
    const again = await open();
    await settled();
    expect(texts(again)).toEqual(["not lost"]);
    expect(server.log.length).toBe(2);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it("asks for what it missed when a number is missing", async () => {
    const [one, two] = [await open(), await open()];
    server.clients.delete(two);
    one.session.edit([comment("first")]);
    await settled();
    server.clients.add(two);
    one.session.edit([move("start", "root", "wS1")]);
    await settled();
    expect(two.session.chapters).toEqual(one.session.chapters);
  });

  it("drops edits that the server refuses, and says so", async () => {
    const one = await open();
    server.refuse = (edit) =>
      edit.op === "set-comment" ? { edit: edit.id, code: "forbidden-word", text: "" } : null;
    one.session.edit([comment("rude"), move("start", "root", "wS1")]);
    await settled();
    expect(texts(one)).toEqual([]);
    expect(one.session.chapters[0]!.nodes["start"]).toBeDefined();
    expect(one.session.refused.length).toBe(1);
  });

  it("waits and tries again when it was too fast", async () => {
    const one = await open();
    const { ask } = one;
    let failures = 2;
    one.ask = (request) =>
      request.kind === "study-edit" && failures-- > 0
        ? Promise.reject(new Refusal({ kind: "refused", id: 1, code: "too-fast", text: "", why: null }))
        : ask.call(one, request);
    one.session.edit([comment("patient")]);
    await settled();
    expect(server.log.length).toBe(2);
    expect(one.session.waiting).toBe(0);
  });

  it("stops editing when the role is taken away, and keeps what was not saved", async () => {
    const one = await open();
    one.push("study-role", { study: STUDY, role: "view", name: "Study", public: false });
    expect(one.session.canEdit).toBe(false);
    one.session.edit([comment("waits")]);
    await settled();
    expect(server.log.length).toBe(1);
    one.push("study-role", { study: STUDY, role: "edit", name: "Study", public: false });
    await settled();
    expect(server.log.length).toBe(2);
    one.push("study-role", { study: STUDY, role: null, name: "", public: false });
    expect(one.session.closed).toBe(true);
  });
});
