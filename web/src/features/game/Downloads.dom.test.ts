import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { HttpProblem } from "../../lib/api";
import * as files from "../../lib/files";
import { language } from "../../lib/i18n/language.svelte";
import { studyApi } from "../../lib/studyApi";
import Downloads from "./Downloads.svelte";
import type { Game } from "./game.svelte";
import { UNRATED } from "../../lib/testData";

const player = (name: string): object => ({ seat: "guest", name, level: null, online: true, ...UNRATED });
const played = (result: object | null): Game =>
  ({
    id: "abcDEF0123",
    latest: 2,
    result,
    state: {
      edition: "ultimate-2024",
      game_type: "Base+MLP",
      white: player("Mira"),
      black: player("B/chster"),
      moves: [{ uhp: "wS1" }, { uhp: "bS1 wS1-" }],
    },
  }) as unknown as Game;
const OVER = { winner: "white", ending: "resignation" };

beforeAll(() => language.load());
afterEach(() => vi.restoreAllMocks());

describe("the files of a game", () => {
  it("are named after the players", () => {
    render(Downloads, { game: played(null) });
    const link = screen.getByRole("link", { name: "Game (PGN)" });
    expect(link.getAttribute("download")).toBe("hive-Mira-vs-B-chster-abcDEF0123.pgn");
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("include a picture and an animation once the game is over", async () => {
    const picture = new Blob(["GIF89a"]);
    const drawing = vi.spyOn(studyApi, "picture").mockResolvedValue(picture);
    const saving = vi.spyOn(files, "saveFile").mockImplementation(() => {});
    render(Downloads, { game: played(OVER) });
    expect(screen.getByRole("button", { name: "Last position (PNG)" })).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Whole game (animated GIF)" }));
    await vi.waitFor(() => expect(saving).toHaveBeenCalledOnce());
    expect(drawing.mock.calls[0]![0]).toMatchObject({
      start: "ultimate-2024 Base+MLP White[1] -",
      moves: ["wS1", "bS1 wS1-"],
      form: "gif",
    });
    const [saved, name] = saving.mock.calls[0]!;
    expect(saved).toBe(picture);
    expect(name).toBe("hive-Mira-vs-B-chster-abcDEF0123.gif");
  });

  it("say why an animation cannot be drawn", async () => {
    vi.spyOn(studyApi, "picture").mockRejectedValue(new HttpProblem(422, "too long", null));
    render(Downloads, { game: played(OVER) });
    await fireEvent.click(screen.getByRole("button", { name: "Whole game (animated GIF)" }));
    expect(await screen.findByText(/at most 300 positions/)).toBeTruthy();
  });
});
