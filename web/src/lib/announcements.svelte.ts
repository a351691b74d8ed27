/** Messages for screen readers, which `Announcer` shows in one hidden live region. */
class Announcements {
  lines: { id: number; text: string }[] = $state([]);
  #lastId = 0;

  say(text: string): void {
    this.#lastId += 1;
    this.lines = [...this.lines.slice(-6), { id: this.#lastId, text }];
  }
}

export const announcements = new Announcements();
