// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import en from "../../lib/i18n/en";
import { language } from "../../lib/i18n/language.svelte";
import { router } from "../../lib/router.svelte";
import NewGame from "./NewGame.svelte";

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
    });
  });

  it("remembers the chosen options", async () => {
    await fireEvent.input(screen.getByRole("slider"), { target: { value: "7" } });
    await fireEvent.click(screen.getByRole("checkbox", { name: "ladybug" }));
    await fireEvent.click(screen.getByRole("radio", { name: "Black" }));
    await fireEvent.click(screen.getByRole("radio", { name: "5 min" }));
    await fireEvent.click(screen.getByRole("button", { name: /Play/ }));
    await waitFor(() =>
      expect(sent("/api/games")).toMatchObject({ level: 7, side: "black", expansions: "L" }),
    );
    expect(JSON.parse(localStorage.getItem("skep.newgame")!)).toMatchObject({ level: 7, clock: "5+3" });
  });

  it("describes each level", async () => {
    await fireEvent.input(screen.getByRole("slider"), { target: { value: "9" } });
    expect(screen.getByText(en.levels[8]![1]!)).toBeTruthy();
    expect(screen.getByRole("slider").getAttribute("aria-valuetext")).toBe("Level 9: princess");
  });

  it("asks for another name when the server rejects it", async () => {
    await fireEvent.click(screen.getByRole("radio", { name: "A friend" }));
    await fireEvent.input(screen.getByLabelText("Your name"), { target: { value: "\u0007" + "x" } });
    await fireEvent.click(screen.getByRole("button", { name: /Create a link/ }));
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(en.problems.nameRefused));
    expect(sent("/api/games")).toBeNull();
  });

  it("says when the server cannot be reached", async () => {
    fetchMock.mockRejectedValue(new TypeError("failed to fetch"));
    await fireEvent.click(screen.getByRole("button", { name: /Play/ }));
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain(en.problems.unreachable));
  });
});
