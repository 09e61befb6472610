// The rules, compiled to WebAssembly, behind typed functions: boards, options, layouts, games to
// follow, records. Every rule is asked of the module; this file only carries texts in and out. It
// knows no page, no server and no language.
import { Module, once, SEATS, VARIANTS, type Handle } from './module';
import type {
  Answer,
  Beginning,
  Board,
  Fault,
  GameEvent,
  GameRecord,
  GameState,
  Jql,
  LayoutFaults,
  Option,
  Ply,
  ReadyLayout,
  Rules,
  Seat,
  Variant,
  Viewer,
} from './types';

export type * from './types';

/** As the module numbers them; a spectator is no seat. */
const SPECTATOR = 254;
const viewerNumber = (viewer: Viewer): number =>
  viewer === null ? SPECTATOR : SEATS.indexOf(viewer);

/** The value of an answer that cannot fail, or that the caller trusts. */
export function sure<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value;
  throw new Error(`${answer.fault.code}: ${answer.fault.en}`);
}

/** One copy of the module. Its handles are freed when nothing refers to them any more. */
export class Engine {
  readonly #module: Module;
  readonly #rules = new WeakMap<Rules, Handle>();
  readonly #boards = new Map<Variant, Board>();

  private constructor(module: Module) {
    this.#module = module;
  }

  static async load(source: BufferSource | WebAssembly.Module | Response): Promise<Engine> {
    return new Engine(await Module.load(source));
  }

  /** The board of a variant; the same object each time. */
  board(variant: Variant): Board {
    let board = this.#boards.get(variant);
    if (!board) {
      const made = this.#module.ask<Omit<Board, 'variant'>>('board', VARIANTS.indexOf(variant));
      board = { variant, ...sure(made) };
      this.#boards.set(variant, board);
    }
    return board;
  }

  /** R-11 for one variant, in its order. */
  options(variant: Variant): Option[] {
    return sure(this.#module.ask<Option[]>('options', VARIANTS.indexOf(variant)));
  }

  /** The presets of that a variant has. */
  presets(variant: Variant): string[] {
    return sure(this.#module.ask<string[]>('presets', VARIANTS.indexOf(variant)));
  }

  /** The rules of a game: defaults, then a preset, then single options. */
  rules(
    variant: Variant,
    preset: string | null = null,
    options: Readonly<Record<string, string>> = {},
  ): Answer<Rules> {
    const handle = this.#module.open('rules', VARIANTS.indexOf(variant));
    if (preset !== null) {
      const answer = this.#module.askOf<null>(handle, 'rules_preset', preset);
      if (!answer.ok) return answer;
    }
    for (const [name, value] of Object.entries(options)) {
      const answer = this.#module.askOf<null>(handle, 'rules_set', name, value);
      if (!answer.ok) return answer;
    }
    const values = sure(this.#module.askOf<Record<string, string>>(handle, 'rules_values'));
    const rules: Rules = Object.freeze({ variant, preset, options: Object.freeze(values) });
    this.#rules.set(rules, handle);
    return { ok: true, value: rules };
  }

  /** What is wrong with a layout (F-1, may be partial), point by point; points of arm `seat`. */
  layoutFaults(rules: Rules, layout: string, seat: Seat = 'a'): Answer<LayoutFaults> {
    return this.#module.askOf(this.#of(rules), 'layout_faults', SEATS.indexOf(seat), layout);
  }

  /** The legal pieces of `partial` in their places, the rest at random. '' is all at random. */
  layoutComplete(rules: Rules, partial: string, seed: number): Answer<string> {
    return this.#module.askOf(this.#of(rules), 'layout_complete', seed >>> 0, partial);
  }

  /** The ready-made layouts; legal in every variant. */
  layoutReady(): ReadyLayout[] {
    return sure(this.#module.ask<ReadyLayout[]>('layout_ready'));
  }

  /** The bytes of a .jql file (F-2). */
  readJql(bytes: Uint8Array): Answer<Jql> {
    return this.#module.ask('jql_read', bytes);
  }

  /** A complete, legal layout as the bytes of a .jql file. */
  writeJql(layout: string, version?: readonly number[]): Answer<Uint8Array> {
    const usual = version ? 0 : 1;
    const four = (version ?? []).reduce((sum, byte, i) => sum | ((byte & 255) << (8 * i)), 0);
    const answer = this.#module.ask<number[]>('jql_write', usual, four, layout);
    return answer.ok ? { ok: true, value: Uint8Array.from(answer.value) } : answer;
  }

  /** A ply as a person types it. Only its form is looked at. */
  parsePly(variant: Variant, text: string): Answer<Ply> {
    return this.#module.ask('ply_read', VARIANTS.indexOf(variant), text);
  }

  /** A game to follow from its beginning. */
  follow(beginning: Beginning): Answer<Follow> {
    const { rules, viewer, layouts = [], first = 'a', open = false, deal = null } = beginning;
    const handle = this.#module.open('follow', this.#of(rules));
    let answer: Answer<null> = this.#module.askOf(
      handle,
      'follow_start',
      viewerNumber(viewer),
      SEATS.indexOf(first),
      open ? 1 : 0,
      layouts.map((layout) => layout ?? '').join('|'),
    );
    if (answer.ok && deal !== null) answer = this.#module.askOf(handle, 'follow_deal', deal);
    if (!answer.ok) return answer;
    return { ok: true, value: new Follow(this.#module, handle, rules, viewer) };
  }

  /** A game record (F-5), full or through a view; replayed by the referee while it is read. */
  readRecord(text: string): Answer<GameRecord> {
    type Raw = Omit<GameRecord, 'rules'> & { options: Record<string, string> };
    const answer = this.#module.ask<Raw>('record_read', text);
    if (!answer.ok) return answer;
    const { options, ...record } = answer.value;
    const rules = this.rules(record.variant, null, options);
    return rules.ok ? { ok: true, value: { ...record, rules: rules.value } } : rules;
  }

  /** Ply sequences of exactly `depth` plies from a position text (F-4). For tests. */
  perft(position: string, depth: number): Answer<number> {
    return this.#module.ask('perft', depth, position);
  }

  #of(rules: Rules): Handle {
    const handle = this.#rules.get(rules);
    if (!handle) throw new TypeError('these rules were not made by this engine');
    return handle;
  }
}

/**
 * A game as one viewer sees it, live or replayed: fed with lines, asked about what stands. With
 * `open` it is asked for whoever is on turn instead of for the viewer.
 */
export class Follow {
  readonly #module: Module;
  readonly #handle: Handle;

  /** Use `Engine.follow`. */
  constructor(
    module: Module,
    handle: Handle,
    readonly rules: Rules,
    readonly viewer: Viewer,
  ) {
    this.#module = module;
    this.#handle = handle;
  }

  /** Takes one line of F-5, as the server sends it. On a fault nothing has changed. */
  apply(line: string): Answer<GameEvent> {
    return this.#module.askOf(this.#handle, 'follow_apply', line);
  }

  /**
   * What stands. `settled` says that no `show` line of the last ply is still to come: then what was
   * not shown proves something too, and `may` is narrower.
   */
  state(settled = false): GameState {
    return sure(this.#module.askOf<GameState>(this.#handle, 'follow_state', settled ? 1 : 0));
  }

  /** Where the viewer's piece on `from` may go now; a face-down piece: itself. Else empty. */
  targets(from: string): string[] {
    return this.#list('follow_targets', 0, from);
  }

  /** The same as if it were the viewer's turn already. */
  reach(from: string): string[] {
    return this.#list('follow_targets', 1, from);
  }

  /** Points of the pieces that the viewer may move or flip now. */
  movable(): string[] {
    return this.#list('follow_movable', 0);
  }

  /** Null when the viewer may play this now, else why not. */
  explain(from: string, to: string): Fault | null {
    const answer = this.#module.askOf<null>(this.#handle, 'follow_explain', from, to);
    return answer.ok ? null : answer.fault;
  }

  /** Every type that the piece on a point can still be, as in `SeenPiece.may`; '' if empty. */
  mayBe(point: string, settled = false): string {
    const last = settled ? 1 : 0;
    const answer = this.#module.askOf<string>(this.#handle, 'follow_may_be', last, point);
    return answer.ok ? answer.value : '';
  }

  /** Position text of the view (F-4). */
  text(): string {
    return sure(this.#module.askOf<string>(this.#handle, 'follow_text'));
  }

  /** A follower of its own at the same point of the game. */
  copy(): Follow {
    const handle = this.#module.open('follow_copy', this.#handle);
    return new Follow(this.#module, handle, this.rules, this.viewer);
  }

  #list(name: string, ...rest: (number | string)[]): string[] {
    const answer = this.#module.askOf<string[]>(this.#handle, name, ...rest);
    return answer.ok ? answer.value : [];
  }
}

/** The page's engine, fetched once. */
export const loadEngine = once(() =>
  fetch(new URL('../generated/junqi.wasm', import.meta.url)).then((response) => Engine.load(response)),
);
