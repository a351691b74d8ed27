import { describe, expect, it } from "vitest";
import en from "../locales/en";
import { HttpProblem, Unreachable } from "./api";
import { asPage, inWords } from "./problems";

describe("what failed", () => {
  it("is told in kind words", () => {
    expect(inWords(new Unreachable(""), en)).toMatch(/Can't reach the server/);
    expect(inWords(new HttpProblem(429, ""), en)).toBe(en.problems.tooFast);
    expect(inWords(new HttpProblem(503, ""), en)).toBe(en.refusals.busy);
    expect(inWords(new HttpProblem(500, ""), en)).toBe(en.problems.failed);
    expect(asPage(new Unreachable(""), en).heading).toBe(en.problems.unreachable);
  });
});
