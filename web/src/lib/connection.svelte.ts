import { Socket, type ConnectionState } from "./socket";

/** The single socket of the page, and its state as reactive values. */
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

  /** Check the connection immediately after the page was in the background or the network was down. */
  #check(): void {
    if (this.state !== "idle") this.socket.check();
  }
}

export const connection = new LiveConnection();
