import { describe, expect, it } from "vitest";
import { after, BEGINNER, isUnsure, targetRating, type PlayerRating } from "./puzzleRating";

describe("the rating", () => {
  it("goes up for what is solved and down for what is not, the more the less was expected", () => {
    const up = (puzzle: number): number => after(BEGINNER, puzzle, true).rating - BEGINNER.rating;
    const down = (puzzle: number): number => BEGINNER.rating - after(BEGINNER, puzzle, false).rating;
    expect(up(800)).toBeGreaterThan(100);
    expect(up(1200)).toBeGreaterThan(up(800));
    expect(down(400)).toBeGreaterThan(down(800));
    expect(down(1600)).toBeGreaterThan(0);
  });

  it("becomes more certain with every puzzle, but keeps room for improvement", () => {
    let playerRating: PlayerRating = BEGINNER;
    expect(isUnsure(playerRating)).toBe(true);
    for (let count = 0; count < 300; count++)
      playerRating = after(playerRating, targetRating(playerRating), count % 3 !== 0);
    expect(isUnsure(playerRating)).toBe(false);
    expect(playerRating.deviation).toBeGreaterThan(50);
    const next = after(playerRating, targetRating(playerRating), true).rating - playerRating.rating;
    expect(next).toBeGreaterThan(3);
    expect(next).toBeLessThan(20);
  });

  it("finds a strong player and a weak one within a dozen puzzles", () => {
    const played = (strength: number): number => {
      let playerRating: PlayerRating = BEGINNER;
      for (let count = 0; count < 12; count++)
        playerRating = after(playerRating, targetRating(playerRating), targetRating(playerRating) < strength);
      return playerRating.rating;
    };
    expect(played(1600)).toBeGreaterThan(1350);
    expect(played(450)).toBeLessThan(650);
  });

  it("stays on its scale", () => {
    let playerRating: PlayerRating = BEGINNER;
    for (let count = 0; count < 50; count++) playerRating = after(playerRating, 0, false);
    expect(playerRating.rating).toBeGreaterThanOrEqual(0);
    expect(targetRating(playerRating)).toBeGreaterThanOrEqual(0);
  });
});
