import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import en from "../../lib/i18n/en";
import { language } from "../../lib/i18n/language.svelte";
import { router } from "../../lib/router.svelte";
import { pool } from "../lobby/pool.svelte";
import NewGame from "./NewGame.svelte";
import { openGame } from "./openGame.svelte";

const fetchMock = vi.fn<typeof fetch>();
const response = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
const sent = (path: string): unknown => {
  const call = fetchMock.mock.calls.filter(([address]) => address === path).at(-1);
  return JSON.parse((call?.[1]?.body ?? "null") as string);
};

beforeEach(async () => {
  localStorage.clear();
  vi.stubGlobal("fetch", fetchMock);
  vi.stubGlobal("scrollTo", () => {});
  fetchMock.mockReset();
  fetchMock.mockImplementation((path, init) => {
    if (path === "/api/games") return Promise.resolve(response({ game: "abcDEF0123" }, 201));
    if (init?.method === "PUT") return Promise.resolve(response({ detail: "no" }, 422));
    return Promise.resolve(response({ name: "Ann" }));
  });
  await language.load();
  render(NewGame);
});

describe("the form for a new game", () => {
  it("starts a game with the defaults in one click", async () => {
    await fireEvent.click(screen.getByRole("button", { name: /Play/ }));
    await waitFor(() => expect(router.route).toEqual({ page: "game", id: "abcDEF0123" }));
    expect(sent("/api/games")).toEqual({
      opponent: "computer",
      level: 2,
      side: "white",
      edition: "ultimate-2024",
      expansions: "",
      threefold: false,
      clock: { kind: "none" },
      private: false,
    });
  });

  it("remembers the chosen options", async () => {
    await fireEvent.input(screen.getByRole("slider"), { target: { value: "6" } });
    await fireEvent.click(screen.getByRole("checkbox", { name: "ladybug" }));
    await fireEvent.click(screen.getByRole("radio", { name: "Black" }));
    await fireEvent.click(screen.getByRole("radio", { name: "Minutes" }));
    await fireEvent.input(screen.getByRole("slider", { name: /^Minutes/ }), { target: { value: "7" } });
    await fireEvent.input(screen.getByRole("slider", { name: /^Seconds/ }), { target: { value: "9" } });
    await fireEvent.click(screen.getByRole("button", { name: /Play/ }));
    await waitFor(() =>
      expect(sent("/api/games")).toMatchObject({ level: 7, side: "black", expansions: "L" }),
    );
    expect(JSON.parse(localStorage.getItem("skep.newgame")!)).toMatchObject({ level: 7, clock: "7+9" });
    expect(sent("/api/games")).toMatchObject({ clock: { kind: "minutes", minutes: 7, increment: 9 } });
  });

  it("offers days per move against people, and keeps what was chosen", async () => {
    expect(screen.queryByRole("radio", { name: "Days" })).toBeNull();
    await fireEvent.click(screen.getByRole("radio", { name: "A friend" }));
    await fireEvent.click(screen.getByRole("radio", { name: "Days" }));
    await fireEvent.input(screen.getByRole("slider", { name: /^Days/ }), { target: { value: "6" } });
    expect(screen.getByText(en.start.clockNote.days(7))).toBeTruthy();
    await fireEvent.click(screen.getByRole("radio", { name: "No clock" }));
    await fireEvent.click(screen.getByRole("radio", { name: "Days" }));
    await fireEvent.click(screen.getByRole("button", { name: /Create a link/ }));
    await waitFor(() => expect(sent("/api/games")).toMatchObject({ clock: { kind: "days", days: 7 } }));
  });

  it("opens a game that anyone can join, and waits", async () => {
    await fireEvent.click(screen.getByRole("radio", { name: "Anyone" }));
    expect(screen.queryByRole("checkbox", { name: en.start.private })).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: /^Play/ }));
    await waitFor(() => expect(sent("/api/games")).toMatchObject({ opponent: "anyone", private: false }));
    await waitFor(() => expect(openGame.game).toBe("abcDEF0123"));
    openGame.forget();
  });

  it("looks for an opponent in a range of ratings, which must not be empty", async () => {
    const look = vi.spyOn(pool, "look").mockResolvedValue();
    const type = (label: string, value: string): Promise<unknown> =>
      fireEvent.input(screen.getByLabelText(label), { target: { value } });
    const play = (): Promise<unknown> => fireEvent.click(screen.getByRole("button", { name: /^Play/ }));
    expect(screen.queryByLabelText(en.lobby.lowest)).toBeNull();
    await fireEvent.click(screen.getByRole("radio", { name: "Anyone" }));
    await fireEvent.click(screen.getByRole("radio", { name: "Minutes" }));
    await type(en.lobby.lowest, "1600");
    await type(en.lobby.highest, "1500");
    expect(screen.getByLabelText(en.lobby.lowest).getAttribute("aria-invalid")).toBe("true");
    await play();
    expect(screen.getByRole("alert").textContent).toBe(en.lobby.rangeProblem);
    expect(look).not.toHaveBeenCalled();
    await type(en.lobby.highest, "");
    await play();
    await waitFor(() => expect(look).toHaveBeenCalledOnce());
    expect(look.mock.calls[0]![0]).toMatchObject({ lowest: 1600 });
    expect(look.mock.calls[0]![0]).not.toHaveProperty("highest");
    expect(JSON.parse(localStorage.getItem("skep.newgame")!)).toMatchObject({ lowest: 1600, highest: null });
    look.mockRestore();
  });

  it("offers private games, which games with a friend are unless you choose otherwise", async () => {
    const box = (): HTMLInputElement => screen.getByRole("checkbox", { name: en.start.private });
    expect(box().checked).toBe(false);
    await fireEvent.click(screen.getByRole("radio", { name: "A friend" }));
    expect(box().checked).toBe(true);
    await fireEvent.click(screen.getByRole("button", { name: /Create a link/ }));
    await waitFor(() => expect(sent("/api/games")).toMatchObject({ opponent: "friend", private: true }));
    await fireEvent.click(box());
    await fireEvent.click(await screen.findByRole("button", { name: /Create a link/ }));
    await waitFor(() => expect(sent("/api/games")).toMatchObject({ opponent: "friend", private: false }));
    expect(JSON.parse(localStorage.getItem("skep.newgame")!)).toMatchObject({ privateAgainst: ["here"] });
  });

  it("says when a game becomes too long", () => {
    expect(screen.getByText(en.start.lengthNote)).toBeTruthy();
  });

  it("describes each level", async () => {
    await fireEvent.input(screen.getByRole("slider"), { target: { value: "8" } });
    expect(screen.getByText(en.levels[8]![1]!)).toBeTruthy();
    expect(screen.getByRole("slider").getAttribute("aria-valuetext")).toBe("Level 9: princess");
  });

  it("asks for another name when the server rejects it", async () => {
    await fireEvent.click(screen.getByRole("radio", { name: "A friend" }));
    await fireEvent.input(screen.getByLabelText("Your name"), { target: { value: "\u0007" + "x" } });
    await fireEvent.click(screen.getByRole("button", { name: /Create a link/ }));
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(en.problems.nameRefused));
    expect(sent("/api/games")).toBeNull();
    fetchMock.mockResolvedValueOnce(response({ detail: "no", code: "name-reserved" }, 422));
    await fireEvent.click(screen.getByRole("button", { name: /Create a link/ }));
    await waitFor(() =>
      expect(screen.getByRole("alert").textContent).toBe(en.problems.names["name-reserved"]),
    );
  });

  it("says when the server cannot be reached", async () => {
    fetchMock.mockRejectedValue(new TypeError("failed to fetch"));
    await fireEvent.click(screen.getByRole("button", { name: /Play/ }));
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain(en.problems.unreachable));
  });
});
