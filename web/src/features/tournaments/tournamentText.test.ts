import { describe, expect, it } from "vitest";
import en from "../../lib/i18n/en";
import fr from "../../lib/i18n/fr";
import { headFigure } from "./headFigure";
import { MENTIONED_BEFORE, worthMentioning } from "./mention";
import { toolsFor } from "./organiser";
import { remarkOf, resultIn, updated } from "./pairings";
import { rowsOn } from "./paging";
import { sectionsOf } from "./sections";
import { tiebreakText } from "./tiebreaks";
import { makeGame, makeScore, makeSummary, makeView } from "./tournamentFixtures";
import {
  breakText,
  entryText,
  factsOf,
  lengthText,
  progressText,
  scoreText,
  untilText,
} from "./tournamentText";

const NOW = 2_000;
const progress = (change: Parameters<typeof makeSummary>[0], all = en) =>
  progressText(makeSummary(change), NOW, all, "en-GB");

describe("figures", () => {
  it("write half points as fractions", () => {
    expect([0, 0.5, 2.5, 4, 12.25].map(scoreText)).toEqual(["0", "½", "2½", "4", "12.25"]);
  });

  it("count down in a clock, and in days when it is long", () => {
    expect(untilText(NOW + 75, NOW, "en-GB")).toBe("1:15");
    expect(untilText(NOW - 5, NOW, "en-GB")).toBe("0:00");
    expect(untilText(NOW + 3 * 86_400, NOW, "en-GB")).toBe("3 days");
  });

  it("name the rows of a page, of which the last is shorter", () => {
    const scores = (count: number) => Array.from({ length: count }, () => makeScore());
    expect(rowsOn({ page: 2, pages: 3, players: 124, scores: scores(50) })).toEqual([51, 100]);
    expect(rowsOn({ page: 3, pages: 3, players: 124, scores: scores(24) })).toEqual([101, 124]);
    expect(rowsOn({ page: 1, pages: 1, players: 0, scores: [] })).toEqual([0, 0]);
  });
});

describe("what a list says", () => {
  it("is what is played, for how long and by whom", () => {
    const arena = makeSummary({ system: "arena", minutes: 90, rounds: null, lowest: 1200, max_players: 16 });
    expect(factsOf(arena, en)).toBe("Arena · 5+4 Blitz · mosquito, ladybug, pillbug · rated");
    expect(lengthText(arena, en)).toBe("90 minutes");
    expect(entryText(arena, en)).toBe("8 of 16 players · rating 1200 or more");
    expect(entryText(makeSummary({ max_players: 1000 }), en)).toBe("8 players");
    expect(lengthText(makeSummary({ system: "knockout", rounds: 3 }), en)).toBe("");
    expect(breakText(120, "en-GB")).toBe("2 minutes");
    expect(breakText(30, "en-GB")).toBe("30 seconds");
  });

  it("follows the tournament from the start to the end", () => {
    expect(progress({ status: "planned", starts: null })).toBe("When the organiser is ready");
    expect(progress({ status: "planned", starts: NOW + 90 })).toBe("Starts in 1:30");
    expect(progress({ status: "planned", starts: NOW - 1 })).toBe("About to start");
    expect(progress({})).toBe("Round 2 of 4");
    expect(progress({ suspended: true })).toBe("Paused");
    expect(progress({ system: "arena", ends: NOW + 600, rounds: null })).toBe("10:00 left");
    expect(progress({ status: "finished", winner: "Ann" })).toBe("Won by Ann");
    expect(progress({ status: "cancelled" }, fr)).toBe("Annulé");
  });

  it("mentions the reader's tournament first, then the largest, then the next within a day", () => {
    const small = makeSummary({ tournament: "small", players: 3 });
    const large = makeSummary({ tournament: "large", players: 30 });
    const soon = makeSummary({ tournament: "soon", status: "planned", starts: NOW + 60 });
    const late = makeSummary({ status: "planned", starts: NOW + MENTIONED_BEFORE + 1 });
    expect(worthMentioning([small, large], [soon], NOW)).toBe(large);
    expect(worthMentioning([small, large], [{ ...soon, joined: true }], NOW)?.tournament).toBe("soon");
    expect(worthMentioning([], [late, soon], NOW)).toBe(soon);
    expect(worthMentioning([], [late], NOW)).toBeNull();
  });
});

describe("the head of a tournament", () => {
  it("counts down to what comes next", () => {
    const arena = makeView({ summary: makeSummary({ system: "arena", ends: NOW + 65, rounds: null }) });
    expect(headFigure(arena, NOW, en, "en-GB")).toEqual({ label: "Time left", text: "1:05", isTime: true });
    expect(headFigure(makeView({ next_round: NOW + 20 }), NOW, en, "en-GB")).toEqual({
      label: "Next round in",
      text: "0:20",
      isTime: true,
    });
    expect(headFigure(makeView(), NOW, en, "en-GB").text).toBe("Round 2 of 4");
    const over = makeView({ summary: makeSummary({ status: "finished", winner: "Ann" }) });
    expect(headFigure(over, NOW, en, "en-GB")).toEqual({ label: "Winner", text: "Ann", isTime: false });
    const team = (name: string, rank: number) => ({ team: name, name, rank, score: 4, players: 1, best: [] });
    expect(headFigure({ ...over, teams: [team("Bees", 1), team("Ants", 2)] }, NOW, en, "en-GB").text).toBe(
      "Bees",
    );
    expect(headFigure({ ...over, teams: [team("Bees", 1), team("Ants", 1)] }, NOW, en, "en-GB").text).toBe(
      "Ann",
    );
  });

  it("offers the tools and parts that fit the state", () => {
    expect(toolsFor({ status: "planned", suspended: false })).toEqual(["start", "remove", "log", "cancel"]);
    expect(toolsFor({ status: "running", suspended: true })[0]).toBe("resume");
    expect(toolsFor({ status: "cancelled", suspended: false })).toEqual(["log"]);
    // the server lets no one change the results of a tournament that is over
    expect(toolsFor({ status: "finished", suspended: false })).toEqual(["log"]);
    expect(sectionsOf({ system: "swiss", status: "running" })).not.toContain("crossTable");
    expect(sectionsOf({ system: "swiss", status: "finished" })).toContain("crossTable");
    expect(sectionsOf({ system: "double-round-robin", status: "running" })).toContain("crossTable");
    expect(sectionsOf({ system: "knockout", status: "running" })).toContain("bracket");
    expect(sectionsOf({ system: "arena", status: "planned" })).toEqual(["standings"]);
    expect(sectionsOf({ system: "arena", status: "running" })).toEqual(["standings", "pairings"]);
    expect(sectionsOf({ system: "arena", status: "finished" })).toContain("crossTable");
  });

  it("explains tiebreaks, and shows those it does not know", () => {
    expect(tiebreakText("buchholz", en).short).toBe("BH");
    expect(tiebreakText("koya", en)).toMatchObject({ name: "koya", short: "koya" });
  });
});

describe("pairings", () => {
  it("show results, also those without a game", () => {
    const forfeit = makeGame({ result: "black", forfeit: true });
    expect([resultIn(forfeit, "white"), resultIn(forfeit, "black")]).toEqual(["−", "+"]);
    expect(resultIn(makeGame({ result: "draw" }), "white")).toBe("½");
    expect(resultIn(makeGame(), "white")).toBe("");
    expect(remarkOf(forfeit, en)).toBe("forfeit");
    expect(remarkOf(makeGame(), en)).toBe("Playing");
    expect(remarkOf(makeGame({ game: null, black: null, bye: "half" }), en)).toBe("half-point bye");
    expect(remarkOf(makeGame({ leg: 2, result: "white" }), en)).toBe("tiebreak game");
  });

  it("take over newer states", () => {
    const bye = makeGame({ game: null, black: null, bye: "full", board: 2 });
    const news = [makeGame({ result: "white" })];
    expect(updated([makeGame(), bye], news)).toEqual([news[0], bye]);
  });
});
