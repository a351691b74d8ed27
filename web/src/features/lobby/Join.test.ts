// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import en from "../../lib/i18n/en";
import { language } from "../../lib/i18n/language.svelte";
import { router } from "../../lib/router.svelte";
import Join from "./Join.svelte";

let status = 200;
vi.stubGlobal("scrollTo", () => {});
vi.stubGlobal("fetch", (path: string) =>
  Promise.resolve(
    path.startsWith("/api/invitations/")
      ? new Response(JSON.stringify(status === 200 ? { game: "abcDEF0123" } : { detail: "" }), { status })
      : new Response(JSON.stringify({ name: "" })),
  ),
);

beforeAll(() => language.load());
beforeEach(() => render(Join, { secret: "s3cret" }));

describe("an invitation", () => {
  it("leads to its game", async () => {
    status = 200;
    await fireEvent.click(screen.getByRole("button", { name: en.join.join }));
    await vi.waitFor(() => expect(router.route).toEqual({ page: "game", id: "abcDEF0123" }));
  });

  it("that is used up says so and links to the start page", async () => {
    status = 404;
    await fireEvent.click(screen.getByRole("button", { name: en.join.join }));
    expect(await screen.findByRole("heading", { name: en.problems.invitationUsed })).toBeTruthy();
    expect(screen.getByRole("link", { name: en.problems.toStart })).toBeTruthy();
  });

  it("can be tried again when the server is busy", async () => {
    status = 503;
    await fireEvent.click(screen.getByRole("button", { name: en.join.join }));
    expect(await screen.findByText(en.refusals.busy)).toBeTruthy();
  });
});
