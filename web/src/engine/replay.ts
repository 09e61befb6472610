// A finished game, stepped through to and fro. It keeps a copy of the follower every few lines, so
// that going back costs little however long the game is. It shows; it decides nothing.
import { type Engine, type Follow, sure } from './engine';
import type { Answer, Beginning, GameEvent, GameState } from './types';

const EVERY = 32;

export class Replay {
  #at = 0;
  #now: Follow;

  private constructor(
    /** As after 0, 32, 64, … lines; never changed. */
    private readonly marks: readonly Follow[],
    private readonly lines: readonly string[],
    /** Every line, taken apart. */
    readonly events: readonly GameEvent[],
  ) {
    this.#now = marks[0]!.copy();
  }

  /** All lines are applied once, so a line that does not fit is found here. */
  static of(engine: Engine, beginning: Beginning, lines: readonly string[]): Answer<Replay> {
    const begun = engine.follow(beginning);
    if (!begun.ok) return begun;
    const follow = begun.value;
    const marks = [follow.copy()];
    const events: GameEvent[] = [];
    for (const [i, line] of lines.entries()) {
      const answer = follow.apply(line);
      if (!answer.ok) return { ok: false, fault: { ...answer.fault, line: i + 1 } };
      events.push(answer.value);
      if (events.length % EVERY === 0) marks.push(follow.copy());
    }
    return { ok: true, value: new Replay(marks, lines, events) };
  }

  /** Lines applied so far. */
  get at(): number {
    return this.#at;
  }

  /** The follower as it stands; do not apply lines to it. */
  get follow(): Follow {
    return this.#now;
  }

  /** Goes to where `at` lines are applied, taken into the range there is. */
  go(at: number): GameState {
    const to = Math.max(0, Math.min(Math.trunc(at) || 0, this.events.length));
    const mark = Math.floor(to / EVERY);
    if (to < this.#at || mark * EVERY > this.#at) {
      this.#now = this.marks[mark]!.copy();
      this.#at = mark * EVERY;
    }
    for (; this.#at < to; this.#at++) sure(this.#now.apply(this.lines[this.#at]!));
    return this.#now.state();
  }
}
