import { HttpProblem } from "../../lib/api";
import { language } from "../../lib/i18n/language.svelte";
import { me } from "../../lib/me.svelte";
import type { AccountView, ApiToken, GuestGames, NewApiToken, SessionView } from "../../lib/messages";
import { accountApi } from "./accountApi";
import { Confirmation } from "./confirmation.svelte";
import { problemText } from "./problemText";

/** The parts of the page, each of which shows its own problems. */
export type Part = "name" | "passkeys" | "password" | "codes" | "devices" | "tokens" | "data";

/** The account page: what it shows, and what it changes. */
export class AccountState {
  account: AccountView | null = $state.raw(null);
  sessions: SessionView[] = $state.raw([]);
  tokens: ApiToken[] = $state.raw([]);
  /** The games that this browser played as a guest and that can move to the account. */
  guestGames: GuestGames = $state.raw({ games: 0, unfinished: 0 });
  /** Why the account could not be loaded. */
  failed: unknown = $state.raw(null);
  signedOut = $state(false);
  problems: Partial<Record<Part, string>> = $state({});
  /** The part whose change was saved last. */
  saved: Part | null = $state(null);
  /** New recovery codes, which are shown once. */
  codes: string[] = $state.raw([]);
  readonly confirmation = new Confirmation();

  async load(): Promise<void> {
    this.failed = null;
    try {
      await me.known();
      [this.account, { sessions: this.sessions }, { tokens: this.tokens }, this.guestGames] =
        await Promise.all([
          accountApi.account(),
          accountApi.sessions(),
          accountApi.tokens(),
          accountApi.guestGames(),
        ]);
      this.signedOut = false;
    } catch (error) {
      if (error instanceof HttpProblem && error.status === 401) this.signedOut = true;
      else this.failed = error;
    }
  }

  /** Change something, after a confirmation if necessary, and show the result. Return whether it was done. */
  async change(part: Part, work: () => Promise<unknown>): Promise<boolean> {
    this.problems = {};
    this.saved = null;
    try {
      if (!(await this.confirmation.run(work))) return false;
      await this.load();
      this.saved = part;
      return true;
    } catch (error) {
      this.problems = { [part]: problemText(error, language.strings) };
      return false;
    }
  }

  makeCodes(): Promise<boolean> {
    return this.change("codes", async () => {
      ({ codes: this.codes } = await accountApi.newCodes());
    });
  }

  /** Create a personal token. Return its secret, which is shown once, or null if it was not created. */
  async createToken(token: NewApiToken): Promise<string | null> {
    let secret: string | null = null;
    const create = async (): Promise<void> => {
      ({ secret } = await accountApi.createToken(token));
    };
    return (await this.change("tokens", create)) ? secret : null;
  }

  /** Hide the problem of a part, and that its change was saved. */
  forgetOutcome(part: Part): void {
    delete this.problems[part];
    if (this.saved === part) this.saved = null;
  }

  rename(name: string): Promise<boolean> {
    return this.change("name", async () => me.become(await accountApi.rename(name)));
  }
}
