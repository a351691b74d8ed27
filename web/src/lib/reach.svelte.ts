import { api } from "./api";
import type { ServerReach } from "./messages";

/** From where links work: everywhere, on the network, or only on this machine (`skep play`). */
class ReachState {
  /** Null until the server has answered; links are then shown as they are. */
  value: ServerReach | null = $state.raw(null);

  /** Ask the server, which may have been switched by another tab. A failure is ignored. */
  load(): void {
    api.reach().then(
      (value) => (this.value = value),
      () => {},
    );
  }

  /** Let devices on the network in, or shut them out. */
  async set(network: boolean): Promise<void> {
    this.value = await api.setReach(network);
  }

  /** Whether links work on this machine only. */
  get isMachineOnly(): boolean {
    return this.value?.reach === "machine";
  }

  /** Return a link to this site as other devices can open it. */
  linkTo(link: string): string {
    const origin = this.value?.origin;
    return origin && link.startsWith(location.origin) ? origin + link.slice(location.origin.length) : link;
  }
}

export const reach = new ReachState();
