import { HttpProblem } from "../../lib/api";

/** Asks who the user is when the server requires it, and then repeats what they wanted to do. */
export class Confirmation {
  open = $state(false);
  #settle: ((confirmed: boolean) => void) | null = null;

  /** Do something; if the server asks for a confirmation, ask for it first. Return false if the user declines. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof HttpProblem && error.code === "confirm-first")) throw error;
    }
    const confirmed = await new Promise<boolean>((resolve) => {
      this.#settle = resolve;
      this.open = true;
    });
    if (confirmed) await work();
    return confirmed;
  }

  finish(confirmed: boolean): void {
    this.open = false;
    this.#settle?.(confirmed);
    this.#settle = null;
  }
}
