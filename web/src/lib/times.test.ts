import { expect, it } from "vitest";
import { ago } from "./times";

it("formats the time that has passed", () => {
  expect(ago(1000, "en", 1010)).toBe("now");
  expect(ago(1000, "en", 1130)).toBe("2 minutes ago");
  expect(ago(0, "fr", 7300)).toBe("il y a 2 heures");
  expect(ago(0, "en", 90_000)).toBe("yesterday");
  expect(ago(2000, "en", 1000)).toBe("now");
});
