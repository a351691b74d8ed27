import { describe, expect, it } from "vitest";
import type { Played } from "../messages";
import { readTurn } from "../state/turns";
import en from "./en";
import fr from "./fr";
import type { Words } from "./words";

const files = import.meta.glob<{ default: Words }>("./[a-z][a-z].ts", { eager: true });
const languages = Object.entries(files).map(([file, { default: words }]) => [file, words] as const);

/** Every key with what kind of thing it holds, as `start.clocks.days: function`. */
function shape(value: unknown, path = ""): string[] {
  if (typeof value === "string" || typeof value === "function") return [`${path}: ${typeof value}`];
  return Object.entries(value as object).flatMap(([key, inner]) =>
    shape(inner, path ? `${path}.${key}` : key),
  );
}

function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "function" ? [] : Object.values(value as object).flatMap(texts);
}

describe.each(languages)("%s", (_, words) => {
  it("has the same keys as English", () => {
    expect(shape(words)).toEqual(shape(en));
  });

  it("leaves nothing empty and nothing with spaces at its ends", () => {
    expect(texts(words).filter((text) => text !== text.trim() || text === "")).toEqual([]);
  });

  it("tells ten levels", () => {
    expect(words.levels.length).toBe(10);
  });
});

describe("turns in words", () => {
  const told = (uhp: string, ply: number, origin: [number, number] | null = null) => {
    const move: Played = { uhp, piece: uhp.split(" ")[0]!, origin, to: [0, 0], spent: 0 };
    return [en.turn(readTurn(move, ply)), fr.turn(readTurn(move, ply))];
  };

  it("name the piece, where it goes and beside what", () => {
    expect(told("wA1 -bQ", 8, [1, 1])).toEqual([
      "White's ant 1 moves to the left of Black's queen bee.",
      "La fourmi 1 blanche va à gauche de la reine abeille noire.",
    ]);
    expect(told("bB2 wS1", 9, [1, 1])).toEqual([
      "Black's beetle 2 moves on top of White's spider 1.",
      "Le scarabée 2 noir va sur l'araignée 1 blanche.",
    ]);
    expect(told("wS2 /bM", 8)).toEqual([
      "White places spider 2 to the lower left of Black's mosquito.",
      "Blanc place une araignée en bas à gauche du moustique noir.",
    ]);
    expect(told("wS1", 0)).toEqual([
      "White places spider 1, the first piece.",
      "Blanc place une araignée, la première pièce.",
    ]);
    expect(told("wG1 \\wP", 9, [1, 1])).toEqual([
      "Black throws White's grasshopper 1 to the upper left of White's pillbug.",
      "Noir lance la sauterelle 1 blanche en haut à gauche du cloporte blanc.",
    ]);
    expect(told("pass", 8)).toEqual(["White passes.", "Blanc passe son tour."]);
  });
});
