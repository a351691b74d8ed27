import type { PathView } from "../messages";

/** The paths of past moves, each requested once. */
export class PathCache {
  readonly #paths = new Map<string | number, Promise<PathView | null>>();

  /** Return the path stored under a key, or request it. Null if the request fails; the next call repeats it. */
  get(key: string | number, request: () => Promise<PathView>): Promise<PathView | null> {
    const known = this.#paths.get(key);
    if (known) return known;
    const path = request().catch(() => {
      this.#paths.delete(key);
      return null;
    });
    this.#paths.set(key, path);
    return path;
  }

  clear(): void {
    this.#paths.clear();
  }
}
