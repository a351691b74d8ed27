import { describe, expect, it } from "vitest";
import { chooseCorner, cornerRect, type Rect } from "./corners";

const stage: Rect = { left: 272, top: 66, right: 1014, bottom: 786 };
const tile = (x: number, y: number): Rect => ({ left: x - 46, top: y - 50, right: x + 46, bottom: y + 62 });

describe("the corner of a card", () => {
  it("is the one at the bottom right of an empty stage", () => {
    expect(chooseCorner(stage, 372, 122, [])).toBe("bottom-right");
    expect(cornerRect("bottom-right", stage, 372, 122)).toEqual({
      left: 642,
      top: 664,
      right: 1014,
      bottom: 786,
    });
  });

  it("is the first one, from the bottom right, where no tile is covered", () => {
    expect(chooseCorner(stage, 372, 122, [tile(700, 700)])).toBe("bottom-left");
    expect(chooseCorner(stage, 372, 122, [tile(700, 700), tile(400, 700)])).toBe("top-right");
    expect(chooseCorner(stage, 372, 122, [tile(700, 700), tile(400, 700), tile(900, 100)])).toBe("top-left");
  });

  it("is the one where fewest tiles are covered if all are taken", () => {
    const taken = [
      tile(700, 700),
      tile(800, 700),
      tile(400, 700),
      tile(900, 100),
      tile(700, 100),
      tile(300, 90),
    ];
    expect(chooseCorner(stage, 372, 122, taken)).toBe("bottom-left");
  });

  it("leaves the destinations of a picked piece free where that covers no more tiles", () => {
    const ghosts = [tile(900, 700), tile(300, 700), tile(900, 100)];
    expect(chooseCorner(stage, 372, 122, [], ghosts)).toBe("top-left");
    expect(chooseCorner(stage, 372, 122, [tile(400, 100)], ghosts)).toBe("bottom-right");
  });
});
