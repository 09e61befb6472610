// The studies of games: at most one runs. What was found stays while the page is open: whoever comes
// back to a game, or to a seat of it, goes on where they left.
import type { Seat } from '../board/types';
import type { Task, Verdict } from './study';
import type { Said } from './study.worker';

type Found = ReadonlyMap<number, Verdict>;

/** Of so many seats of games; those that were begun last. */
const KEPT = 12;
const kept = new Map<string, Found>();

/** The same for the same game with the same eyes. */
const keyOf = ({ plies: _, ...game }: Task): string => JSON.stringify(game);

function keep(key: string, found: Found) {
  kept.delete(key);
  kept.set(key, found);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
}

export class Study {
  /** By the line of the ply. */
  verdicts = $state.raw<Found>(new Map());
  state = $state<'running' | 'done' | 'failed'>('running');
  readonly seat: Seat;
  readonly total: number;
  readonly #key: string;
  #worker: Worker | null = null;

  constructor(task: Task) {
    this.seat = task.seat;
    this.total = task.plies.length;
    this.#key = keyOf(task);
    this.verdicts = kept.get(this.#key) ?? new Map();
    const plies = task.plies.filter(({ line }) => !this.verdicts.has(line));
    if (plies.length > 0) this.#begin({ ...task, plies });
    else this.state = 'done';
  }

  #begin(task: Task) {
    this.#worker = new Worker(new URL('./study.worker.ts', import.meta.url), { type: 'module' });
    this.#worker.onmessage = ({ data }: MessageEvent<Said>) => this.#hear(data);
    this.#worker.onerror = () => this.#hear({ failed: 'the worker could not be loaded' });
    this.#worker.postMessage(task);
  }

  #hear(said: Said) {
    if ('verdict' in said) {
      this.verdicts = new Map(this.verdicts).set(said.verdict.line, said.verdict);
      keep(this.#key, this.verdicts);
      return;
    }
    this.state = 'failed' in said ? 'failed' : 'done';
    if ('failed' in said) console.error(said.failed);
    this.end();
  }

  /** Stops thinking at once. */
  end() {
    this.#worker?.terminate();
    this.#worker = null;
  }
}

export class Studies {
  current = $state.raw<Study | null>(null);

  /** Takes up the study of a seat; null: none. */
  take(seat: Seat | null, task: (seat: Seat) => Task) {
    this.current?.end();
    this.current = seat && new Study(task(seat));
  }

  end() {
    this.current?.end();
  }
}
