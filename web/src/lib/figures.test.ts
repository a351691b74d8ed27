import { expect, it } from "vitest";
import { ratingChange } from "./figures";

it("a change of a rating has a sign", () => {
  expect([12, -3, 0].map(ratingChange)).toEqual(["+12", "−3", "+0"]);
});
