import { describe, expect, it } from "vitest";
import { asNewGame, clocksFor, FIRST_WISHES, readWishes, toggled } from "./gameOptions";

describe("what was last wanted", () => {
  it("is a good first game where nothing sensible was kept", () => {
    expect(readWishes(null)).toEqual(FIRST_WISHES);
    expect(readWishes('{"level": 11, "clock": "9+9", "expansions": "PM", "side": 3}')).toEqual(FIRST_WISHES);
  });

  it("is remembered", () => {
    expect(readWishes('{"level": 7, "opponent": "friend", "clock": "3d"}')).toEqual({
      ...FIRST_WISHES,
      level: 7,
      opponent: "friend",
      clock: "3d",
    });
  });

  it("becomes the message for the server", () => {
    expect(asNewGame({ ...FIRST_WISHES, side: "black", clock: "5+3" })).toMatchObject({
      opponent: "computer",
      level: 2,
      side: "black",
      clock: { kind: "minutes", minutes: 5, increment: 3 },
    });
    expect(asNewGame({ ...FIRST_WISHES, opponent: "here", side: "black" }).side).toBe("white");
  });

  it("has days for a move only at a distance", () => {
    expect(clocksFor("computer").map(({ id }) => id)).toEqual(["none", "5+3", "10+5", "20+10"]);
    expect(asNewGame({ ...FIRST_WISHES, clock: "3d" }).clock).toEqual({ kind: "none" });
    expect(asNewGame({ ...FIRST_WISHES, opponent: "friend", clock: "3d" }).clock).toEqual({
      kind: "days",
      days: 3,
    });
  });

  it("keeps the letters of extra bugs in order", () => {
    expect(toggled("", "P")).toBe("P");
    expect(toggled("P", "M")).toBe("MP");
    expect(toggled("MLP", "L")).toBe("MP");
  });
});
