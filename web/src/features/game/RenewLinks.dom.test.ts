import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, describe, expect, it, vi } from "vitest";
import en from "../../lib/i18n/en";
import { language } from "../../lib/i18n/language.svelte";
import RenewLinks from "./RenewLinks.svelte";

const fetchMock = vi.fn<typeof fetch>();
vi.stubGlobal("fetch", fetchMock);
beforeAll(() => language.load());

describe("new links to a seat", () => {
  it("replace the earlier ones and sign other devices out", async () => {
    fetchMock.mockResolvedValueOnce(new Response('{"removed": 2}'));
    render(RenewLinks, {
      game: "abcDEF0123",
      side: "white",
      note: en.actions.seatRenewNote,
      done: en.actions.seatRenewed,
    });
    expect(screen.getByText(en.actions.seatRenewNote)).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: en.invite.renew }));
    expect(await screen.findByText(en.actions.seatRenewed(2))).toBeTruthy();
    const [path, init] = fetchMock.mock.calls[0]!;
    expect([path, init?.method, init?.body]).toEqual([
      "/api/games/abcDEF0123/links",
      "POST",
      '{"side":"white"}',
    ]);
  });

  it("can be made again after a failure", async () => {
    fetchMock.mockResolvedValueOnce(new Response("{}", { status: 503 }));
    render(RenewLinks, { game: "abcDEF0123", side: "black", note: "note", done: () => en.invite.renewed });
    const button = screen.getByRole("button", { name: en.invite.renew });
    await fireEvent.click(button);
    expect(await screen.findByText(en.refusals.busy)).toBeTruthy();
    fetchMock.mockResolvedValueOnce(new Response('{"removed": 0}'));
    await fireEvent.click(button);
    expect(await screen.findByText(en.invite.renewed)).toBeTruthy();
  });
});
