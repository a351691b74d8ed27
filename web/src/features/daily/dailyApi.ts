/** Daily games at the server. */
import { call } from "../../lib/api";
import type {
  ConditionalLines,
  DailyGame,
  NextGame,
  Summaries,
  VacationChoice,
  VacationStatus,
} from "../../lib/messages";

export const dailyApi = {
  daily: (game: string) => call<DailyGame>("GET", `games/${game}/daily`),
  prepare: (game: string, lines: ConditionalLines) =>
    call<ConditionalLines>("PUT", `games/${game}/conditional`, lines),
  next: (after: string) => call<NextGame>("GET", `games/mine/next?after=${after}`),
  games: (page: number) => call<Summaries>("GET", `games/mine/all?page=${page}`),
  vacation: () => call<VacationStatus>("GET", "vacation"),
  startVacation: (hours: number) =>
    call<VacationStatus>("PUT", "vacation", { hours } satisfies VacationChoice),
  endVacation: () => call<VacationStatus>("DELETE", "vacation"),
};
