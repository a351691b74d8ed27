import { describe, expect, it } from "vitest";
import { toNewGame, clocksFor, DEFAULT_OPTIONS, parseGameOptions, toggleExpansion } from "./gameOptions";

describe("game options", () => {
  it("are the defaults when nothing valid is stored", () => {
    expect(parseGameOptions(null)).toEqual(DEFAULT_OPTIONS);
    expect(parseGameOptions('{"level": 11, "clock": "9+9", "expansions": "PM", "side": 3}')).toEqual(
      DEFAULT_OPTIONS,
    );
  });

  it("are restored from storage", () => {
    expect(parseGameOptions('{"level": 7, "opponent": "friend", "clock": "3d"}')).toEqual({
      ...DEFAULT_OPTIONS,
      level: 7,
      opponent: "friend",
      clock: "3d",
    });
  });

  it("become the request for the server", () => {
    expect(toNewGame({ ...DEFAULT_OPTIONS, side: "black", clock: "5+3" })).toMatchObject({
      opponent: "computer",
      level: 2,
      side: "black",
      clock: { kind: "minutes", minutes: 5, increment: 3 },
    });
    expect(toNewGame({ ...DEFAULT_OPTIONS, opponent: "here", side: "black" }).side).toBe("white");
  });

  it("allow days per move only for games with a friend", () => {
    expect(clocksFor("computer").map(({ id }) => id)).toEqual(["none", "5+3", "10+5", "20+10"]);
    expect(toNewGame({ ...DEFAULT_OPTIONS, clock: "3d" }).clock).toEqual({ kind: "none" });
    expect(toNewGame({ ...DEFAULT_OPTIONS, opponent: "friend", clock: "3d" }).clock).toEqual({
      kind: "days",
      days: 3,
    });
  });

  it("keep the letters of the expansions in order", () => {
    expect(toggleExpansion("", "P")).toBe("P");
    expect(toggleExpansion("P", "M")).toBe("MP");
    expect(toggleExpansion("MLP", "L")).toBe("MP");
  });
});
