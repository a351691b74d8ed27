import { describe, expect, it } from "vitest";
import { policyFor, type CachePolicy } from "./cachePolicy";

const HERE = "https://skep.example";
const FILES = new Set(["/", "/favicon.svg", "/assets/index-abc.js"]);

function policy(path: string, { mode = "cors", method = "GET" } = {}): CachePolicy {
  return policyFor({ method, mode, url: new URL(path, HERE) }, HERE, FILES);
}

describe("the worker", () => {
  it("handles navigation to every page", () => {
    for (const path of ["/", "/puzzles", "/puzzles/aaaa2222?x=1", "/game/abcdefghij", "/school/one-hive"])
      expect(policy(path, { mode: "navigate" })).toBe("page");
  });

  it("serves hashed files from the cache", () => {
    expect(policy("/assets/index-abc.js")).toBe("cached");
    expect(policy("/assets/index-older.js")).toBe("leave");
    // the name does not change with the content
    expect(policy("/favicon.svg")).toBe("network");
  });

  it("stores lessons, rules and puzzles", () => {
    for (const path of [
      "/api/lessons?language=fr",
      "/api/lessons/one-hive?language=en",
      "/api/rulebook?language=en",
      "/api/puzzles/collection",
    ])
      expect(policy(path), path).toBe("network");
  });

  it("ignores all other requests", () => {
    for (const path of [
      "/api/me",
      "/api/games/mine",
      "/api/games/abcdefghij",
      "/api/socket",
      "/api/puzzles?count=20",
      "/api/puzzles/daily?date=2026-11-15",
      "/api/puzzles/aaaa2222?language=en",
      "/api/puzzlesomething",
      "/api/lessonsomething",
      "/api/studies",
      "https://elsewhere.example/api/lessons",
      "/nothing.js",
    ])
      expect(policy(path), path).toBe("leave");
    expect(policy("/docs/tutorial.html", { mode: "navigate" })).toBe("leave");
    expect(policy("/embed/game/abcdefghij", { mode: "navigate" })).toBe("leave");
    expect(policy("/database", { mode: "navigate" })).toBe("leave");
    expect(policy("/api/games/abcdefghij/record.pgn", { mode: "navigate" })).toBe("leave");
    expect(policy("/api/lessons", { mode: "navigate" })).toBe("leave");
    expect(policy("/api/lessons", { method: "POST" })).toBe("leave");
    expect(policy("/puzzles", { mode: "navigate", method: "POST" })).toBe("leave");
  });
});
