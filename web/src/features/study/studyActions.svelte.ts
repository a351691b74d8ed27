import { HttpProblem } from "../../lib/api";
import { errorText } from "../../lib/errorText";
import { language } from "../../lib/i18n/language.svelte";
import { me } from "../../lib/me.svelte";
import { reviewPath } from "../../lib/router";
import { router } from "../../lib/router.svelte";
import type { PanelAction } from "../../lib/table/PanelFoot.svelte";
import { startReview } from "../review/reviews";
import type { StudyScreen } from "./studyScreen.svelte";

/** The five tools of a study: open, set up, review, share and export. */
export class StudyActions {
  /** Why the review could not be started. */
  problem = $state("");
  #starting = $state(false);

  constructor(private readonly screen: StudyScreen) {}

  readonly list: PanelAction[] = $derived.by(() => {
    const { study, review } = language.strings;
    const { screen } = this;
    const show = (dialog: StudyScreen["dialog"]) => () => {
      screen.sheet = "";
      screen.dialog = dialog;
    };
    return [
      { icon: "open", label: study.open.button, asks: true, act: show("open") },
      {
        icon: "hexes",
        label: study.editor.button,
        disabled: !screen.study.position,
        act: () => screen.edit(),
      },
      {
        icon: "chart",
        label: review.heading,
        disabled: this.#starting || screen.study.tree.nodes.size < 2,
        act: () => void this.#review(),
      },
      { icon: "share", label: study.share.button, asks: true, act: show("share") },
      { icon: "download", label: study.export.button, asks: true, act: show("export") },
    ];
  });

  async #review(): Promise<void> {
    const request = this.screen.loader.source ?? { tree: this.screen.study.record() };
    this.#starting = true;
    this.problem = "";
    try {
      await me.known();
      router.go(reviewPath(await startReview(request)));
    } catch (error) {
      const strings = language.strings;
      const inPlay = "tree" in request && error instanceof HttpProblem && error.status === 409;
      this.problem = inPlay ? strings.refusals["in-play"] : errorText(error, strings);
    } finally {
      this.#starting = false;
    }
  }
}
