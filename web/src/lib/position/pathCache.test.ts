import { expect, it, vi } from "vitest";
import type { PathView } from "../messages";
import { PathCache } from "./pathCache";

const PATH: PathView = { kind: "place", hexes: [[0, 0]], thrower: null, copied: null };

it("requests each path once, until it is cleared", async () => {
  const cache = new PathCache();
  const request = vi.fn(() => Promise.resolve(PATH));
  expect(await cache.get("a", request)).toEqual(PATH);
  expect(await cache.get("a", request)).toEqual(PATH);
  expect(request).toHaveBeenCalledTimes(1);
  cache.clear();
  await cache.get("a", request);
  expect(request).toHaveBeenCalledTimes(2);
});

it("repeats a request that failed", async () => {
  const cache = new PathCache();
  expect(await cache.get("a", () => Promise.reject(new Error()))).toBeNull();
  expect(await cache.get("a", () => Promise.resolve(PATH))).toEqual(PATH);
});
