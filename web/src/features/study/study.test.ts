import { beforeEach, describe, expect, it, vi } from "vitest";
import type {
  LegalMovesView,
  PlayedMove,
  RecordTree,
  Refused,
  PositionView,
  ReasonView,
} from "../../lib/messages";
import type { Place } from "../../lib/position/hive";
import { Refusal, RequestTimeout, type RequestBody, type Requester } from "../../lib/socket";
import { EMPTY, Study, type StudyEvent } from "./study.svelte";
import { ROOT } from "./studyTree";

interface Question {
  body: Record<string, unknown> & { kind: string; study: { start: string; moves: string[] } };
  answer: (response: unknown) => Promise<void>;
  fail: (error: Error) => Promise<void>;
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

class FakeSocket implements Requester {
  questions: Question[] = [];
  ask = (body: RequestBody): Promise<never> =>
    new Promise<never>((resolve, reject) =>
      this.questions.push({
        body: body as unknown as Question["body"],
        answer: (response) => {
          resolve(response as never);
          return settled();
        },
        fail: (error) => {
          reject(error);
          return settled();
        },
      }),
    );
  last(kind: string): Question {
    const found = this.questions.filter((question) => question.body.kind === kind).at(-1);
    if (!found) throw new Error(`no request ${kind}`);
    return found;
  }
  count = (kind: string): number => this.questions.filter((question) => question.body.kind === kind).length;
}

const played = (uhp: string, to: Place, origin: Place | null = null): PlayedMove => ({
  uhp,
  piece: uhp.split(" ")[0]!,
  origin,
  to,
  spent: 0,
});
const S = played("wS1", [0, 0]);
const s = played("bS1 wS1-", [1, 0]);
const Q = played("wQ -wS1", [-1, 0]);
const A = played("wA1 -wS1", [-1, 0]);
const PIECES = ["wQ", "wS1", "wA1", "bQ", "bS1", "bA1"];
const WHITE: LegalMovesView = { moves: { wQ: [-1, 0, -1, 1], wA1: [-1, 0] }, must_pass: false };

/** Return the response to `look` after these moves. */
function positionView(moves: PlayedMove[], change: Partial<PositionView> = {}): PositionView {
  return {
    kind: "position",
    id: 1,
    position: "…",
    edition: "ultimate-2024",
    game_type: "Base",
    ply: moves.length,
    stacks: moves.map((move) => ({ place: move.to!, pieces: [move.piece!] })),
    hands: PIECES.filter((piece) => !moves.some((move) => move.piece === piece)),
    moves,
    legal: WHITE,
    result: null,
    ...change,
  };
}

const record = (moves: PlayedMove[]): RecordTree => ({
  start: EMPTY,
  threefold: false,
  tags: {},
  result: "InProgress",
  reason: "",
  comment: "",
  marks: [],
  nodes: moves.map(({ uhp, piece, origin, to }, index) => ({
    parent: index - 1,
    uhp,
    piece,
    origin,
    to,
    comment: "",
    glyph: null,
    clock: null,
    spent: null,
    marks: [],
  })),
});

let socket: FakeSocket;
let study: Study;
let animate = false;
const onEvent = vi.fn<(what: StudyEvent) => void>();

/** Open a study and answer its requests, viewing the last position. */
async function opened(moves: PlayedMove[] = [S, s]): Promise<void> {
  study.open(record(moves));
  await socket.questions[0]!.answer(positionView([]));
  await socket.last("position").answer(positionView(moves));
}
const names = (): string[] => study.nodes.map((node) => node.uhp.split(" ")[0]!);

beforeEach(() => {
  animate = false;
  onEvent.mockReset();
  socket = new FakeSocket();
  study = new Study(socket, {
    wording: () => ({ language: "en", notation: false }),
    animate: () => animate,
    onEvent,
  });
});

describe("viewing", () => {
  it("requests the start and the current position with all moves", async () => {
    await opened();
    expect(socket.questions.map(({ body: asked }) => asked.study.moves)).toEqual([[], ["wS1", "bS1 wS1-"]]);
    expect(study.toMove).toBe("white");
    expect(study.interaction.movable).toEqual(["wQ", "wA1"]);
    expect(study.drawn.hands.white).toEqual(["wQ", "wA1"]);
  });

  it("draws a position before the response, and repeats no request", async () => {
    await opened();
    study.step(-1);
    expect(study.stacks).toEqual([{ place: [0, 0], pieces: ["wS1"] }]);
    expect(study.legal.moves).toEqual({});
    await socket.last("position").answer(positionView([S]));
    expect(study.interaction.movable).toEqual(["wQ", "wA1"]);
    const before = socket.count("position");
    study.step(1);
    study.step(-1);
    expect(socket.count("position")).toBe(before);
  });

  it("assigns responses that arrive out of order to their own positions", async () => {
    await opened([S, s, Q]);
    study.view(1);
    const first = socket.last("position");
    study.view(2);
    const second = socket.last("position");
    await second.answer(positionView([S, s], { legal: { moves: { wA1: [5, 5] }, must_pass: false } }));
    await first.answer(positionView([S], { legal: { moves: { bQ: [7, 7] }, must_pass: false } }));
    expect(study.interaction.movable).toEqual(["wA1"]);
    study.view(1);
    expect(study.interaction.movable).toEqual(["bQ"]);
  });

  it("ignores responses about another study", async () => {
    study.open(record([S, s]));
    const [old] = socket.questions;
    study.begin("ultimate-2024 Base Black[3] 0,0:wS1bQ");
    await old!.answer(positionView([], { edition: "hive-classic" }));
    expect(study.position).toBeNull();
    await socket.last("position").answer(positionView([], { ply: 5 }));
    expect(study.toMove).toBe("black");
  });

  it("takes the destinations of MoveStrings from the response", async () => {
    const bare = record([S, s]);
    for (const node of bare.nodes) node.to = node.piece = node.origin = null;
    study.open(bare);
    await socket.questions[0]!.answer(positionView([]));
    expect(study.stacks).toEqual([]);
    await socket.last("position").answer(positionView([S, s]));
    study.view(1);
    expect(study.stacks).toEqual([{ place: [0, 0], pieces: ["wS1"] }]);
  });

  it("reports a timeout, and repeats the request", async () => {
    study.begin();
    await socket.last("position").fail(new RequestTimeout("no"));
    expect(study.interaction.notice).toEqual({ kind: "refused", code: "unanswered" });
    study.again();
    expect(socket.count("position")).toBe(2);
  });
});

describe("a start position", () => {
  it("is broken if the server rejects it, but not if the server is busy", async () => {
    study.begin("nonsense");
    const no = { kind: "refused", id: 1, code: "malformed", text: "", why: null } as Refused;
    await socket.last("position").fail(new Refusal(no));
    expect(study.broken).toBe(true);
    study.begin();
    expect(study.broken).toBe(false);
    await socket.last("position").fail(new Refusal({ ...no, code: "too-fast" }));
    expect(study.broken).toBe(false);
  });
});

describe("stepping", () => {
  it("stays in a variation when stepping back and forth", async () => {
    await opened();
    study.playLine([Q]);
    study.step(-1);
    study.playLine([A]);
    expect(names()).toEqual(["wS1", "bS1", "wA1"]);
    study.step(-1);
    study.step(1);
    expect(names()).toEqual(["wS1", "bS1", "wA1"]);
    study.turnAside(-1);
    expect(names()).toEqual(["wS1", "bS1", "wQ"]);
    study.turnAside(-1);
    expect(names()).toEqual(["wS1", "bS1", "wQ"]);
  });

  it("jumps to the start and to distant positions, after which the board is fitted again", async () => {
    const more = Array.from({ length: 6 }, (_, at) => played(`wG${at} -wS1`, [at, 3]));
    await opened([S, s, Q, ...more]);
    study.step(-1);
    study.step(-1);
    expect(study.jumps).toBe(0);
    study.view(1);
    expect(study.jumps).toBe(1);
    study.step(-1);
    expect(study.jumps).toBe(2);
    study.view(9);
    expect(study.jumps).toBe(3);
  });

  it("flies along the requested path, and only to the latest target", async () => {
    animate = true;
    await opened([S, s, Q]);
    study.step(-1);
    expect(study.shown).toBe(3);
    study.step(-1);
    expect(study.shown).toBe(1);
    await socket
      .last("study-path")
      .answer({ path: { kind: "place", hexes: [[-1, 0]], thrower: null, copied: null } });
    expect(study.shown).toBe(1);
    expect(study.interaction.flying).toBeNull();
    study.step(1);
    await socket
      .last("study-path")
      .answer({ path: { kind: "place", hexes: [[1, 0]], thrower: null, copied: null } });
    expect(study.shown).toBe(2);
    expect(study.interaction.flying).toMatchObject({ piece: "bS1" });
  });
});

describe("playing", () => {
  it("keeps a move that is made without a connection, and adds it after the next one", async () => {
    await opened();
    study.pick("wQ");
    study.interaction.place("wQ", [-1, 0]);
    await socket.last("position").fail(new RequestTimeout("no"));
    await socket.last("position").fail(new RequestTimeout("no"));
    expect(study.interaction.notice).toBeNull();
    expect(study.stacks).toContainEqual({ place: [-1, 0], pieces: ["wQ"] });
    const asked = socket.last("position");
    study.view(1); // the reader may look at something else in the meantime
    await asked.answer(positionView([S, s, Q]));
    expect([...study.tree.nodes.values()].map(({ uhp }) => uhp)).toContain("wQ -wS1");
    expect(study.at).toBe(1);
  });

  it("draws a move immediately, and adds it to the tree with the response", async () => {
    await opened();
    study.pick("wQ");
    expect(study.interaction.ghosts).toEqual([
      [-1, 0],
      [-1, 1],
    ]);
    study.interaction.place("wQ", [-1, 0]);
    expect(study.stacks).toHaveLength(3);
    expect(study.shown).toBe(2);
    expect(socket.last("position").body).toMatchObject({ piece: "wQ", to: [-1, 0] });
    await socket.last("position").answer(positionView([S, s, Q]));
    expect(names()).toEqual(["wS1", "bS1", "wQ"]);
    expect(study.position).not.toBeNull();
  });

  it("inspects a piece of the side that is not to move instead of refusing it", async () => {
    await opened();
    study.pick("wQ");
    study.pick("bS1");
    expect(study.interaction.picked).toBeNull();
    expect(study.interaction.notice).toBeNull();
    expect(socket.count("study-why")).toBe(0);
    expect(study.inspected).toBe("bS1");
    expect(study.touched).toBe("bS1");
    study.pick("bS1");
    expect(study.inspected).toBeNull();
    study.pick("bQ");
    study.step(-1);
    expect(study.inspected).toBeNull();
  });

  it("picks up a piece of the other side that the pillbug can throw", async () => {
    study.open(record([S, s]));
    await socket.questions[0]!.answer(positionView([]));
    const legal = { moves: { bS1: [0, 1] }, must_pass: false };
    await socket.last("position").answer(positionView([S, s], { legal }));
    study.pick("bS1");
    expect(study.interaction.picked).toBe("bS1");
    expect(study.inspected).toBeNull();
  });

  it("follows a move that was played before without a request", async () => {
    await opened([S, s, Q]);
    study.view(2);
    await socket.last("position").answer(positionView([S, s]));
    const before = socket.count("position");
    study.interaction.place("wQ", [-1, 0]);
    expect(study.shown).toBe(3);
    expect(socket.count("position")).toBe(before);
  });

  it("does not follow a move if another position is viewed meanwhile", async () => {
    await opened();
    study.interaction.place("wQ", [-1, 0]);
    const question = socket.last("position");
    study.view(0);
    await question.answer(positionView([S, s, Q]));
    expect(study.at).toBe(ROOT);
    expect(study.tree.nodes.size).toBe(4);
  });

  it("takes a refused move back and shows the reason", async () => {
    await opened();
    study.interaction.place("wQ", [-1, 0]);
    const no = { kind: "refused", id: 1, code: "illegal", text: "", why: null } as Refused;
    await socket.last("position").fail(new Refusal(no));
    expect(study.stacks).toHaveLength(2);
    const why = { rule: "one-hive", pieces: [] } as unknown as ReasonView;
    await socket.last("study-why").answer({ why });
    expect(study.interaction.why).toEqual(why);
  });

  it("requests the reason against an illegal destination, and ignores it after a cancel", async () => {
    await opened();
    study.interaction.place("wQ", [9, 9]);
    expect(socket.last("study-why").body).toMatchObject({ piece: "wQ", to: [9, 9], language: "en" });
    study.interaction.cancel();
    await socket.last("study-why").answer({ why: { pieces: [] } });
    expect(study.interaction.notice).toBeNull();
  });

  it("plays a MoveString", async () => {
    await opened();
    void study.playText("wQ -wS1");
    expect(socket.last("position").body.study.moves).toEqual(["wS1", "bS1 wS1-", "wQ -wS1"]);
    await socket.last("position").answer(positionView([S, s, Q]));
    expect(names()).toEqual(["wS1", "bS1", "wQ"]);
  });
});

describe("editing", () => {
  it("undoes and redoes moves, comments, marks, promotions and deletions", async () => {
    await opened();
    study.playLine([Q]);
    study.step(-1);
    study.playLine([A]);
    study.promote();
    expect(study.siblings.indexOf(study.at)).toBe(0);
    study.undo();
    expect(study.siblings.indexOf(study.at)).toBe(1);
    study.redo();
    study.comment("a");
    study.comment("ab");
    study.undo();
    expect(study.node.comment).toBe("");
    study.redo();
    expect(study.node.comment).toBe("ab");
    study.glyph("!");
    study.glyph("!");
    expect(study.node.glyph).toBeNull();
    study.mark({ at: [0, 0], to: [1, 0], color: "blue" });
    study.remove();
    expect(names()).toEqual(["wS1", "bS1"]);
    study.undo();
    expect(study.marks).toHaveLength(1);
    expect(names()).toEqual(["wS1", "bS1", "wA1"]);
  });

  it("uses no node id twice, so that responses are not mixed up", async () => {
    await opened();
    study.playLine([Q]);
    await socket
      .last("position")
      .answer(positionView([S, s, Q], { legal: { moves: { bA1: [3, 3] }, must_pass: false } }));
    study.undo();
    expect(study.shown).toBe(2);
    study.playLine([A]);
    expect(study.position).toBeNull();
    expect(study.interaction.movable).toEqual([]);
  });

  it("keeps the current position when another move is deleted", async () => {
    await opened([S, s, Q]);
    const last = study.at;
    study.view(1);
    study.remove(last);
    expect(study.shown).toBe(1);
    expect(study.latest).toBe(2);
    study.remove(ROOT);
    expect(study.latest).toBe(2);
  });

  it("starts a new edit after every step, so that comments are undone separately", async () => {
    await opened();
    study.comment("two");
    study.step(-1);
    study.step(1);
    study.comment("two!");
    study.undo();
    expect(study.node.comment).toBe("two");
  });
});
