import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import en from "../../lib/i18n/en";
import { language } from "../../lib/i18n/language.svelte";
import type { Invitation } from "../../lib/messages";
import { router } from "../../lib/router.svelte";
import Join from "./Join.svelte";
import { bugStacks, extraBugs } from "./invitation";

const INVITATION: Invitation = {
  by: "Anna",
  side: "black",
  clock: { kind: "minutes", minutes: 7.5, increment: 4, days: 0, first_move: 60 },
  expansions: "ML",
  edition: "ultimate-2024",
  threefold: true,
  private: true,
  rated: false,
  game: null,
};

let lookup: [number, unknown] = [200, INVITATION];
let joined = 200;
let requests: string[] = [];
vi.stubGlobal("scrollTo", () => {});
vi.stubGlobal("fetch", (path: string) => {
  requests.push(path);
  if (path === "/api/invitations/lookup")
    return Promise.resolve(new Response(JSON.stringify(lookup[1]), { status: lookup[0] }));
  const body = path !== "/api/invitations" ? { name: "" } : joined === 200 ? { game: "abcDEF0123" } : {};
  return Promise.resolve(
    new Response(JSON.stringify(body), { status: path === "/api/invitations" ? joined : 200 }),
  );
});

beforeAll(() => language.load());
beforeEach(() => {
  lookup = [200, INVITATION];
  joined = 200;
  requests = [];
});

const open = (): void => void render(Join, { secret: "s3cret" });
const button = (): Promise<HTMLElement> => screen.findByRole("button", { name: en.join.join });

describe("an invitation", () => {
  it("says who invites and what is played before it requests anything else", async () => {
    open();
    await button();
    expect(screen.getByRole("heading", { name: "Anna invites you to play Hive" })).toBeTruthy();
    for (const text of [
      "Black: your opponent moves first",
      "7.5 minutes each, plus 4 seconds per move",
      "The five basic bugs, plus the mosquito and the ladybug",
      en.join.clockStart,
      en.join.threefold,
      en.game.private,
    ])
      expect(screen.getByText(text)).toBeTruthy();
    expect(requests).toEqual(["/api/invitations/lookup"]);
  });

  it("leads to its game", async () => {
    open();
    await fireEvent.click(await button());
    await vi.waitFor(() => expect(router.route).toEqual({ page: "game", id: "abcDEF0123" }));
  });

  it("leads a player of the game straight to it", async () => {
    lookup = [200, { ...INVITATION, game: "mineMINE01" }];
    open();
    await vi.waitFor(() => expect(router.route).toEqual({ page: "game", id: "mineMINE01" }));
  });

  it.each([
    [404, "invitation-unknown", en.problems.invitationUnknown],
    [410, "invitation-used", en.problems.invitationTaken],
    [410, "invitation-expired", en.problems.invitationExpired],
    [410, "invitation-over", en.problems.invitationOver],
    [422, null, en.problems.invitationUnknown],
  ])("that does not work says so at once: %s %s", async (status, code, heading) => {
    lookup = [status, { detail: "", code }];
    open();
    expect(await screen.findByRole("heading", { name: heading })).toBeTruthy();
    expect(screen.getByRole("link", { name: en.problems.toStart })).toBeTruthy();
    expect(requests).toEqual(["/api/invitations/lookup"]);
  });

  it("that is used up in the meantime says so", async () => {
    open();
    joined = 404;
    await fireEvent.click(await button());
    expect(await screen.findByRole("heading", { name: en.problems.invitationUsed })).toBeTruthy();
  });

  it("can be tried again when the server is busy", async () => {
    open();
    joined = 503;
    await fireEvent.click(await button());
    expect(await screen.findByText(en.refusals.busy)).toBeTruthy();
  });
});

describe("the bugs of an invitation", () => {
  it("are named and drawn in the visitor's colour", () => {
    expect(extraBugs("MP")).toEqual(["mosquito", "pillbug"]);
    const pieces = bugStacks({ side: "black", expansions: "P" }).flatMap((stack) => stack.pieces);
    expect(pieces).toEqual(["bS1", "bB1", "bQ", "bG1", "bA1", "wQ", "bP"]);
  });
});
