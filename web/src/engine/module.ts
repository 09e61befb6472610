// The bare module: memory, texts in and out, handles. Private to this folder.
import type { Answer, Seat, Variant } from './types';

/** As the module numbers them. */
export const VARIANTS: readonly Variant[] = ['dark', 'flip', 'four', 'three'];
export const SEATS: readonly Seat[] = ['a', 'b', 'c', 'd'];

/** An address inside the module, owned by an object of ours. */
export interface Handle {
  readonly address: number;
}

type Argument = number | string | Uint8Array;
type Exported = (...numbers: number[]) => number;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Module {
  readonly #exports: Record<string, unknown>;
  readonly #memory: WebAssembly.Memory;
  readonly #desk: number;
  readonly #freed: FinalizationRegistry<number>;

  private constructor(instance: WebAssembly.Instance) {
    this.#exports = instance.exports;
    this.#memory = instance.exports.memory as WebAssembly.Memory;
    (instance.exports._initialize as (() => void) | undefined)?.();
    this.#desk = this.#call('desk_open');
    if (!this.#desk) throw new RangeError('no memory for the rules');
    this.#freed = new FinalizationRegistry((address) => this.#call('free', address));
  }

  static async load(source: BufferSource | WebAssembly.Module | Response): Promise<Module> {
    let module: WebAssembly.Module;
    if (source instanceof WebAssembly.Module) module = source;
    else if (source instanceof Response) {
      if (!source.ok) throw new Error(`${source.url}: ${source.status}`);
      // Streams only when the server names the type; a body without it compiles as well.
      const typed = source.headers.get('content-type') === 'application/wasm';
      module = typed
        ? await WebAssembly.compileStreaming(source)
        : await WebAssembly.compile(await source.arrayBuffer());
    } else module = await WebAssembly.compile(source);
    return new Module(await WebAssembly.instantiate(module));
  }

  /** A new handle from `wasm_<name>_open`, freed with the object that stands for it. */
  open(name: string, from: number | Handle): Handle {
    const address = this.#call(`${name}_open`, typeof from === 'number' ? from : from.address);
    if (!address) throw new RangeError('no memory for the rules');
    const handle = { address };
    this.#freed.register(handle, address);
    return handle;
  }

  /** Asks `wasm_<name>`; texts go in one after the other, each with its length as an argument. */
  ask<T>(name: string, ...args: Argument[]): Answer<T> {
    const numbers: number[] = [];
    const parts: Uint8Array[] = [];
    for (const arg of args) {
      if (typeof arg === 'number') numbers.push(arg);
      else {
        const bytes = typeof arg === 'string' ? encoder.encode(arg) : arg;
        parts.push(bytes);
        numbers.push(bytes.length);
      }
    }
    this.#putIn(parts);
    const ok = this.#call(name, this.#desk, ...numbers);
    const value: unknown = JSON.parse(this.#takeOut());
    return (ok ? { ok: true, value } : { ok: false, fault: value }) as Answer<T>;
  }

  askOf<T>(handle: Handle, name: string, ...args: Argument[]): Answer<T> {
    return this.ask<T>(name, handle.address, ...args);
  }

  #call(name: string, ...numbers: number[]): number {
    return (this.#exports[`wasm_${name}`] as Exported)(...numbers);
  }

  #putIn(parts: Uint8Array[]): void {
    if (parts.length === 0) return;
    const size = parts.reduce((sum, part) => sum + part.length, 0);
    let at = this.#call('desk_in', this.#desk, size);
    if (!at) throw new RangeError('no memory for the rules');
    for (const part of parts) {
      new Uint8Array(this.#memory.buffer).set(part, at);
      at += part.length;
    }
  }

  #takeOut(): string {
    const at = this.#call('desk_out', this.#desk);
    if (!at) throw new RangeError('no memory for the rules');
    const length = this.#call('desk_out_length', this.#desk);
    return decoder.decode(new Uint8Array(this.#memory.buffer, at, length));
  }
}

/** What is fetched once; a failed fetch is tried again by the next call. */
export function once<T>(fetched: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  return () => {
    kept ??= fetched().catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
}
