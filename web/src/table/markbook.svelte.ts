// One's own marks on the pieces of a running game: kept in the browser, gone when the game is over.
import type { LiveTable } from './live.svelte';
import { homesOf, recallMarks, rememberMarks, withMark, type Mark, type Marks } from './marks';

export class MarkBook {
  #marks = $state.raw<Marks>({});
  readonly #homes = $derived.by(() => homesOf(this.table.events));

  constructor(private readonly table: LiveTable) {
    this.#marks = recallMarks(table.id);
  }

  get count(): number {
    return Object.keys(this.#marks).length;
  }

  /** Of the piece that stands on a point now. */
  at = (point: string): Mark | undefined => this.#marks[this.#homes.get(point) ?? point];

  set(point: string, mark: Mark | null) {
    this.#keep(withMark(this.#marks, this.#homes.get(point) ?? point, mark));
  }

  clear() {
    this.#keep({});
  }

  #keep(marks: Marks) {
    this.#marks = marks;
    rememberMarks(this.table.id, marks);
  }
}
