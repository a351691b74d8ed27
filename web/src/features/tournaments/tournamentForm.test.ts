import { describe, expect, it } from "vitest";
import en from "../../lib/i18n/en";
import {
  defaultForm,
  fieldOf,
  formOf,
  LIMITS,
  localTime,
  problemsIn,
  SOON,
  toNewTournament,
} from "./tournamentForm";
import { makeSummary, makeView } from "./tournamentFixtures";

const NOW = 1_800_000_000;
const problems = (change: object) => Object.keys(problemsIn({ ...defaultForm(), ...change }, NOW, en));

describe("the form of a tournament", () => {
  it("can be sent as it is", () => {
    expect(problems({})).toEqual([]);
    expect(toNewTournament(defaultForm(), NOW, en)).toMatchObject({
      name: "Arena 5+4",
      system: "arena",
      clock: { kind: "minutes", minutes: 5, increment: 4 },
      starts: NOW + SOON,
      minutes: 60,
      rounds: null,
      team: null,
    });
  });

  it("names the teams of a battle, which is an arena for several teams", () => {
    const teams = [
      { id: "beesbees", name: "Bees" },
      { id: "antsants", name: "Ants" },
    ];
    expect(problems({ teams: teams.slice(1) })).toEqual(["teams"]);
    expect(problems({ teams, bestPlayers: 0 })).toEqual(["bestPlayers"]);
    const battle = toNewTournament({ ...defaultForm(), teams, bestPlayers: 3 }, NOW, en);
    expect(battle).toMatchObject({ teams: ["beesbees", "antsants"], best_players: 3 });
    for (const change of [{ system: "swiss" as const }, { team: "beesbees" }]) {
      expect(problems({ teams, ...change })).toEqual([]);
      expect(toNewTournament({ ...defaultForm(), teams, ...change }, NOW, en)).not.toHaveProperty("teams");
    }
    expect(fieldOf("unknown-team")).toBe("teams");
  });

  it("says at each field what is wrong", () => {
    expect(problems({ name: "ab" })).toEqual(["name"]);
    expect(problems({ name: "  a b  " })).toEqual([]);
    expect(problems({ minutes: 4 })).toEqual(["minutes"]);
    expect(problems({ minutes: null })).toEqual(["minutes"]);
    expect(problems({ clock: "3d" })).toEqual(["clock"]);
    expect(problems({ system: "swiss", clock: "3d", minutes: 1, rounds: 31 })).toEqual(["rounds"]);
    expect(problems({ lowest: 1800, highest: 1200 })).toEqual(["highest"]);
    expect(problems({ lowest: -1, maxPlayers: 1.5 })).toEqual(["lowest", "maxPlayers"]);
    expect(problems({ start: "time", startTime: "" })).toEqual(["startTime"]);
    expect(problems({ start: "time", startTime: localTime(NOW - 60) })).toEqual(["startTime"]);
    expect(problems({ start: "time", startTime: localTime(NOW + 60) })).toEqual([]);
    expect(problems({ description: "a".repeat(LIMITS.description + 1) })).toEqual(["description"]);
  });

  it("asks the server for what the system needs", () => {
    const robin = {
      ...defaultForm(),
      system: "round-robin" as const,
      twice: true,
      start: "organiser" as const,
    };
    expect(toNewTournament(robin, NOW, en)).toMatchObject({
      system: "double-round-robin",
      starts: null,
      break_seconds: 30,
    });
    const swiss = toNewTournament({ ...defaultForm("teamteam"), system: "swiss", rounds: 5 }, NOW, en);
    expect(swiss).toMatchObject({ rounds: 5, byes: 1, team: "teamteam" });
    expect(swiss).not.toHaveProperty("minutes");
  });

  it("has the settings of a tournament that is changed", () => {
    const summary = makeSummary({
      system: "double-round-robin",
      starts: NOW,
      lowest: 1300,
      team: "teamteam",
    });
    const form = formOf(makeView({ summary, description: "Hello", byes: 2 }));
    expect(form).toMatchObject({
      system: "round-robin",
      twice: true,
      clock: "5+4",
      expansions: "MLP",
      start: "time",
      lowest: 1300,
      byes: 2,
      team: "teamteam",
    });
    expect(new Date(form.startTime).getTime() / 1000).toBe(NOW);
  });

  it("knows the fields that the server's problems are about", () => {
    expect(fieldOf("tournament-start")).toBe("startTime");
    expect(fieldOf("something-else")).toBeNull();
    expect(fieldOf(null)).toBeNull();
  });
});
