/** Where the trays of the players are, for pieces that fall from them. */
import type { Point } from "./geometry";
import type { PieceName } from "./types";
import { toTable, type View } from "./view";

/** Return the middle of a piece's tray, in units of the table; null if there is none on the page. */
export function trayOf(piece: PieceName, board: Element, view: View): Point | null {
  const tray = document.querySelector(`[data-hand="${piece[0] === "w" ? "white" : "black"}"]`);
  if (!tray) return null;
  const [{ left, top }, there] = [board.getBoundingClientRect(), tray.getBoundingClientRect()];
  return toTable(view, { x: there.left + there.width / 2 - left, y: there.top + there.height / 2 - top });
}
