import { Interaction, type BoardMove } from "../../board/interaction.svelte";
import type { LastMove } from "../../board/types";
import type {
  PlayedMove,
  PositionRequest,
  PositionView,
  RecordTree,
  StudyPosition,
} from "../../lib/messages";
import { queenIsDue } from "../../lib/position/hive";
import { PathCache } from "../../lib/position/pathCache";
import { sideOf, turnOf, type Side } from "../../lib/position/pieces";
import { Refusal, RequestTimeout, type RequestBody, type Requester } from "../../lib/socket";
import type { Wording } from "../../lib/wording";
import { EditableTree, EMPTY, type SharedEdits } from "./studyEdits.svelte";
import { StudyPositions } from "./studyPositions.svelte";
import { after, contentsOf, NOTHING, type BoardContents } from "./studyTable";
import {
  childBy,
  endOf,
  fromRecord,
  MAX_NODES,
  newTree,
  nodeOf,
  pathTo,
  ROOT,
  toRecord,
  withMoves,
  withServerMoves,
  type Node,
  type Tree,
} from "./studyTree";

export { EMPTY };

/** An event that is announced by a sound or to a screen reader. */
export type StudyEvent =
  | { kind: "landed" }
  /** Another position is viewed; `node` is the move that led to it, or the start. */
  | { kind: "at"; node: Node; ply: number };

/** The number of moves that can be stepped over without a jump, such as by holding a key. */
const MAX_STEP = 4;

/** Return the number of moves between the ends of two paths through the tree. */
function distance(one: readonly Node[], two: readonly Node[]): number {
  const shared = one.filter((node, at) => node.id === two[at]?.id).length;
  return one.length + two.length - 2 * shared;
}

/** A move made here whose MoveString is not known yet. */
interface Pending {
  parent: number;
  played: PlayedMove;
}

/**
 * An analysis board: a tree of moves and the node being viewed.
 *
 * It holds no rules. The server describes the position of a node; until its response arrives, the moves are enough to
 * draw it. Every request contains all moves that lead to its position, and a late response is kept for its own node.
 */
export class Study extends EditableTree {
  /** The piece of either side that was last touched; the reach layer shows its moves. */
  touched: string | null = $state(null);
  /** A piece of the side that is not to move, whose possible moves are shown. */
  inspected: string | null = $state(null);
  /** The number of jumps to the start or to a distant position, after which the board shows the whole hive. */
  jumps = $state(0);
  /** Whether the server rejected the start position, so that nothing can be played. */
  broken = $state(false);
  #pending: Pending | null = $state.raw(null);
  readonly #pathCache = new PathCache();
  /** The number of studies opened; node ids start again with each one. */
  #opened = $state(0);
  /** The node that a step waiting for its path leads to, so that quick steps add up. */
  #heading: number | null = null;
  readonly #positions: StudyPositions;
  readonly interaction: Interaction;

  constructor(
    private readonly socket: Requester,
    private readonly deps: {
      wording: () => Wording;
      animate: () => boolean;
      onEvent: (event: StudyEvent) => void;
    },
  ) {
    super();
    this.#positions = new StudyPositions(socket, {
      current: () => this.at,
      positionAt: (node) => this.#studiedAt(node),
      onLoaded: (node, { moves }) => {
        if (this.tree.nodes.has(node)) this.tree = withServerMoves(this.tree, node, moves);
      },
      onFailed: (node, error) => this.#onLoadFailed(node, error),
    });
    this.interaction = new Interaction({
      stacks: () => this.stacks,
      legal: () => this.legal,
      position: () => `${this.#opened} ${this.at}`,
      blocked: () => (this.result ? "over" : null),
      paths: (piece) =>
        socket.ask({ kind: "study-paths", study: this.studied, piece }).then(({ paths }) => paths),
      reason: (piece, to) => {
        if (!this.position) return null;
        return socket
          .ask({ kind: "study-why", study: this.studied, piece, to, ...deps.wording() })
          .then(({ why }) => why);
      },
      play: (move) => this.#play(move),
      animate: () => deps.animate(),
      onLanded: () => deps.onEvent({ kind: "landed" }),
    });
  }

  // The position on the board.

  readonly studied: StudyPosition = $derived({
    start: this.tree.start,
    moves: this.nodes.map((node) => node.uhp),
    threefold: this.tree.threefold,
  });
  /** The server's description of the position, once it is known. */
  readonly position: PositionView | null = $derived.by(() =>
    this.#pending ? null : this.#positions.get(this.at),
  );
  readonly #start: PositionView | null = $derived.by(() => this.#positions.get(ROOT));
  readonly drawn: BoardContents = $derived.by(() => {
    const moves = this.#pending ? [...this.nodes, this.#pending.played] : this.nodes;
    const contents = this.#start && after(this.#start, moves);
    return contents ?? (this.position ? contentsOf(this.position) : NOTHING);
  });
  readonly stacks = $derived(this.drawn.stacks);
  readonly firstPly = $derived(this.#start?.ply ?? 0);
  readonly toMove: Side = $derived(turnOf(this.firstPly + this.shown + (this.#pending ? 1 : 0)));
  readonly lastMove: LastMove | null = $derived.by(() => {
    const move = this.#pending?.played ?? this.node;
    return move.to ? { origin: move.origin, to: move.to } : null;
  });
  readonly result = $derived(this.position?.result ?? null);
  readonly legal = $derived(this.position?.legal ?? { moves: {}, must_pass: false });
  readonly queenDue = $derived.by(() => {
    const { hands } = this.drawn;
    return queenIsDue(this.legal, { stacks: new Map(), hands }, this.toMove);
  });
  readonly edition = $derived(this.#start?.edition ?? this.tree.start.split(" ")[0] ?? "");
  readonly gameType = $derived(this.#start?.game_type ?? "");

  /** The number of studies opened here. */
  get opened(): number {
    return this.#opened;
  }

  // Opening.

  /** Open a game or position, after `ply` moves or at its end. */
  open(record: RecordTree, ply?: number): void {
    const tree = fromRecord(record);
    const end = endOf(tree, ROOT);
    const at = ply === undefined ? end : (pathTo(tree, end)[ply - 1]?.id ?? (ply > 0 ? end : ROOT));
    this.#become(tree, at);
  }

  /** Open a position without moves. */
  begin(start = EMPTY): void {
    this.#become(newTree(start), ROOT);
  }

  /** Open a tree whose edits go to others. */
  openShared(tree: Tree, shared: SharedEdits, at = ROOT): void {
    this.#become(tree, at);
    this.shared = shared;
  }

  #become(tree: Tree, at: number): void {
    this.shared = null;
    this.#opened += 1;
    this.broken = false;
    this.interrupt();
    this.touched = null;
    this.#positions.clear();
    this.#pathCache.clear();
    this.replace(tree, at);
    void this.#positions.load(ROOT);
    if (at !== ROOT) void this.#positions.load(at);
  }

  record(): RecordTree {
    return toRecord(this.tree);
  }

  // Stepping.

  /** View another node. */
  go(id: number): void {
    if (!this.tree.nodes.has(id)) return;
    const from = this.at;
    if (id === from) {
      this.interaction.cancel();
      if (this.#heading !== null) this.interrupt();
      return;
    }
    this.interrupt();
    this.history.rest();
    const forwards = nodeOf(this.tree, id).parent === from;
    const back = nodeOf(this.tree, from).parent === id;
    if (!forwards && !back) return this.#arrive(id);
    const node = nodeOf(this.tree, back ? from : id);
    this.#heading = id;
    const show = (): void => this.#arrive(id);
    void this.interaction.step(node, { path: () => this.#pathOf(node), show, back });
  }

  #arrive(id: number): void {
    this.#heading = null;
    this.inspected = null;
    if (id === ROOT || distance(this.nodes, pathTo(this.tree, id)) > MAX_STEP) this.jumps += 1;
    if (!this.line.some((node) => node.id === id) && id !== ROOT) this.leaf = endOf(this.tree, id);
    this.at = id;
    void this.#positions.load(id);
    this.deps.onEvent({ kind: "at", node: this.node, ply: this.firstPly + this.shown });
  }

  /** View the position after `ply` moves of the current line. */
  view(ply: number): void {
    const target = Math.max(0, Math.min(ply, this.latest));
    this.go(target === 0 ? ROOT : this.line[target - 1]!.id);
  }

  step(by: number): void {
    const from = this.#heading === null ? this.shown : pathTo(this.tree, this.#heading).length;
    this.view(from + by);
  }

  /** View the previous or next variation, in the order of the tree. */
  turnAside(by: 1 | -1): void {
    const next = this.siblings[this.siblings.indexOf(this.at) + by];
    if (next !== undefined) this.go(next);
  }

  #pathOf(node: Node) {
    return this.#pathCache.get(node.id, () =>
      this.socket.ask({ kind: "study-path", study: this.#studiedAt(node.id) }).then(({ path }) => path),
    );
  }

  protected override interrupt(): void {
    this.#heading = null;
    this.#pending = null;
    this.inspected = null;
    this.interaction.cancel();
    this.interaction.stop();
  }

  // Playing.

  /** Pick a piece up, put it back, or show why it cannot move; inspect a piece of the side that is not to move. */
  pick(piece: string): void {
    const theirs = sideOf(piece) !== this.toMove && !(piece in this.legal.moves);
    if (theirs && !this.result) return this.inspect(piece);
    this.inspected = null;
    this.touched = this.interaction.picked === piece ? null : piece;
    this.interaction.pick(piece);
  }

  /** Show where a piece could go without picking it up; inspecting it again ends that. */
  inspect(piece: string): void {
    const again = this.inspected === piece;
    this.cancel();
    this.inspected = this.touched = again ? null : piece;
  }

  /** Put a picked piece back, and end the inspection of another. */
  cancel(): void {
    this.inspected = null;
    this.interaction.cancel();
  }

  /** Play a move given only by its MoveString. */
  async playText(uhp: string): Promise<void> {
    const there = childBy(this.tree, this.at, { uhp, piece: null, to: null });
    if (there) return this.go(there.id);
    const [parent, opened] = [this.at, this.#opened];
    const study = this.#studiedAt(parent);
    try {
      const moves = [...(study.moves ?? []), uhp];
      const position = await this.socket.ask({ kind: "position", study: { ...study, moves } });
      const move = position.moves.at(-1);
      if (opened === this.#opened && move) this.#add(parent, [move], position, this.at === parent);
    } catch (error) {
      this.interaction.showFailure(error);
    }
  }

  /** Play a line and view its last position. */
  playLine(moves: readonly PlayedMove[]): void {
    if (!moves.length || this.#pending) return;
    const known = moves.length === 1 ? childBy(this.tree, this.at, moves[0]!) : null;
    if (known) return this.go(known.id);
    this.#add(this.at, moves, null, true, moves.length === 1);
  }

  #play(move: BoardMove): void {
    const { piece, origin, to } = move;
    const played: PlayedMove = { uhp: piece ? "" : "pass", piece, origin, to, spent: 0 };
    const there = childBy(this.tree, this.at, piece ? { ...played, uhp: "?" } : played);
    this.history.rest();
    if (there) this.#arrive(there.id);
    else void this.#request({ parent: this.at, played });
    void this.interaction.fly(move);
  }

  /** Draw a move immediately, and add it to the tree once the server has named it. */
  async #request(pending: Pending): Promise<void> {
    this.#pending = pending;
    const { parent, played } = pending;
    const opened = this.#opened;
    const study = this.#studiedAt(parent);
    const { piece, to } = played;
    try {
      const position = await this.#askUntil(
        piece ? { kind: "position", study, piece, to } : { kind: "position", study, passing: true },
        () => opened === this.#opened,
      );
      const move = position?.moves.at(-1);
      if (opened !== this.#opened || !position || !move) return;
      const here = this.#pending === pending;
      if (here) this.#pending = null;
      this.#add(parent, [move], position, here);
    } catch (error) {
      if (this.#pending !== pending) return;
      this.#pending = null;
      this.interaction.stop();
      if (error instanceof Refusal && error.code === "illegal" && piece) this.interaction.explain(piece, to);
      else this.interaction.showFailure(error);
    }
  }

  /** Request a position as often as it takes: a move that is made without a connection waits for the next one. */
  async #askUntil(body: RequestBody<PositionRequest>, isWanted: () => boolean): Promise<PositionView | null> {
    while (isWanted()) {
      try {
        return await this.socket.ask(body);
      } catch (error) {
        if (!(error instanceof RequestTimeout)) throw error;
      }
    }
    return null;
  }

  /** Add moves after a node; `position` is the one that they lead to. View it if `follow`, with a flight if `fly`. */
  #add(
    parent: number,
    moves: readonly PlayedMove[],
    position: PositionView | null,
    follow: boolean,
    fly = false,
  ): void {
    if (!this.tree.nodes.has(parent)) return;
    const { tree, id } = withMoves(this.tree, parent, moves);
    if (tree.nodes.size > MAX_NODES + 1)
      return this.interaction.show({ kind: "refused", code: "not-possible" });
    if (tree !== this.tree) this.edit(tree, "", this.at);
    if (!this.tree.nodes.has(id)) return;
    if (position) this.#positions.store(id, position);
    if (!follow) return;
    this.interaction.cancel();
    if (fly) this.go(id);
    else this.#arrive(id);
  }

  protected override refuse(): void {
    this.interaction.stop();
    this.interaction.show({ kind: "refused", code: "view-only" });
  }

  // Requests.

  protected override load(node: number): void {
    void this.#positions.load(node);
  }

  #studiedAt(id: number): StudyPosition {
    const { start, threefold } = this.tree;
    return { start, threefold, moves: pathTo(this.tree, id).map((node) => node.uhp) };
  }

  /** Repeat requests that were not answered: the connection is back. */
  again(): void {
    void this.#positions.load(ROOT);
    void this.#positions.load(this.at);
  }

  #onLoadFailed(node: number, error: unknown): void {
    const temporary = !(error instanceof Refusal) || error.code === "busy" || error.code === "too-fast";
    if (node === ROOT && !temporary) this.broken = true;
    if (node === this.at) this.interaction.showFailure(error);
  }
}
