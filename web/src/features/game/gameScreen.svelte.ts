import type { Person } from "../moderation/relations.svelte";

/** What is open on the screen of a game, besides the game itself. */
export type GameDialog = "" | "menu" | "draw" | "resign" | "abort" | "share" | "seat" | "download" | "people";

/** How far the end of a game is staged: the table dims, the queen's sides light up, then the banner rises. */
export type EndingStage = "none" | "dim" | "banner";

/** When the banner rises after the table began to dim, in milliseconds. */
export const BANNER_AFTER = 900;

export class GameScreen {
  tab: "moves" | "chat" = $state("moves");
  /** Whether the panel is open where it is a drawer or a sheet. */
  drawer = $state(false);
  dialog: GameDialog = $state("");
  /** Whom the dialog about people is about, if one of them was pressed. */
  person: Person | null = $state.raw(null);
  /** Only board, clocks and trays. */
  zen = $state(false);
  /** Sixths of a turn that the player has turned the view. */
  rotation = $state(0);
  ending: EndingStage = $state("none");
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly deps: {
      /** Whether chat is visible below the moves. */
      showsBoth: () => boolean;
      /** Whether the panel is beside the board. */
      hasPanel: () => boolean;
      unread: () => number;
      /** Whether the end is shown at once. */
      atOnce: () => boolean;
    },
  ) {}

  /** The number of lines of chat that were not read yet. */
  get unread(): number {
    return this.deps.unread();
  }

  get chatVisible(): boolean {
    const panel = this.deps.hasPanel() || this.drawer;
    return panel && (this.tab === "chat" || this.deps.showsBoth());
  }

  /** Open a tab of the panel. */
  open(tab: "moves" | "chat"): void {
    this.tab = tab;
    this.drawer = true;
  }

  /** Something wants an answer that an open dialog would hide. */
  uncover(): void {
    this.dialog = "";
  }

  /** Stage the end of the game. */
  end(): void {
    this.uncover();
    clearTimeout(this.#timer);
    if (this.deps.atOnce()) {
      this.ending = "banner";
      return;
    }
    this.ending = "dim";
    this.#timer = setTimeout(() => (this.ending = "banner"), BANNER_AFTER);
  }

  /** Show a result that was there when the page was opened. */
  ended(): void {
    if (this.ending === "none") this.ending = "banner";
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** Enter or leave full screen. Return whether the browser can do it. */
export const canFullscreen = (): boolean => typeof document !== "undefined" && !!document.fullscreenEnabled;

export function toggleFullscreen(): void {
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen();
  // browsers refuse it without a recent touch
  change.catch(() => undefined);
}
