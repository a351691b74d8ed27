// @vitest-environment jsdom
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
    expect(settings.ground).toBe("night");
    settings.set("ground", "felt");
    expect(settings.ground).toBe("felt");
  });

  it("are empty when the stored value is not an object", () => {
    expect(parseObject("null")).toEqual({});
    expect(parseObject('{"a": 1}')).toEqual({ a: 1 });
  });
});
