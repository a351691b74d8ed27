import type { TeamLine } from "../../lib/messages";
import type { Socket } from "../../lib/socket";
import { teamApi } from "./teamApi";

/** Lines that the page keeps, as many as the server sends. */
const MOST = 100;

/** The chat of a team, for its members. */
export class TeamChat {
  lines: TeamLine[] = $state.raw([]);
  /** The error of the last request, or null. */
  problem: unknown = $state.raw(null);

  readonly #removed = new Set<number>();

  constructor(
    readonly team: string,
    private readonly socket: Pick<Socket, "listen" | "hold">,
    private readonly requests: Pick<typeof teamApi, "chat" | "write" | "removeLine"> = teamApi,
  ) {}

  /** Follow the chat. Return a function that stops it. */
  start(): () => void {
    const stops = [
      this.socket.listen("team-chat", ({ team, line, removed }) => {
        if (team !== this.team) return;
        if (line) this.#add(line);
        if (removed !== null) this.#drop(removed);
      }),
      // what was missed while there was no connection
      this.socket.hold(() => void this.refresh()),
    ];
    return () => stops.forEach((stop) => stop());
  }

  async refresh(): Promise<void> {
    const before = this.lines;
    await this.#attempt(async () => {
      const { lines } = await this.requests.chat(this.team);
      // what was written or removed in the meantime is not in the response
      const later = this.lines.filter((line) => !before.includes(line));
      this.lines = lines.filter(({ id }) => !this.#removed.has(id));
      later.forEach((line) => this.#add(line));
    });
  }

  /** Send a line. Return whether it was sent. */
  say(text: string): Promise<boolean> {
    return this.#attempt(async () => this.#add(await this.requests.write(this.team, text)));
  }

  remove(line: number): Promise<boolean> {
    return this.#attempt(async () => {
      this.lines = (await this.requests.removeLine(this.team, line)).lines;
    });
  }

  async #attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      this.problem = null;
      return true;
    } catch (error) {
      this.problem = error;
      return false;
    }
  }

  /** Add a line in its order; one that is there arrived both as a response and as a message. */
  #add(line: TeamLine): void {
    if (this.lines.some(({ id }) => id === line.id)) return;
    this.lines = [...this.lines, line].sort((one, other) => one.id - other.id).slice(-MOST);
  }

  #drop(removed: number): void {
    this.#removed.add(removed);
    this.lines = this.lines.filter(({ id }) => id !== removed);
  }
}
