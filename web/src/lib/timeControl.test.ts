import { describe, expect, it } from "vitest";
import { clockId, parseClock, speedOf } from "./timeControl";

describe("time controls", () => {
  it.each(["none", "10+5", "0.5+0", "180+180", "1d", "14d"])("are restored from their id %s", (id) => {
    const clock = parseClock(id);
    expect(clock).not.toBeNull();
    expect(clockId(clock!)).toBe(id);
  });

  it.each(["", "10", "0+5", "181+0", "5+181", "0d", "15d", "1.1+0", "x"])("cannot be %s", (id) =>
    expect(parseClock(id)).toBeNull(),
  );

  it.each([
    ["1+2", "bullet"],
    ["3+2", "blitz"],
    ["5+4", "blitz"],
    ["10+5", "rapid"],
    ["15+10", "rapid"],
    ["30+20", "classical"],
    ["1d", "daily"],
    ["none", "none"],
  ])("have a speed: %s is %s", (id, speed) => expect(speedOf(parseClock(id)!)).toBe(speed));
});
