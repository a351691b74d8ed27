import { expect, test } from "vitest";
import en from "../../lib/i18n/en";
import fr from "../../lib/i18n/fr";
import { deviceText } from "./deviceText";

test.each([
  ["Chrome on Linux", "Chrome on Linux", "Chrome sur Linux"],
  ["Samsung Internet on Android", "Samsung Internet on Android", "Samsung Internet sur Android"],
  ["Firefox", "Firefox", "Firefox"],
  ["", "Unknown device", "Appareil inconnu"],
  // a passkey that its owner has named
  ["The key on my desk", "The key on my desk", "The key on my desk"],
])("%o is named in the reader's language", (name, english, french) => {
  expect(deviceText(name, en)).toBe(english);
  expect(deviceText(name, fr)).toBe(french);
});
