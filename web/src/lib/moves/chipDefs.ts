/** Keeps one copy of the drawings of all chips in the document while any chip uses them. */
import { mount, unmount } from "svelte";
import { useSharedDefs } from "../../board/sharedDefs";
import ChipDefs from "./ChipDefs.svelte";

let users = 0;
let drawn: { chips: ReturnType<typeof mount>; release: () => void } | null = null;

/** Start using the drawings. Return a function that ends it. */
export function useChipDefs(): () => void {
  users += 1;
  drawn ??= { chips: mount(ChipDefs, { target: document.body }), release: useSharedDefs() };
  return () => {
    users -= 1;
    if (users > 0 || !drawn) return;
    void unmount(drawn.chips);
    drawn.release();
    drawn = null;
  };
}
