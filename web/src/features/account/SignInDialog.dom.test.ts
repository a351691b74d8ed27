import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import en from "../../lib/i18n/en";
import { language } from "../../lib/i18n/language.svelte";
import SignInDialog from "./SignInDialog.svelte";

const fetchMock = vi.fn<typeof fetch>();
const response = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
const requests = (): string[] =>
  fetchMock.mock.calls.map(([path, init]) => `${init?.method ?? "GET"} ${path as string}`);
const { guest } = en.account;

/** Sign in on a server that knows this many games of the guest. */
async function signIn(games: number, adopt: () => Response): Promise<(path: string) => void> {
  fetchMock.mockImplementation((path, init) => {
    if (path === "/api/account/guest")
      return Promise.resolve(init?.method === "POST" ? adopt() : response({ games, unfinished: 1 }));
    return Promise.resolve(response({ name: "Ann", registered: true, role: "" }));
  });
  const reload = vi.fn<(path: string) => void>();
  render(SignInDialog, { open: true, reload });
  await fireEvent.input(screen.getByLabelText("Name"), { target: { value: "Ann" } });
  await fireEvent.input(screen.getByLabelText("Password"), { target: { value: "tigermoose" } });
  await fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
  return reload;
}

const moved = (): Response => response({ games: 2, unfinished: 1 });

beforeEach(async () => {
  localStorage.clear();
  // jsdom has no dialogs
  HTMLDialogElement.prototype.showModal = function (): void {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function (): void {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  };
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockReset();
  await language.load();
});

describe("signing in", () => {
  it("loads the page again if the browser played no games as a guest", async () => {
    const reload = await signIn(0, moved);
    await waitFor(() => expect(reload).toHaveBeenCalledExactlyOnceWith("/"));
    expect(requests()).not.toContain("POST /api/account/guest");
  });

  it("offers to move the games of the guest, and moves them", async () => {
    const reload = await signIn(2, moved);
    expect(await screen.findByText(guest.text(2, 1))).toBeTruthy();
    expect(reload).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByRole("button", { name: guest.move }));
    await waitFor(() => expect(reload).toHaveBeenCalledExactlyOnceWith("/"));
    expect(requests()).toContain("POST /api/account/guest");
  });

  it("leaves the games where they are if the player prefers that", async () => {
    const reload = await signIn(2, moved);
    await fireEvent.click(await screen.findByRole("button", { name: guest.leave }));
    await waitFor(() => expect(reload).toHaveBeenCalledExactlyOnceWith("/"));
    expect(requests()).not.toContain("POST /api/account/guest");
  });

  it("says why the games cannot be moved", async () => {
    const reload = await signIn(1, () => response({ detail: "no", code: "sanction-chat" }, 403));
    await fireEvent.click(await screen.findByRole("button", { name: guest.move }));
    await waitFor(() =>
      expect(screen.getByRole("alert").textContent).toBe(en.account.problems["sanction-chat"]),
    );
    expect(reload).not.toHaveBeenCalled();
  });
});
