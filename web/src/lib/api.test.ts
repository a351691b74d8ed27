import { afterEach, describe, expect, it, vi } from "vitest";
import { api, download, HttpProblem, Unreachable } from "./api";
import { engineStatus } from "./engineStatus.svelte";

const response = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
const fetchMock = vi.fn<typeof fetch>();
vi.stubGlobal("fetch", fetchMock);
afterEach(() => fetchMock.mockReset());

describe("the REST client", () => {
  it("sends and reads JSON", async () => {
    fetchMock.mockResolvedValueOnce(response({ game: "abcDEF0123" }, 201));
    await expect(api.create({ opponent: "here" })).resolves.toEqual({ game: "abcDEF0123" });
    const [path, init] = fetchMock.mock.calls[0]!;
    expect([path, init?.method, init?.body]).toEqual(["/api/games", "POST", '{"opponent":"here"}']);
  });

  it("sends secrets in the body, because addresses are logged", async () => {
    for (const [send, path] of [
      [api.join, "/api/invitations"],
      [api.takeSeat, "/api/seats"],
    ] as const) {
      fetchMock.mockResolvedValueOnce(response({ game: "abcDEF0123" }));
      await send("s3cret");
      const [address, init] = fetchMock.mock.calls.at(-1)!;
      expect([address, init?.body]).toEqual([path, '{"secret":"s3cret"}']);
    }
  });

  it("distinguishes a refusal from an unreachable server", async () => {
    fetchMock.mockResolvedValueOnce(response({ detail: "taken" }, 404));
    await expect(api.join("x")).rejects.toMatchObject({ status: 404, message: "taken", code: null });
    fetchMock.mockResolvedValueOnce(response({ detail: "no", code: "name-empty" }, 422));
    await expect(api.rename("x")).rejects.toMatchObject({ status: 422, code: "name-empty" });
    fetchMock.mockResolvedValueOnce(new Response("<html>", { status: 502, statusText: "Bad Gateway" }));
    await expect(api.me()).rejects.toBeInstanceOf(HttpProblem);
    fetchMock.mockRejectedValueOnce(new TypeError("failed to fetch"));
    await expect(api.me()).rejects.toBeInstanceOf(Unreachable);
  });

  it("sends a request again while the server is compiling its engine", async () => {
    vi.useFakeTimers();
    const compiling = new Response('{"detail": "compiling"}', {
      status: 503,
      headers: { "Skep-Engine": "compiling" },
    });
    fetchMock.mockResolvedValueOnce(compiling).mockResolvedValueOnce(response({ game: "abcDEF0123" }, 201));
    const created = api.create({ opponent: "computer" });
    await vi.advanceTimersByTimeAsync(0);
    expect(engineStatus.compiling).toBe(true);
    await vi.runAllTimersAsync();
    await expect(created).resolves.toEqual({ game: "abcDEF0123" });
    expect(engineStatus.compiling).toBe(false);
    expect(fetchMock).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });

  it("returns the addresses of downloads", () => {
    expect(download("abcDEF0123", "record.pgn")).toBe("/api/games/abcDEF0123/record.pgn");
  });
});
