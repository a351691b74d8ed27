import { describe, expect, it } from "vitest";
import { archivePath, inForce, isDate, NO_FILTERS } from "./archiveApi";

describe("filters", () => {
  it("that are empty do not count", () => {
    expect(inForce(NO_FILTERS)).toEqual({});
    expect(archivePath(NO_FILTERS, 50, 25)).toBe("archive?offset=50&limit=25");
  });

  it("go into the address as they are", () => {
    const filters = { ...NO_FILTERS, player: " Ada & Co ", side: "black" as const, game_type: "Base+MLP" };
    const query = new URLSearchParams(archivePath(filters, 0, 10).split("?")[1]);
    expect(Object.fromEntries(query)).toEqual({
      player: "Ada & Co",
      side: "black",
      game_type: "Base+MLP",
      offset: "0",
      limit: "10",
    });
  });

  it("that make no sense are left out: a side of nobody, half a date", () => {
    expect(inForce({ ...NO_FILTERS, side: "white", since: "2026-1", until: "2026-11" })).toEqual({
      until: "2026-11",
    });
  });

  it("take a year, a month or a day", () => {
    expect(["2026", "2026-11", "2026-11-15"].every(isDate)).toBe(true);
    expect(["", "26", "2026-11-1", "15.11.2026", "2026-11-15T"].some(isDate)).toBe(false);
  });
});
