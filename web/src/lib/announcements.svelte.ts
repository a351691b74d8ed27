/** What a screen reader is told. The page shows it in one live region, out of sight. */
class Announcements {
  lines: { id: number; text: string }[] = $state([]);
  #last = 0;

  say(text: string): void {
    this.#last += 1;
    this.lines = [...this.lines.slice(-6), { id: this.#last, text }];
  }
}

export const announcements = new Announcements();
