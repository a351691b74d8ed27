import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PositionFaults } from "../../lib/messages";
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
    expect(editor.text).toBe("ultimate-2024 Base+MLP White 0,0:wQ^bB1..bA1");
    expect(editor.palette("white")).not.toContain("wQ");
    editor.pick("bA1");
    expect(editor.ghosts).toHaveLength(7);
    editor.remove("bB1");
    editor.undo();
    editor.redo();
    expect(editor.text).toBe("ultimate-2024 Base+MLP White 0,0:wQ..bA1");
    editor.clear();
    editor.setSide("black");
    expect(editor.text).toBe("ultimate-2024 Base+MLP Black -");
  });

  it("removes pieces whose bug leaves the game", () => {
    editor.put("wM", [0, 0]);
    editor.put("bQ", [1, 0]);
    editor.toggleExtra("M");
    expect(editor.text).toBe("ultimate-2024 Base+LP White 1,0:bQ");
    expect(piecesOf("white", "LP")).not.toContain("wM");
    expect(piecesOf("black", "")).toHaveLength(11);
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
