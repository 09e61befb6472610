// The talk at a table: the lines, and how many of them were not read yet. After a reconnect the
// server tells the last lines again; what was read stays read.
import type { SaidMessage } from '../generated/protocol';

/** As many as the server keeps, and those said since. */
const MOST = 300;

export class Talking {
  lines = $state.raw<readonly SaidMessage[]>([]);
  unread = $state(0);
  /** Somebody looks at the lines now. */
  #open = false;
  #newest = 0;
  /** The last lines are being told again. */
  #again = false;

  /** After joining the last lines are told again, all at once. */
  anew() {
    this.lines = [];
    this.#again = true;
  }

  /** They have been told; what comes from now on is new. */
  told() {
    this.#again = false;
  }

  /** True for news that somebody should hear: not one's own, not told again, not before one came. */
  hear(line: SaidMessage, own: boolean, live: boolean): boolean {
    this.lines = [...this.lines.slice(1 - MOST), line];
    const old = line.date <= this.#newest;
    this.#newest = Math.max(this.#newest, line.date);
    if (old || own || !live || this.#again) return false;
    if (!this.#open) this.unread++;
    return true;
  }

  look(open: boolean) {
    this.#open = open;
    if (open) this.unread = 0;
  }
}
