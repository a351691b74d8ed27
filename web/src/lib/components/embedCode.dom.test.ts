import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { language } from "../i18n/language.svelte";
import EmbedCode from "./EmbedCode.svelte";

beforeAll(() => language.load());

describe("the code to embed a board", () => {
  it("names the board and its colours, and is copied", async () => {
    const write = vi.fn(async () => {});
    vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText: write } });
    render(EmbedCode, { path: "/embed/game/abcdefghij" });
    await fireEvent.click(screen.getByText("Embed"));
    const code = (): string => screen.getByRole<HTMLTextAreaElement>("textbox").value;
    expect(code()).toContain(`src="${location.origin}/embed/game/abcdefghij?theme=light"`);
    await fireEvent.click(screen.getByRole("radio", { name: "Dark" }));
    expect(code()).toContain("?theme=dark");
    await fireEvent.click(screen.getByRole("button", { name: "Copy" }));
    expect(write).toHaveBeenCalledWith(code());
    vi.unstubAllGlobals();
  });

  it("keeps the position in an address, as text of HTML", async () => {
    render(EmbedCode, { path: "/embed/position?position=Base+White", text: "One position" });
    expect(screen.getByText("One position")).toBeTruthy();
    const frame = document.createElement("div");
    frame.innerHTML = screen.getByRole<HTMLTextAreaElement>("textbox", { hidden: true }).value;
    const address = new URL(frame.querySelector("iframe")?.getAttribute("src") ?? "");
    expect(address.pathname).toBe("/embed/position");
    expect(Object.fromEntries(address.searchParams)).toEqual({ position: "Base White", theme: "light" });
  });
});
