import { expect, it } from "vitest";
import { fileName } from "./files";

it("makes names of files that every system accepts", () => {
  expect(fileName("Mira vs Bechster")).toBe("Mira-vs-Bechster");
  expect(fileName(' ../"Zoë" & l\'été? ')).toBe("Zoë-l-été");
  expect(fileName("Ann:/\\*<>|\u0000")).toBe("Ann");
});
