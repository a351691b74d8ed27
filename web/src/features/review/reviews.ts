import type { ReviewJob, ReviewTold, ReviewWanted } from "../../lib/messages";
import { call } from "../../lib/api";
import { kept, readObject } from "../../lib/settings.svelte";

export const readReview = (id: string): Promise<ReviewTold> =>
  call("GET", `reviews/${encodeURIComponent(id)}`);

/** Where the report can be downloaded from. */
export const reportPath = (id: string, language: string): string =>
  `/api/reviews/${encodeURIComponent(id)}/report.html?language=${language}`;

const KEY = "skep.reviews";
const REMEMBERED = 30;

/** Have a game reviewed; what was wanted is remembered, so that a review that failed can be started again. */
export async function startReview(wanted: ReviewWanted): Promise<string> {
  const { review } = await call<ReviewJob>("POST", "reviews", wanted);
  // a whole tree is too long to keep, and comes with the review
  if (!wanted.tree) remember(review, wanted);
  return review;
}

function remember(review: string, wanted: ReviewWanted): void {
  const before = Object.entries(readObject(kept.get(KEY))).filter(([id]) => id !== review);
  kept.set(KEY, Object.fromEntries([...before, [review, wanted]].slice(-REMEMBERED)));
}

/** What to ask for to have a review once more; null when this browser cannot know. */
export function wantedAgain(review: string, told: ReviewTold | null): ReviewWanted | null {
  const remembered = readObject(kept.get(KEY))[review];
  if (typeof remembered === "object" && remembered !== null) return remembered as ReviewWanted;
  return told?.tree ? { tree: told.tree, effort: told.effort } : null;
}
