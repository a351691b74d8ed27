import { describe, expect, it } from "vitest";
import type { RuleView, RulebookView } from "../../lib/messages";
import {
  bugIn,
  chapterOf,
  entriesOf,
  entryAt,
  findNeighbors,
  queryIn,
  searchPath,
  wantsSearch,
} from "./rulebook";

const entry = (id: string, chapter: string, change: Partial<RuleView>): RuleView => ({
  id,
  chapter,
  title: id,
  text: "",
  sources: [],
  bug: null,
  reasons: [],
  comparisons: [],
  boards: [],
  rulings: [],
  lessons: [],
  keywords: [],
  ...change,
});

const book: RulebookView = {
  language: "fr",
  chapters: [
    {
      id: "moving",
      title: "Déplacer",
      entries: [
        entry("ways-of-moving", "moving", {
          title: "Chaque insecte à sa façon",
          text: "Chaque insecte se déplace à sa façon. La ruche reste liée.",
          reasons: [{ rule: "too-far", title: "trop loin" }],
        }),
        entry("spider", "moving", {
          title: "L’araignée",
          text: "Elle glisse de trois espaces.",
          bug: "S",
          reasons: [{ rule: "too-far", title: "trop loin" }],
        }),
      ],
    },
    {
      id: "hive",
      title: "Une ruche d’un seul tenant",
      entries: [
        entry("one-hive", "hive", {
          title: "La ruche unique",
          text: "Les pièces restent liées. Un cœur lié.",
          rulings: [
            { question: "Un cloporte épinglé lance-t-il ?", answer: "Oui.", scene: null, move: null },
          ],
        }),
        entry("freedom-to-move", "hive", {
          title: "Liberté de déplacement",
          text: "Un passage fermé arrête qui glisse.",
          reasons: [{ rule: "gate", title: "liberté de déplacement" }],
          comparisons: [
            {
              what: "gates",
              title: "Passages en hauteur",
              rows: [{ edition: "a", title: "A", value: "oui" }],
            },
          ],
        }),
      ],
    },
  ],
  links: {
    "too-far": "ways-of-moving",
    "too-far/S": "spider",
    "one-hive": "one-hive",
    gate: "freedom-to-move",
  },
  ignored_words: [],
};

describe("an address of the rulebook", () => {
  it("names an entry by its id", () => {
    expect(entryAt(book, "spider")?.id).toBe("spider");
    expect(entryAt(book, "one-hive")?.id).toBe("one-hive");
  });

  it("names an entry by the rule of a reason, with a separate entry for some bugs", () => {
    expect(entryAt(book, "gate")?.id).toBe("freedom-to-move");
    expect(entryAt(book, "gate", "B")?.id).toBe("freedom-to-move");
    expect(entryAt(book, "too-far")?.id).toBe("ways-of-moving");
    expect(entryAt(book, "too-far", "S")?.id).toBe("spider");
    expect(entryAt(book, "too-far", "M")?.id).toBe("ways-of-moving");
  });

  it("leads nowhere if the name is unknown", () => {
    for (const name of ["dance", "", "toString", "constructor"]) expect(entryAt(book, name)).toBeNull();
  });

  it("contains the bug of a reason and the search query", () => {
    expect(bugIn("?bug=B")).toBe("B");
    expect(bugIn("")).toBeNull();
    expect(queryIn("?search=reine+abeille")).toBe("reine abeille");
    expect(queryIn("?q=reine+abeille")).toBe("reine abeille");
    expect([wantsSearch("?search="), wantsSearch("?bug=B")]).toEqual([true, false]);
    expect(searchPath("à côté & plus")).toBe("/rules?search=%C3%A0+c%C3%B4t%C3%A9+%26+plus");
    expect(queryIn(new URL(searchPath("à côté & plus"), "http://here").search)).toBe("à côté & plus");
    expect(searchPath("  ")).toBe("/rules");
  });
});

describe("the order of the rulebook", () => {
  it("leads from one entry to the next, across chapters", () => {
    const [first, second, third, last] = entriesOf(book);
    expect(findNeighbors(book, first!)).toEqual({ previous: null, next: second });
    expect(findNeighbors(book, second!)).toEqual({ previous: first, next: third });
    expect(findNeighbors(book, last!).next).toBeNull();
    expect(chapterOf(book, third!)?.id).toBe("hive");
  });
});
