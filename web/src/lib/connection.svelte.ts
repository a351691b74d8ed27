import { Socket, type Connection } from "./socket";

/** The page's one socket, and its state for the page to show. */
class Line {
  state: Connection = $state("idle");
  online = $state(navigator.onLine);
  readonly socket: Socket;

  constructor() {
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`;
    this.socket = new Socket(() => new WebSocket(address));
    this.socket.onConnection = (state) => (this.state = state);
  }

  start(): void {
    addEventListener("online", () => {
      this.online = true;
      this.#look();
    });
    addEventListener("offline", () => (this.online = false));
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#look();
    });
  }

  /** A page that was asleep, or a net that was away: see at once whether anybody is there. */
  #look(): void {
    if (this.state !== "idle") this.socket.check();
  }
}

export const line = new Line();
