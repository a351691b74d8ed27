import { describe, expect, it } from "vitest";
import type { PlayedMove, StudyChange, StudyChapter } from "../../../lib/messages";
import { childBy, promote, remarked, ROOT, withMark, withMove, withoutNode, type Tree } from "../studyTree";
import recorded from "./cases.json";
import { SharedDocument, type StudyEdit } from "./document";
import { editsBetween, inverseOf, Numbering, treeOf, type NewEdit } from "./projection";

const START = "ultimate-2024 Base+MLP White[1] -";
const played = (uhp: string, q: number): PlayedMove => ({
  uhp,
  piece: uhp.split(" ")[0]!,
  origin: null,
  to: [q, 0],
  spent: 0,
});

/** A chapter that is edited through its tree, as the analysis board does. */
class Editor {
  readonly document = new SharedDocument([]);
  readonly numbering = new Numbering();
  tree: Tree;
  #ids = 0;
  #seq = 0;

  constructor() {
    const nodes: never[] = [];
    const tree = { start: START, threefold: false, tags: {}, result: "InProgress" as const, reason: "" };
    this.#apply({
      op: "add-chapter",
      chapter: "chapter1",
      name: "One",
      orientation: 0,
      before: null,
      tree: { ...tree, comment: "", marks: [], nodes },
    });
    this.tree = treeOf(this.chapter, this.numbering, null);
  }

  get chapter(): StudyChapter {
    return this.document.chapters[0]!;
  }

  #apply(edit: NewEdit): StudyEdit {
    const made = { ...edit, id: `edit${++this.#ids}` } as StudyEdit;
    this.document.apply({ seq: ++this.#seq, client: "me", edit: made });
    return made;
  }

  /** Make the edits that lead to a tree; return what undoes them. */
  become(after: Tree): NewEdit[] {
    const before = structuredClone(this.chapter);
    const newId = (): string => `node${++this.#ids}`;
    const edits = editsBetween(this.tree, after, before, this.numbering, { seen: this.#seq, newId });
    return this.make(edits, before);
  }

  make(edits: readonly NewEdit[], before: StudyChapter = structuredClone(this.chapter)): NewEdit[] {
    const made = edits.map((edit) => this.#apply(edit));
    this.tree = treeOf(this.chapter, this.numbering, this.tree);
    return made.flatMap((edit) => inverseOf(edit, before)).reverse();
  }
}

/** What a reader sees of a tree. */
const seen = ({ nodes }: Tree): unknown =>
  new Map(
    [...nodes].map(([id, { uhp, comment, glyph, marks, children }]) => [
      id,
      { uhp, comment, glyph, marks, children },
    ]),
  );

function grown(): { editor: Editor; a: number; b: number; c: number } {
  const editor = new Editor();
  const first = withMove(editor.tree, ROOT, played("wS1", 0));
  const second = withMove(first.tree, first.id, played("bS1 wS1-", 1));
  const third = withMove(second.tree, first.id, played("bA1 wS1-", 1));
  editor.become(third.tree);
  return { editor, a: first.id, b: second.id, c: third.id };
}

describe("the tree of a shared chapter", () => {
  it("is the one that was edited, with the same numbers", () => {
    const { editor, a, b, c } = grown();
    expect([a, b, c].map((id) => editor.tree.nodes.get(id)!.uhp)).toEqual(["wS1", "bS1 wS1-", "bA1 wS1-"]);
    expect(childBy(editor.tree, ROOT, played("wS1", 0))!.id).toBe(a);
  });

  const mark = { at: [0, 0] as [number, number], to: null, color: "green" as const };
  it.each<[string, (tree: Tree, b: number, c: number) => Tree]>([
    ["a comment", (tree, b) => remarked(tree, b, { comment: "good" })],
    ["a glyph", (tree, b) => remarked(tree, b, { glyph: "!" })],
    ["a mark", (tree, b) => remarked(tree, b, { marks: withMark([], mark) })],
    ["an order", (tree, _, c) => promote(tree, c)],
    ["a deletion", (tree, b) => withoutNode(tree, b)],
    ["a deletion with what follows", (tree) => withoutNode(tree, 1)],
    ["a move", (tree, b) => withMove(tree, b, played("wQ -wS1", -1)).tree],
  ])("changes by %s, which can be undone and redone", (_, change) => {
    const { editor, b, c } = grown();
    const before = seen(editor.tree);
    const after = change(editor.tree, b, c);
    const undo = editor.become(after);
    expect(seen(editor.tree)).toEqual(seen(after));
    const redo = editor.make(undo);
    expect(seen(editor.tree)).toEqual(before);
    editor.make(redo);
    expect(seen(editor.tree)).toEqual(seen(after));
  });

  it("keeps the moves that others have added when a move is undone", () => {
    const { editor, b } = grown();
    const undo = editor.become(withMove(editor.tree, b, played("wQ -wS1", -1)).tree);
    const mine = editor.chapter.nodes[(undo[0] as { node: string }).node]!;
    editor.document.apply({
      seq: 99,
      client: "other",
      edit: {
        op: "set-comment",
        id: "theirs",
        chapter: "chapter1",
        node: mine.id,
        text: "well played",
        replaces: [],
      },
    });
    editor.make(undo);
    expect(editor.chapter.nodes[mine.id]!.deleted).toBeNull();
  });

  it("can be drawn after every recorded edit, and shares what has not changed", () => {
    for (const { changes } of recorded as unknown as { changes: StudyChange[] }[]) {
      const document = new SharedDocument([]);
      const numbering = new Numbering();
      let tree: Tree | null = null;
      for (const change of changes) {
        document.apply(change);
        tree = treeOf(document.chapters[0]!, numbering, change.edit.op === "move-chapter" ? null : tree);
        for (const { id, children, parent } of tree.nodes.values()) {
          expect(children.every((child) => tree!.nodes.get(child)?.parent === id)).toBe(true);
          expect(parent === null || tree.nodes.has(parent)).toBe(true);
        }
      }
      expect(tree?.nodes.get(ROOT)).toBe(treeOf(document.chapters[0]!, numbering, tree).nodes.get(ROOT));
    }
  });
});
