import type { ReviewJob, ReviewView, ReviewRequest } from "../../lib/messages";
import { call } from "../../lib/api";
import { storage, parseObject } from "../../lib/settings.svelte";

export const readReview = (id: string): Promise<ReviewView> =>
  call("GET", `reviews/${encodeURIComponent(id)}`);

/** Where the report can be downloaded from. */
export const reportPath = (id: string, language: string): string =>
  `/api/reviews/${encodeURIComponent(id)}/report.html?language=${language}`;

const KEY = "skep.reviews";
const MAX_REMEMBERED = 30;

/** Have a game reviewed; what was wanted is remembered, so that a review that failed can be started again. */
export async function startReview(request: ReviewRequest): Promise<string> {
  const { review } = await call<ReviewJob>("POST", "reviews", request);
  // a whole tree is too long to keep, and comes with the review
  if (!request.tree) remember(review, request);
  return review;
}

function remember(review: string, request: ReviewRequest): void {
  const before = Object.entries(parseObject(storage.get(KEY))).filter(([id]) => id !== review);
  storage.set(KEY, Object.fromEntries([...before, [review, request]].slice(-MAX_REMEMBERED)));
}

/** What to ask for to have a review once more; null when this browser cannot know. */
export function repeatRequest(review: string, view: ReviewView | null): ReviewRequest | null {
  const remembered = parseObject(storage.get(KEY))[review];
  if (typeof remembered === "object" && remembered !== null) return remembered as ReviewRequest;
  return view?.tree ? { tree: view.tree, effort: view.effort } : null;
}
