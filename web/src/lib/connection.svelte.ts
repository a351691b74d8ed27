import { Socket, type ConnectionState } from "./socket";

/** The page's one socket, and its state for the page to show. */
class LiveConnection {
  state: ConnectionState = $state("idle");
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
      this.#check();
    });
    addEventListener("offline", () => (this.online = false));
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#check();
    });
  }

  /** A page that was asleep, or a net that was away: see at once whether anybody is there. */
  #check(): void {
    if (this.state !== "idle") this.socket.check();
  }
}

export const connection = new LiveConnection();
