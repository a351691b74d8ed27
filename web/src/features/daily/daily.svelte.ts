import type { ConditionalLines, DailyGame, NextGame } from "../../lib/messages";
import type { Side } from "../../lib/position/pieces";
import { dailyApi } from "./dailyApi";

type Api = Pick<typeof dailyApi, "daily" | "next" | "prepare">;

/** What the player of a daily game sees besides the game: vacations, their own lines, and the next game to play. */
export class Daily {
  #game: DailyGame | null = $state.raw(null);
  next: NextGame | null = $state.raw(null);
  /** Whether the player enters lines on the board. */
  entering = $state(false);

  constructor(
    readonly id: string,
    private readonly api: Api = dailyApi,
  ) {}

  readonly lines: string[][] = $derived(this.#game?.conditional.lines ?? []);
  /** The number of moves in the position that the lines begin with. */
  readonly ply = $derived(this.#game?.conditional.ply ?? null);

  /** Return until when a side is on vacation, in seconds, or null. */
  vacation(side: Side): number | null {
    return (side === "white" ? this.#game?.white_vacation : this.#game?.black_vacation) ?? null;
  }

  /** Request everything again, after a change of the game. */
  async load(): Promise<void> {
    const [game, next] = await Promise.allSettled([this.api.daily(this.id), this.api.next(this.id)]);
    // what cannot be loaded is not shown; the game itself says that the connection is lost
    if (game.status === "fulfilled") this.#game = game.value;
    if (next.status === "fulfilled") this.next = next.value;
  }

  /** Replace the lines. Fails with HttpProblem or Unreachable. */
  async prepare(lines: ConditionalLines): Promise<void> {
    const conditional = await this.api.prepare(this.id, lines);
    if (this.#game) this.#game = { ...this.#game, conditional };
  }
}
