// The studies of one game: at most one runs; what is finished is kept while the review is open.
import type { Seat } from '../board/types';
import type { Task, Verdict } from './study';
import type { Said } from './study.worker';

export class Study {
  /** By the line of the ply. */
  verdicts = $state.raw<ReadonlyMap<number, Verdict>>(new Map());
  state = $state<'running' | 'done' | 'failed'>('running');
  readonly seat: Seat;
  readonly total: number;
  #worker: Worker;

  constructor(task: Task) {
    this.seat = task.seat;
    this.total = task.plies.length;
    this.#worker = new Worker(new URL('./study.worker.ts', import.meta.url), { type: 'module' });
    this.#worker.onmessage = ({ data }: MessageEvent<Said>) => this.#hear(data);
    this.#worker.onerror = () => this.#hear({ failed: 'the worker could not be loaded' });
    this.#worker.postMessage(task);
  }

  #hear(said: Said) {
    if ('verdict' in said) {
      this.verdicts = new Map(this.verdicts).set(said.verdict.line, said.verdict);
      return;
    }
    this.state = 'failed' in said ? 'failed' : 'done';
    if ('failed' in said) console.error(said.failed);
    this.end();
  }

  /** Stops thinking at once. */
  end() {
    this.#worker.terminate();
  }
}

export class Studies {
  current = $state.raw<Study | null>(null);
  readonly #done = new Map<Seat, Study>();

  /** Takes up the study of a seat, a finished one where there is one; null: none. */
  take(seat: Seat | null, task: (seat: Seat) => Task) {
    const { current } = this;
    if (current?.state === 'done') this.#done.set(current.seat, current);
    current?.end();
    this.current = seat && (this.#done.get(seat) ?? new Study(task(seat)));
  }

  end() {
    this.current?.end();
  }
}
