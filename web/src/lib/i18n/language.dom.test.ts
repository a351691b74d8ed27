import { describe, expect, it } from "vitest";
import { choose, language, LANGUAGES, nameOf } from "./language.svelte";
import { settings } from "../settings.svelte";

describe("the language", () => {
  it("is the chosen one, then the browser's, then English", () => {
    expect(choose("fr", ["en-GB"], ["en", "fr"])).toBe("fr");
    expect(choose(null, ["de-CH", "fr-CH", "en"], ["en", "fr"])).toBe("fr");
    expect(choose(null, ["de"], ["en", "fr"])).toBe("en");
    expect(choose("xx", ["FR"], ["en", "fr"])).toBe("fr");
  });

  it("is available when it has a file", () => {
    expect(LANGUAGES).toEqual(["en", "fr"]);
    expect(LANGUAGES.map(nameOf)).toEqual(["English", "Français"]);
  });

  it("is loaded and set on the document", async () => {
    settings.set("language", "fr");
    await language.load();
    expect(language.strings.header.watch).toBe("Regarder");
    expect(document.documentElement.lang).toBe("fr");
  });
});
