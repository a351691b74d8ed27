/** The places of the hexagons of a celebration, in pixels from the point that they burst from. */

export interface CelebrationHex {
  x: number;
  y: number;
  /** In degrees. */
  turn: number;
  size: number;
  /** From 0 to 1; the later ones fill the gaps. */
  delay: number;
  pale: boolean;
}

const COUNT = 22;
/** Turning by this angle never lines up two hexagons. */
const GOLDEN = 137.508;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Return where the hexagons of a burst fly. It is the same every time, so that pictures of it can be compared. */
export const burst = (): CelebrationHex[] =>
  Array.from({ length: COUNT }, (_, index) => {
    const angle = radians(index * GOLDEN);
    const far = 70 + 60 * ((index * 7) % 10) * 0.1;
    return {
      x: Math.cos(angle) * far,
      y: Math.sin(angle) * far - 14,
      turn: ((index * 47) % 180) - 90,
      size: 0.55 + 0.5 * ((index * 3) % 5) * 0.25,
      delay: index / (COUNT - 1),
      pale: index % 3 === 0,
    };
  });

/** Return the still: twelve hexagons around the point. */
export const wreath = (): CelebrationHex[] =>
  Array.from({ length: 12 }, (_, index) => {
    const angle = radians(index * 30);
    const far = index % 2 ? 88 : 78;
    return {
      x: Math.cos(angle) * far,
      y: Math.sin(angle) * far,
      turn: 0,
      size: index % 2 ? 0.6 : 0.95,
      delay: 0,
      pale: index % 2 === 1,
    };
  });
