/** Messages from moderators to the user: warnings to confirm, and sanctions in force. */
import type { Notice, SanctionNotice } from "../../lib/messages";
import { connection } from "../../lib/connection.svelte";
import { me } from "../../lib/me.svelte";
import { peopleApi } from "./moderationApi";

type Shown = Pick<Notice, "kind" | "reason" | "until"> & { id: number | null };

const ENDS_SESSIONS: Notice["kind"][] = ["suspension", "ban"];

class SanctionNotices {
  shown: Shown[] = $state.raw([]);
  /** Whether a sanction has just signed the user out. */
  signedOut = $state(false);

  /** Show what was left while the page was closed. Call this once the user is known to have a name or an account. */
  async begin(): Promise<void> {
    try {
      await me.known();
      await this.load((kind) => kind !== "chat");
    } catch {
      // they are shown the next time
    }
  }

  /** Show what moderators do from now on. */
  start(): () => void {
    return connection.socket.listen("sanction", (message) => void this.#onSanction(message));
  }

  /** Show the notices of these kinds. */
  async load(isShown: (kind: Notice["kind"]) => boolean = () => true): Promise<void> {
    this.shown = (await peopleApi.notices()).notices.filter(({ kind }) => isShown(kind));
  }

  async #onSanction({ sanction, reason, until }: SanctionNotice): Promise<void> {
    if (sanction === "warning") return this.load().catch(() => undefined);
    const wasSignedIn = me.registered;
    this.shown = [{ id: null, kind: sanction, reason, until }];
    if (!ENDS_SESSIONS.includes(sanction)) return;
    await me.refresh().catch(() => undefined);
    this.signedOut = wasSignedIn && !me.registered;
  }

  /** Confirm or close the first notice. */
  async confirm(): Promise<void> {
    const [first, ...others] = this.shown;
    this.shown = others;
    this.signedOut = false;
    if (first?.kind === "warning" && first.id !== null)
      await peopleApi.confirm(first.id).catch(() => undefined);
  }
}

export const sanctionNotices = new SanctionNotices();
