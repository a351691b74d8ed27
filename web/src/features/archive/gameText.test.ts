import { describe, expect, it } from "vitest";
import type { ArchiveEntry } from "../../lib/messages";
import en from "../../lib/i18n/en";
import fr from "../../lib/i18n/fr";
import { mainLine } from "./gamePicture";
import { dateText, openingText, sourceText, stacksOf, typeText } from "./gameText";

const entry = (change: Partial<ArchiveEntry>): ArchiveEntry => ({
  id: 1,
  white: "Ada",
  black: "Kit",
  date: "2026-11-15",
  game_type: "Base",
  edition: "ultimate-2024",
  result: "Draw",
  reason: "",
  plies: 4,
  event: "",
  source: "club.pgn",
  reviewed: false,
  opening: "SGQQ",
  final: "",
  clock: "",
  ...change,
});

describe("a game in the list", () => {
  it("shows the final position", () => {
    expect(stacksOf("-1,0,wQ;1,-2,bQ,wB1")).toEqual([
      { place: [-1, 0], pieces: ["wQ"] },
      { place: [1, -2], pieces: ["bQ", "wB1"] },
    ]);
    expect(stacksOf("")).toEqual([]);
  });

  it("describes White's first bugs", () => {
    expect(openingText("SGAQ", en)).toBe("Spider, then ant");
    expect(openingText("AGAQ", en)).toBe("Two ants");
    expect(openingText("PGPQ", en)).toBe("Pillbug first");
    expect(openingText("G", en)).toBe("Grasshopper first");
    expect(openingText("QSA", fr)).toBe("Reine abeille, puis fourmi");
    expect(openingText("", en)).toBe("");
  });

  it("names the clock, or where the game comes from", () => {
    const text = (change: Partial<ArchiveEntry>): string => sourceText(entry(change), en);
    expect(text({ source: "table", clock: "10 min + 5 s per move" })).toBe("10+5");
    expect(text({ source: "table", clock: "3 d per move" })).toBe("3 days per turn");
    expect(text({ source: "table" })).toBe("No clock");
    expect(text({ source: "skep starter set", event: "Games of skep's own engine" })).toBe("Starter set");
    expect(text({ event: "Club evening" })).toBe("Club evening");
    expect(text({})).toBe("club.pgn");
    expect(typeText("Base+MLP")).toBe("Base + MLP");
  });

  it("says when it was played, as far as it is known", () => {
    const now = new Date(2026, 10, 16, 9);
    const dates = ["2026-11-16", "2026-11-15", "2026-11-12", "2016-03-29", "2025-06", "2024", ""];
    expect(dates.map((date) => dateText(date, now, en, "en-GB"))).toEqual([
      "Today",
      "Yesterday",
      "12 Nov",
      "29 Mar 2016",
      "Jun 2025",
      "2024",
      "No date",
    ]);
    expect(dateText("2016-03-29", now, fr, "fr")).toBe("29 mars 2016");
  });

  it("has a main line, which pictures show", () => {
    const node = (parent: number, uhp: string): { parent: number; uhp: string } => ({ parent, uhp });
    const nodes = [node(-1, "wS1"), node(0, "bS1 wS1-"), node(0, "bG1 wS1-"), node(1, "wQ -wS1")];
    expect(mainLine({ nodes } as unknown as Parameters<typeof mainLine>[0])).toEqual([
      "wS1",
      "bS1 wS1-",
      "wQ -wS1",
    ]);
  });
});
