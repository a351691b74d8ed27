import { describe, expect, it } from "vitest";
import { digits, face, firstMoveLeft, timeLeft } from "./clocks";

const tenMinutes = { kind: "minutes", minutes: 10, increment: 5, days: 0, first_move: 60 } as const;
const threeDays = { kind: "days", minutes: 0, increment: 0, days: 3, first_move: 0 } as const;

describe("clocks", () => {
  it("count down for the side to move, and not below zero", () => {
    const clock = {
      white: 60_000,
      black: 30_000,
      running: "white",
      first_move: null,
      vacation: null,
    } as const;
    expect(timeLeft(clock, "white", 1000, 11_000)).toBe(50_000);
    expect(timeLeft(clock, "black", 1000, 11_000)).toBe(30_000);
    expect(timeLeft(clock, "white", 1000, 999_000)).toBe(0);
    expect(timeLeft({ ...clock, running: null }, "white", 1000, 11_000)).toBe(60_000);
  });

  it("count down to the first move while they stand still", () => {
    const clock = {
      white: 60_000,
      black: 60_000,
      running: null,
      first_move: 30_000,
      vacation: null,
    } as const;
    expect(timeLeft(clock, "white", 1000, 11_000)).toBe(60_000);
    expect(firstMoveLeft(clock, 1000, 11_000)).toBe(20_000);
    expect(firstMoveLeft(clock, 1000, 99_000)).toBe(0);
    expect(firstMoveLeft({ ...clock, first_move: null }, 1000, 11_000)).toBeNull();
    expect(firstMoveLeft({ ...clock, vacation: 86_400_000 }, 1000, 11_000)).toBeNull();
  });

  it.each([
    [600_000, "10:00"],
    [599_001, "10:00"],
    [581_000, "9:41"],
    [65_000, "1:05"],
    [20_000, "0:20"],
    [19_999, "0:19.9"],
    [9_999, "0:09.9"],
    [7_340, "0:07.3"],
    [0, "0:00.0"],
    [3_723_000, "1:02:03"],
  ])("show %i ms as %s", (left, shown) => {
    expect(digits(left)).toBe(shown);
  });

  it("show days and hours for slow games", () => {
    expect(face(2 * 86_400_000 + 3 * 3_600_000 + 5, threeDays)).toMatchObject({
      days: 2,
      hours: 3,
      low: false,
    });
    expect(face(3_600_000, threeDays)).toMatchObject({ days: null, low: false });
    expect(face(3_599_999, threeDays).low).toBe(true);
  });

  it("warn below twenty seconds", () => {
    expect(face(20_000, tenMinutes).low).toBe(false);
    expect(face(19_999, tenMinutes).low).toBe(true);
  });

  it("know the share of the time that is left", () => {
    expect(face(300_000, tenMinutes).share).toBe(0.5);
    expect(face(610_000, tenMinutes).share).toBe(1);
    expect(face(86_400_000, threeDays).share).toBeCloseTo(1 / 3);
  });
});
