import { describe, expect, it } from "vitest";
import {
  isEmptyRange,
  toCustomSeek,
  toNewGame,
  toSeek,
  DEFAULT_OPTIONS,
  parseGameOptions,
  toggleExpansion,
  tileOptions,
  withPrivacy,
  type GameOptions,
} from "./gameOptions";

describe("game options", () => {
  it("are the defaults when nothing valid is stored", () => {
    expect(parseGameOptions(null)).toEqual(DEFAULT_OPTIONS);
    expect(parseGameOptions('{"level": 11, "clock": "999+9", "expansions": "PM", "side": 3}')).toEqual(
      DEFAULT_OPTIONS,
    );
  });

  it("are restored from storage, custom clocks included", () => {
    expect(parseGameOptions('{"level": 7, "opponent": "friend", "clock": "3d", "usual": "7+9"}')).toEqual({
      ...DEFAULT_OPTIONS,
      level: 7,
      opponent: "friend",
      clock: "3d",
      usual: "7+9",
    });
  });

  it("have a range of ratings for the pool only, which quick pairing leaves out", () => {
    const ranged: GameOptions = {
      ...DEFAULT_OPTIONS,
      opponent: "anyone",
      clock: "5+3",
      lowest: 1400,
      highest: 1700,
    };
    expect(toCustomSeek(ranged, true)).toMatchObject({ rated: true, lowest: 1400, highest: 1700 });
    expect(toCustomSeek({ ...ranged, highest: null }, true)).not.toHaveProperty("highest");
    for (const name of ["lowest", "highest"]) {
      expect(toSeek(ranged, true)).not.toHaveProperty(name);
      expect(toNewGame({ ...ranged, clock: "2d" }, true)).not.toHaveProperty(name);
    }
    expect([ranged, { ...ranged, lowest: 1701 }, { ...ranged, highest: null }].map(isEmptyRange)).toEqual([
      false,
      true,
      false,
    ]);
    expect(parseGameOptions('{"lowest": 1400, "highest": 4001}')).toMatchObject({
      lowest: 1400,
      highest: null,
    });
    expect(parseGameOptions('{"lowest": 14.5, "highest": "1700"}')).toEqual(DEFAULT_OPTIONS);
  });

  it("become the request for the server", () => {
    expect(toNewGame({ ...DEFAULT_OPTIONS, side: "black", clock: "7+11" })).toMatchObject({
      opponent: "computer",
      level: 2,
      side: "black",
      clock: { kind: "minutes", minutes: 7, increment: 11 },
    });
    const timed = { ...DEFAULT_OPTIONS, ratedAgainstComputer: true, clock: "10+5" };
    expect(toNewGame(timed, true).rated).toBe(true);
    expect(toNewGame(timed, false)).not.toHaveProperty("rated");
    expect(toNewGame({ ...timed, clock: "none" }, true)).not.toHaveProperty("rated");
    expect(toNewGame({ ...timed, opponent: "friend", rated: false }, true)).not.toHaveProperty("rated");
    expect(toNewGame({ ...DEFAULT_OPTIONS, opponent: "here", side: "black" }).side).toBe("white");
  });

  it("become a game with the clock of a tile and the chosen bugs, by the latest rulebook", () => {
    const last: GameOptions = {
      ...DEFAULT_OPTIONS,
      side: "black",
      expansions: "MLP",
      edition: "hive-2016",
      threefold: true,
    };
    expect(toSeek(tileOptions(last, "3+2"), true)).toEqual({
      clock: { kind: "minutes", minutes: 3, increment: 2 },
      edition: "ultimate-2024",
      expansions: "MLP",
      threefold: false,
      rated: true,
    });
    expect(toNewGame(tileOptions(last, "3d"))).toMatchObject({
      opponent: "anyone",
      side: "random",
      edition: "ultimate-2024",
      expansions: "MLP",
      threefold: false,
      clock: { kind: "days", days: 3 },
      private: false,
    });
  });

  it("allow days per move only against people who can come back later", () => {
    const clock = (opponent: GameOptions["opponent"]): unknown =>
      toNewGame({ ...DEFAULT_OPTIONS, opponent, clock: "3d" }).clock;
    expect([clock("computer"), clock("here")]).toEqual([{ kind: "none" }, { kind: "none" }]);
    expect([clock("friend"), clock("anyone")]).toEqual(Array(2).fill({ kind: "days", days: 3 }));
  });

  it("make games with friends and on one screen private", () => {
    const privacy = (changes: Partial<GameOptions>): boolean | null | undefined =>
      toNewGame({ ...DEFAULT_OPTIONS, ...changes }).private;
    expect([privacy({}), privacy({ opponent: "here" }), privacy({ opponent: "friend" })]).toEqual([
      false,
      true,
      true,
    ]);
    expect(privacy({ opponent: "anyone", privateAgainst: ["anyone"] })).toBe(false);
    expect(withPrivacy({ ...DEFAULT_OPTIONS, opponent: "friend" }, false)).toEqual(["here"]);
    expect(withPrivacy(DEFAULT_OPTIONS, true)).toEqual(["computer", "friend", "here"]);
    expect(parseGameOptions('{"privateAgainst": ["me"]}')).toEqual(DEFAULT_OPTIONS);
    expect(parseGameOptions('{"privateAgainst": []}').privateAgainst).toEqual([]);
  });

  it("keep the letters of the expansions in order", () => {
    expect(toggleExpansion("", "P")).toBe("P");
    expect(toggleExpansion("P", "M")).toBe("MP");
    expect(toggleExpansion("MLP", "L")).toBe("MP");
  });
});
