import { describe, expect, it } from "vitest";
import type { ImportReport } from "../../lib/messages";
import { Import, type ImportApi } from "./imports.svelte";

const report = (change: Partial<ImportReport> = {}): ImportReport => ({
  added: 1,
  known: 0,
  refused: [],
  games: [],
  import_id: "first",
  ...change,
});
const refused = { file: "a", number: 1, line: 1, ply: 3, why: "not a move" };
const texts = { problemOf: String, nothingIn: "nothing", tooLong: "too long", starter: "Starter set" };

function importer(change: Partial<ImportApi> = {}): { imported: Import; sent: unknown[] } {
  const sent: unknown[] = [];
  const api: ImportApi = {
    importFile: (file, id) => {
      sent.push([file.name, id]);
      return Promise.resolve(report());
    },
    addStarterSet: () => Promise.resolve(report({ added: 340, import_id: "starter" })),
    undo: (id) => {
      sent.push(["undo", id]);
      return Promise.resolve({ removed: 2 });
    },
    ...change,
  };
  return { imported: new Import(api, () => texts, 100), sent };
}
const file = (name: string, text = "wS1"): File => new File([text], name);

describe("an import", () => {
  it("reads its files one after the other under one id, and is undone as a whole", async () => {
    const { imported, sent } = importer();
    await imported.read([file("a.pgn"), file("b.pgn")]);
    expect(sent).toEqual([
      ["a.pgn", null],
      ["b.pgn", "first"],
    ]);
    expect([imported.files.length, imported.added, imported.canUndo, imported.reading]).toEqual([
      2,
      2,
      true,
      "",
    ]);
    await imported.undo();
    expect(sent.at(-1)).toEqual(["undo", "first"]);
    expect([imported.removed, imported.canUndo]).toEqual([2, false]);
  });

  it("starts a new id when it starts again", async () => {
    const { imported, sent } = importer();
    await imported.read([file("a.pgn")]);
    await imported.read([file("b.pgn")]);
    expect(sent).toEqual([
      ["a.pgn", null],
      ["b.pgn", null],
    ]);
    expect(imported.files.map(({ name }) => name)).toEqual(["b.pgn"]);
  });

  it("counts known and refused games, and reports files that cannot be read", async () => {
    const reports = [report({ known: 2, refused: [refused] }), report({ added: 0 })];
    const { imported } = importer({ importFile: () => Promise.resolve(reports.shift()!) });
    await imported.read([file("a.pgn"), file("b.pgn"), file("c.pgn", "x".repeat(101))]);
    expect([imported.added, imported.known, imported.refused]).toEqual([1, 2, [refused]]);
    expect(imported.files.map(({ problem }) => problem)).toEqual(["", "nothing", "too long"]);
    expect(imported.failed).toBe(false);
  });

  it("fails if no game was accepted, and then there is nothing to undo", async () => {
    const { imported } = importer({ importFile: () => Promise.reject(new Error("down")) });
    await imported.read([file("a.pgn")]);
    expect([imported.failed, imported.canUndo, imported.files[0]!.problem]).toEqual([
      true,
      false,
      "Error: down",
    ]);
    imported.dismiss();
    expect(imported.files).toEqual([]);
  });

  it("can be undone later if that failed", async () => {
    const { imported } = importer({ undo: () => Promise.reject(new Error("down")) });
    await imported.read([file("a.pgn")]);
    await imported.undo();
    expect([imported.problem, imported.removed, imported.canUndo]).toEqual(["Error: down", null, true]);
  });

  it("adds the starter set like a file", async () => {
    const { imported, sent } = importer();
    await imported.addStarterSet();
    expect([imported.files[0]!.name, imported.added, imported.canUndo]).toEqual(["Starter set", 340, true]);
    await imported.undo();
    expect(sent).toEqual([["undo", "starter"]]);
  });
});
