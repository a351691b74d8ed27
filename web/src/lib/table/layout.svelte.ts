/** How a table is laid out in this window. Components of a table read it instead of repeating media queries. */

/**
 * - desktop: rail, stage and panel side by side
 * - drawer: rail and stage; the panel slides in over the right edge
 * - upright: a phone held upright; seats above and below the stage, the panel in a sheet
 * - landscape: a window that is low; they sit left, you sit right, the panel in a sheet
 */
export type TableLayout = "desktop" | "drawer" | "upright" | "landscape";

/** Return the layout for a window of this size, in CSS pixels. */
export function layoutFor(width: number, height: number): TableLayout {
  if (height < 600 && width > height) return "landscape";
  if (width < 800) return "upright";
  return width < 1100 ? "drawer" : "desktop";
}

class WindowLayout {
  #width = $state(typeof innerWidth === "number" ? innerWidth : 1366);
  #height = $state(typeof innerHeight === "number" ? innerHeight : 800);
  readonly current: TableLayout = $derived(layoutFor(this.#width, this.#height));
  /** Whether the panel is beside the stage or slides in; otherwise it is a sheet. */
  readonly hasPanel = $derived(this.current === "desktop" || this.current === "drawer");
  readonly isPhone = $derived(!this.hasPanel);
  /** Whether there is room for the chat below the moves. */
  readonly isTall = $derived(this.#height >= 1000);

  /** Follow the size of the window. Return a function that stops it. */
  follow(): () => void {
    const measure = (): void => {
      [this.#width, this.#height] = [innerWidth, innerHeight];
    };
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }
}

export const tableLayout = new WindowLayout();
