import { connection } from "../../../lib/connection.svelte";
import { me } from "../../../lib/me.svelte";
import type { StudyScreen } from "../studyScreen.svelte";
import { sharedApi } from "./sharedApi";
import { SharedStudy } from "./sharedStudy.svelte";

/** Opens a shared study on the analysis board, and joins it first if the address has the secret of a link. */
export class SharedOpening {
  readonly #shared: SharedStudy;
  #ended = false;

  constructor(
    private readonly id: string,
    private readonly search: string,
    private readonly screen: StudyScreen,
  ) {
    this.#shared = new SharedStudy(id, connection.socket, sharedApi, screen.study, {
      onChapter: ({ orientation }) => (screen.rotation = orientation),
    });
  }

  async open(): Promise<void> {
    const { loader } = this.screen;
    loader.begin(() => this.open());
    try {
      await me.known();
      await this.#join();
      await this.#shared.open(new URLSearchParams(this.search).get("chapter"));
      if (this.#ended) return this.#shared.close();
      this.screen.shared = this.#shared;
      this.screen.tab = "chapters";
      loader.ready = true;
    } catch (error) {
      if (!this.#ended) loader.failed = error;
    }
  }

  async #join(): Promise<void> {
    const secret = decodeURIComponent(location.hash.replace(/^#/, ""));
    if (!secret) return;
    await sharedApi.join(this.id, secret);
    // the secret should stay neither in the history nor in a screenshot
    history.replaceState(history.state, "", location.pathname + location.search);
  }

  close(): void {
    this.#ended = true;
    this.#shared.close();
    if (this.screen.shared === this.#shared) this.screen.shared = null;
    if (this.screen.tab === "chapters") this.screen.tab = "engine";
  }
}
