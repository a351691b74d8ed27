import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { BlockedReason } from "../lib/notices";
import { Refusal } from "../lib/socket";
import { Interaction, PATH_TIMEOUT, type BoardMove, type InteractionDeps } from "./interaction.svelte";
import type { PathView, Place, ReasonView, Stack } from "./types";

const STACKS: Stack[] = [
  { place: [-1, 0], pieces: ["wA1"] },
  { place: [0, 0], pieces: ["wQ"] },
];
const MOVES = { wA1: [1, 0, 0, 1], wG1: [-2, 0] };
const path = (...hexes: Place[]): PathView => ({ kind: "slide", hexes, thrower: null, copied: null });
const AROUND = path([-1, 0], [-1, 1], [0, 1]);
const OVER = path([-1, 0], [0, -1], [1, 0]);
const reason = (text: string): ReasonView => ({ rule: "one-hive", text }) as ReasonView;
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

/** A promise that a test resolves or rejects itself. */
function deferred<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((...both) => ([resolve, reject] = both));
  return { promise, resolve, reject };
}

let position: number;
let blocked: BlockedReason | null;
let animate: boolean;
let played: BoardMove[];
const [onLanded, onCancel, onRefused] = [vi.fn(), vi.fn(), vi.fn()];

function controller(change: Partial<InteractionDeps> = {}): Interaction {
  return new Interaction({
    stacks: () => STACKS,
    legal: () => ({ moves: MOVES }),
    position: () => position,
    blocked: () => blocked,
    paths: (piece) => (piece === "wA1" ? [OVER, AROUND] : []),
    reason: (piece) => (piece === "wQ" ? reason("pinned") : null),
    play: (move) => played.push(move),
    animate: () => animate,
    onLanded,
    onCancel,
    onRefused,
    ...change,
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  [position, blocked, animate, played] = [1, null, true, []];
});
afterEach(() => vi.useRealTimers());

describe("picking", () => {
  it("knows the destinations of all pieces before one is picked", () => {
    const board = controller();
    expect(board.reach).toEqual([
      [1, 0],
      [0, 1],
      [-2, 0],
    ]);
    expect(board.boardProps.reach).toEqual(board.reach);
    expect(board.ghosts).toEqual([]);
  });

  it("shows the destinations of a legal piece, and puts it back when it is picked again", () => {
    const board = controller();
    expect(board.movable).toEqual(["wA1", "wG1"]);
    board.pick("wA1");
    expect([board.picked, board.ghosts]).toEqual([
      "wA1",
      [
        [1, 0],
        [0, 1],
      ],
    ]);
    board.pick("wA1");
    expect([board.picked, board.ghosts]).toEqual([null, []]);
  });

  it("shows the reason for a piece that cannot move, and puts another one back", () => {
    const board = controller();
    board.pick("wA1");
    board.pick("wQ");
    expect([board.picked, board.why?.text]).toEqual([null, "pinned"]);
    expect(onRefused).toHaveBeenCalledOnce();
    board.pick("wA1");
    expect(board.notice).toBeNull();
  });

  it("shows why the player cannot move at all, before any reason of the rules", () => {
    const board = controller();
    blocked = "notYourTurn";
    board.pick("wA1");
    expect([board.picked, board.notice]).toEqual([null, { kind: "blocked", what: "notYourTurn" }]);
    board.place("wA1", [1, 0]);
    board.pass();
    expect(played).toEqual([]);
  });

  it("ends with a cancel, which its owner hears of", () => {
    const board = controller();
    board.pick("wA1");
    board.hover([1, 0]);
    board.cancel();
    expect([board.picked, board.hovered, board.notice]).toEqual([null, null, null]);
    expect(onCancel).toHaveBeenCalledOnce();
  });
});

describe("previews", () => {
  it("show the path to the place under the pointer", () => {
    const board = controller();
    board.pick("wA1");
    board.hover([0, 1]);
    expect(board.path).toEqual(AROUND);
    board.hover([5, 5]);
    expect(board.path).toBeNull();
  });

  it("request the paths of a piece once per position", async () => {
    const paths = vi.fn(() => Promise.resolve([OVER]));
    const board = controller({ paths });
    board.pick("wA1");
    board.hover([1, 0]);
    expect(board.path).toBeNull();
    await settle();
    expect(board.path).toEqual(OVER);
    board.cancel();
    board.pick("wA1");
    expect(paths).toHaveBeenCalledTimes(1);
    position = 2;
    board.cancel();
    board.pick("wA1");
    expect(paths).toHaveBeenCalledTimes(2);
  });

  it("keep the paths of each piece, in whichever order they arrive", async () => {
    const [ant, hopper] = [deferred<PathView[]>(), deferred<PathView[]>()];
    const board = controller({ paths: (piece) => (piece === "wA1" ? ant : hopper).promise });
    board.pick("wA1");
    board.pick("wG1");
    hopper.resolve([path([-2, 0])]);
    ant.resolve([OVER]);
    await settle();
    board.hover([-2, 0]);
    expect(board.path).toEqual(path([-2, 0]));
  });

  it("ignore paths of an earlier position", async () => {
    const late = deferred<PathView[]>();
    const board = controller({ paths: () => late.promise });
    board.pick("wA1");
    position = 2;
    late.resolve([OVER]);
    await settle();
    board.hover([1, 0]);
    expect(board.path).toBeNull();
  });
});

describe("playing", () => {
  it("passes a legal move with its path to the owner, and puts the piece down", () => {
    const board = controller();
    board.pick("wA1");
    board.place("wA1", [0, 1]);
    expect(played).toEqual([{ piece: "wA1", origin: [-1, 0], to: [0, 1], path: AROUND, dragged: false }]);
    expect(board.picked).toBeNull();
  });

  it("uses a straight path if the real one is unknown", () => {
    const board = controller({ paths: () => new Promise(() => {}) });
    board.place("wA1", [1, 0]);
    board.place("wG1", [-2, 0]);
    expect(played.map((move) => move.path?.hexes)).toEqual([
      [
        [-1, 0],
        [1, 0],
      ],
      [[-2, 0]],
    ]);
  });

  it("explains an illegal destination and keeps the piece picked", () => {
    const board = controller({ reason: (_, to) => reason(`not to ${to}`) });
    board.pick("wA1");
    board.place("wA1", [9, 9]);
    expect([board.picked, board.why?.text, played]).toEqual(["wA1", "not to 9,9", []]);
  });

  it("ignores a piece that is put back where it was", () => {
    const board = controller({ reason: () => reason("no") });
    board.place("wA1", [-1, 0]);
    expect([board.notice, played]).toEqual([null, []]);
  });

  it("passes only if that is the only legal move", () => {
    controller().pass();
    expect(played).toEqual([]);
    controller({ legal: () => ({ moves: {}, must_pass: true }) }).pass();
    expect(played).toEqual([{ piece: null, origin: null, to: null, path: null, dragged: false }]);
  });

  it("reads the board's events, a drop as a dragged move", () => {
    const { boardProps } = controller();
    boardProps.onpick("wA1");
    expect([boardProps.selected, boardProps.ghosts.length]).toEqual(["wA1", 2]);
    boardProps.onhover([1, 0]);
    expect(boardProps.path).toEqual(OVER);
    boardProps.ondrop("wA1", [1, 0]);
    boardProps.onpick("wG1");
    boardProps.onplace([-2, 0]);
    expect(played.map(({ piece, dragged }) => [piece, dragged])).toEqual([
      ["wA1", true],
      ["wG1", false],
    ]);
    boardProps.onpick("wG1");
    boardProps.oncancel();
    expect(boardProps.selected).toBeNull();
  });
});

describe("reasons", () => {
  it("are ignored if they arrive after the next action", async () => {
    const late = deferred<ReasonView>();
    const board = controller({ reason: () => late.promise });
    board.pick("wQ");
    board.pick("wA1");
    late.resolve(reason("pinned"));
    await settle();
    expect([board.picked, board.notice]).toEqual(["wA1", null]);
    expect(onRefused).not.toHaveBeenCalled();
  });

  it("are shown when they arrive, and a failed request is reported", async () => {
    const first = deferred<ReasonView>();
    const second = deferred<ReasonView>();
    const answers = [first, second];
    const board = controller({ reason: () => answers.shift()!.promise });
    board.pick("wQ");
    first.resolve(reason("pinned"));
    await settle();
    expect(board.why?.text).toBe("pinned");
    board.pick("wQ");
    second.reject(new Refusal({ kind: "refused", id: 1, code: "busy", text: "", why: null }));
    await settle();
    expect(board.notice).toEqual({ kind: "refused", code: "busy" });
  });

  it("can be shown by the owner", () => {
    const board = controller();
    board.showReason(reason("a"));
    expect(board.why?.text).toBe("a");
    expect(onRefused).not.toHaveBeenCalled();
    board.showReason(null);
    expect(board.notice).toBeNull();
  });
});

describe("flights", () => {
  it("end when the board reports that the piece has landed", async () => {
    const board = controller();
    const done = vi.fn();
    void board.fly({ piece: "wA1", path: OVER }).then(done);
    await settle();
    expect([board.flying, done.mock.calls.length]).toEqual([{ piece: "wA1", path: OVER }, 0]);
    board.landed({ piece: "wA1", path: OVER });
    expect(board.flying).not.toBeNull();
    board.landed(board.flying!);
    await settle();
    expect([board.flying, done.mock.calls.length, onLanded.mock.calls.length]).toEqual([null, 1, 1]);
  });

  it("are skipped for dragged pieces and if animation is off", async () => {
    const board = controller();
    await board.fly({ piece: "wA1", path: OVER, dragged: true });
    animate = false;
    await board.fly({ piece: "wA1", path: OVER });
    expect([board.flying, onLanded.mock.calls.length]).toEqual([null, 2]);
  });

  it("resolve when they are stopped, without a landing", async () => {
    const board = controller();
    const flight = board.fly({ piece: "wA1", path: OVER });
    board.stop();
    await flight;
    expect([board.flying, onLanded.mock.calls.length]).toEqual([null, 0]);
  });
});

describe("steps through a history", () => {
  const MOVE = { piece: "wA1", origin: [-1, 0] as Place, to: [1, 0] as Place };

  it("wait for the path, change the position, and fly", async () => {
    const board = controller();
    const [found, show] = [deferred<PathView>(), vi.fn()];
    void board.step(MOVE, { path: () => found.promise, show });
    await settle();
    expect(show).not.toHaveBeenCalled();
    found.resolve(OVER);
    await settle();
    expect(show).toHaveBeenCalledOnce();
    expect(board.flying).toMatchObject({ piece: "wA1", path: OVER });
  });

  it("fly backwards, except into a hand", async () => {
    const board = controller();
    const show = vi.fn();
    await board.step(MOVE, { path: () => Promise.resolve(OVER), show, back: true });
    expect(board.flying?.path.hexes).toEqual([...OVER.hexes].reverse());
    const placed = { piece: "wG1", origin: null, to: [-2, 0] as Place };
    await board.step(placed, { path: () => Promise.resolve(path([-2, 0])), show, back: true });
    expect([board.flying, show.mock.calls.length]).toEqual([null, 2]);
  });

  it("fly straight if the path fails or takes too long", async () => {
    const board = controller();
    await board.step(MOVE, { path: () => Promise.reject(new Error()), show: vi.fn() });
    expect(board.flying?.path.hexes).toEqual([MOVE.origin, MOVE.to]);
    board.stop();
    void board.step(MOVE, { path: () => new Promise(() => {}), show: vi.fn() });
    await vi.advanceTimersByTimeAsync(PATH_TIMEOUT);
    expect(board.flying?.path.hexes).toEqual([MOVE.origin, MOVE.to]);
  });

  it("are overtaken by the next one", async () => {
    const board = controller();
    const [first, second] = [vi.fn(), vi.fn()];
    const late = deferred<PathView>();
    void board.step(MOVE, { path: () => late.promise, show: first });
    void board.step(MOVE, { path: () => Promise.resolve(OVER), show: second });
    late.resolve(OVER);
    await settle();
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
  });

  it("request no path for a pass, or if animation is off", () => {
    const board = controller();
    const [request, show] = [vi.fn(), vi.fn()];
    void board.step({ piece: null, origin: null, to: null }, { path: request, show });
    animate = false;
    void board.step(MOVE, { path: request, show });
    expect([request.mock.calls.length, show.mock.calls.length]).toEqual([0, 2]);
  });

  it("put back a piece that was picked meanwhile", async () => {
    const board = controller();
    const found = deferred<PathView>();
    void board.step(MOVE, { path: () => found.promise, show: vi.fn() });
    board.pick("wG1");
    found.resolve(OVER);
    await settle();
    expect(board.picked).toBeNull();
  });
});
