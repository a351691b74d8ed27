import { render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { DEFAULTS, settings } from "../settings.svelte";
import Celebration from "./Celebration.svelte";

afterEach(() => {
  settings.choices = { ...DEFAULTS };
});

describe("a celebration", () => {
  it("is a burst that ends automatically, and that screen readers skip", () => {
    const done = vi.fn();
    render(Celebration, { ondone: done });
    const svg = screen.getByTestId("celebration");
    expect(svg.dataset["still"]).toBe("false");
    expect(svg.getAttribute("aria-hidden")).toBe("true");
    const paths = [...svg.querySelectorAll("path")];
    expect(paths.length).toBeGreaterThan(12);
    paths[0]!.dispatchEvent(new Event("animationend"));
    expect(done).not.toHaveBeenCalled();
    paths.at(-1)!.dispatchEvent(new Event("animationend"));
    expect(done).toHaveBeenCalledTimes(1);
  });

  it("is a still with reduced motion", () => {
    settings.set("motion", "reduced");
    render(Celebration, { at: { x: 3, y: 4 } });
    const svg = screen.getByTestId("celebration");
    expect(svg.dataset["still"]).toBe("true");
    expect([svg.getAttribute("x"), svg.getAttribute("y")]).toEqual(["3", "4"]);
    expect(svg.querySelectorAll("path")).toHaveLength(12);
  });
});
