// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ReviewTold, ReviewWanted } from "../../lib/messages";
import fixture from "./fixtures.json";
import { reportPath, startReview, wantedAgain } from "./reviews";

const told = fixture as unknown as ReviewTold;
const asked: ReviewWanted[] = [];

beforeEach(() => {
  localStorage.clear();
  asked.length = 0;
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    asked.push(JSON.parse(init.body as string) as ReviewWanted);
    return Promise.resolve(new Response(JSON.stringify({ review: `r${asked.length}` }), { status: 201 }));
  });
});

describe("a review that failed", () => {
  it("can be wanted again by who wanted it", async () => {
    expect(await startReview({ game: "abcDEF0123" })).toBe("r1");
    expect(await startReview({ archived: 7, effort: "quick" })).toBe("r2");
    expect(wantedAgain("r1", null)).toEqual({ game: "abcDEF0123" });
    expect(wantedAgain("r2", null)).toEqual({ archived: 7, effort: "quick" });
  });

  it("can be wanted again by anybody once it tells its game", async () => {
    expect(wantedAgain("r9", null)).toBeNull();
    expect(wantedAgain("r9", { ...told, effort: "deep" })).toEqual({ tree: told.tree, effort: "deep" });
  });

  it("is not remembered for ever, and a whole game not at all", async () => {
    for (let number = 0; number < 40; number++) await startReview({ archived: number });
    expect(wantedAgain("r1", null)).toBeNull();
    expect(wantedAgain("r40", null)).toEqual({ archived: 39 });
    await startReview({ tree: told.tree });
    expect(wantedAgain("r41", null)).toBeNull();
  });
});

it("a report is asked for in the page's language", () => {
  expect(reportPath("a/b", "fr")).toBe("/api/reviews/a%2Fb/report.html?language=fr");
});
