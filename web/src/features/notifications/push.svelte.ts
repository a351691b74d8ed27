import { language } from "../../lib/i18n/language.svelte";
import type { NotificationChoices, NotificationSettings } from "../../lib/messages";
import { notificationApi } from "./notificationApi";

const SYNCED = "skep.push";

/** Why this device shows no notifications, or that it does. */
export type PushState = "loading" | "unsupported" | "denied" | "off" | "on";
export type PushProblem = "" | "failed" | "saveFailed";

/** Opting in to messages on this device, and the player's choices. */
export class PushSettings {
  state: PushState = $state("loading");
  settings: NotificationSettings | null = $state.raw(null);
  busy = $state(false);
  problem: PushProblem = $state("");

  /** Find out whether this device is notified; a subscription is passed to the server again, which may not know it. */
  async load(): Promise<void> {
    try {
      this.settings = await notificationApi.settings();
    } catch {
      this.problem = "saveFailed";
    }
    if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) {
      this.state = "unsupported";
      return;
    }
    const registration = await navigator.serviceWorker.getRegistration();
    if (!registration) this.state = "unsupported";
    else if (Notification.permission === "denied") this.state = "denied";
    else {
      const subscription = await registration.pushManager.getSubscription();
      this.state = subscription ? "on" : "off";
      if (subscription) await this.#register(subscription);
    }
  }

  /** Ask the browser for its permission, and the server to push to this device. */
  async enable(): Promise<void> {
    await this.#attempt("failed", async () => {
      const permission = await Notification.requestPermission();
      if (permission === "denied") this.state = "denied";
      if (permission !== "granted" || !this.settings) return;
      const registration = await navigator.serviceWorker.ready;
      const subscription = await registration.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: fromBase64(this.settings.key),
      });
      if (await this.#register(subscription)) this.state = "on";
      else await subscription.unsubscribe();
    });
  }

  /** Stop notifying this device. */
  async disable(): Promise<void> {
    await this.#attempt("saveFailed", async () => {
      const registration = await navigator.serviceWorker.ready;
      const subscription = await registration.pushManager.getSubscription();
      if (subscription) {
        this.settings = await notificationApi.removeDevice(subscription.endpoint);
        await subscription.unsubscribe();
      }
      this.state = "off";
    });
  }

  /** Store other choices. */
  async choose(changes: Partial<NotificationChoices>): Promise<void> {
    const { settings } = this;
    if (!settings) return;
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
    const choices = { ...settings.choices, zone, ...changes };
    this.settings = { ...settings, choices };
    await this.#attempt("saveFailed", async () => {
      this.settings = await notificationApi.choose(choices);
    });
    if (this.problem) this.settings = settings;
  }

  async #register(subscription: PushSubscription): Promise<boolean> {
    const { endpoint, keys } = subscription.toJSON();
    if (!endpoint || !keys?.p256dh || !keys.auth) return false;
    try {
      this.settings = await notificationApi.addDevice({
        endpoint,
        keys: { p256dh: keys.p256dh, auth: keys.auth },
        language: language.code,
      });
      return true;
    } catch {
      this.problem = "saveFailed";
      return false;
    }
  }

  async #attempt(problem: PushProblem, work: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.problem = "";
    try {
      await work();
    } catch {
      this.problem = problem;
    } finally {
      this.busy = false;
    }
  }
}

/** Pass this device's subscription to the server again if another player uses the browser now; once per tab. */
export async function syncDevice(player: string): Promise<void> {
  if (!("serviceWorker" in navigator) || !("Notification" in window) || Notification.permission !== "granted")
    return;
  if (sessionStorage.getItem(SYNCED) === player) return;
  await new PushSettings().load();
  sessionStorage.setItem(SYNCED, player);
}

/** Return the bytes of a text in base64url without padding. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

/** Return minutes after midnight as `07:30`, for an input. */
export const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** Return the minutes after midnight of `07:30`, or null. */
export function minutesOf(text: string): number | null {
  const found = /^(\d\d):(\d\d)/.exec(text);
  return found ? 60 * Number(found[1]) + Number(found[2]) : null;
}
