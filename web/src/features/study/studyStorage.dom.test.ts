import { beforeEach, expect, it } from "vitest";
import type { RecordTree } from "../../lib/messages";
import { EMPTY } from "./study.svelte";
import { loadStudy, saveStudy } from "./studyStorage";
import { newTree, toRecord } from "./studyTree";

const TREE: RecordTree = toRecord(newTree(EMPTY));

beforeEach(() => localStorage.clear());

it("loads the study that was saved last", () => {
  expect(loadStudy()).toBeNull();
  saveStudy(TREE, 3);
  expect(loadStudy()).toEqual({ tree: TREE, ply: 3 });
});

it("does not save a study that is too large", () => {
  saveStudy({ ...TREE, comment: "x".repeat(1_000_000) }, 0);
  expect(loadStudy()).toBeNull();
});

it("reads data from before there were versions, and ignores other data", () => {
  localStorage.setItem("skep.study", JSON.stringify({ tree: TREE, ply: 1 }));
  expect(loadStudy()?.ply).toBe(1);
  for (const text of ["nonsense", "3", "{}", '{"tree": {"start": 3}}', '{"tree": null}']) {
    localStorage.setItem("skep.study", text);
    expect(loadStudy()).toBeNull();
  }
});
