import { api, HttpProblem } from "./api";
import { Stored } from "./stored";

/** The name as last seen, so that pages that need nothing from the server can show it. */
const stored = new Stored<string>("skep.name", 1);

/** The user of this browser. The first response sets the session cookie, which must exist before the socket opens. */
class Me {
  /** Empty until the user chooses one. */
  name = $state(stored.load() ?? "");
  /** Whether the user is signed in to an account. */
  registered = $state(false);
  #known: Promise<void> | null = null;

  /** Resolve once the server has identified this browser. */
  known(): Promise<void> {
    this.#known ??= api.me().then(
      ({ name, registered }) => {
        this.#set(name);
        this.registered = registered;
      },
      (error: unknown) => {
        this.#known = null;
        throw error;
      },
    );
    return this.#known;
  }

  #set(name: string): void {
    this.name = name;
    if (name !== (stored.load() ?? "")) stored.save(name);
  }

  /** Change the name. Return the server's refusal, or null. */
  async rename(name: string): Promise<HttpProblem | null> {
    const requested = name.trim().replace(/\s+/g, " ");
    if (requested === "" || requested === this.name) return null;
    try {
      this.#set((await api.rename(requested)).name);
      return null;
    } catch (error) {
      if (error instanceof HttpProblem && (error.status === 422 || error.status === 400)) return error;
      throw error;
    }
  }
}

export const me = new Me();
