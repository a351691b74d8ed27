import type { Strings } from "../../lib/i18n/strings";

/** A browser and a system, as the server names devices, and passkeys at first. */
const NAMED = /^(.+) on (iPhone|iPad|Android|ChromeOS|Windows|macOS|Linux)$/;

/** Return the name of a device, or of a passkey, in the reader's language. */
export function deviceText(name: string, { account }: Strings): string {
  const [, browser, system] = NAMED.exec(name) ?? [];
  return browser && system ? account.page.device(browser, system) : name || account.page.unknownDevice;
}
