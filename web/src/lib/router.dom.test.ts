import { describe, expect, it } from "vitest";
import {
  gamePath,
  isInternalClick,
  joinPath,
  leaderboardPath,
  parse,
  parseStudySource,
  playerPath,
  reviewPath,
  seatPath,
  sharedPath,
  studyPath,
  teamPath,
  tournamentPath,
} from "./router";

describe("addresses", () => {
  it("are parsed to routes", () => {
    expect(parse("/")).toEqual({ page: "start" });
    expect(parse("/watch")).toEqual({ page: "watch" });
    expect(parse("/game/abcDEF0123")).toEqual({ page: "game", id: "abcDEF0123" });
    expect(parse("/join", "", "#s3cret-_x")).toEqual({ page: "join", secret: "s3cret-_x" });
    expect(parse("/seat", "", "#s3cret")).toEqual({ page: "seat", secret: "s3cret" });
    expect(parse("/join/s3cret-_x")).toEqual({ page: "outdated" });
    expect(parse("/seat/s3cret", "", "#x")).toEqual({ page: "outdated" });
    expect(parse("/study")).toEqual({ page: "study", id: null, search: "" });
    expect(parse("/study", "?ply=3")).toEqual({ page: "study", id: null, search: "?ply=3" });
    expect(parse("/study/Ab3")).toEqual({ page: "study", id: "Ab3", search: "" });
    expect(parse("/review/Ab3")).toEqual({ page: "review", id: "Ab3" });
    expect(parse("/oauth", "?state=x")).toEqual({ page: "oauth", search: "?state=x" });
    expect(parse("/archive")).toEqual({ page: "archive" });
    expect(parse(playerPath("Zoé & Co"))).toEqual({ page: "player", name: "Zoé & Co" });
    expect(parse("/tournaments")).toEqual({ page: "tournaments" });
    expect(parse("/tournaments/new", "?team=x")).toEqual({ page: "new-tournament", search: "?team=x" });
    expect(parse(tournamentPath("Ab3"), "?round=2")).toEqual({
      page: "tournament",
      id: "Ab3",
      search: "?round=2",
    });
    expect(tournamentPath("Ab3", 2)).toBe("/tournament/Ab3?round=2");
    expect(parse("/teams")).toEqual({ page: "teams" });
    expect(parse(teamPath("Ab3"))).toEqual({ page: "team", id: "Ab3" });
    expect(parse("/leaderboard")).toEqual({ page: "leaderboard", pool: null });
    expect(parse(leaderboardPath("blitz/base"))).toEqual({ page: "leaderboard", pool: "blitz/base" });
  });

  it("that match no page are unknown", () => {
    for (const path of [
      "/game/short",
      "/game/",
      "/watch/x",
      "/tournament",
      "/tournaments/old",
      "/team/a/b",
      "/nowhere",
      "/game/abcDEF0123/more",
      "/join",
      "/review",
      "/archive/3",
      "/study/a/b",
      "/%E0%A4",
    ])
      expect(parse(path)).toEqual({ page: "unknown", path });
  });

  it("of seats and invitations keep the secret out of requests", () => {
    for (const path of [joinPath("s3cret"), seatPath("s3cret")]) {
      const { pathname, search, hash } = new URL(path, "http://x");
      expect(pathname + search).not.toContain("s3cret");
      expect(hash).toBe("#s3cret");
    }
  });

  it("are built so that parsing returns the same values", () => {
    expect(parse(gamePath("abcDEF0123"))).toEqual({ page: "game", id: "abcDEF0123" });
    const parseAddress = (path: string) => {
      const { pathname, search, hash } = new URL(path, "http://x");
      return parse(pathname, search, hash);
    };
    expect(parseAddress(joinPath("a/b?c"))).toEqual({ page: "join", secret: "a/b?c" });
    expect(parseAddress(seatPath("é"))).toEqual({ page: "seat", secret: "é" });
    expect(parse(reviewPath("a-b"))).toEqual({ page: "review", id: "a-b" });
    expect(parse(sharedPath("a-b"))).toMatchObject({ page: "study", id: "a-b" });
    expect(studyPath()).toBe("/study");
    const of = { game: "abcDEF0123", ply: 7, position: "ultimate-2024 Base White[1] -" };
    expect(parseStudySource(new URL(studyPath(of), "http://x").search)).toEqual(of);
    expect(parseStudySource("?game=../x&ply=-2&archived=1e9&position=")).toEqual({});
  });
});

describe("links", () => {
  const link = (href: string, change: (link: HTMLAnchorElement) => void = () => {}): HTMLAnchorElement => {
    const element = document.createElement("a");
    element.href = href;
    change(element);
    return element;
  };
  const click = (init: MouseEventInit = {}): MouseEvent => new MouseEvent("click", { button: 0, ...init });

  it("within the site are handled by the router", () => {
    expect(isInternalClick(click(), link("/watch"), location)).toBe(true);
  });

  it("to other targets are left to the browser", () => {
    expect(isInternalClick(click(), link("https://example.org/"), location)).toBe(false);
    for (const address of ["/api/games/x/record.pgn", "/docs/api.html", "/embed/game/x", "/database"])
      expect(isInternalClick(click(), link(address), location)).toBe(false);
    expect(
      isInternalClick(
        click(),
        link("/watch", (a) => a.setAttribute("download", "")),
        location,
      ),
    ).toBe(false);
    expect(
      isInternalClick(
        click(),
        link("/watch", (a) => (a.target = "_blank")),
        location,
      ),
    ).toBe(false);
    expect(isInternalClick(click({ ctrlKey: true }), link("/watch"), location)).toBe(false);
    expect(isInternalClick(click({ button: 1 }), link("/watch"), location)).toBe(false);
    expect(isInternalClick(click(), link(`${location.pathname}#main`), location)).toBe(false);
  });
});
