import type { LayersRequest, LayersView, StudyPosition } from "../../lib/messages";
import { storage, parseObject } from "../../lib/settings.svelte";
import type { Requester } from "../../lib/socket";

export type LayerName = LayersRequest["layers"][number];
export const LAYERS: readonly LayerName[] = ["pinned", "reach", "queens", "gates", "placing"];

const KEY = "skep.layers";

/** The layers over the board, which the reader chooses and the server computes. */
export class StudyLayers {
  chosen: readonly LayerName[] = $state.raw(
    LAYERS.filter((layer) => parseObject(storage.get(KEY))[layer] === true),
  );
  overlays: LayersView | null = $state.raw(null);
  #at = "";
  #of = "";

  constructor(private readonly socket: Requester) {}

  toggle(layer: LayerName): void {
    this.chosen = LAYERS.filter((other) => this.chosen.includes(other) !== (other === layer));
    storage.set(KEY, Object.fromEntries(this.chosen.map((name) => [name, true])));
  }

  /** Show the chosen layers of a position, and the reach of a piece in it, which need not be chosen if `inspected`. */
  async follow(study: StudyPosition | null, piece: string | null, inspected = false): Promise<void> {
    const layers = LAYERS.filter((layer) =>
      layer === "reach" ? piece && (inspected || this.chosen.includes(layer)) : this.chosen.includes(layer),
    );
    const whose = layers.includes("reach") ? piece : null;
    const at = study && layers.length ? JSON.stringify([study.start, study.moves]) : "";
    const of = at && `${at} ${layers.join()} ${whose}`;
    if (of === this.#of) return;
    // layers of another position would be misplaced, so there are none until the response
    if (at !== this.#at) this.overlays = null;
    [this.#at, this.#of] = [at, of];
    if (!study || !of) return;
    try {
      const overlays = await this.socket.ask({ kind: "layers", study, layers, piece: whose });
      if (of === this.#of) this.overlays = overlays;
    } catch {
      if (of === this.#of) this.#of = "";
    }
  }
}
