import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ReviewView, ReviewRequest } from "../../lib/messages";
import fixture from "./fixtures.json";
import { reportPath, startReview, repeatRequest } from "./reviews";

const review = fixture as unknown as ReviewView;
const requests: ReviewRequest[] = [];

beforeEach(() => {
  localStorage.clear();
  requests.length = 0;
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    requests.push(JSON.parse(init.body as string) as ReviewRequest);
    return Promise.resolve(new Response(JSON.stringify({ review: `r${requests.length}` }), { status: 201 }));
  });
});

describe("a review that failed", () => {
  it("can be requested again from the browser that requested it", async () => {
    expect(await startReview({ game: "abcDEF0123" })).toBe("r1");
    expect(await startReview({ archived: 7, effort: "quick" })).toBe("r2");
    expect(repeatRequest("r1", null)).toEqual({ game: "abcDEF0123" });
    expect(repeatRequest("r2", null)).toEqual({ archived: 7, effort: "quick" });
  });

  it("can be requested again from any browser if it contains the game", async () => {
    expect(repeatRequest("r9", null)).toBeNull();
    expect(repeatRequest("r9", { ...review, effort: "deep" })).toEqual({ tree: review.tree, effort: "deep" });
  });

  it("is forgotten after thirty more requests, and requests with a whole game are not stored", async () => {
    for (let number = 0; number < 40; number++) await startReview({ archived: number });
    expect(repeatRequest("r1", null)).toBeNull();
    expect(repeatRequest("r40", null)).toEqual({ archived: 39 });
    await startReview({ tree: review.tree });
    expect(repeatRequest("r41", null)).toBeNull();
  });
});

it("the address of a report contains the page's language", () => {
  expect(reportPath("a/b", "fr")).toBe("/api/reviews/a%2Fb/report.html?language=fr");
});
