import { describe, expect, it } from "vitest";
import { answerTo, type Answer } from "./cachePolicy";

const HERE = "https://skep.example";
const FILES = new Set(["/", "/favicon.svg", "/assets/index-abc.js"]);

function to(path: string, { mode = "cors", method = "GET" } = {}): Answer {
  return answerTo({ method, mode, url: new URL(path, HERE) }, HERE, FILES);
}

describe("the worker", () => {
  it("answers pages, whatever their address", () => {
    for (const path of ["/", "/puzzles", "/puzzles/aaaa2222?x=1", "/game/abcdefghij", "/school/one-hive"])
      expect(to(path, { mode: "navigate" })).toBe("page");
  });

  it("gives the page's files as they were kept", () => {
    expect(to("/assets/index-abc.js")).toBe("cached");
    expect(to("/assets/index-older.js")).toBe("leave");
    // a name that stays may have other content
    expect(to("/favicon.svg")).toBe("network");
  });

  it("keeps what the school tells", () => {
    for (const path of [
      "/api/lessons?language=fr",
      "/api/lessons/one-hive?language=en",
      "/api/rulebook?language=en",
      "/api/puzzles/collection",
    ])
      expect(to(path), path).toBe("network");
  });

  it("leaves everything else alone", () => {
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
      expect(to(path), path).toBe("leave");
    expect(to("/api/games/abcdefghij/record.pgn", { mode: "navigate" })).toBe("leave");
    expect(to("/api/lessons", { mode: "navigate" })).toBe("leave");
    expect(to("/api/lessons", { method: "POST" })).toBe("leave");
    expect(to("/puzzles", { mode: "navigate", method: "POST" })).toBe("leave");
  });
});
