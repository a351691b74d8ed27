import { describe, expect, it } from "vitest";
import { pageOf, readMessage } from "./pushMessage";

const data = (content: unknown) => ({ json: () => content });

describe("a pushed message", () => {
  it("has a title, a text, a tag and a page", () => {
    const message = {
      title: "It's your turn",
      body: "Ben has moved.",
      tag: "game a",
      url: "/game/abcdefghij",
    };
    expect(readMessage(data(message))).toEqual(message);
  });

  it("is ignored if it is something else", () => {
    const fails = {
      json: (): unknown => {
        throw new SyntaxError();
      },
    };
    for (const other of [
      null,
      data(null),
      data("text"),
      data({ title: "x" }),
      data({ body: 1, title: "x", tag: "" }),
      fails,
    ])
      expect(readMessage(other)).toBeNull();
  });

  it("leads to a page of this site only", () => {
    const origin = "https://skep.example";
    expect(pageOf("/game/abcdefghij", origin)).toBe("https://skep.example/game/abcdefghij");
    for (const other of [
      "https://evil.example/",
      "//evil.example",
      "javascript:alert(1)",
      null,
      7,
      "http://[",
    ])
      expect(pageOf(other, origin)).toBe("https://skep.example/");
  });
});
