import { call } from "../../lib/api";
import { connection } from "../../lib/connection.svelte";
import type { ChallengeEnded, Challenges, ChallengeView, Created, NewChallenge } from "../../lib/messages";
import { gamePath } from "../../lib/router";
import { router } from "../../lib/router.svelte";
import type { Socket } from "../../lib/socket";

type Reason = NonNullable<ChallengeEnded["reason"]>;

/** The requests about challenges. */
export const challengeApi = {
  list: () => call<Challenges>("GET", "challenges"),
  send: (challenge: NewChallenge) => call<ChallengeView>("POST", "challenges", challenge),
  accept: (id: string) => call<Created>("POST", `challenges/${id}/accept`),
  decline: (id: string, reason: Reason) => call<Challenges>("POST", `challenges/${id}/decline`, { reason }),
  withdraw: (id: string) => call<Challenges>("DELETE", `challenges/${id}`),
};

/** The challenges to and from the reader, on every page of the site. */
export class ChallengeList {
  incoming: ChallengeView[] = $state.raw([]);
  outgoing: ChallengeView[] = $state.raw([]);
  /** The latest challenge that was declined, until it is dismissed. */
  declined: ChallengeEnded | null = $state.raw(null);

  constructor(
    private readonly socket: Pick<Socket, "listen" | "hold">,
    private readonly go: (path: string) => void,
    private readonly requests: typeof challengeApi = challengeApi,
  ) {}

  /** Keep a connection on which challenges arrive. Return a function that lets it go. */
  start(name: () => string): () => void {
    const stops = [
      this.socket.listen("challenge", ({ challenge }) => {
        if (challenge.challenged === name())
          this.incoming = [challenge, ...without(this.incoming, challenge.id)];
        else this.outgoing = [challenge, ...without(this.outgoing, challenge.id)];
      }),
      this.socket.listen("challenge-ended", (ended) => this.#onEnded(ended)),
      // what was missed while there was no connection
      this.socket.hold(() => void this.refresh()),
    ];
    return () => stops.forEach((stop) => stop());
  }

  async refresh(): Promise<void> {
    try {
      this.#set(await this.requests.list());
    } catch {
      // the next connection tries again
    }
  }

  /** Challenge a player. Fails like `call`. */
  async send(challenge: NewChallenge): Promise<void> {
    const made = await this.requests.send(challenge);
    this.outgoing = [made, ...without(this.outgoing, made.id)];
  }

  /** Accept a challenge and open its game. Fails like `call`. */
  async accept(id: string): Promise<void> {
    const { game } = await this.requests.accept(id);
    this.incoming = without(this.incoming, id);
    this.go(gamePath(game));
  }

  async decline(id: string, reason: Reason): Promise<void> {
    this.#set(await this.requests.decline(id, reason));
  }

  async withdraw(id: string): Promise<void> {
    this.#set(await this.requests.withdraw(id));
  }

  #set({ incoming, outgoing }: Challenges): void {
    this.incoming = incoming;
    this.outgoing = outgoing;
  }

  #onEnded(ended: ChallengeEnded): void {
    const wasOurs = this.outgoing.some(({ id }) => id === ended.challenge);
    this.incoming = without(this.incoming, ended.challenge);
    this.outgoing = without(this.outgoing, ended.challenge);
    if (!wasOurs) return;
    if (ended.how === "accepted" && ended.game) this.go(gamePath(ended.game));
    if (ended.how === "declined") this.declined = ended;
  }
}

const without = (list: readonly ChallengeView[], id: string): ChallengeView[] =>
  list.filter((challenge) => challenge.id !== id);

export const challenges = new ChallengeList(connection.socket, (path) => router.go(path));
