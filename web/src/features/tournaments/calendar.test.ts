import { describe, expect, it } from "vitest";
import { firstDayOf, monthName, monthOf, shiftMonth, weekdays, weeksOf, type Month } from "./calendar";

const NOVEMBER: Month = { year: 2026, month: 10 };
const MONDAY = 1;
const at = (year: number, month: number, day: number, hour = 0): number =>
  new Date(year, month, day, hour).getTime() / 1000;
const own = (time: number): number => time;

describe("a month", () => {
  it("is shown in whole weeks", () => {
    const weeks = weeksOf(NOVEMBER, [], own, MONDAY);
    expect(weeks.map((week) => week.map(({ day }) => day))).toEqual([
      [26, 27, 28, 29, 30, 31, 1],
      [2, 3, 4, 5, 6, 7, 8],
      [9, 10, 11, 12, 13, 14, 15],
      [16, 17, 18, 19, 20, 21, 22],
      [23, 24, 25, 26, 27, 28, 29],
      [30, 1, 2, 3, 4, 5, 6],
    ]);
    expect(weeks.flat().filter(({ inside }) => inside).length).toBe(30);
  });

  it("can begin its weeks on Sunday", () => {
    const weeks = weeksOf(NOVEMBER, [], own, 0);
    expect(weeks[0]!.map(({ day }) => day)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(weeks.length).toBe(5);
  });

  it("has each item on its local day, in the order of their times", () => {
    const late = at(2026, 10, 15, 20);
    const early = at(2026, 10, 15, 9);
    const weeks = weeksOf(NOVEMBER, [late, early, at(2026, 10, 26)], own, MONDAY);
    const days = weeks.flat().filter(({ items }) => items.length);
    expect(days.map(({ date, items }) => [date, items])).toEqual([
      ["2026-11-15", [early, late]],
      ["2026-11-26", [at(2026, 10, 26)]],
    ]);
  });

  it("has a name for the server", () => {
    expect(monthName(NOVEMBER)).toBe("2026-11");
    expect(monthName({ year: 2027, month: 0 })).toBe("2027-01");
  });

  it("is followed by the next one, over the end of a year", () => {
    expect(shiftMonth({ year: 2026, month: 11 }, 1)).toEqual({ year: 2027, month: 0 });
    expect(shiftMonth({ year: 2026, month: 0 }, -1)).toEqual({ year: 2025, month: 11 });
    expect(monthOf(new Date(2026, 10, 19))).toEqual(NOVEMBER);
  });
});

describe("a week", () => {
  it("begins as people expect where they live", () => {
    expect(firstDayOf("en-GB")).toBe(1);
    expect(firstDayOf("fr-FR")).toBe(1);
    expect(weekdays("fr", 1)).toEqual(["lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim."]);
    expect(weekdays("en-GB", 0, "long")[0]).toBe("Sunday");
  });
});
