/** Keeps one copy of the tiles' shapes and gradients in the document while any board uses them. */
import { mount, unmount } from "svelte";
import Defs from "./Defs.svelte";
import "./tiles.css";

let users = 0;
let drawn: ReturnType<typeof mount> | null = null;

/** Start using the definitions. Return a function that ends it. */
export function useSharedDefs(): () => void {
  users += 1;
  drawn ??= mount(Defs, { target: document.body });
  return () => {
    users -= 1;
    if (users > 0 || !drawn) return;
    void unmount(drawn);
    drawn = null;
  };
}
