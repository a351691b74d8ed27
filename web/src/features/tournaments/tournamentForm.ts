/** The form of a tournament: what it starts with, what is wrong with it, and the request that it becomes. */
import type { Strings } from "../../lib/i18n/strings";
import type { NewTournament, TournamentView } from "../../lib/messages";
import { clockId, parseClock } from "../../lib/timeControl";
import { clockTexts } from "../home/comb";
import type { System } from "./tournamentText";

export const SYSTEMS = ["arena", "swiss", "round-robin", "knockout"] as const satisfies readonly System[];
/** The clocks offered as buttons. */
export const CLOCKS = ["3+2", "5+4", "10+5", "15+10"] as const;
/** The lengths of an arena offered as buttons, in minutes. */
export const DURATIONS = [30, 60, 90, 120] as const;
export const BREAKS = [0, 30, 60, 120, 300, 600, 1800, 3600, 86_400] as const;

/** The limits of the server. */
export const LIMITS = {
  name: [3, 60],
  description: 2000,
  minutes: [5, 720],
  rounds: [1, 30],
  rating: [0, 4000],
  players: [2, 1000],
  byes: 2,
  teams: [2, 10],
  bestPlayers: [1, 50],
} as const;

/** Seconds until a tournament that starts soon. */
export const SOON = 15 * 60;
const YEAR = 365 * 24 * 3600;

export interface TournamentForm {
  name: string;
  description: string;
  system: System;
  /** The id of the clock, as in `lib/timeControl`. */
  clock: string;
  edition: NonNullable<NewTournament["edition"]>;
  expansions: string;
  rated: boolean;
  start: "soon" | "time" | "organiser";
  /** The value of an input of a local date and time. */
  startTime: string;
  /** The length of an arena. */
  minutes: number | null;
  /** The rounds of a Swiss; null if the number of players decides. */
  rounds: number | null;
  /** Whether everyone meets everyone twice in a round robin. */
  twice: boolean;
  breakSeconds: number;
  /** Whether the losers of the semifinals of a knockout play for third place. */
  thirdPlace: boolean;
  /** The id of a team, or "" for everyone. */
  team: string;
  /** The teams of a battle; none for other tournaments. */
  teams: { id: string; name: string }[];
  /** How many players of each team count in a battle. */
  bestPlayers: number | null;
  lowest: number | null;
  highest: number | null;
  maxPlayers: number | null;
  lateEntry: boolean;
  /** The half-point byes that each player of a Swiss can ask for. */
  byes: number;
  withdrawal: boolean;
  bots: boolean;
  private: boolean;
}

export type FormProblems = Partial<Record<keyof TournamentForm, string>>;

export const defaultForm = (team = ""): TournamentForm => ({
  name: "",
  description: "",
  system: "arena",
  clock: "5+4",
  edition: "ultimate-2024",
  expansions: "MLP",
  rated: true,
  start: "soon",
  startTime: "",
  minutes: 60,
  rounds: null,
  twice: false,
  breakSeconds: 30,
  thirdPlace: false,
  team,
  teams: [],
  bestPlayers: 5,
  lowest: null,
  highest: null,
  maxPlayers: null,
  lateEntry: true,
  byes: 1,
  withdrawal: true,
  bots: false,
  private: false,
});

/** Return the form with the settings of a tournament, to change them before it starts. */
export function formOf(view: TournamentView): TournamentForm {
  const { summary } = view;
  return {
    ...defaultForm(summary.team ?? ""),
    name: summary.name,
    description: view.description,
    system: summary.system === "double-round-robin" ? "round-robin" : summary.system,
    clock: clockId(summary.clock),
    edition: summary.edition as TournamentForm["edition"],
    expansions: summary.game_type.replace(/^Base\+?/, ""),
    rated: summary.rated,
    start: summary.starts === null ? "organiser" : "time",
    startTime: summary.starts === null ? "" : localTime(summary.starts),
    minutes: summary.minutes ?? 60,
    rounds: summary.system === "swiss" ? summary.rounds : null,
    twice: summary.system === "double-round-robin",
    breakSeconds: view.break_seconds,
    thirdPlace: view.third_place,
    teams: view.teams.map(({ team, name }) => ({ id: team, name })),
    bestPlayers: view.best_players ?? 5,
    lowest: summary.lowest,
    highest: summary.highest,
    maxPlayers: summary.max_players,
    lateEntry: view.late_entry,
    byes: view.byes,
    withdrawal: view.withdrawal,
    bots: summary.bots,
    private: summary.private,
  };
}

/** Return a moment as the value of an input of a local date and time. */
export function localTime(moment: number): string {
  const time = new Date(moment * 1000);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Return when the tournament starts in seconds since 1970; null if the organiser starts it or the time is missing. */
export function startOf({ start, startTime }: TournamentForm, now: number): number | null {
  if (start === "soon") return now + SOON;
  const moment = start === "time" ? new Date(startTime).getTime() / 1000 : Number.NaN;
  return Number.isNaN(moment) ? null : moment;
}

/** Return the name of a tournament that was given none. */
export const defaultName = ({ system, clock }: TournamentForm, all: Strings): string =>
  `${all.tournaments.systems[system]} ${clockTexts(clock, all)[0]}`;

/** Return what is wrong with each field; nothing if the tournament can be created. */
export function problemsIn(form: TournamentForm, now: number, all: Strings): FormProblems {
  const strings = all.tournaments.form.problems;
  const found: FormProblems = {};
  const name = form.name.trim();
  if (name && name.length < LIMITS.name[0]) found.name = strings.nameShort;
  if (name.length > LIMITS.name[1]) found.name = strings.nameLong;
  if (form.description.length > LIMITS.description)
    found.description = strings.descriptionLong(LIMITS.description);
  if (form.start === "time") {
    const start = startOf(form, now);
    if (start === null) found.startTime = strings.noStart;
    else if (start <= now) found.startTime = strings.startPast;
    else if (start > now + YEAR) found.startTime = strings.startFar;
  }
  if (form.system === "arena") {
    if (!isWithin(form.minutes, LIMITS.minutes)) found.minutes = strings.duration(...LIMITS.minutes);
    if (parseClock(form.clock)?.kind !== "minutes") found.clock = strings.arenaClock;
  } else if (parseClock(form.clock)?.kind === "none" || !parseClock(form.clock)) found.clock = strings.clock;
  if (form.system === "swiss" && form.rounds !== null && !isWithin(form.rounds, LIMITS.rounds))
    found.rounds = strings.rounds(...LIMITS.rounds);
  for (const field of ["lowest", "highest"] as const)
    if (form[field] !== null && !isWithin(form[field], LIMITS.rating))
      found[field] = strings.rating(...LIMITS.rating);
  if (!found.highest && form.lowest !== null && form.highest !== null && form.lowest > form.highest)
    found.highest = strings.ratings;
  if (form.maxPlayers !== null && !isWithin(form.maxPlayers, LIMITS.players))
    found.maxPlayers = strings.players(...LIMITS.players);
  if (isBattle(form)) {
    if (form.teams.length < LIMITS.teams[0]) found.teams = strings.teams;
    if (!isWithin(form.bestPlayers, LIMITS.bestPlayers))
      found.bestPlayers = strings.bestPlayers(...LIMITS.bestPlayers);
  }
  return found;
}

/** Return whether teams play against each other. */
const isBattle = ({ system, team, teams }: TournamentForm): boolean =>
  system === "arena" && team === "" && teams.length > 0;

const isWithin = (value: number | null, [least, most]: readonly [number, number]): boolean =>
  value !== null && Number.isInteger(value) && value >= least && value <= most;

/** Build the request. */
export function toNewTournament(form: TournamentForm, now: number, all: Strings): NewTournament {
  const { system, edition, expansions, rated, team, bots, lowest, highest, withdrawal } = form;
  return {
    name: form.name.trim() || defaultName(form, all),
    description: form.description.trim(),
    system: system === "round-robin" && form.twice ? "double-round-robin" : system,
    clock: parseClock(form.clock) ?? { kind: "minutes" },
    edition,
    expansions,
    rated,
    starts: startOf(form, now),
    ...(system === "arena" ? { minutes: form.minutes ?? 60 } : { break_seconds: form.breakSeconds }),
    rounds: system === "swiss" ? form.rounds : null,
    lowest,
    highest,
    ...(system === "knockout" ? { third_place: form.thirdPlace } : {}),
    max_players: form.maxPlayers,
    late_entry: form.lateEntry,
    byes: system === "swiss" ? form.byes : 0,
    withdrawal,
    bots,
    private: form.private,
    team: team || null,
    ...(isBattle(form) ? { teams: form.teams.map(({ id }) => id), best_players: form.bestPlayers ?? 5 } : {}),
  };
}

/** The problems that the server finds, by the field that they are about. */
const FIELDS: Partial<Record<string, keyof TournamentForm>> = {
  "name-short": "name",
  "text-forbidden": "name",
  "tournament-clock": "clock",
  "tournament-start": "startTime",
  "rating-range": "highest",
  "too-few-places": "maxPlayers",
  "not-team-leader": "team",
  "battle-teams": "teams",
  "unknown-team": "teams",
  "players-joined": "teams",
};

/** Return the field that a problem of the server is about, or null. */
export const fieldOf = (code: string | null): keyof TournamentForm | null => FIELDS[code ?? ""] ?? null;
