import { afterEach, describe, expect, it, vi } from "vitest";
import { passkeysWork } from "./passkeys";

afterEach(() => vi.unstubAllGlobals());

describe("passkeys", () => {
  it("work on sites with a name, in a secure context", () => {
    vi.stubGlobal("PublicKeyCredential", class {});
    vi.stubGlobal("isSecureContext", true);
    for (const host of ["hive.example", "localhost"]) expect(passkeysWork(host)).toBe(true);
    for (const host of ["127.0.0.1", "[::1]", "192.0.2.7"]) expect(passkeysWork(host)).toBe(false);
    vi.stubGlobal("isSecureContext", false);
    expect(passkeysWork("hive.example")).toBe(false);
  });

  it("do not work in browsers that do not know them", () => {
    vi.stubGlobal("isSecureContext", true);
    vi.stubGlobal("PublicKeyCredential", undefined);
    expect(passkeysWork("hive.example")).toBe(false);
  });
});
