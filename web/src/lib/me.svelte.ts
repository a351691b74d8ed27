import { api, HttpProblem } from "./api";

/**
 * Who this browser is. The first answer also brings the cookie by which the server knows it, so that it has to
 * be there before the socket is opened.
 */
class Me {
  name = $state("");
  #known: Promise<void> | null = null;

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

  /** Take another name; false when the server does not like it. */
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
