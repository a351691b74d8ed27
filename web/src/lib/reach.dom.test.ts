import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import LinkBox from "./components/LinkBox.svelte";
import en from "./i18n/en";
import { language } from "./i18n/language.svelte";
import type { ServerReach } from "./messages";
import { reach } from "./reach.svelte";

const MACHINE: ServerReach = { reach: "machine", origin: null, can_switch: true };
const NETWORK: ServerReach = { reach: "network", origin: "http://192.168.1.7:8765", can_switch: true };

let answer: [number, unknown] = [200, MACHINE];
const bodies: unknown[] = [];
vi.stubGlobal("fetch", (_path: string, { method, body }: RequestInit) => {
  if (method === "PUT") bodies.push(JSON.parse(String(body)));
  return Promise.resolve(new Response(JSON.stringify(answer[1]), { status: answer[0] }));
});

beforeAll(() => language.load());
beforeEach(() => {
  reach.value = null;
  bodies.length = 0;
});

const show = (): void =>
  void render(LinkBox, { link: `${location.origin}/join#x`, label: "Link", shareText: "", qr: true });
const shownLink = (): string => screen.getByLabelText<HTMLInputElement>("Link").value;

describe("a link of a local server", () => {
  it("is for this machine only, without a QR code, until the switch is used", async () => {
    answer = [200, MACHINE];
    show();
    const toggle = await screen.findByRole<HTMLInputElement>("switch", { name: en.reach.label });
    expect(toggle.checked).toBe(false);
    expect(shownLink()).toBe(`${location.origin}/join#x`);
    expect(screen.queryByText(en.invite.qrNote)).toBeNull();
    expect(screen.getByText(new RegExp(en.reach.machine))).toBeTruthy();

    answer = [200, NETWORK];
    await fireEvent.click(toggle);
    await vi.waitFor(() => expect(shownLink()).toBe("http://192.168.1.7:8765/join#x"));
    expect(bodies).toEqual([{ network: true }]);
    expect(screen.getByText(en.invite.qrNote)).toBeTruthy();

    answer = [200, MACHINE];
    await fireEvent.click(toggle);
    await vi.waitFor(() => expect(shownLink()).toBe(`${location.origin}/join#x`));
  });

  it("says if there is no network", async () => {
    answer = [200, MACHINE];
    show();
    const toggle = await screen.findByRole<HTMLInputElement>("switch");
    answer = [409, { detail: "" }];
    await fireEvent.click(toggle);
    expect(await screen.findByText(en.reach.noNetwork)).toBeTruthy();
    expect(toggle.checked).toBe(false);
  });

  it("has no switch on another device", async () => {
    answer = [200, { ...NETWORK, can_switch: false }];
    show();
    expect(await screen.findByText(new RegExp(en.reach.on))).toBeTruthy();
    expect(screen.queryByRole("switch")).toBeNull();
  });
});

describe("a link of a public server", () => {
  it("is shown as it is", async () => {
    answer = [200, { reach: "public", origin: null, can_switch: false }];
    show();
    await vi.waitFor(() => expect(reach.value).not.toBeNull());
    expect(shownLink()).toBe(`${location.origin}/join#x`);
    expect(screen.getByText(en.invite.qrNote)).toBeTruthy();
    expect(screen.queryByText(new RegExp(en.reach.machine))).toBeNull();
  });
});
