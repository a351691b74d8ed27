import { expect, it } from "vitest";
import { gamesAgainst, gamesQuery, NO_FILTERS } from "./profileApi";

it("leaves empty filters out of a request for games", () => {
  expect(gamesQuery(NO_FILTERS, null)).toBe("");
  expect(gamesQuery({ ...NO_FILTERS, rated: "false" }, null)).toBe("?rated=false");
  expect(gamesQuery({ ...NO_FILTERS, opponent: "Zoé & Co", pool: "blitz/base" }, "12-abc")).toBe(
    "?opponent=Zo%C3%A9+%26+Co&pool=blitz%2Fbase&after=12-abc",
  );
});

it("asks for the games against one player, or against one level of the computer", () => {
  const rest = { record: { wins: 1, draws: 0, losses: 0 }, last: 0 };
  expect(gamesQuery(gamesAgainst({ name: "Ben", level: null, ...rest }), null)).toBe("?opponent=Ben");
  expect(gamesQuery(gamesAgainst({ name: "", level: 7, ...rest }), null)).toBe("?level=7");
});
