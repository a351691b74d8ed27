import { describe, expect, it } from "vitest";
import { digits, face, timeLeft } from "./clocks";

const tenMinutes = { kind: "minutes", minutes: 10, increment: 5, days: 0 } as const;
const threeDays = { kind: "days", minutes: 0, increment: 0, days: 3 } as const;

describe("clocks", () => {
  it("count down for the side to move, and not below zero", () => {
    const clock = { white: 60_000, black: 30_000, running: "white" } as const;
    expect(timeLeft(clock, "white", 1000, 11_000)).toBe(50_000);
    expect(timeLeft(clock, "black", 1000, 11_000)).toBe(30_000);
    expect(timeLeft(clock, "white", 1000, 999_000)).toBe(0);
    expect(timeLeft({ ...clock, running: null }, "white", 1000, 11_000)).toBe(60_000);
  });

  it.each([
    [600_000, "10:00"],
    [599_001, "10:00"],
    [581_000, "9:41"],
    [65_000, "1:05"],
    [10_000, "0:10"],
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

  it("warn in the last tenth", () => {
    expect(face(60_000, tenMinutes).low).toBe(false);
    expect(face(59_999, tenMinutes).low).toBe(true);
    expect(face(9_999, { ...tenMinutes, minutes: 0.5 }).low).toBe(true);
    expect(face(10_001, { ...tenMinutes, minutes: 0.5 }).low).toBe(false);
  });
});
