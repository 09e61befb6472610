// A list that the server gives some at a time: from the start, and further down when more is wanted.
// What comes after one has asked for something else is dropped.
import { untrack } from 'svelte';
import type { ErrorMessage } from '../generated/protocol';
import { Lost, Refused } from '../net/connection';

export class Pages<T> {
  /** Null until the first came. */
  items = $state.raw<readonly T[] | null>(null);
  end = $state(false);
  problem = $state.raw<ErrorMessage | null>(null);
  #round = 0;
  #next: (last: T | undefined) => Promise<readonly T[]> = async () => [];

  /** `next` asks for what comes after the last known one; an answer with nothing in it is the end. */
  begin(next: (last: T | undefined) => Promise<readonly T[]>) {
    this.#next = next;
    this.items = null;
    this.end = false;
    untrack(() => void this.more());
  }

  async more() {
    const round = ++this.#round;
    const before = this.items ?? [];
    this.problem = null;
    try {
      const got = await this.#next(before.at(-1));
      if (round !== this.#round) return;
      this.items = [...before, ...got];
      this.end = got.length === 0;
    } catch (error) {
      if (round !== this.#round || error instanceof Lost) return;
      if (!(error instanceof Refused)) throw error;
      this.problem = error.said;
    }
  }
}
