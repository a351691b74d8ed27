import { beforeEach, describe, expect, it, vi } from "vitest";
import type { LayersRequest, StudyPosition } from "../../lib/messages";
import type { Requester } from "../../lib/socket";
import { StudyLayers } from "./studyLayers.svelte";

const study: StudyPosition = { start: "s", moves: [], threefold: false };
const ask = vi.fn((request: Omit<LayersRequest, "id">) =>
  Promise.resolve({ reach: [[request.layers.length, 0]] }),
);

describe("the layers of a study", () => {
  beforeEach(() => {
    localStorage.clear();
    ask.mockClear();
  });

  it("include the reach of an inspected piece, even if that layer is off", async () => {
    const layers = new StudyLayers({ ask } as unknown as Requester);
    await layers.follow(study, "bA1");
    expect(ask).not.toHaveBeenCalled();
    await layers.follow(study, "bA1", true);
    expect(ask.mock.calls[0]![0]).toMatchObject({ layers: ["reach"], piece: "bA1" });
    expect(layers.overlays?.reach).toEqual([[1, 0]]);
    await layers.follow(study, null);
    expect(layers.overlays).toBeNull();
  });
});
