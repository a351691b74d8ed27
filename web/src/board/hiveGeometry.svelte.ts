import { untrack } from "svelte";
import { keyOf, pixel, RISE, samePlace, turnPoint, type Point } from "./geometry";
import { DRIFT, GLIDE, glide } from "./motion";
import { splitHive, type SplitHive } from "./splitHive";
import { heightsOf, without } from "./stacks";
import type { BoardGeometry, PieceName, Place, ReasonView, Stack } from "./types";

/** Where the tiles of a board are drawn, while the view turns and the hive splits into the parts of a reason. */
export class HiveGeometry implements BoardGeometry {
  /** The current rotation, which follows the requested one smoothly. */
  rotation = $state(0);
  split: SplitHive | null = $state.raw(null);
  /** How far the parts are pulled, from 0 to 1. */
  #splitProgress = $state(0);
  readonly heights = $derived.by(() => heightsOf(this.board.stacks()));
  /** The heights without the selected piece: those that its path leads over. */
  readonly grounds = $derived.by(() => heightsOf(without(this.board.stacks(), this.board.selected())));

  constructor(
    private readonly board: {
      stacks: () => Stack[];
      selected: () => PieceName | null;
      rotation: () => number;
      why: () => ReasonView | null;
    },
  ) {
    this.rotation = untrack(board.rotation);
    $effect(() => {
      const [from, to] = [untrack(() => this.rotation), board.rotation()];
      if (from === to) return;
      return glide(GLIDE, (part) => (this.rotation = from + (to - from) * part));
    });
    $effect(() => {
      const why = board.why();
      return untrack(() => this.#glideParts(why));
    });
  }

  #glideParts(why: ReasonView | null): () => void {
    const parts = why?.parts.length ? why.parts : null;
    if (parts) this.split = splitHive(parts, why?.piece ? (this.find(why.piece)?.place ?? null) : null);
    const [from, to] = [this.#splitProgress, parts ? 1 : 0];
    return glide(from === to ? 0 : DRIFT, (part) => {
      this.#splitProgress = from + (to - from) * part;
      if (!to && part === 1) this.split = null;
    });
  }

  /** Turn at once, when a board opens. */
  turnAtOnce(rotation: number): void {
    this.rotation = rotation;
  }

  readonly heightOf = (place: Place): number => this.heights.get(keyOf(place)) ?? 0;

  /** Return the centre of the face at a level of a place. */
  readonly at = (place: Place, level: number): Point => {
    const flat = pixel(place);
    const part = this.split?.part.get(keyOf(place));
    const pull = part === undefined ? undefined : this.split?.offsets[part];
    const progress = this.#splitProgress;
    const point = turnPoint(
      pull ? { x: flat.x + pull.x * progress, y: flat.y + pull.y * progress } : flat,
      this.rotation,
    );
    return { x: point.x, y: point.y - RISE * level };
  };

  readonly topOf = (place: Place): Point => this.at(place, Math.max(0, this.heightOf(place) - 1));

  /** Return where the selected piece would land on a place. */
  readonly landingOn = (place: Place): Point => this.at(place, this.grounds.get(keyOf(place)) ?? 0);

  /** Return the face on top of a place after the view has finished turning. */
  restingTop(place: Place): Point {
    const { x, y } = turnPoint(pixel(place), this.board.rotation());
    return { x, y: y - RISE * Math.max(0, this.heightOf(place) - 1) };
  }

  /** Return the place and level of a piece, or null if it is in a hand. */
  readonly find = (piece: PieceName): { place: Place; level: number } | null => {
    for (const { place, pieces } of this.board.stacks()) {
      const level = pieces.indexOf(piece);
      if (level >= 0) return { place, level };
    }
    return null;
  };

  stackAt(place: Place | null): Stack | undefined {
    return this.board.stacks().find((stack) => samePlace(stack.place, place));
  }

  topPiece(place: Place): PieceName | null {
    return this.stackAt(place)?.pieces.at(-1) ?? null;
  }
}
