/** The width of the panel of a table, which a handle changes and the browser remembers. */
import { storage } from "../settings.svelte";

export const MIN_WIDTH = 280;
export const MAX_WIDTH = 620;
/** The least width of the stage. */
const MIN_STAGE = 420;

export class PanelWidth {
  readonly #key: string;
  /** In pixels; undefined for the design's own. */
  pixels: number | undefined = $state();

  constructor(name: string) {
    this.#key = `skep.panel.${name}`;
    const stored = Number(storage.get(this.#key) ?? NaN);
    if (Number.isFinite(stored)) this.pixels = clampWidth(stored, Infinity);
  }

  /** Set the width within what the window has room for. */
  set(pixels: number, available: number): void {
    this.pixels = clampWidth(pixels, available);
  }

  /** Go back to the width of the design. */
  reset(): void {
    this.pixels = undefined;
    storage.set(this.#key, null);
  }

  remember(): void {
    storage.set(this.#key, this.pixels ?? null);
  }
}

/** Return a width of the panel that leaves the stage enough of the width of the window that is not the rail's. */
export const clampWidth = (pixels: number, available: number): number =>
  Math.round(Math.max(MIN_WIDTH, Math.min(pixels, MAX_WIDTH, available - MIN_STAGE)));
