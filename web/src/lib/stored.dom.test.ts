import { beforeEach, expect, it } from "vitest";
import { Stored } from "./stored";

interface Data {
  count: number;
}
const stored = (version = 2): Stored<Data> =>
  new Stored<Data>("test", version, (value) => typeof value["count"] === "number");

beforeEach(() => localStorage.clear());

it("returns the data that was saved", () => {
  expect(stored().load()).toBeNull();
  stored().save({ count: 3 });
  expect(stored().load()).toEqual({ count: 3 });
  expect(stored().parse(localStorage.getItem("test"))).toEqual({ count: 3 });
});

it("ignores data of another version", () => {
  stored(1).save({ count: 3 });
  expect(stored(2).load()).toBeNull();
});

it("uses data without a version only if it is recognised", () => {
  expect(stored().parse('{"count": 3}')).toEqual({ count: 3 });
  expect(new Stored<Data>("test", 2).parse('{"count": 3}')).toBeNull();
  for (const text of [null, "", "{", "3", "null", "[]", '{"count": "3"}'])
    expect(stored().parse(text)).toBeNull();
});
