import type { Judgement } from "./judging";

/** The sign of a judgement, in a square from -10 to 10. Each judgement has a shape of its own. */
export interface Sign {
  shape: string;
  /** The lines inside, in the background colour. */
  mark: string;
  /** Whether only the outline is drawn. */
  hollow?: boolean;
}

const CIRCLE = "M0-9.5A9.5 9.5 0 1 1 0 9.5A9.5 9.5 0 1 1 0-9.5z";
const QUESTION = "c0-3.4 5-3.4 5 0c0 2-2.5 1.9-2.5 4.2M0 4.6v.2";

export const SIGNS: Record<Judgement, Sign> = {
  best: { shape: "M0-10L2.9-3.6L9.8-3L4.6 1.7L6.2 8.6L0 5L-6.2 8.6L-4.6 1.7L-9.8-3L-2.9-3.6z", mark: "" },
  good: { shape: CIRCLE, mark: "M-4.2.4L-1.2 3.4L4.4-3.2" },
  "only-move": { shape: "M-7.5-7.5h15v15h-15z", mark: "", hollow: true },
  forced: { shape: "M-8-3.2h8.5v-4L9 0L.5 7.2v-4H-8z", mark: "" },
  inaccuracy: { shape: "M0-10.5L10.5 0L0 10.5L-10.5 0z", mark: "M0-4.6v4.8M0 4v.2" },
  mistake: { shape: "M-8.5-8.5h17v17h-17z", mark: `M-2.5-2.7${QUESTION}` },
  blunder: {
    shape: "M-4.2-10h8.4L10-4.2v8.4L4.2 10h-8.4L-10 4.2v-8.4z",
    mark: "M-6-2.7c0-3 4.4-3 4.4 0c0 2-2.2 1.9-2.2 4M-3.8 4.6v.2M1.6-2.7c0-3 4.4-3 4.4 0c0 2-2.2 1.9-2.2 4M3.8 4.6v.2",
  },
  "missed-win": { shape: "M0-10L9.2-5v10L0 10L-9.2 5v-10z", mark: "M-3.4-3.4L3.4 3.4M3.4-3.4L-3.4 3.4" },
};
