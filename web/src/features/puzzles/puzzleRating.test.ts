import { describe, expect, it } from "vitest";
import { after, BEGINNER, isUnsure, MAX_CHANGE, targetRating, type PlayerRating } from "./puzzleRating";

describe("the rating", () => {
  it("rises with solved puzzles and falls with missed ones, more if that was unexpected", () => {
    const up = (puzzle: number): number => after(BEGINNER, puzzle, true).rating - BEGINNER.rating;
    const down = (puzzle: number): number => BEGINNER.rating - after(BEGINNER, puzzle, false).rating;
    const settled: PlayerRating = { ...BEGINNER, deviation: 80 };
    const by = (puzzle: number, solved: boolean): number =>
      Math.abs(after(settled, puzzle, solved).rating - settled.rating);
    expect(up(800)).toBe(MAX_CHANGE);
    expect(by(1200, true)).toBeGreaterThan(by(800, true));
    expect(by(400, false)).toBeGreaterThan(by(800, false));
    expect(down(1600)).toBeGreaterThan(0);
  });

  it("starts gently: no puzzle changes it by more than 60 points, and a capped change keeps the rating uncertain", () => {
    for (const puzzle of [100, 800, 2600])
      for (const solved of [true, false]) {
        const next = after(BEGINNER, puzzle, solved);
        expect(Math.abs(next.rating - BEGINNER.rating)).toBeLessThanOrEqual(60);
        expect(next.deviation).toBeLessThanOrEqual(BEGINNER.deviation);
      }
    const first = after(BEGINNER, 700, false);
    expect(first.rating).toBe(740);
    expect(first.deviation).toBeGreaterThan(300);
  });

  it("becomes more certain with every puzzle, but can always change", () => {
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

  it("stays within its limits", () => {
    let playerRating: PlayerRating = BEGINNER;
    for (let count = 0; count < 50; count++) playerRating = after(playerRating, 0, false);
    expect(playerRating.rating).toBeGreaterThanOrEqual(0);
    expect(targetRating(playerRating)).toBeGreaterThanOrEqual(0);
  });
});
