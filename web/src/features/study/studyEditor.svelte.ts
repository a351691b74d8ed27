import { without, withMove } from "../../board/stacks";
import { keyOf, neighbours } from "../../board/geometry";
import type { Stack } from "../../board/types";
import type { PositionFaults, PositionView } from "../../lib/messages";
import type { Place } from "../../lib/position/hive";
import { ALL_BUGS, readPiece, turnOf, type Bug, type Side } from "../../lib/position/pieces";
import { History } from "./studyHistory";

/** The number of each bug per player; the expansions decide about the last three. */
const COUNTS: Record<string, number> = { Q: 1, S: 2, B: 2, G: 3, A: 3, M: 1, L: 1, P: 1 };
export const EXTRA = ["M", "L", "P"] as const;
const SETTLE = 250;

/** Return all pieces of one side, in the order of a palette. */
export function piecesOf(side: Side, expansions: string): string[] {
  return Object.entries(COUNTS)
    .filter(([bug]) => !(EXTRA as readonly string[]).includes(bug) || expansions.includes(bug))
    .flatMap(([bug, count]) =>
      count === 1
        ? [`${side[0]}${bug}`]
        : Array.from({ length: count }, (_, n) => `${side[0]}${bug}${n + 1}`),
    );
}

/** Return the hive in a position string: the corner, then rows from the top with columns from the left. */
export function hiveText(stacks: readonly Stack[]): string {
  if (!stacks.length) return "-";
  const at = new Map(stacks.map((stack) => [keyOf(stack.place), stack.pieces.join("^")]));
  const [columns, rows] = [0, 1].map((axis) => stacks.map((stack) => stack.place[axis]!)) as [
    number[],
    number[],
  ];
  const [left, top] = [Math.min(...columns), Math.min(...rows)];
  const lines: string[] = [];
  for (let r = top; r <= Math.max(...rows); r++) {
    const last = Math.max(
      left - 1,
      ...stacks.filter(({ place }) => place[1] === r).map(({ place }) => place[0]),
    );
    let line = "";
    for (let q = left; q <= last; q++) line += at.get(keyOf([q, r])) ?? ".";
    lines.push(line);
  }
  return `${left},${top}:${lines.join("/")}`;
}

interface Setup {
  stacks: Stack[];
  side: Side;
  edition: string;
  expansions: string;
  /** The number of turns taken before the position, if it comes from a game; otherwise 0. */
  ply: number;
  /** The optional fields of the position string: unusual hands and the piece that just moved. */
  fields: string;
}

const SIDES: readonly Side[] = ["white", "black"];
const queenOf = (side: Side): string => `${side[0]}Q`;

/** Return the number of turns that a side needs for its pieces: one to place each, another to climb or move. */
function turnsNeeded({ stacks, side, fields }: Setup, mover: Side): number {
  const own = (pieces: readonly string[]): string[] => pieces.filter((piece) => piece[0] === mover[0]);
  const placed = stacks.flatMap((stack) => own(stack.pieces));
  // without the queen bee nothing can have moved
  if (!placed.includes(queenOf(mover))) return placed.length;
  const climbed = stacks.flatMap((stack) => own(stack.pieces.slice(1)));
  const justMoved = /!(\w+)/.exec(fields)?.[1];
  const moved = justMoved && side !== mover && !climbed.includes(justMoved) ? 1 : 0;
  return placed.length + climbed.length + moved;
}

/** Return the turn of a position, such as `White[14]`: that of the game it comes from, or the earliest possible one. */
export function turnText(setup: Setup): string {
  const [white, black] = SIDES.map((side) => turnsNeeded(setup, side)) as [number, number];
  let ply = Math.max(setup.ply, 2 * white - 1, 2 * black, 0);
  if (turnOf(ply) !== setup.side) ply += 1;
  return `${setup.side === "white" ? "White" : "Black"}[${Math.floor(ply / 2) + 1}]`;
}

export const expansionsOf = (gameType: string): string => gameType.split("+")[1] ?? "";

/** A position being set up. The server reports its faults shortly after every change. */
export class StudyEditor {
  setup: Setup = $state.raw({
    stacks: [],
    side: "white",
    edition: "ultimate-2024",
    expansions: "MLP",
    ply: 0,
    fields: "",
  });
  picked: string | null = $state(null);
  /** The server's check of the current position; null while it is requested. */
  faults: PositionFaults | null = $state.raw(null);
  failed: unknown = $state.raw(null);
  readonly #history = new History<Setup>();
  #edits = $state(0);
  #question = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly check: (position: string, language: string) => Promise<PositionFaults>,
    private readonly language: () => string,
  ) {}

  readonly stacks = $derived(this.setup.stacks);
  readonly canUndo = $derived(this.#edits >= 0 && this.#history.canUndo);
  readonly canRedo = $derived(this.#edits >= 0 && this.#history.canRedo);
  readonly inPlay = $derived(new Set(this.stacks.flatMap((stack) => stack.pieces)));
  readonly tops: string[] = $derived(this.stacks.map((stack) => stack.pieces.at(-1)!));
  readonly text = $derived.by(() => {
    const { edition, expansions, stacks, fields } = this.setup;
    const type = expansions ? `Base+${expansions}` : "Base";
    return `${edition} ${type} ${turnText(this.setup)} ${hiveText(stacks)} ${fields}`.trimEnd();
  });

  /** Return the pieces of a side that are not on the board. */
  palette(side: Side): string[] {
    return piecesOf(side, this.setup.expansions).filter((piece) => !this.inPlay.has(piece));
  }

  /** The destinations of a picked piece: every stack and its neighbours. Dragging reaches any place. */
  readonly ghosts: Place[] = $derived.by(() => {
    if (!this.picked) return [];
    const rest = without(this.stacks, this.picked);
    if (!rest.length) return [[0, 0]];
    const places = new Map<string, Place>();
    for (const { place } of rest)
      for (const near of [place, ...neighbours(place)]) places.set(keyOf(near), near);
    return [...places.values()];
  });

  /** Start with a position, or with an empty table. */
  begin(position: PositionView | null): void {
    this.picked = null;
    this.#history.clear();
    if (position)
      this.setup = {
        stacks: position.stacks,
        side: turnOf(position.ply),
        edition: position.edition,
        expansions: expansionsOf(position.game_type),
        ply: position.ply,
        fields: position.position.split(" ").slice(4).join(" "),
      };
    this.#changed();
  }

  pick(piece: string): void {
    this.picked = this.picked === piece ? null : piece;
  }

  put(piece: string | null, place: Place): void {
    this.picked = null;
    if (piece) this.#edit({ stacks: withMove(this.stacks, piece, place) });
  }

  remove(piece: string | null): void {
    this.picked = null;
    if (piece && this.inPlay.has(piece)) this.#edit({ stacks: without(this.stacks, piece) });
  }

  clear(): void {
    this.picked = null;
    if (this.stacks.length) this.#edit({ stacks: [] });
  }

  /** Clear the table, with White to move. */
  restart(): void {
    this.picked = null;
    this.#edit({ stacks: [], side: "white" });
  }

  setSide(side: Side): void {
    this.#edit({ side });
  }

  setEdition(edition: string): void {
    this.#edit({ edition });
  }

  /** Add or remove an expansion; pieces that are no longer in the game leave the board. */
  toggleExtra(bug: (typeof EXTRA)[number]): void {
    const expansions = EXTRA.filter(
      (other) => this.setup.expansions.includes(other) !== (other === bug),
    ).join("");
    const there = new Set([...piecesOf("white", expansions), ...piecesOf("black", expansions)]);
    const gone = [...this.inPlay].filter((piece) => !there.has(piece));
    this.#edit({ expansions, stacks: gone.reduce((stacks, piece) => without(stacks, piece), this.stacks) });
  }

  undo(): void {
    this.#return(this.#history.undo(this.setup));
  }

  redo(): void {
    this.#return(this.#history.redo(this.setup));
  }

  #return(setup: Setup | null): void {
    if (!setup) return;
    this.picked = null;
    this.setup = setup;
    this.#changed();
  }

  #edit(change: Partial<Setup>): void {
    this.#history.keep(this.setup);
    const setup = { ...this.setup, ...change };
    // only the turn number outlives a change; if a queen bee is missing, there can have been no turn without a placement
    const inPlay = setup.stacks.flatMap((stack) => stack.pieces);
    const ply = SIDES.every((side) => inPlay.includes(queenOf(side))) ? setup.ply : 0;
    this.setup = { ...setup, ply, fields: change.edition === undefined ? "" : setup.fields };
    this.#changed();
  }

  #changed(): void {
    this.#edits += 1;
    this.#question += 1;
    this.faults = null;
    this.failed = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.ask(), SETTLE);
  }

  /** Request a check of the position. */
  async ask(): Promise<void> {
    clearTimeout(this.#timer);
    const question = ++this.#question;
    try {
      const faults = await this.check(this.text, this.language());
      if (question === this.#question) this.faults = faults;
    } catch (error) {
      if (question === this.#question) this.failed = error;
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#question += 1;
  }
}

/** Return the bug of a letter. */
export const bugOf = (letter: string): Bug => readPiece(`w${letter}`)?.bug ?? ALL_BUGS[0]!;
