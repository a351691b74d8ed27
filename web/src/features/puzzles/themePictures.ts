/** Small pictures of the themes, with White to move: pieces with their columns and rows. */
type Tile = [piece: string, column: number, row: number];

export const THEME_PICTURES: Record<string, Tile[]> = {
  surround: [
    ["bQ", 0, 0],
    ["wA1", -1, 0],
    ["wS1", 1, -1],
  ],
  drop: [
    ["bQ", 0, 0],
    ["wB1", 1, 0],
  ],
  throw: [
    ["wP", 0, 0],
    ["bA1", 1, 0],
  ],
  ring: [
    ["bS1", 0, -1],
    ["wG1", 1, -1],
    ["bQ", -1, 0],
    ["wA1", 1, 0],
    ["bA1", -1, 1],
    ["wS1", 0, 1],
  ],
  pin: [
    ["bA1", -1, 0],
    ["bG1", 0, 0],
    ["wB1", 1, 0],
  ],
  gate: [
    ["wS1", 0, -1],
    ["wG1", 0, 1],
    ["bA1", -1, 1],
  ],
  escape: [["wQ", 0, 0]],
};
