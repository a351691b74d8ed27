import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, expect, it } from "vitest";
import en from "../i18n/en";
import { language } from "../i18n/language.svelte";
import { settings } from "../settings.svelte";
import MoveListMenu from "./MoveListMenu.svelte";

beforeAll(() => language.load());

it("offers figurines, notation and words, and closes with Escape", async () => {
  render(MoveListMenu);
  const button = screen.getByRole("button", { name: en.moves.options });
  await fireEvent.click(button);
  const { figurines, uhp, plain } = en.settings.notations;
  expect(screen.getAllByRole("radio").map((radio) => radio.parentElement!.textContent!.trim())).toEqual([
    figurines,
    uhp,
    plain,
  ]);
  await fireEvent.click(screen.getByRole("radio", { name: plain }));
  expect(settings.choices.notation).toBe("plain");
  screen.getByRole("radio", { name: plain }).focus();
  await fireEvent.keyDown(document.activeElement!, { key: "Escape" });
  expect(screen.queryByRole("radio")).toBeNull();
  expect(document.activeElement).toBe(button);
});
