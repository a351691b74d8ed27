import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { api, HttpProblem } from "../../lib/api";
import { language } from "../../lib/i18n/language.svelte";
import { me } from "../../lib/me.svelte";
import type { Game } from "./game.svelte";
import PlayerNames from "./PlayerNames.svelte";

const gameOf = (white: string, black: string): Game =>
  ({ id: "abcDEF0123", state: { white: { name: white }, black: { name: black } } }) as unknown as Game;

beforeAll(async () => {
  await language.load();
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  };
});
afterEach(() => vi.restoreAllMocks());

const open = async (): Promise<HTMLInputElement[]> => {
  await fireEvent.click(screen.getByRole("button", { name: "Names of the players" }));
  return screen.getAllByRole<HTMLInputElement>("textbox");
};

describe("the names of two people at one screen", () => {
  it("are saved for this game", async () => {
    me.name = "Mira";
    const saving = vi.spyOn(api, "namePlayers").mockResolvedValue({ white: "Mira", black: "Leo" });
    render(PlayerNames, { game: gameOf("", "") });
    const [white, black] = await open();
    expect([white!.value, black!.value]).toEqual(["Mira", ""]);
    await fireEvent.input(black!, { target: { value: " Leo " } });
    await fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(saving).toHaveBeenCalledWith("abcDEF0123", { white: "Mira", black: "Leo" });
  });

  it("start with those that the players have", async () => {
    render(PlayerNames, { game: gameOf("", "Leo") });
    expect((await open()).map(({ value }) => value)).toEqual(["", "Leo"]);
  });

  it("are refused with a reason", async () => {
    vi.spyOn(api, "namePlayers").mockRejectedValue(new HttpProblem(422, "", "name-reserved"));
    render(PlayerNames, { game: gameOf("skep", "") });
    await open();
    await fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(language.strings.problems.names["name-reserved"])).toBeTruthy();
  });
});
