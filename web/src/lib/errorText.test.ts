import { describe, expect, it } from "vitest";
import en from "./i18n/en";
import { HttpProblem, Unreachable } from "./api";
import { errorPage, errorText } from "./errorText";

describe("what failed", () => {
  it("have short texts", () => {
    expect(errorText(new Unreachable(""), en)).toMatch(/Can't reach the server/);
    expect(errorText(new HttpProblem(429, ""), en)).toBe(en.problems.tooFast);
    expect(errorText(new HttpProblem(503, ""), en)).toBe(en.refusals.busy);
    expect(errorText(new HttpProblem(507, ""), en)).toBe(en.problems.full);
    expect(errorText(new HttpProblem(500, ""), en)).toBe(en.problems.failed);
    expect(errorPage(new Unreachable(""), en).heading).toBe(en.problems.unreachable);
  });
});
