import { describe, expect, it } from "vitest";
import { archivePath, activeFilters, isDate, NO_FILTERS } from "./archiveApi";

describe("archive filters", () => {
  it("ignores empty filters", () => {
    expect(activeFilters(NO_FILTERS)).toEqual({});
    expect(archivePath({}, 50, 25)).toBe("archive?offset=50&limit=25");
  });

  it("encodes the query", () => {
    const query = new URLSearchParams(
      archivePath({ name: "Ada & Co", game_type: "Base+MLP" }, 0, 10).split("?")[1],
    );
    expect(Object.fromEntries(query)).toEqual({
      name: "Ada & Co",
      game_type: "Base+MLP",
      offset: "0",
      limit: "10",
    });
  });

  it("ignores a side without a player and incomplete dates", () => {
    expect(activeFilters({ ...NO_FILTERS, side: "white", since: "2026-1", until: "2026-11" })).toEqual({
      until: "2026-11",
    });
  });

  it("accepts a year, a month or a day as a date", () => {
    expect(["2026", "2026-11", "2026-11-15"].every(isDate)).toBe(true);
    expect(["", "26", "2026-11-1", "15.11.2026", "2026-11-15T"].some(isDate)).toBe(false);
  });
});
