/** A small picture for each lesson: pieces with their columns and rows. */
type Tile = [string, number, number];

const around = (middle: string, ...pieces: string[]): Tile[] => {
  const places: [number, number][] = [
    [1, 0],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [0, -1],
    [1, -1],
  ];
  return [[middle, 0, 0], ...pieces.map((piece, index): Tile => [piece, ...places[index]!])];
};
const row = (...pieces: string[]): Tile[] => pieces.map((piece, index): Tile => [piece, index, 0]);

const PICTURES: Record<string, Tile[]> = {
  aim: around("bQ", "wA1", "wS1", "bG1", "wB1"),
  placing: row("wS1", "bG1"),
  "queen-bee-deadline": row("wG1", "wQ"),
  moving: row("wA1", "bQ"),
  "queen-bee": row("wQ"),
  beetle: row("wB1"),
  grasshopper: row("wG1"),
  spider: row("wS1"),
  "soldier-ant": row("wA1"),
  "one-hive": row("wG1", "bA1", "wQ"),
  "freedom-to-move": [
    ["wS1", 0, 0],
    ["bQ", 1, -1],
    ["bA1", 1, 0],
  ],
  "gates-above-the-ground": [
    ["wB1", 0, 0],
    ["bB1", 1, 0],
  ],
  mosquito: row("wM"),
  ladybug: row("wL"),
  pillbug: row("wP"),
  resting: row("wP", "bA1"),
  passing: row("bQ", "wA1"),
  ending: row("wQ", "bQ"),
  surround: around("bQ", "wA1", "wG1", "wS1", "wB1", "wA2", "wQ"),
};

export const pictureOf = (lesson: string): Tile[] => PICTURES[lesson] ?? row("wQ");
