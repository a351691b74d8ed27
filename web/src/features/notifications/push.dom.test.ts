import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { NotificationSettings } from "../../lib/messages";
import { notificationApi } from "./notificationApi";
import { clockText, fromBase64, minutesOf, PushSettings, syncDevice } from "./push.svelte";

const SETTINGS = {
  key: "AQID",
  devices: 0,
  choices: { pushed: ["your-turn"], quiet: null, zone: "UTC" },
} as unknown as NotificationSettings;

/** A browser that can show notifications. */
function browser({ permission = "default", subscribed = false, answer = "granted" } = {}) {
  const subscription = {
    toJSON: () => ({ endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" } }),
    endpoint: "https://push.example/1",
    unsubscribe: vi.fn(async () => true),
  };
  const pushManager = {
    getSubscription: vi.fn(async () => (subscribed ? subscription : null)),
    subscribe: vi.fn(async () => subscription),
  };
  const registration = { pushManager };
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission, requestPermission: vi.fn(async () => answer) });
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { getRegistration: async () => registration, ready: Promise.resolve(registration) },
  });
  return { pushManager, subscription };
}

beforeEach(() => {
  vi.spyOn(notificationApi, "settings").mockResolvedValue(SETTINGS);
  vi.spyOn(notificationApi, "addDevice").mockResolvedValue(SETTINGS);
  vi.spyOn(notificationApi, "removeDevice").mockResolvedValue(SETTINGS);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
  sessionStorage.clear();
});

describe("notifications on this device", () => {
  it("are not offered where the browser cannot show them", async () => {
    const push = new PushSettings();
    await push.load();
    expect(push.state).toBe("unsupported");
  });

  it("say that the browser forbids them", async () => {
    browser({ permission: "denied" });
    const push = new PushSettings();
    await push.load();
    expect(push.state).toBe("denied");
  });

  it("are turned on with the key of the server", async () => {
    const { pushManager } = browser();
    const push = new PushSettings();
    await push.load();
    expect(push.state).toBe("off");
    await push.enable();
    expect(push.state).toBe("on");
    expect(pushManager.subscribe).toHaveBeenCalledWith({
      userVisibleOnly: true,
      applicationServerKey: new Uint8Array([1, 2, 3]),
    });
    expect(notificationApi.addDevice).toHaveBeenCalledWith(
      expect.objectContaining({ endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" } }),
    );
  });

  it("are not kept if the server does not know the device", async () => {
    const { subscription } = browser();
    vi.mocked(notificationApi.addDevice).mockRejectedValue(new Error("offline"));
    const push = new PushSettings();
    await push.load();
    await push.enable();
    expect(push.state).toBe("off");
    expect(push.problem).toBe("saveFailed");
    expect(subscription.unsubscribe).toHaveBeenCalled();
  });

  it("are turned off on the server first", async () => {
    const { subscription } = browser({ permission: "granted", subscribed: true });
    const push = new PushSettings();
    await push.load();
    expect(push.state).toBe("on");
    await push.disable();
    expect(notificationApi.removeDevice).toHaveBeenCalledWith("https://push.example/1");
    expect(subscription.unsubscribe).toHaveBeenCalled();
    expect(push.state).toBe("off");
  });

  it("are registered once per tab for the player who uses the browser", async () => {
    browser({ permission: "granted", subscribed: true });
    await syncDevice("anna");
    await syncDevice("anna");
    expect(notificationApi.addDevice).toHaveBeenCalledTimes(1);
    await syncDevice("ben");
    expect(notificationApi.addDevice).toHaveBeenCalledTimes(2);
  });

  it("take a choice back that could not be stored, and say so", async () => {
    browser();
    const choose = vi.spyOn(notificationApi, "choose").mockRejectedValue(new Error("offline"));
    const push = new PushSettings();
    await push.load();
    await push.choose({ pushed: [] });
    expect(choose).toHaveBeenCalledWith(expect.objectContaining({ pushed: [] }));
    expect(push.settings?.choices.pushed).toEqual(["your-turn"]);
    expect(push.problem).toBe("saveFailed");
  });
});

describe("texts", () => {
  it("of base64url become bytes", () => {
    expect([...fromBase64("-_8A")]).toEqual([251, 255, 0]);
  });

  it("of times are read and written", () => {
    expect(clockText(7 * 60 + 5)).toBe("07:05");
    expect(minutesOf("07:05")).toBe(425);
    expect(minutesOf("soon")).toBeNull();
  });
});
