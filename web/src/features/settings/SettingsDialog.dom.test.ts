import { render } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { language } from "../../lib/i18n/language.svelte";
import { DEFAULTS, settings } from "../../lib/settings.svelte";
import SettingsDialog from "./SettingsDialog.svelte";

beforeEach(async () => {
  // jsdom has no modal dialogs
  HTMLDialogElement.prototype.showModal = vi.fn(function (this: HTMLDialogElement) {
    this.open = true;
  });
  settings.choices = { ...DEFAULTS };
  await language.load();
});

// queries by role are slow, because they examine every shape of the tiles
function group(legend: string): HTMLElement {
  const found = [...document.querySelectorAll("legend")].find((one) => one.textContent === legend);
  return found!.closest("fieldset")!;
}
const inputs = (legend: string): HTMLInputElement[] => [...group(legend).querySelectorAll("input")];
const names = (legend: string): string[] =>
  [...group(legend).querySelectorAll("label > span:last-child")].map((one) => one.textContent);
const chosen = (legend: string): string[] =>
  inputs(legend)
    .filter((input) => input.checked)
    .map((input) => input.value);
const choose = (legend: string, value: string): void =>
  inputs(legend)
    .find((input) => input.value === value)!
    .click();

describe("the settings", () => {
  it("offer three tables, felt first, and five sets of tiles with a picture of each", () => {
    render(SettingsDialog, { open: true });
    expect(names("Table")).toEqual(["Felt", "Paper", "Slate"]);
    expect(chosen("Table")).toEqual(["felt"]);
    expect(names("Tiles")).toEqual(["Classic", "Flat", "Engraved", "Colour-blind", "High contrast"]);
    expect(group("Tiles").querySelectorAll("svg")).toHaveLength(5);
  });

  it("are stored as they are chosen", () => {
    render(SettingsDialog, { open: true });
    choose("Tiles", "engraved");
    choose("Table", "night");
    choose("Show moves as", "plain");
    expect(settings.choices).toMatchObject({ tiles: "engraved", ground: "night", notation: "plain" });
  });

  it("show the tiles that are drawn: with high contrast those made for it", () => {
    settings.choices = { ...DEFAULTS, contrast: "high", tiles: "flat" };
    render(SettingsDialog, { open: true });
    expect(chosen("Tiles")).toEqual(["contrast"]);
  });
});
