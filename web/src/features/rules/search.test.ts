import { describe, expect, it } from "vitest";
import type { RulebookView } from "../../lib/messages";
import books from "./fixtures.json";
import { searchRules, type Part } from "./search";

const read = (code: "en" | "fr"): RulebookView => books[code] as unknown as RulebookView;
const ids = (book: RulebookView, query: string): string[] =>
  searchRules(book, query).map(({ entry }) => entry.id);
const found = (parts: Part[]): string[] => parts.filter((part) => part.found).map((part) => part.text);
const whole = (parts: Part[]): string => parts.map((part) => part.text).join("");

/** What people type, and the entry that answers it. */
const ENGLISH: Record<string, string> = {
  sliding: "freedom-to-move",
  slide: "freedom-to-move",
  toss: "throw",
  stuck: "passing",
  "I am stuck": "passing",
  stalemate: "passing",
  "how many pieces": "preparation",
  "how many pieces do I have?": "preparation",
  "how many ants": "preparation",
  "how many beetles do you get": "preparation",
  setup: "preparation",
  "what's in the box": "preparation",
  goal: "object",
  "how to win": "object",
  "how do you win": "object",
  checkmate: "object",
  board: "hive",
  "who goes first": "first-pieces",
  "first move": "first-pieces",
  opening: "first-pieces",
  "can I capture": "placing",
  captured: "placing",
  "put down a new piece": "placing",
  "where to place": "placing",
  "place next to enemy": "placing",
  "fourth turn": "queen-bee-placing",
  "turn 4": "queen-bee-placing",
  "when must the queen be placed": "queen-bee-placing",
  "queen first turn": "queen-bee-placing",
  "stack color": "stack-colour",
  "why can't I move": "queen-bee-before-moving",
  "move before queen": "queen-bee-before-moving",
  "how do the pieces move": "ways-of-moving",
  queen: "queen-bee",
  "how does the queen move": "queen-bee",
  beetle: "beetle",
  climbing: "beetle",
  stacks: "beetle",
  "under a beetle": "covered",
  buried: "covered",
  jumping: "grasshopper",
  hop: "grasshopper",
  grashopper: "grasshopper",
  spiders: "spider",
  "three spaces": "spider",
  ant: "soldier-ant",
  ants: "soldier-ant",
  unlimited: "soldier-ant",
  copy: "mosquito",
  mosquitos: "mosquito",
  "mosquito as beetle": "mosquito-on-top",
  ladybird: "ladybug",
  "ladybug route": "ladybug-way",
  woodlouse: "pillbug",
  "pill bug": "pillbug",
  throwing: "throw",
  "special ability": "throw",
  "move the opponent's queen": "throw",
  "just moved": "resting",
  frozen: "resting",
  "throw through a gate": "throw-gates",
  pinned: "one-hive",
  "break the hive": "one-hive",
  disconnected: "one-hive",
  "one hive rule": "one-hive",
  "while moving": "one-hive-in-transit",
  "cross a gap": "one-hive-in-transit",
  gate: "freedom-to-move",
  squeeze: "freedom-to-move",
  "doesn't fit": "freedom-to-move",
  hole: "closed-spaces",
  "beetle gate": "gates-above-the-ground",
  pass: "passing",
  "no legal moves": "passing",
  "skip a turn": "passing",
  "game over": "end",
  "surround my own queen": "end",
  lose: "end",
  draw: "draw",
  tie: "draw",
  "both queens": "draw",
  "offer a draw": "agreed-draw",
  threefold: "repetition",
  "same position": "repetition",
  "numbers on the tiles": "numbers",
  "whose turn": "turns",
};

const FRENCH: Record<string, string> = {
  glisser: "freedom-to-move",
  glissement: "freedom-to-move",
  coincé: "passing",
  "je suis coincé": "passing",
  pat: "passing",
  "combien de pièces": "preparation",
  "combien de fourmis": "preparation",
  "mise en place": "preparation",
  "but du jeu": "object",
  "comment gagner": "object",
  "échec et mat": "object",
  plateau: "hive",
  "qui commence": "first-pieces",
  "premier coup": "first-pieces",
  ouverture: "first-pieces",
  capturer: "placing",
  poser: "placing",
  "quatrième tour": "queen-bee-placing",
  "quand poser la reine": "queen-bee-placing",
  "reine au premier tour": "queen-bee-placing",
  "couleur d’une pile": "stack-colour",
  "pourquoi je ne peux pas bouger": "queen-bee-before-moving",
  "bouger avant la reine": "queen-bee-before-moving",
  "comment bougent les pièces": "ways-of-moving",
  reine: "queen-bee",
  "comment bouge la reine": "queen-bee",
  scarabee: "beetle",
  grimper: "beetle",
  empiler: "beetle",
  "sous un scarabée": "covered",
  "l’araignée": "spider",
  ARAIGNEES: "spider",
  araigné: "spider",
  "trois cases": "spider",
  sauter: "grasshopper",
  saut: "grasshopper",
  fourmis: "soldier-ant",
  copier: "mosquito",
  moustiques: "mosquito",
  "moustique sur la ruche": "mosquito-on-top",
  coccinelle: "ladybug",
  "chemin de la coccinelle": "ladybug-way",
  cloporte: "pillbug",
  lancer: "throw",
  jeter: "throw",
  "pouvoir spécial": "throw",
  "vient de bouger": "resting",
  paralysé: "resting",
  "lancer entre deux scarabées": "throw-gates",
  clouée: "one-hive",
  épinglé: "one-hive",
  "casser la ruche": "one-hive",
  "ruche unique": "one-hive",
  "pendant le déplacement": "one-hive-in-transit",
  "perdre le contact": "one-hive-in-transit",
  "se faufiler": "freedom-to-move",
  étroit: "freedom-to-move",
  bloqué: "freedom-to-move",
  trou: "closed-spaces",
  "passage en hauteur": "gates-above-the-ground",
  "passer son tour": "passing",
  "aucun coup légal": "passing",
  "fin de partie": "end",
  perdre: "end",
  "encercler sa propre reine": "end",
  "match nul": "draw",
  égalité: "draw",
  "deux reines": "draw",
  "proposer la nulle": "agreed-draw",
  répétition: "repetition",
  "trois fois": "repetition",
  numéros: "numbers",
  "à qui de jouer": "turns",
};

describe("a search of the rulebook finds what people type", () => {
  const english = read("en");
  it.each(Object.entries(ENGLISH))("%s: %s", (query, expected) =>
    expect(ids(english, query)[0]).toBe(expected),
  );

  const french = read("fr");
  it.each(Object.entries(FRENCH))("%s : %s", (query, expected) =>
    expect(ids(french, query)[0]).toBe(expected),
  );
});

describe("a search", () => {
  it("finds every entry by its title", () => {
    for (const book of [read("en"), read("fr")])
      for (const entry of book.chapters.flatMap(({ entries }) => entries))
        expect(ids(book, entry.title)[0], entry.title).toBe(entry.id);
  });

  it("follows the typing, letter by letter", () => {
    expect(ids(read("en"), "s").length).toBeGreaterThan(5);
    for (const query of ["sp", "spi", "spid", "spide"])
      expect(ids(read("en"), query), query).toContain("spider");
    expect(ids(read("en"), "spi")[0]).toBe("spider");
    expect(ids(read("fr"), "saut")[0]).toBe("grasshopper");
  });

  it("prefers entries with all words, and lists those with most of them if none has all", () => {
    expect(ids(read("en"), "pinned pillbug xyzzy").length).toBeGreaterThan(0);
    expect(ids(read("en"), "pinned pillbug")[0]).not.toBe("pillbug");
    expect(ids(read("en"), "xyzzy")).toEqual([]);
    expect(ids(read("en"), "  ")).toEqual([]);
  });

  it("marks the words that match, whatever their ending", () => {
    const [hit] = searchRules(read("en"), "sliding");
    expect(found(hit!.passage).map((word) => word.toLowerCase())).toContain("slide");
    const [spider] = searchRules(read("fr"), "araignee");
    expect(whole(spider!.title)).toBe("L’araignée");
    expect(found(spider!.title)).toEqual(["araignée"]);
  });

  it("marks letters with combining accents, and characters beyond sixteen bits correctly", () => {
    const book = structuredClone(read("fr"));
    book.chapters = [
      { ...book.chapters[0]!, entries: [{ ...book.chapters[0]!.entries[0]!, text: "🐝 pie\u0300ce là" }] },
    ];
    const [hit] = searchRules(book, "pièce");
    expect(found(hit!.passage)).toEqual(["pie\u0300ce"]);
    expect(whole(hit!.passage)).toBe("🐝 pie\u0300ce là");
  });
});
