import { describe, expect, it } from "vitest";
import type { PlayedMove } from "../messages";
import { readTurn } from "../position/turns";
import en from "./en";
import fr from "./fr";
import type { Strings } from "./strings";

const files = import.meta.glob<{ default: Strings }>("./[a-z][a-z].ts", { eager: true });
const languages = Object.entries(files).map(([file, { default: strings }]) => [file, strings] as const);

/** Return every key with the type of its value, as `start.clocks.days: function`. */
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

describe.each(languages)("%s", (_, strings) => {
  it("has the same keys as English", () => {
    expect(shape(strings)).toEqual(shape(en));
  });

  it("has no empty texts and no spaces at the ends", () => {
    expect(texts(strings).filter((text) => text !== text.trim() || text === "")).toEqual([]);
  });

  it("describes ten levels", () => {
    expect(strings.levels.length).toBe(10);
  });
});

describe("French texts", () => {
  const breakable = / [;:!?%\u00bb]|\u00ab /;

  it("have no-break spaces around punctuation", () => {
    expect(texts(fr).filter((text) => breakable.test(text))).toEqual([]);
    expect(fr.start.levelOf(2, "larve")).toBe("Niveau 2\u00a0: larve");
    expect(fr.rules.none("zut")).toBe("Aucune règle trouvée pour \u00ab\u00a0zut\u00a0\u00bb");
    expect(fr.result.won).toBe("Gagné\u202f!");
  });

  it("call a player without a name by the colour, in the plural", () => {
    expect(fr.game.theirTurn("Blancs")).toBe("Aux Blancs de jouer");
    expect(fr.game.theirTurn("Zoé")).toBe("À Zoé de jouer");
    expect(fr.proposals.draw("Noirs")).toBe("Les Noirs proposent la nulle.");
    expect(fr.proposals.draw("Zoé")).toBe("Zoé propose la nulle.");
    expect(fr.game.firstMoveTheirs("Noirs", "30 s")).toBe(
      "Il reste 30 s aux Noirs pour jouer le premier coup.",
    );
    expect(fr.game.firstMoveTheirs("Zoé", "30 s")).toBe("Il reste 30 s à Zoé pour jouer le premier coup.");
    expect(fr.daily.waits("Blancs")).toBe("En attente des Blancs.");
    expect(fr.daily.waits("Zoé")).toBe("En attente de Zoé.");
    expect(fr.daily.away("Noirs", "3 mai")).toBe("Les Noirs sont en vacances jusqu’au 3 mai.");
    expect(fr.daily.away("Zoé", "3 mai")).toBe("Zoé est en vacances jusqu’au 3 mai.");
    expect(fr.daily.conditional.theirs("Noirs")).toBe("Si les Noirs jouent…");
    expect(fr.daily.conditional.theirs("Zoé")).toBe("Si Zoé joue…");
  });

  it("name the speeds alike everywhere", () => {
    expect(fr.clocks.speeds).toMatchObject(fr.profile.speeds);
    expect(en.clocks.speeds).toMatchObject(en.profile.speeds);
  });

  it("count one game of a guest as one", () => {
    expect(en.account.guest.text(1, 1)).toMatch(/1 game .* it isn't finished\.$/);
    expect(en.account.guest.text(3, 1)).toMatch(/3 games .* 1 isn't finished\.$/);
    expect(fr.account.guest.text(1, 1)).toMatch(/1 partie .* qui n’est pas terminée\.$/);
    expect(fr.account.guest.text(3, 1)).toMatch(/3 parties .* dont 1 n’est pas terminée\.$/);
  });
});

describe("descriptions of turns", () => {
  const sentences = (uhp: string, ply: number, origin: [number, number] | null = null) => {
    const move: PlayedMove = { uhp, piece: uhp.split(" ")[0]!, origin, to: [0, 0], spent: 0 };
    return [en.turn(readTurn(move, ply)), fr.turn(readTurn(move, ply))];
  };

  it("name the piece, its destination and the neighbouring piece", () => {
    expect(sentences("wA1 -bQ", 8, [1, 1])).toEqual([
      "White's ant 1 moves to the left of Black's queen bee.",
      "La fourmi 1 blanche va à gauche de la reine abeille noire.",
    ]);
    expect(sentences("bB2 wS1", 9, [1, 1])).toEqual([
      "Black's beetle 2 moves on top of White's spider 1.",
      "Le scarabée 2 noir va sur l’araignée 1 blanche.",
    ]);
    expect(sentences("wS2 /bM", 8)).toEqual([
      "White places spider 2 to the lower left of Black's mosquito.",
      "Les Blancs placent une araignée en bas à gauche du moustique noir.",
    ]);
    expect(sentences("wS1", 0)).toEqual([
      "White places spider 1, the first piece.",
      "Les Blancs placent une araignée, la première pièce.",
    ]);
    expect(sentences("wG1 \\wP", 9, [1, 1])).toEqual([
      "Black throws White's grasshopper 1 to the upper left of White's pillbug.",
      "Les Noirs lancent la sauterelle 1 blanche en haut à gauche du cloporte blanc.",
    ]);
    expect(sentences("pass", 8)).toEqual(["White passes.", "Les Blancs passent leur tour."]);
  });
});
