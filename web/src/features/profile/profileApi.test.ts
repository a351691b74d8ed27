import { expect, it } from "vitest";
import { gamesQuery, NO_FILTERS } from "./profileApi";

it("leaves empty filters out of a request for games", () => {
  expect(gamesQuery(NO_FILTERS, null)).toBe("");
  expect(gamesQuery({ ...NO_FILTERS, opponent: "Zoé & Co", pool: "blitz/base" }, "12-abc")).toBe(
    "?opponent=Zo%C3%A9+%26+Co&pool=blitz%2Fbase&after=12-abc",
  );
});
