import { afterEach, describe, expect, it, vi } from "vitest";
import { api, download, HttpProblem, Unreachable } from "./api";

const answer = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
const fetched = vi.fn<typeof fetch>();
vi.stubGlobal("fetch", fetched);
afterEach(() => fetched.mockReset());

describe("asking over REST", () => {
  it("sends and reads JSON", async () => {
    fetched.mockResolvedValueOnce(answer({ game: "abcDEF0123" }, 201));
    await expect(api.create({ opponent: "here" })).resolves.toEqual({ game: "abcDEF0123" });
    const [path, init] = fetched.mock.calls[0]!;
    expect([path, init?.method, init?.body]).toEqual(["/api/games", "POST", '{"opponent":"here"}']);
  });

  it("puts secrets into addresses safely", async () => {
    fetched.mockResolvedValueOnce(answer({ game: "abcDEF0123" }));
    await api.join("a/b");
    expect(fetched.mock.calls[0]![0]).toBe("/api/invitations/a%2Fb");
  });

  it("tells a refusal from a server that is not there", async () => {
    fetched.mockResolvedValueOnce(answer({ detail: "taken" }, 404));
    await expect(api.join("x")).rejects.toMatchObject({ status: 404, message: "taken" });
    fetched.mockResolvedValueOnce(new Response("<html>", { status: 502, statusText: "Bad Gateway" }));
    await expect(api.me()).rejects.toBeInstanceOf(HttpProblem);
    fetched.mockRejectedValueOnce(new TypeError("failed to fetch"));
    await expect(api.me()).rejects.toBeInstanceOf(Unreachable);
  });

  it("knows where downloads are", () => {
    expect(download("abcDEF0123", "record.pgn")).toBe("/api/games/abcDEF0123/record.pgn");
  });
});
