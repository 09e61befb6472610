// For tests only: the module from the last build (`cmake --build --preset wasm`), files of
// tests/wasm/, and a small random source.
import { readFileSync } from 'node:fs';
import { Engine } from './engine';
import { Whole } from './whole';

export function moduleBytes(name = 'junqi'): Buffer<ArrayBuffer> {
  return readFileSync(new URL(`../generated/${name}.wasm`, import.meta.url));
}

export function testEngine(): Promise<Engine> {
  return Engine.load(moduleBytes());
}

export function testWhole(): Promise<Whole> {
  return Whole.load(moduleBytes('junqi_whole'));
}

export function testFile(name: string): string {
  return readFileSync(new URL(`../../../tests/wasm/${name}`, import.meta.url), 'utf8');
}

export const GAMES = [
  'dark-1', 'dark-2', 'flip-1', 'flip-2', 'flip-3',
  'four-1', 'four-2', 'three-1', 'three-2', 'three-3',
]; // prettier-ignore

export const READY = '64257/9.1.8/75.36/4.1.B/3M12B/MFM23';

/** Numbers in 0 … below − 1, the same for the same seed. */
export function randomSource(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
