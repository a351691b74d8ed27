import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { language } from "../../lib/i18n/language.svelte";
import { settings } from "../../lib/settings.svelte";
import ExportDialog from "./ExportDialog.svelte";
import type { Study } from "./study.svelte";

const POSITION = "Base+MLP Black[1] 0,0:wS1";
const studying = (position: object | null): Study => ({ position }) as unknown as Study;

async function speak(code: string): Promise<void> {
  settings.choices.language = code;
  await language.load();
}

beforeAll(() => {
  // jsdom has no dialogs
  HTMLDialogElement.prototype.showModal = function (): void {
    this.open = true;
  };
});

afterEach(async () => {
  cleanup();
  await speak("en");
});

describe("the export of a study", () => {
  it.each([
    ["en", "Embed", "Code to embed"],
    ["fr", "Intégrer", "Code à intégrer"],
  ] as const)("has the code of the position for other sites (%s)", async (code, heading, label) => {
    await speak(code);
    render(ExportDialog, { study: studying({ position: POSITION }), open: true });
    expect(screen.getByText(heading)).toBeTruthy();
    const html = screen.getByLabelText<HTMLTextAreaElement>(label).value;
    const src = new DOMParser().parseFromString(html, "text/html").querySelector("iframe")?.src ?? "";
    expect(new URL(src).pathname).toBe("/embed/position");
    expect(new URL(src).searchParams.get("position")).toBe(POSITION);
  });

  it("has none while the position is unknown", async () => {
    await speak("en");
    render(ExportDialog, { study: studying(null), open: true });
    expect(screen.queryByText("Embed")).toBeNull();
  });
});
