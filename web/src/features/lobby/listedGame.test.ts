import { describe, expect, it } from "vitest";
import { makeSummary } from "../../lib/testSummary";
import { isYourMove, leftOn, longTime, mostWatched, shareLeft, smallClock } from "./listedGame";

describe("a game in a list", () => {
  it("counts down the running clock only", () => {
    const game = makeSummary();
    expect(leftOn(game, "white", 1_000, 11_000)).toBe(290_000);
    expect(leftOn(game, "black", 1_000, 11_000)).toBe(240_000);
    expect(leftOn(game, "white", 0, 1e9)).toBe(0);
    expect(leftOn(makeSummary({ clock: null }), "white", 0, 0)).toBeNull();
  });

  it("shows short times in digits and long ones in units", () => {
    expect(smallClock(290_000, "en")).toBe("4:50");
    expect(smallClock(3_723_000, "en")).toBe("1:02:03");
    expect(smallClock(3 * 86_400_000, "en")).toBe("3d");
    expect(smallClock(7_200_000, "en", true)).toBe("2h");
    expect(longTime(9.5 * 3_600_000, "en")).toBe("9 hours");
    expect(longTime(2 * 86_400_000, "fr")).toBe("2\u00a0jours");
    expect(longTime(1_000, "en")).toBe("1 minute");
  });

  it("knows how much of the time is left", () => {
    expect(shareLeft(makeSummary(), 300_000)).toBe(0.5);
    const daily = makeSummary({
      clock_rule: { kind: "days", minutes: 0, increment: 0, days: 2, first_move: 0 },
    });
    expect(shareLeft(daily, 86_400_000)).toBe(0.5);
  });

  it("is yours to move in only if you play one side and it has started", () => {
    expect(isYourMove(makeSummary({ yours: ["white"] }))).toBe(true);
    expect(isYourMove(makeSummary({ yours: ["black"] }))).toBe(false);
    expect(isYourMove(makeSummary({ yours: ["white", "black"] }))).toBe(false);
    expect(isYourMove(makeSummary({ yours: ["white"], open: true }))).toBe(false);
    expect(isYourMove(makeSummary({ yours: ["white"], ended: true }))).toBe(false);
  });

  it("is featured by its spectators, or else if it is between people, quick, and of the best", () => {
    const days = { kind: "days", minutes: 0, increment: 0, days: 1, first_move: 0 } as const;
    const daily = makeSummary({ game: "d", clock_rule: days });
    const quick = makeSummary({ game: "q" });
    expect(mostWatched([daily, quick])?.game).toBe("q");
    expect(mostWatched([{ ...daily, watchers: 2 }, quick])?.game).toBe("d");
    const untimed = makeSummary({
      game: "u",
      clock_rule: { kind: "none", minutes: 0, increment: 0, days: 0, first_move: 0 },
    });
    expect(mostWatched([daily, untimed])?.game).toBe("u");
    expect(mostWatched([untimed, quick])?.game).toBe("q");
    const computer = makeSummary({ game: "c", black_level: 3 });
    expect(mostWatched([computer, daily])?.game).toBe("d");
    const rated = { ...quick, game: "r", white_rating: { rating: 1800, provisional: false, after: null } };
    expect(mostWatched([quick, rated])?.game).toBe("r");
    expect(mostWatched([{ ...quick, watchers: 1 }, rated])?.game).toBe("q");
    expect(mostWatched([])).toBeNull();
  });
});
