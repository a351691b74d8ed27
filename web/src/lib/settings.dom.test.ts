import { beforeEach, describe, expect, it } from "vitest";
import { DEFAULTS, parseChoices, parseObject, settings } from "./settings.svelte";

beforeEach(() => localStorage.clear());

describe("settings", () => {
  it("are the defaults when nothing valid is stored", () => {
    expect(parseChoices(null)).toEqual(DEFAULTS);
    expect(parseChoices("{")).toEqual(DEFAULTS);
    expect(parseChoices("7")).toEqual(DEFAULTS);
    expect(parseChoices('{"theme": "pink", "language": "français", "sound": "yes", "more": 1}')).toEqual(
      DEFAULTS,
    );
  });

  it("are stored", () => {
    settings.set("theme", "dark");
    settings.set("sound", false);
    expect(parseChoices(localStorage.getItem("skep.settings"))).toEqual({
      ...DEFAULTS,
      theme: "dark",
      sound: false,
    });
    expect(settings.dark).toBe(true);
    // felt is the table in both themes
    expect(settings.ground).toBe("felt");
    settings.set("ground", "night");
    expect(settings.ground).toBe("night");
  });

  it("draw contrast tiles with high contrast", () => {
    settings.set("tiles", "classic");
    expect(settings.tileset).toBe("classic");
    settings.set("contrast", "high");
    expect(settings.highContrast).toBe(true);
    expect(settings.tileset).toBe("contrast");
    settings.set("contrast", "auto");
  });

  it("keep the form of moves that was chosen before there were figurines", () => {
    expect(parseChoices(null).notation).toBe("figurines");
    for (const notation of ["plain", "uhp", "figurines"])
      expect(parseChoices(JSON.stringify({ notation })).notation).toBe(notation);
  });

  it("are empty when the stored value is not an object", () => {
    expect(parseObject("null")).toEqual({});
    expect(parseObject('{"a": 1}')).toEqual({ a: 1 });
  });
});
