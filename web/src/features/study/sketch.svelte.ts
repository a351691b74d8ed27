import { samePlace } from "../../board/geometry";
import type { Place } from "../../board/types";
import type { Mark } from "../../lib/messages";

type Color = Mark["color"];
export const COLORS: readonly Color[] = ["green", "red", "blue", "yellow"];

/** Return the colour for the modifier keys that are pressed. */
export function colorBy(keys: Pick<MouseEvent, "shiftKey" | "altKey" | "ctrlKey" | "metaKey">): Color {
  if (keys.shiftKey && keys.altKey) return "yellow";
  if (keys.shiftKey) return "red";
  if (keys.altKey) return "blue";
  return keys.ctrlKey || keys.metaKey ? "yellow" : "green";
}

/** Drawing arrows and rings: with the right button at any time; with any pointer and the keyboard while `on`. */
export class Sketch {
  /** Whether any pointer draws. */
  on = $state(false);
  color: Color = $state("green");
  /** The mark being drawn. */
  now: Mark | null = $state.raw(null);
  /** The start of an arrow drawn with the keyboard. */
  anchor: Place | null = $state.raw(null);
  #pointer: number | null = null;

  constructor(
    private readonly placeAt: (x: number, y: number) => Place | null,
    private readonly drawn: (mark: Mark) => void,
  ) {}

  toggle(on = !this.on): void {
    this.on = on;
    this.anchor = null;
    this.now = null;
  }

  /** Choose a place with the keyboard. Return whether it completed a mark. */
  choose(place: Place): boolean {
    const from = this.anchor;
    this.anchor = from ? null : place;
    if (!from) return false;
    this.drawn({ at: from, to: samePlace(from, place) ? null : place, color: this.color });
    return true;
  }

  /** Listen before the board does, so that drawing neither picks nor pans. */
  readonly listening = (node: HTMLElement): (() => void) => {
    const ended = new AbortController();
    const on = (
      kind: "pointerdown" | "pointermove" | "pointerup" | "pointercancel",
      act: (event: PointerEvent) => void,
    ) => node.addEventListener(kind, act, { capture: true, signal: ended.signal });
    on("pointerdown", (event) => {
      const ours = event.button === 2 || (this.on && event.button === 0 && event.isPrimary);
      if (!ours || !(event.target as Element).closest?.('[role="application"]')) return;
      const at = this.placeAt(event.clientX, event.clientY);
      if (!at) return;
      event.stopPropagation();
      this.#pointer = event.pointerId;
      node.setPointerCapture?.(event.pointerId);
      this.now = { at, to: null, color: event.button === 2 ? colorBy(event) : this.color };
    });
    on("pointermove", (event) => {
      if (event.pointerId !== this.#pointer || !this.now) return;
      event.stopPropagation();
      const to = this.placeAt(event.clientX, event.clientY);
      this.now = { ...this.now, to: samePlace(to, this.now.at) ? null : to };
    });
    on("pointerup", (event) => {
      if (event.pointerId !== this.#pointer) return;
      event.stopPropagation();
      this.#pointer = null;
      const mark = this.now;
      this.now = null;
      if (mark) this.drawn(mark);
    });
    on("pointercancel", (event) => {
      if (event.pointerId !== this.#pointer) return;
      this.#pointer = null;
      this.now = null;
    });
    return () => ended.abort();
  };
}
