import type { Flight, LastMove } from "../../board/types";
import type {
  Mark,
  PlayedMove,
  RecordTree,
  PositionView,
  StudyPosition,
  PathView,
  ReasonView,
} from "../../lib/messages";
import type { Notice } from "../../lib/notices";
import { destinations, queenIsDue, same, type Place } from "../../lib/position/hive";
import { turnOf, type Side } from "../../lib/position/pieces";
import { Refusal, type ResponseTo, type RequestBody } from "../../lib/socket";
import { History } from "./studyHistory";
import { after, contentsOf, NOTHING, type BoardContents } from "./studyTable";
import {
  childBy,
  endOf,
  fromRecord,
  MAX_NODES,
  newTree,
  nodeOf,
  pathTo,
  promote,
  remarked,
  ROOT,
  siblingsOf,
  withServerMoves,
  toRecord,
  withMark,
  withMoves,
  withoutNode,
  type Glyph,
  type Node,
  type Tree,
} from "./studyTree";
import { straight } from "../../lib/position/straightPath";

/** As much of the socket as a study uses. */
export interface Requester {
  ask<R extends RequestBody>(body: R, timeout?: number): Promise<ResponseTo<R["kind"]>>;
}

/** An event that is announced by sound or to a screen reader. */
export type StudyEvent =
  | { kind: "landed" }
  /** Another position is looked at; the move that led to it, unless it is the start. */
  | { kind: "at"; node: Node; ply: number };

/** Longer than this nobody waits to see a move: it then flies straight. */
const PATH_TIMEOUT = 250;
const STEP_DURATION = 320;
/** Answers that are kept: stepping to and fro asks nothing twice. */
const MAX_CACHED = 400;

export const EMPTY = "ultimate-2024 Base+MLP White[1] -";

interface Moment {
  tree: Tree;
  at: number;
}

/** A move made here whose MoveString has not been told yet. */
interface Pending {
  parent: number;
  played: PlayedMove;
}

/**
 * An analysis board: a tree of moves and the node that is looked at.
 *
 * There are no rules in it. The server is asked what stands at a node and what may be played there; what was
 * told of the moves is enough to draw it meanwhile. Every question brings the way to its position along, and an
 * answer that comes late is kept for its own node and changes nothing else.
 */
export class Study {
  tree: Tree = $state.raw(newTree(EMPTY));
  at = $state(ROOT);
  /** The end of the line that is walked along: going back and on again stays in a variation. */
  #leaf = $state(ROOT);
  picked: string | null = $state(null);
  /** The piece that was last touched, of whichever side: its reach can be shown. */
  touched: string | null = $state(null);
  hovered: Place | null = $state.raw(null);
  notice: Notice | null = $state.raw(null);
  flying: Flight | null = $state.raw(null);
  /** The server does not know the position it begins with: nothing can be played here. */
  broken = $state(false);
  #pending: Pending | null = $state.raw(null);
  #seen: ReadonlyMap<number, PositionView> = $state.raw(new Map());
  #paths: { of: string; paths: PathView[] } = $state.raw({ of: "", paths: [] });
  readonly #pathCache = new Map<number, Promise<PathView | null>>();
  readonly #history = new History<Moment>();
  #edits = $state(0);
  /** Raised by whatever makes an answer that is waited for pointless. */
  #question = 0;
  /** Of which study an answer is: node numbers begin anew with every one. */
  #study = $state(0);

  constructor(
    private readonly socket: Requester,
    private readonly deps: {
      language: () => string;
      animate: () => boolean;
      onEvent: (what: StudyEvent) => void;
    },
  ) {}

  // what is seen

  readonly node: Node = $derived(nodeOf(this.tree, this.at));
  readonly nodes: Node[] = $derived(pathTo(this.tree, this.at));
  /** The line that is walked along, past the node that is looked at. */
  readonly line: Node[] = $derived(pathTo(this.tree, this.#leaf));
  readonly shown = $derived(this.nodes.length);
  readonly latest = $derived(this.line.length);
  readonly studied: StudyPosition = $derived({
    start: this.tree.start,
    moves: this.nodes.map((node) => node.uhp),
    threefold: this.tree.threefold,
  });
  /** What was told of the node that is looked at. */
  readonly seen: PositionView | null = $derived(this.#pending ? null : (this.#seen.get(this.at) ?? null));
  readonly #start: PositionView | null = $derived(this.#seen.get(ROOT) ?? null);
  readonly drawn: BoardContents = $derived.by(() => {
    const moves = this.#pending ? [...this.nodes, this.#pending.played] : this.nodes;
    const found = this.#start && after(this.#start, moves);
    return found ?? (this.seen ? contentsOf(this.seen) : NOTHING);
  });
  readonly stacks = $derived(this.drawn.stacks);
  readonly firstPly = $derived(this.#start?.ply ?? 0);
  readonly toMove: Side = $derived(turnOf(this.firstPly + this.shown + (this.#pending ? 1 : 0)));
  readonly lastMove: LastMove | null = $derived.by(() => {
    const move = this.#pending?.played ?? this.node;
    return move.to ? { origin: move.origin, to: move.to } : null;
  });
  readonly result = $derived(this.seen?.result ?? null);
  readonly legal = $derived(this.seen?.legal ?? { moves: {}, must_pass: false });
  readonly movable: string[] = $derived(Object.keys(this.legal.moves));
  readonly ghosts: Place[] = $derived(this.picked ? destinations(this.legal, this.picked) : []);
  readonly queenDue = $derived.by(() => {
    const { hands } = this.drawn;
    return queenIsDue(this.legal, { stacks: new Map(), hands }, this.toMove);
  });
  readonly path: PathView | null = $derived.by(() => {
    if (!this.picked || !this.hovered || this.#paths.of !== this.#key(this.picked)) return null;
    return this.#paths.paths.find((path) => same(path.hexes.at(-1) ?? null, this.hovered)) ?? null;
  });
  readonly why: ReasonView | null = $derived(this.notice?.kind === "why" ? this.notice.why : null);
  readonly marks: readonly Mark[] = $derived(this.node.marks);
  readonly siblings: readonly number[] = $derived(siblingsOf(this.tree, this.at));
  readonly canUndo = $derived(this.#edits >= 0 && this.#history.canUndo);
  readonly canRedo = $derived(this.#edits >= 0 && this.#history.canRedo);
  readonly edition = $derived(this.#start?.edition ?? this.tree.start.split(" ")[0] ?? "");
  readonly gameType = $derived(this.#start?.game_type ?? "");

  /** How many studies were opened here: another one is looked at afresh. */
  get opened(): number {
    return this.#study;
  }

  // opening

  /** Begin with another game or position. */
  open(record: RecordTree, ply?: number): void {
    const tree = fromRecord(record);
    const end = endOf(tree, ROOT);
    const at = ply === undefined ? end : (pathTo(tree, end)[ply - 1]?.id ?? (ply > 0 ? end : ROOT));
    this.#become(tree, at);
  }

  /** An empty study from a position. */
  begin(start = EMPTY): void {
    this.#become(newTree(start), ROOT);
  }

  #become(tree: Tree, at: number): void {
    this.#study += 1;
    this.broken = false;
    this.cancel();
    this.touched = null;
    this.flying = null;
    this.#pending = null;
    this.#seen = new Map();
    this.#pathCache.clear();
    this.#history.clear();
    this.#edits += 1;
    this.tree = tree;
    this.at = at;
    this.#leaf = endOf(tree, at);
    void this.#loadPosition(ROOT);
    if (at !== ROOT) void this.#loadPosition(at);
  }

  record(): RecordTree {
    return toRecord(this.tree);
  }

  // walking

  /** Look at another node. */
  go(id: number): void {
    if (!this.tree.nodes.has(id)) return;
    const from = this.at;
    this.cancel();
    if (id === from) return;
    this.flying = null;
    this.#pending = null;
    this.#history.rest();
    const onwards = nodeOf(this.tree, id).parent === from;
    const back = nodeOf(this.tree, from).parent === id;
    if ((onwards || back) && this.deps.animate()) void this.#step(id, onwards ? id : from);
    else this.#arrive(id);
  }

  #arrive(id: number): void {
    if (!this.line.some((node) => node.id === id) && id !== ROOT) this.#leaf = endOf(this.tree, id);
    this.at = id;
    void this.#loadPosition(id);
    this.deps.onEvent({ kind: "at", node: this.node, ply: this.firstPly + this.shown });
  }

  /** After so many moves of the line that is walked along. */
  view(ply: number): void {
    const target = Math.max(0, Math.min(ply, this.latest));
    this.go(target === 0 ? ROOT : this.line[target - 1]!.id);
  }

  step(by: number): void {
    this.view(this.#walking + by);
  }

  /** Where a step that is still on its way leads, so that quick steps add up. */
  get #walking(): number {
    return this.#heading === null ? this.shown : pathTo(this.tree, this.#heading).length;
  }
  #heading: number | null = null;

  /** The variation before or after this one, in the order of the tree. */
  turnAside(by: 1 | -1): void {
    const next = this.siblings[this.siblings.indexOf(this.at) + by];
    if (next !== undefined) this.go(next);
  }

  async #step(id: number, moved: number): Promise<void> {
    const question = ++this.#question;
    this.#heading = id;
    const node = nodeOf(this.tree, moved);
    const path = await this.#pathOf(node);
    if (question !== this.#question) return;
    this.#heading = null;
    this.#arrive(id);
    if (!path || !node.piece) return;
    if (moved === id) this.flying = { piece: node.piece, path, duration: STEP_DURATION };
    else if (path.hexes.length > 1)
      this.flying = {
        piece: node.piece,
        path: { ...path, hexes: [...path.hexes].reverse() },
        duration: STEP_DURATION,
      };
  }

  /** By which way a move went, when it is known soon enough; straight otherwise. */
  async #pathOf(node: Node): Promise<PathView | null> {
    if (!node.to) return null;
    let found = this.#pathCache.get(node.id);
    if (!found) {
      found = this.socket.ask({ kind: "study-way", study: this.#studiedAt(node.id) }).then(
        ({ way: path }) => path,
        () => {
          this.#pathCache.delete(node.id);
          return null;
        },
      );
      this.#pathCache.set(node.id, found);
    }
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATH_TIMEOUT));
    return (await Promise.race([found, late])) ?? straight(node.origin, node.to);
  }

  // playing

  /** A piece was tapped: take it up, put it back, or say why it cannot move. */
  pick(piece: string): void {
    this.notice = null;
    this.touched = piece;
    if (this.picked === piece) {
      this.cancel();
      this.touched = null;
      return;
    }
    if (!this.seen) return;
    if (this.result) {
      this.picked = null;
      this.notice = { kind: "blocked", what: "over" };
    } else if (piece in this.legal.moves) {
      this.picked = piece;
      void this.#requestPaths(piece);
    } else {
      this.picked = null;
      void this.#requestReason(piece, null);
    }
  }

  /** A piece was tapped only to be looked at; the same again lets it be. */
  touch(piece: string): void {
    this.cancel();
    this.touched = this.touched === piece ? null : piece;
  }

  /** A place was chosen for a piece. */
  place(piece: string | null, to: Place, { dragged = false } = {}): void {
    this.notice = null;
    if (!piece || !this.seen) return;
    if (destinations(this.legal, piece).some((place) => same(place, to))) void this.#play(piece, to, dragged);
    else if (!this.stacks.some((stack) => stack.pieces.at(-1) === piece && same(stack.place, to)))
      void this.#requestReason(piece, to);
  }

  pass(): void {
    if (this.legal.must_pass) void this.#play(null, null, true);
  }

  /** Play a move that is known by its MoveString alone. */
  async playText(uhp: string): Promise<void> {
    const there = childBy(this.tree, this.at, { uhp, piece: null, to: null });
    if (there) return this.go(there.id);
    const [parent, study] = [this.at, this.#study];
    const position = this.#studiedAt(parent);
    try {
      const seen = await this.socket.ask({
        kind: "look",
        study: { ...position, moves: [...(position.moves ?? []), uhp] },
      });
      const move = seen.moves.at(-1);
      if (study === this.#study && move) this.#grown(parent, [move], seen, this.at === parent);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Play a line that was told, and look at where it leads. */
  playLine(moves: readonly PlayedMove[]): void {
    if (!moves.length || this.#pending) return;
    const known = moves.length === 1 ? childBy(this.tree, this.at, moves[0]!) : null;
    if (known) return this.go(known.id);
    this.#grown(this.at, moves, null, true, this.deps.animate() && moves.length === 1);
  }

  async #play(piece: string | null, to: Place | null, dragged: boolean): Promise<void> {
    const standing = this.stacks.find((stack) => piece && stack.pieces.includes(piece));
    const origin = standing?.place ?? null;
    const paths = piece && this.#paths.of === this.#key(piece) ? this.#paths.paths : [];
    const path = paths.find((path) => same(path.hexes.at(-1) ?? null, to)) ?? straight(origin, to);
    const [parent, study] = [this.at, this.#study];
    const position = this.#studiedAt(parent);
    const played: PlayedMove = { uhp: piece ? "" : "pass", piece, origin, to, spent: 0 };
    const there = childBy(this.tree, parent, piece ? { ...played, uhp: "?" } : played);
    this.cancel();
    this.#history.rest();
    const flies = piece && path && !dragged && this.deps.animate();
    if (there) this.#arrive(there.id);
    else this.#pending = { parent, played };
    if (flies) this.flying = { piece, path };
    else this.deps.onEvent({ kind: "landed" });
    if (there) return;
    const pending = this.#pending;
    try {
      const seen = await this.socket.ask(
        piece
          ? { kind: "look", study: position, piece, to }
          : { kind: "look", study: position, passing: true },
      );
      const move = seen.moves.at(-1);
      if (study !== this.#study || !move) return;
      const here = this.#pending === pending;
      if (here) this.#pending = null;
      this.#grown(parent, [move], seen, here);
    } catch (error) {
      if (this.#pending !== pending) return;
      this.#pending = null;
      this.flying = null;
      if (error instanceof Refusal && error.code === "illegal" && piece) void this.#requestReason(piece, to);
      else this.#fail(error);
    }
  }

  /** Moves were added after a node; `seen` is what was told of the last of them. */
  #grown(
    parent: number,
    moves: readonly PlayedMove[],
    seen: PositionView | null,
    follow: boolean,
    fly = false,
  ): void {
    if (!this.tree.nodes.has(parent)) return;
    const { tree, id } = withMoves(this.tree, parent, moves);
    if (tree.nodes.size > MAX_NODES + 1) {
      this.notice = { kind: "refused", code: "not-possible" };
      return;
    }
    if (tree !== this.tree) this.#edit(tree, "", this.at);
    if (seen) this.#keep(id, seen);
    if (!follow) return;
    this.cancel();
    if (fly) {
      this.go(id);
      return;
    }
    this.#arrive(id);
  }

  cancel(): void {
    this.picked = null;
    this.hovered = null;
    this.notice = null;
    this.#heading = null;
    this.#question += 1;
  }

  /** The board says that a piece has arrived. */
  landed(flight: Flight): void {
    if (this.flying !== flight) return;
    this.flying = null;
    this.deps.onEvent({ kind: "landed" });
  }

  // editing

  comment(text: string): void {
    this.#edit(remarked(this.tree, this.at, { comment: text }), `comment ${this.at}`);
  }

  /** Put a glyph to the move that is looked at; the same again takes it away. */
  glyph(glyph: Glyph): void {
    if (this.at === ROOT) return;
    this.#edit(remarked(this.tree, this.at, { glyph: this.node.glyph === glyph ? null : glyph }));
  }

  mark(mark: Mark): void {
    this.#edit(remarked(this.tree, this.at, { marks: withMark(this.node.marks, mark) }));
  }

  clearMarks(): void {
    if (this.node.marks.length) this.#edit(remarked(this.tree, this.at, { marks: [] }));
  }

  promote(id = this.at): void {
    const tree = promote(this.tree, id);
    if (tree !== this.tree) this.#edit(tree);
  }

  /** Take a move away, with all that follows. */
  remove(id = this.at): void {
    const { parent } = nodeOf(this.tree, id);
    if (parent === null) return;
    const within = this.nodes.some((node) => node.id === id);
    const tree = withoutNode(this.tree, id);
    this.flying = null;
    this.#pending = null;
    this.#edit(tree, "", this.at, within ? parent : this.at);
  }

  undo(): void {
    this.#return(this.#history.undo({ tree: this.tree, at: this.at }));
  }

  redo(): void {
    this.#return(this.#history.redo({ tree: this.tree, at: this.at }));
  }

  #return(moment: Moment | null): void {
    if (!moment) return;
    this.cancel();
    this.flying = null;
    this.#pending = null;
    // numbers are never given twice: what was told of a node stays true
    this.tree = { ...moment.tree, next: Math.max(moment.tree.next, this.tree.next) };
    this.at = moment.at;
    this.#leaf = endOf(this.tree, this.at);
    this.#edits += 1;
    void this.#loadPosition(this.at);
  }

  #edit(tree: Tree, what = "", was = this.at, at = was): void {
    this.#history.keep({ tree: this.tree, at: was }, what);
    this.#edits += 1;
    const leaf = this.#leaf;
    // the node that is looked at must be in the tree at every moment
    if (at !== this.at) this.at = at;
    this.tree = tree;
    if (!tree.nodes.has(leaf) || nodeOf(tree, leaf).children.length) this.#leaf = endOf(tree, this.at);
    void this.#loadPosition(this.at);
  }

  // asking

  #studiedAt(id: number): StudyPosition {
    const { start, threefold } = this.tree;
    return { start, threefold, moves: pathTo(this.tree, id).map((node) => node.uhp) };
  }

  #key(piece: string): string {
    return `${this.#study} ${this.at} ${piece}`;
  }

  #keep(id: number, seen: PositionView): void {
    const cached = new Map(this.#seen);
    cached.delete(id);
    cached.set(id, { ...seen, moves: [] });
    for (const old of cached.keys()) {
      if (cached.size <= MAX_CACHED) break;
      if (old !== ROOT && old !== this.at) cached.delete(old);
    }
    this.#seen = cached;
    if (this.tree.nodes.has(id)) this.tree = withServerMoves(this.tree, id, seen.moves);
  }

  readonly #looking = new Set<string>();

  async #loadPosition(id: number): Promise<void> {
    const study = this.#study;
    const asking = `${study} ${id}`;
    if (this.#seen.has(id) || this.#looking.has(asking)) return;
    this.#looking.add(asking);
    try {
      const seen = await this.socket.ask({ kind: "look", study: this.#studiedAt(id) });
      if (study === this.#study) this.#keep(id, seen);
    } catch (error) {
      if (study !== this.#study) return;
      const passing = !(error instanceof Refusal) || error.code === "busy" || error.code === "too-fast";
      if (id === ROOT && !passing) this.broken = true;
      if (id === this.at) this.#fail(error);
    } finally {
      this.#looking.delete(asking);
    }
  }

  /** Ask again for what was not answered: the connection is back. */
  again(): void {
    void this.#loadPosition(ROOT);
    void this.#loadPosition(this.at);
  }

  async #requestReason(piece: string, to: Place | null): Promise<void> {
    const question = ++this.#question;
    const [study, language] = [this.studied, this.deps.language()];
    try {
      const { why } = await this.socket.ask({ kind: "study-why", study, piece, to, language });
      if (question === this.#question && why) this.notice = { kind: "why", why };
    } catch (error) {
      if (question === this.#question) this.#fail(error);
    }
  }

  async #requestPaths(piece: string): Promise<void> {
    const of = this.#key(piece);
    if (this.#paths.of === of) return;
    try {
      const { ways: paths } = await this.socket.ask({ kind: "study-ways", study: this.studied, piece });
      if (this.picked === piece && this.#key(piece) === of) this.#paths = { of, paths };
    } catch {
      // without ways the piece goes straight: nothing to tell anybody
    }
  }

  #fail(error: unknown): void {
    this.notice = { kind: "refused", code: error instanceof Refusal ? error.code : "unanswered" };
  }
}
