import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api, HttpProblem } from "../api";
import { language } from "../i18n/language.svelte";
import { me } from "../me.svelte";
import MyName from "./MyName.svelte";

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
beforeEach(() => {
  localStorage.clear();
  me.name = "";
  vi.spyOn(api, "me").mockResolvedValue({ name: "", registered: false, role: "" });
});
afterEach(() => vi.restoreAllMocks());

const choose = async (name: string): Promise<void> => {
  await fireEvent.input(screen.getByRole("textbox", { name: "Name" }), { target: { value: name } });
  await fireEvent.click(screen.getByRole("button", { name: "Save" }));
};

describe("the user's name", () => {
  it("can be chosen, and is remembered for the next visit", async () => {
    const renaming = vi.spyOn(api, "rename").mockResolvedValue({ name: "Mira", registered: false, role: "" });
    render(MyName);
    await fireEvent.click(screen.getByRole("button", { name: "Your name" }));
    await choose(" Mira ");
    expect(await screen.findByRole("button", { name: "Mira, change your name" })).toBeTruthy();
    expect(renaming).toHaveBeenCalledWith("Mira");
    expect(JSON.parse(localStorage.getItem("skep.name")!)).toMatchObject({ data: "Mira" });
  });

  it("says why a name is refused", async () => {
    vi.spyOn(api, "rename").mockRejectedValue(new HttpProblem(422, "reserved", "name-reserved"));
    render(MyName);
    await fireEvent.click(screen.getByRole("button", { name: "Your name" }));
    await choose("skep");
    const reason = language.strings.problems.names["name-reserved"];
    expect(await screen.findByText(reason)).toBeTruthy();
    expect(me.name).toBe("");
  });
});
