import { Interaction, type BoardMove } from "../../board/interaction.svelte";
import type { LastMove, Stack } from "../../board/types";
import { HttpProblem } from "../../lib/api";
import type { GameState, PlayedMove, PositionView, StudyPosition } from "../../lib/messages";
import { placeOf, tableAfter, type Table } from "../../lib/position/hive";
import { turnOf, type Side } from "../../lib/position/pieces";
import type { Requester } from "../../lib/socket";
import type { Wording } from "../../lib/wording";
import type { Daily } from "./daily.svelte";

/** The limits of the server. */
export const MAX_LINES = 20;
export const MAX_PLIES = 20;

export type LineProblem = "" | "full" | "long" | "over" | "clash" | "late" | "failed";

/**
 * A line of conditional moves being entered on the board: the opponent's move, the reply, and so on.
 *
 * It holds no rules. The analysis board of the server describes each position, as in the study; the moves begin with
 * those of the game.
 */
export class ConditionalEntry {
  /** The moves after those of the game. */
  line: PlayedMove[] = $state.raw([]);
  problem: LineProblem = $state("");
  saving = $state(false);
  #position: PositionView | null = $state.raw(null);
  /** A move whose position is not known yet. */
  #pending: PlayedMove | null = $state.raw(null);
  /** Raised with every change of the line, so that a late position is ignored. */
  #request = 0;
  readonly base: number;
  readonly interaction: Interaction;

  constructor(
    readonly game: GameState,
    private readonly daily: Daily,
    private readonly socket: Requester,
    deps: { wording: () => Wording; animate: () => boolean },
  ) {
    this.base = game.moves.length;
    this.interaction = new Interaction({
      stacks: () => this.stacks,
      legal: () => this.#position?.legal ?? { moves: {} },
      position: () => this.moves.length + (this.line.at(-1)?.uhp ?? ""),
      blocked: () => (this.#position?.result ? "over" : null),
      paths: (piece) =>
        socket.ask({ kind: "study-paths", study: this.#study(this.line), piece }).then(({ paths }) => paths),
      reason: (piece, to) =>
        this.#position
          ? socket
              .ask({ kind: "study-why", study: this.#study(this.line), piece, to, ...deps.wording() })
              .then(({ why }) => why)
          : null,
      play: (move) => void this.#play(move),
      animate: () => deps.animate(),
    });
    void this.#load();
  }

  readonly moves: PlayedMove[] = $derived.by(() => {
    const line = this.#pending ? [...this.line, this.#pending] : this.line;
    return [...this.game.moves, ...line];
  });
  readonly table: Table = $derived.by(() => tableAfter(this.game.pieces, this.moves));
  readonly stacks: Stack[] = $derived(
    [...this.table.stacks].map(([place, pieces]) => ({ place: placeOf(place), pieces })),
  );
  readonly toMove: Side = $derived(turnOf(this.moves.length));
  readonly lastMove: LastMove | null = $derived.by(() => {
    const move = this.moves.at(-1);
    return move?.to ? { origin: move.origin, to: move.to } : null;
  });
  readonly mustPass = $derived.by(() => this.#position?.legal.must_pass ?? false);
  /** Whether the line ends with a reply, so that it can be stored. */
  readonly complete = $derived(this.line.length > 0 && this.line.length % 2 === 0);

  #study(line: readonly PlayedMove[]): StudyPosition {
    const { edition, game_type, threefold } = this.game;
    const moves = [...this.game.moves, ...line].map(({ uhp }) => uhp);
    return { start: `${edition} ${game_type} White[1] -`, moves, threefold };
  }

  async #load(): Promise<void> {
    const request = ++this.#request;
    this.#position = null;
    try {
      const position = await this.socket.ask({ kind: "position", study: this.#study(this.line) });
      if (request === this.#request) this.#position = position;
    } catch (error) {
      if (request === this.#request) this.interaction.showFailure(error);
    }
  }

  async #play(move: BoardMove): Promise<void> {
    if (this.line.length >= MAX_PLIES) {
      this.problem = "long";
      return;
    }
    this.problem = "";
    const request = ++this.#request;
    const study = this.#study(this.line);
    const { piece, origin, to } = move;
    this.#pending = { uhp: "", piece, origin, to, spent: 0 };
    void this.interaction.fly(move);
    try {
      const position = await this.socket.ask({ kind: "position", study, piece, to, passing: piece === null });
      if (request !== this.#request) return;
      this.#position = position;
      this.line = position.moves.slice(this.base);
      if (position.result && !this.complete) this.problem = "over";
    } catch (error) {
      if (request === this.#request) this.interaction.showFailure(error);
    } finally {
      if (request === this.#request) this.#pending = null;
    }
  }

  /** Keep the first moves of the line. */
  cut(length: number): void {
    this.interaction.cancel();
    this.interaction.stop();
    this.#pending = null;
    this.problem = "";
    this.line = this.line.slice(0, Math.max(0, length));
    void this.#load();
  }

  /** Store the line with the others, and begin another one. */
  async save(): Promise<void> {
    if (!this.complete) return;
    const line = this.line.map(({ uhp }) => uhp);
    if (this.daily.lines.length >= MAX_LINES) this.problem = "full";
    else if (await this.#store([...this.daily.lines, line])) this.cut(0);
  }

  /** Remove a stored line. */
  async remove(index: number): Promise<void> {
    await this.#store(this.daily.lines.filter((_, each) => each !== index));
  }

  async #store(lines: string[][]): Promise<boolean> {
    this.saving = true;
    this.problem = "";
    try {
      await this.daily.prepare({ ply: this.base, lines });
      return true;
    } catch (error) {
      const code = error instanceof HttpProblem ? error.code : null;
      this.problem =
        code === "invalid-line" ? "clash" : code === "late" || code === "your-turn" ? "late" : "failed";
      if (this.problem === "late") void this.daily.load();
      return false;
    } finally {
      this.saving = false;
    }
  }
}
