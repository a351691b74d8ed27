import type { AskLayers, Layers, Studied } from "../../lib/messages";
import { kept, readObject } from "../../lib/settings.svelte";
import type { Asking } from "./study.svelte";

export type LayerName = AskLayers["layers"][number];
export const LAYERS: readonly LayerName[] = ["pinned", "reach", "queens", "gates", "placing"];

const KEY = "skep.layers";

/** What is laid over the board: chosen by the player, told by the server. */
export class StudyLayers {
  chosen: readonly LayerName[] = $state.raw(
    LAYERS.filter((layer) => readObject(kept.get(KEY))[layer] === true),
  );
  told: Layers | null = $state.raw(null);
  #at = "";
  #of = "";

  constructor(private readonly socket: Asking) {}

  toggle(layer: LayerName): void {
    this.chosen = LAYERS.filter((other) => this.chosen.includes(other) !== (other === layer));
    kept.set(KEY, Object.fromEntries(this.chosen.map((name) => [name, true])));
  }

  /** Show the chosen layers of a position, and the reach of a piece in it. */
  async follow(study: Studied | null, piece: string | null): Promise<void> {
    const layers = this.chosen.filter((layer) => layer !== "reach" || piece);
    const whose = layers.includes("reach") ? piece : null;
    const at = study && layers.length ? JSON.stringify([study.start, study.moves]) : "";
    const of = at && `${at} ${layers.join()} ${whose}`;
    if (of === this.#of) return;
    // marks of another position would lie in the wrong places: rather none until the answer comes
    if (at !== this.#at) this.told = null;
    [this.#at, this.#of] = [at, of];
    if (!study || !of) return;
    try {
      const told = await this.socket.ask({ kind: "layers", study, layers, piece: whose });
      if (of === this.#of) this.told = told;
    } catch {
      if (of === this.#of) this.#of = "";
    }
  }
}
