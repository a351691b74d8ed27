import { connection } from "../../lib/connection.svelte";
import { me } from "../../lib/me.svelte";
import type { Notification, NotificationList, NotificationsChanged } from "../../lib/messages";
import { Stored } from "../../lib/stored";
import { hasPlayed } from "../home/gameOptions";
import { notificationApi } from "./notificationApi";

interface Deps {
  list: () => Promise<NotificationList>;
  markRead: (seen: { notification?: number; game?: string }) => Promise<NotificationList>;
  isVisible: () => boolean;
}

/** Return whether two notifications are about the same subject, so that one replaces the other. */
function sameTopic(one: Notification, two: Notification): boolean {
  // a round of a tournament has another game each time
  if (one.tournament !== null || two.tournament !== null) return one.tournament === two.tournament;
  return (
    one.game === two.game &&
    one.challenge === two.challenge &&
    one.team === two.team &&
    (one.team === null || one.name === two.name)
  );
}

/**
 * The player's notifications, as the server counts them for all tabs and devices. Those about the game on the screen
 * count as read.
 */
export class NotificationCentre {
  unread = $state(0);
  /** The latest first; null until they are known. */
  list: Notification[] | null = $state.raw(null);
  failed = $state(false);
  #viewed: string | null = null;
  /** Notifications that were marked because their game was on the screen: each once, whatever the server makes of it. */
  readonly #looked = new Set<string>();

  constructor(private readonly deps: Deps) {}

  /** Request the notifications. */
  async load(): Promise<void> {
    try {
      this.#set(await this.deps.list());
      this.failed = false;
    } catch {
      this.failed = true;
    }
  }

  /** Handle a change that the server reports. */
  onChange({ unread, latest }: NotificationsChanged): void {
    this.unread = unread;
    if (!latest) return void this.load();
    if (this.list) this.list = [latest, ...this.list.filter((each) => !sameTopic(each, latest))];
    this.look();
  }

  /** Note the game on the screen, or that there is none. */
  view(game: string | null): void {
    this.#viewed = game;
    this.look();
  }

  /** Mark what concerns the game on the screen as read, if the player can see it. */
  look(): void {
    const game = this.#viewed;
    if (game === null || !this.deps.isVisible()) return;
    for (const { id, at, read, tournament, ...about } of this.list ?? []) {
      const version = `${id} ${at}`;
      if (about.game !== game || read || this.#looked.has(version)) continue;
      this.#looked.add(version);
      // the round of a tournament is about the tournament, although it has a game
      void this.#mark(tournament === null ? { game } : { notification: id });
    }
  }

  /** Mark one notification, or all, as read. */
  read(notification?: number): Promise<void> {
    return this.#mark(notification === undefined ? {} : { notification });
  }

  async #mark(seen: { notification?: number; game?: string }): Promise<void> {
    try {
      this.#set(await this.deps.markRead(seen));
    } catch {
      this.failed = true; // they stay unread
    }
  }

  #set({ notifications, unread }: NotificationList): void {
    this.list = notifications;
    this.unread = unread;
    this.look();
  }
}

/** Whether a notification was received in this browser before. */
const notified = new Stored<boolean>("skep.notified", 1);

/** The notifications of this page. */
class PageNotifications extends NotificationCentre {
  #received = $state(notified.load() ?? false);
  #begun = false;

  constructor() {
    super({ ...notificationApi, isVisible: () => document.visibilityState === "visible" });
  }

  /** Whether there may be something to tell: the player has played here, chosen a name, or received something. */
  get active(): boolean {
    return this.#received || me.name !== "" || hasPlayed();
  }

  start(): void {
    connection.socket.listen("notifications", (message) => {
      if (!this.#received) notified.save(true);
      this.#received = true;
      this.onChange(message);
    });
    document.addEventListener("visibilitychange", () => this.look());
  }

  /** Load the notifications once there may be some. */
  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    me.known().then(
      async () => {
        await this.load();
        // who has games, or had some, hears of them on every page
        if (this.list?.length) connection.socket.hold();
        const { syncDevice } = await import("./push.svelte");
        await syncDevice(me.name).catch(() => undefined);
      },
      () => (this.failed = true),
    );
  }
}

export const notifications = new PageNotifications();
