import { expect, test } from "vitest";
import { fullRows } from "./fullRows";

test("complete rows are shown", () => {
  expect(fullRows(7, 5, 10)).toBe(5);
  expect(fullRows(12, 5, 10)).toBe(10);
  expect(fullRows(9, 3, 10)).toBe(9);
});

test("a single row can be unfinished, and one column has no rows to finish", () => {
  expect(fullRows(3, 5, 10)).toBe(3);
  expect(fullRows(7, 1, 10)).toBe(7);
  expect(fullRows(0, 5, 10)).toBe(0);
});
