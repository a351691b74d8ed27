import { describe, expect, it } from "vitest";
import type { RuleView, RulebookView } from "../../lib/messages";
import {
  bugIn,
  chapterOf,
  entriesOf,
  entryAt,
  findNeighbors,
  queryIn,
  searchRules,
  searchPath,
  type Part,
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
          title: "L'araignée",
          text: "Elle glisse de trois espaces.",
          bug: "S",
          reasons: [{ rule: "too-far", title: "trop loin" }],
        }),
      ],
    },
    {
      id: "hive",
      title: "La ruche tient ensemble",
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
};

const names = (query: string): string[] => searchRules(book, query).map((hit) => hit.entry.id);
const found = (parts: Part[]): string[] => parts.filter((part) => part.found).map((part) => part.text);
const whole = (parts: Part[]): string => parts.map((part) => part.text).join("");

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
    expect(queryIn("?q=reine+abeille")).toBe("reine abeille");
    expect(searchPath("à côté & plus")).toBe("/rules?q=%C3%A0+c%C3%B4t%C3%A9+%26+plus");
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

describe("a search", () => {
  it("ignores case, accents, ligatures and plurals", () => {
    expect(names("ARAIGNEES")).toEqual(["spider"]);
    expect(names("liberté")).toEqual(["freedom-to-move"]);
    expect(names("coeur")).toEqual(["one-hive"]);
    expect(names("l’araignée")).toEqual(["spider"]);
  });

  it("requires every word in titles, texts, rulings, reasons or comparisons", () => {
    expect(names("cloporte")).toEqual(["one-hive"]);
    expect(names("loin")).toEqual(["ways-of-moving", "spider"]);
    expect(names("hauteur")).toEqual(["freedom-to-move"]);
    expect(names("ruche liée")).toEqual(["one-hive", "ways-of-moving"]);
    expect(names("ruche araignée")).toEqual([]);
    expect(names("  ")).toEqual([]);
  });

  it("lists matches in titles first", () => {
    expect(names("deplacement")).toEqual(["freedom-to-move"]);
    expect(names("ruche")[0]).toBe("one-hive");
  });

  it("marks the matches in the original text", () => {
    const [hit] = searchRules(book, "araignee");
    expect(whole(hit!.title)).toBe("L'araignée");
    expect(found(hit!.title)).toEqual(["araignée"]);
    const [heart] = searchRules(book, "coeur lie");
    expect(found(heart!.passage)).toEqual(["lié", "cœur", "lié"]);
    expect(whole(heart!.passage)).toBe("Les pièces restent liées. Un cœur lié.");
    expect(found(searchRules(book, "cloporte")[0]!.passage)).toEqual(["cloporte"]);
  });

  it("marks letters with combining accents, and counts characters beyond sixteen bits correctly", () => {
    const odd = {
      ...book,
      chapters: [{ ...book.chapters[0]!, entries: [entry("x", "moving", { text: "🐝 pie\u0300ce là" })] }],
    };
    const [hit] = searchRules(odd, "piece");
    expect(found(hit!.passage)).toEqual(["pie\u0300ce"]);
    expect(whole(hit!.passage)).toBe("🐝 pie\u0300ce là");
  });
});
