// Going through a finished game for better plies: what is asked of the computer player, what is said
// of its answers, and how they are counted.
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type Engine, sure } from '../src/engine/engine';
import { testEngine, testFile, testWhole } from '../src/engine/testing';
import type { Belief, Seat } from '../src/engine/types';
import type { Whole } from '../src/engine/whole';
import { guessesOf, sayBelief, sayVerdict } from '../src/review/say';
import { Studies } from '../src/review/studies.svelte';
import type { Said } from '../src/review/study.worker';
import { countGrades, goThrough, gradeOf, seatsToStudy, type Task, type Verdict } from '../src/review/study';

// What the settings ask a browser for.
vi.hoisted(() => {
  const media = { matches: false, addEventListener() {} };
  Object.assign(globalThis, { matchMedia: () => media });
  Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] }, configurable: true });
});

let engine: Engine;
let whole: Whole;
beforeAll(async () => {
  engine = await testEngine();
  whole = await testWhole();
});

/** The first plies of a game, to be gone through for a seat. */
function taskOf(name: string, seat: Seat, most: number): Task {
  const { variant, rules, layouts, first, deal, lines } = sure(engine.readRecord(testFile(`games/${name}.jg`)));
  const follow = sure(engine.follow({ rules, viewer: null, layouts, first, deal, open: true }));
  const some = lines.slice(0, most);
  const plies = some.flatMap((text, line) => {
    const { kind, seat: mover, from, to } = sure(follow.apply(text));
    return mover === seat && (kind === 'move' || kind === 'flip') ? [{ line, from, to }] : [];
  });
  return { variant, options: rules.options, seat, layouts, first, lines: some, plies };
}

function all(task: Task) {
  const verdicts: Verdict[] = [];
  const steps = goThrough(whole, task);
  for (let next = steps.next(); ; next = steps.next()) {
    if (next.done) return { verdicts, fault: next.value };
    verdicts.push(next.value);
  }
}

describe.each(['dark-1', 'flip-2', 'four-1', 'three-1'])('%s', (name) => {
  test('every ply of the seat has its verdict, the same each time', () => {
    const task = taskOf(name, 'b', 16);
    const { verdicts, fault } = all(task);
    expect(fault).toBeNull();
    expect(verdicts.map(({ line, played }) => ({ line, ...played }))).toEqual(task.plies);
    expect(all(task).verdicts).toEqual(verdicts);
    // Who goes on later finds the same.
    expect(all({ ...task, plies: task.plies.slice(2) }).verdicts).toEqual(verdicts.slice(2));
    // What the others have is not looked at, even when the task has it.
    const blind = { ...task, layouts: task.layouts!.map((layout, i) => (i === 1 ? layout : null)) };
    if (name !== 'four-1') expect(all(blind).verdicts).toEqual(verdicts);
  });
});

describe('studies of a review', () => {
  /** Workers that say what the test has them say. */
  const workers: FakeWorker[] = [];
  class FakeWorker {
    task: Task | null = null;
    ended = false;
    onmessage: ((event: { data: Said }) => void) | null = null;
    constructor() {
      workers.push(this);
    }
    postMessage(task: Task) {
      this.task = task;
    }
    terminate() {
      this.ended = true;
    }
    say(data: Said) {
      this.onmessage!({ data });
    }
  }
  const verdict = (line: number): Verdict => ({ line, played: { from: 'a', to: 'b' }, from: 'a', to: 'b', path: [], worse: 0, beliefs: [] });
  const game = (seat: Seat, more: string[] = []): Task => ({
    variant: 'dark',
    options: {},
    seat,
    layouts: ['x', null],
    first: 'a',
    lines: ['1', '2', '3', ...more],
    plies: [0, 1, 2].map((line) => ({ line, from: 'a', to: 'b' })),
  });
  const left = (worker: FakeWorker) => worker.task!.plies.map(({ line }) => line);

  test('whoever comes back goes on where they left', () => {
    vi.stubGlobal('Worker', FakeWorker);
    const studies = new Studies();
    studies.take('a', game);
    expect(left(workers[0]!)).toEqual([0, 1, 2]);
    workers[0]!.say({ verdict: verdict(0) });
    studies.take('b', game); // another seat of the game
    expect(workers[0]!.ended).toBe(true);
    expect(left(workers[1]!)).toEqual([0, 1, 2]);
    studies.end(); // the review is left …
    expect(workers[1]!.ended).toBe(true);
    const again = new Studies(); // … and opened again
    again.take('a', game);
    expect([...again.current!.verdicts.keys()]).toEqual([0]);
    expect(left(workers[2]!)).toEqual([1, 2]);
    for (const line of [1, 2]) workers[2]!.say({ verdict: verdict(line) });
    workers[2]!.say({ done: true });
    expect(workers[2]!.ended).toBe(true);
    again.take(null, game);
    again.take('a', game);
    expect(again.current!.state).toBe('done');
    expect(workers).toHaveLength(3);
    again.take('a', (seat) => game(seat, ['4'])); // not the same game
    expect(left(workers[3]!)).toEqual([0, 1, 2]);
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    workers[3]!.say({ failed: 'no way' });
    expect(again.current!.state).toBe('failed');
    expect(log).toHaveBeenCalledWith('no way');
    log.mockRestore();
    vi.unstubAllGlobals();
  });
});

test('a line that cannot be ends it with a fault', () => {
  const task = taskOf('dark-1', 'a', 6);
  expect(all({ ...task, lines: ['nonsense', ...task.lines] }).fault).toMatchObject({ code: 'line_form' });
  expect(all({ ...task, layouts: [null, null] }).fault).not.toBeNull();
});

const verdict = (worse: number, more: Partial<Verdict> = {}): Verdict => ({
  from: 'a11', to: 'a12', path: ['a11', 'a12'], line: 0, played: { from: 'a21', to: 'a11' }, beliefs: [], ...more, worse,
}); // prettier-ignore

test('grades', () => {
  expect([0, 39, 40, 119, 120, 299, 300, 9999].map((worse) => gradeOf({ worse }))).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  expect(countGrades([verdict(0), verdict(50), verdict(60), verdict(500)])).toEqual([1, 2, 0, 1]);
  expect(seatsToStudy(['a', 'b'], 'dark', ['x', null])).toEqual(['a']);
  expect(seatsToStudy(['a', 'b'], 'flip', [])).toEqual(['a', 'b']);
});

test('verdicts in words', () => {
  const at = (point: string) => ({ point, seat: 'a' as const, letter: point === 'a21' ? ('9' as const) : ('?' as const) });
  const say = (one: Verdict) => sayVerdict(one, at).replaceAll('\u2060', '');
  expect(say(verdict(0, { from: 'a21', to: 'a11' }))).toBe('Marshal a21–a11. The computer would do the same.');
  expect(say(verdict(0))).toBe('Marshal a21–a11. Just as good: a11–a12.');
  expect(say(verdict(200, { from: 'a31', to: 'a31' }))).toBe('Marshal a21–a11. Better: flip a31.');
  expect(say(verdict(400))).toBe('Marshal a21–a11. Much better: a11–a12.');
});

test('beliefs in words and on tiles', () => {
  const type = (letter: '9' | '8' | 'M' | 'F' | '1' | '2', share: number) => ({ seat: 'b' as const, letter, share });
  const unsure: Belief = { points: ['b11'], types: [type('9', 500), type('8', 300), type('M', 120), type('F', 76), type('1', 4)] };
  const sure: Belief = { points: ['b12'], types: [type('M', 1000)] };
  const flat: Belief = { points: ['b13'], types: [type('1', 150), type('2', 850 / 6)] };
  expect(sayBelief('b11', unsure, null)).toBe('b11 then: marshal 50%, general 30%, mine 12%, flag 8%, others <1%');
  expect(sayBelief('b12', sure, () => 'Blue’s')).toBe('b12 then: Blue’s mine 100%');
  expect([...guessesOf([unsure, sure, flat], 'characters')]).toEqual([['b11', '司?'], ['b12', '雷']]);
  // Face-down pieces are all alike: nothing to write on one of them.
  expect(guessesOf([{ ...sure, points: ['a11', 'a12'] }], 'characters').size).toBe(0);
});
