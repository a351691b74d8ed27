/** Positions made by the rules of skep (fixtures.py), and what the gallery shows of each. */
import stored from "../fixtures.json";
import type { PieceName, Place, Stack, LastMove, PathView, ReasonView } from "../types";

export interface Position {
  stacks: Stack[];
  hands: { w: PieceName[]; b: PieceName[] };
  legal: Record<PieceName, number[]>;
  last: LastMove | null;
  ways: Record<PieceName, PathView[]>;
  why: ReasonView | null;
}

export interface GalleryScene {
  position: string;
  selected?: PieceName;
  /** Which of the selected piece's ways is drawn. */
  way?: number;
  fly?: { piece: PieceName; way: number };
  fanned?: Place;
  hands?: boolean;
}

export const POSITIONS = stored as unknown as Record<string, Position>;

export const SHOWN: Record<string, GalleryScene> = {
  start: { position: "start", hands: true },
  opening: { position: "opening", hands: true },
  middle: { position: "middle" },
  table: { position: "middle", selected: "wL", hands: true },
  ant: { position: "middle", selected: "wA3" },
  "way-slide": { position: "middle", selected: "wA3", way: 0 },
  "way-jump": { position: "middle", selected: "wG1", way: 0 },
  "way-throw": { position: "middle", selected: "wS1", way: 3 },
  "way-climb": { position: "middle", selected: "wB2", way: 0 },
  "way-over": { position: "ladybug", selected: "bL", way: 2 },
  "way-place": { position: "middle", selected: "wL", way: 3 },
  beetle: { position: "beetle", selected: "wB2" },
  fan: { position: "middle", fanned: [3, -2] },
  "one-hive": { position: "one-hive" },
  gate: { position: "gate" },
  "gate-above": { position: "gate-above" },
  enemy: { position: "enemy" },
  "queen-due": { position: "queen-due", hands: true },
  covered: { position: "covered" },
  "just-moved": { position: "just-moved" },
  "loses-contact": { position: "loses-contact" },
  "fly-slide": { position: "middle", fly: { piece: "wA3", way: 0 } },
  "fly-jump": { position: "middle", fly: { piece: "wG1", way: 0 } },
  "fly-throw": { position: "middle", fly: { piece: "wS1", way: 3 } },
  "fly-climb": { position: "ladybug", fly: { piece: "bL", way: 2 } },
  "fly-place": { position: "middle", fly: { piece: "wL", way: 3 } },
};
