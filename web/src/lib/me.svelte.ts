import { api, HttpProblem } from "./api";

/** The user of this browser. The first response sets the session cookie, which must exist before the socket opens. */
class Me {
  name = $state("");
  #known: Promise<void> | null = null;

  /** Resolve once the server has identified this browser. */
  known(): Promise<void> {
    this.#known ??= api.me().then(
      ({ name }) => {
        this.name = name;
      },
      (error: unknown) => {
        this.#known = null;
        throw error;
      },
    );
    return this.#known;
  }

  /** Change the name. Return false if the server rejects it. */
  async rename(name: string): Promise<boolean> {
    const requested = name.trim().replace(/\s+/g, " ");
    if (requested === "" || requested === this.name) return true;
    try {
      this.name = (await api.rename(requested)).name;
      return true;
    } catch (error) {
      if (error instanceof HttpProblem && (error.status === 422 || error.status === 400)) return false;
      throw error;
    }
  }
}

export const me = new Me();
