import { api, HttpProblem } from "./api";
import type { Me } from "./messages";
import { Stored } from "./stored";

/** The name as last seen, so that pages that need nothing from the server can show it. */
const stored = new Stored<string>("skep.name", 1);
const storedRegistered = new Stored<boolean>("skep.registered", 1);

/** The user of this browser. The first response sets the session cookie, which must exist before the socket opens. */
class CurrentPlayer {
  /** Empty until the user chooses one. */
  name = $state(stored.load() ?? "");
  /** Whether the user is signed in to an account. */
  registered = $state(storedRegistered.load() ?? false);
  /** The role of the account. */
  role: Me["role"] = $state("");
  #known: Promise<void> | null = null;

  /** Resolve once the server has identified this browser. */
  known(): Promise<void> {
    this.#known ??= api.me().then(
      (player) => this.become(player),
      (error: unknown) => {
        this.#known = null;
        throw error;
      },
    );
    return this.#known;
  }

  /** Ask the server again who this is, because the session has ended. */
  async refresh(): Promise<void> {
    this.#known = null;
    await this.known();
  }

  /** Take over what the server says about the user. */
  become({ name, registered, role }: Me): void {
    this.role = role;
    this.name = name;
    this.registered = registered;
    if (name !== (stored.load() ?? "")) stored.save(name);
    if (registered !== (storedRegistered.load() ?? false)) storedRegistered.save(registered);
  }

  /** Change the name. Return the server's refusal, or null. */
  async rename(name: string): Promise<HttpProblem | null> {
    const requested = name.trim().replace(/\s+/g, " ");
    if (requested === "" || requested === this.name) return null;
    try {
      this.become(await api.rename(requested));
      return null;
    } catch (error) {
      if (error instanceof HttpProblem && [400, 409, 422].includes(error.status)) return error;
      throw error;
    }
  }
}

export const me = new CurrentPlayer();
