import { describe, expect, it } from "vitest";
import type { StudyChange, StudyChapter } from "../../../lib/messages";
import recorded from "./cases.json";
import { SharedDocument } from "./document";

interface Case {
  changes: StudyChange[];
  chapters: StudyChapter[];
}
const cases = recorded as unknown as Case[];

describe("the edits of a shared study", () => {
  it.each(cases.map((one, index) => [index, one] as const))(
    "lead to the chapters that the server has (case %i)",
    (_, { changes, chapters }) => {
      const document = new SharedDocument([]);
      for (const change of changes) document.apply(change);
      expect(document.chapters).toEqual(chapters);
    },
  );

  it("leave the document alone from which another was copied", () => {
    for (const { changes } of cases) {
      const document = new SharedDocument([]);
      for (const change of changes) {
        const before = structuredClone(document.chapters);
        const copy = document.copy();
        copy.apply(change);
        expect(document.chapters).toEqual(before);
        document.apply(change);
        expect(copy.chapters).toEqual(document.chapters);
      }
    }
  });
});
