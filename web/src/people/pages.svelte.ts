// A list that the server gives some at a time: from the start, and further down when more is wanted.
// What comes after one has asked for something else is dropped.
import { untrack } from 'svelte';
import type { ErrorMessage } from '../generated/protocol';
import { Lost, Refused } from '../net/connection';

export class Pages<T> {
  /** Null until the first came. */
  items = $state.raw<readonly T[] | null>(null);
  /** True until it is known that more follows: nobody is offered more where there is none. */
  end = $state(true);
  problem = $state.raw<ErrorMessage | null>(null);
  #round = 0;
  /** What follows the last known one, asked for ahead. */
  #ahead: Promise<readonly T[]> | null = null;
  #next: (last: T | undefined) => Promise<readonly T[]> = async () => [];

  /** `next` asks for what comes after the last known one; an answer with nothing in it is the end. */
  begin(next: (last: T | undefined) => Promise<readonly T[]>) {
    this.#next = next;
    this.items = null;
    this.end = true;
    this.#ahead = null;
    untrack(() => void this.more());
  }

  async more() {
    const round = ++this.#round;
    const before = this.items ?? [];
    this.problem = null;
    try {
      const got = await (this.#ahead ?? this.#next(before.at(-1)));
      if (round !== this.#round) return;
      this.items = [...before, ...got];
      this.end = true;
      if (got.length > 0) void this.#look(round);
    } catch (error) {
      if (round !== this.#round || error instanceof Lost) return;
      if (!(error instanceof Refused)) throw error;
      this.problem = error.said;
    }
  }

  async #look(round: number) {
    const ahead = (this.#ahead = this.#next(this.items!.at(-1)));
    const empty = await ahead.then(
      (rows) => rows.length === 0,
      () => {
        if (this.#ahead === ahead) this.#ahead = null; // asked for once more when it is wanted
        return false;
      },
    );
    if (round === this.#round) this.end = empty;
  }
}
