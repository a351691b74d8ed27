import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PositionFaults, PositionView } from "../../lib/messages";
import { hiveText, piecesOf, StudyEditor } from "./studyEditor.svelte";

describe("the hive in a position string", () => {
  it("has the format of the server", () => {
    expect(hiveText([])).toBe("-");
    expect(
      hiveText([
        { place: [0, 0], pieces: ["wS1"] },
        { place: [1, 1], pieces: ["bQ", "wB1"] },
        { place: [-1, 2], pieces: ["wQ"] },
      ]),
    ).toBe("-1,0:.wS1/..bQ^wB1/wQ");
    expect(
      hiveText([
        { place: [0, 0], pieces: ["wS1"] },
        { place: [0, 2], pieces: ["bS1"] },
      ]),
    ).toBe("0,0:wS1//bS1");
  });
});

describe("the position editor", () => {
  interface SentRequest {
    position: string;
    answer: (faults: PositionFaults) => Promise<void>;
  }
  let checks: SentRequest[];
  let editor: StudyEditor;
  const fine = (position: string): PositionFaults => ({ faults: [], doubts: [], position });

  beforeEach(() => {
    vi.useFakeTimers();
    checks = [];
    editor = new StudyEditor(
      (position) =>
        new Promise((resolve) =>
          checks.push({
            position,
            answer: async (faults) => {
              resolve(faults);
              await vi.advanceTimersByTimeAsync(0);
            },
          }),
        ),
      () => "en",
    );
    editor.begin(null);
  });
  afterEach(() => vi.useRealTimers());

  it("places, stacks, moves and removes pieces of both colours", () => {
    editor.pick("wQ");
    expect(editor.ghosts).toEqual([[0, 0]]);
    editor.put("wQ", [0, 0]);
    editor.put("bB1", [0, 0]);
    editor.put("bA1", [3, 0]);
    expect(editor.text).toBe("ultimate-2024 Base+MLP White[3] 0,0:wQ^bB1..bA1");
    expect(editor.palette("white")).not.toContain("wQ");
    editor.pick("bA1");
    expect(editor.ghosts).toHaveLength(7);
    editor.remove("bB1");
    editor.undo();
    editor.redo();
    expect(editor.text).toBe("ultimate-2024 Base+MLP White[2] 0,0:wQ..bA1");
    editor.clear();
    editor.setSide("black");
    expect(editor.text).toBe("ultimate-2024 Base+MLP Black[1] -");
  });

  it("removes pieces whose bug leaves the game", () => {
    editor.put("wM", [0, 0]);
    editor.put("bQ", [1, 0]);
    editor.toggleExtra("M");
    expect(editor.text).toBe("ultimate-2024 Base+LP White[2] 1,0:bQ");
    expect(piecesOf("white", "LP")).not.toContain("wM");
    expect(piecesOf("black", "")).toHaveLength(11);
  });

  describe("with the position of a game", () => {
    // after 24 turns, 13 of White's 14 pieces and moves would not be enough
    const position = "hive-2016 Base+MLP White[13] 0,0:wA1bP^wB1^bB1.wM/.wQ.bQ^bB2/wP^wB2 (wA3wG1bG1) !bB2";
    const view = {
      position,
      edition: "hive-2016",
      game_type: "Base+MLP",
      ply: 24,
      stacks: [
        { place: [0, 0], pieces: ["wA1"] },
        { place: [1, 0], pieces: ["bP", "wB1", "bB1"] },
        { place: [3, 0], pieces: ["wM"] },
        { place: [1, 1], pieces: ["wQ"] },
        { place: [3, 1], pieces: ["bQ", "bB2"] },
        { place: [0, 2], pieces: ["wP", "wB2"] },
      ],
    } as unknown as PositionView;

    it("keeps the turn, the hands and the piece that just moved", () => {
      editor.begin(view);
      expect(editor.text).toBe(position);
    });

    it("keeps the turn when a piece is moved, and what else it kept until undo", () => {
      editor.begin(view);
      editor.put("wM", [4, 0]);
      expect(editor.text).toBe("hive-2016 Base+MLP White[13] 0,0:wA1bP^wB1^bB1..wM/.wQ.bQ^bB2/wP^wB2");
      editor.setSide("black");
      expect(editor.text).toContain(" Black[13] ");
      editor.undo();
      editor.undo();
      expect(editor.text).toBe(position);
    });

    it("forgets the turn with the queen bees", () => {
      editor.begin(view);
      editor.clear();
      expect(editor.text).toBe("hive-2016 Base+MLP White[1] -");
    });
  });

  it("counts a turn for every piece on top of others", () => {
    editor.put("wQ", [0, 0]);
    editor.put("bQ", [1, 0]);
    editor.put("wB1", [1, 0]);
    expect(editor.text).toBe("ultimate-2024 Base+MLP White[4] 0,0:wQbQ^wB1");
  });

  it("uses only the check of the current position", async () => {
    await vi.advanceTimersByTimeAsync(300);
    editor.put("wQ", [0, 0]);
    await checks[0]!.answer(fine("old"));
    expect(editor.faults).toBeNull();
    editor.put("bQ", [4, 0]);
    await vi.advanceTimersByTimeAsync(300);
    expect(checks.map((one) => one.position.split(" ").at(-1))).toEqual(["-", "0,0:wQ...bQ"]);
    await checks[1]!.answer({ faults: ["in two parts"], doubts: [], position: null });
    expect(editor.faults?.faults).toEqual(["in two parts"]);
  });
});
