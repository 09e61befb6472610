// The whole module: the rules once more, and with them the computer players and the reader of QQ's
// replays. It is larger than what every visitor loads, so it is fetched when it is needed.
import { Module, once, SEATS, VARIANTS, type Handle } from './module';
import type { Answer, Belief, Beginning, Judgement, Ply, Seat, Variant } from './types';

/** Who looks over whose shoulder. Layouts that the seat may not see are not looked at. */
export interface Shoulder extends Pick<Beginning, 'layouts' | 'first'> {
  variant: Variant;
  /** The value of every option, as in `Rules`. */
  options: Readonly<Record<string, string>>;
  seat: Seat;
}

export class Whole {
  readonly #module: Module;

  private constructor(module: Module) {
    this.#module = module;
  }

  static async load(source: BufferSource | WebAssembly.Module | Response): Promise<Whole> {
    return new Whole(await Module.load(source));
  }

  /** The bytes of a QQ replay (F-3): the text of the record that it holds, for `readRecord`. */
  readJgs(bytes: Uint8Array): Answer<string> {
    return this.#module.ask('jgs_read', bytes);
  }

  /** A player that knows what a seat knows, before the first line. */
  think({ variant, options, seat, layouts = [], first = 'a' }: Shoulder): Answer<Thinker> {
    const rules = this.#module.open('rules', VARIANTS.indexOf(variant));
    for (const [name, value] of Object.entries(options)) {
      const set = this.#module.askOf<null>(rules, 'rules_set', name, value);
      if (!set.ok) return set;
    }
    const handle = this.#module.open('thinker', rules);
    const begun = this.#module.askOf<null>(
      handle,
      'thinker_start',
      SEATS.indexOf(seat),
      SEATS.indexOf(first),
      layouts.map((layout) => layout ?? '').join('|'),
    );
    return begun.ok ? { ok: true, value: new Thinker(this.#module, handle) } : begun;
  }
}

/** A computer player that looks on; the same lines give the same answers. */
export class Thinker {
  readonly #module: Module;
  readonly #handle: Handle;

  /** Use `Whole.think`. */
  constructor(module: Module, handle: Handle) {
    this.#module = module;
    this.#handle = handle;
  }

  /** Takes one line of F-5. On a fault nothing has changed. */
  apply(line: string): Answer<null> {
    return this.#module.askOf(this.#handle, 'thinker_apply', line);
  }

  /** What it would play instead, having looked at so many positions. */
  judge({ from, to }: Ply, nodes: number): Answer<Judgement> {
    return this.#module.askOf(this.#handle, 'thinker_judge', nodes, from, to);
  }

  /** What it takes the hidden pieces for, by so many worlds that it imagines. */
  beliefs(draws: number): Answer<Belief[]> {
    return this.#module.askOf(this.#handle, 'thinker_beliefs', draws);
  }
}

/** Fetched once. */
export const loadWhole = once(() =>
  fetch(new URL('../generated/junqi_whole.wasm', import.meta.url)).then((response) => Whole.load(response)),
);
