import type { ReviewJob, ReviewView, ReviewRequest } from "../../lib/messages";
import { call } from "../../lib/api";
import { storage, parseObject } from "../../lib/settings.svelte";

export const readReview = (id: string): Promise<ReviewView> =>
  call("GET", `reviews/${encodeURIComponent(id)}`);

/** Return the address of a review's report. */
export const reportPath = (id: string, language: string): string =>
  `/api/reviews/${encodeURIComponent(id)}/report.html?language=${language}`;

const KEY = "skep.reviews";
const MAX_REMEMBERED = 30;

/** Request a review and return its id. The request is stored so that a failed review can be requested again. */
export async function startReview(request: ReviewRequest): Promise<string> {
  const { review } = await call<ReviewJob>("POST", "reviews", request);
  // a whole tree is too large to store, and the review contains it
  if (!request.tree) remember(review, request);
  return review;
}

function remember(review: string, request: ReviewRequest): void {
  const before = Object.entries(parseObject(storage.get(KEY))).filter(([id]) => id !== review);
  storage.set(KEY, Object.fromEntries([...before, [review, request]].slice(-MAX_REMEMBERED)));
}

/** Return the request that repeats a review, or null if this browser does not know it. */
export function repeatRequest(review: string, view: ReviewView | null): ReviewRequest | null {
  const remembered = parseObject(storage.get(KEY))[review];
  if (typeof remembered === "object" && remembered !== null) return remembered as ReviewRequest;
  return view?.tree ? { tree: view.tree, effort: view.effort } : null;
}
