// Bytes of every kind into every text entry: an answer or a fault with words, never a trap.
import { expect, test } from 'vitest';
import { type Answer, sure } from './engine';
import { randomSource, READY, testEngine, testFile } from './testing';

const ROUNDS = 1000;

test('noise', async () => {
  const engine = await testEngine();
  const random = randomSource(11);
  const seeds = [
    READY, 'a11b15 > @3', '!a11 b9', 'show b63 bF', 'end win a,c reason flag', 'a11', 'qq',
    testFile('games/flip-3.jg').slice(0, 900), testFile('games/four-1.jg').slice(0, 900),
    testFile('perft.txt').split('\n')[1]!.split('\t')[2]!,
  ]; // prettier-ignore
  const noise = (): string => {
    const text = [...seeds[random(seeds.length)]!];
    for (let n = random(4); n > 0; n--) {
      const letter = String.fromCodePoint([random(128), random(0xd800), 0x20000][random(3)]!);
      text.splice(random(text.length + 1), random(3), letter);
    }
    return text.slice(0, random(8) ? undefined : random(text.length + 1)).join('');
  };
  const variants = ['dark', 'flip', 'four', 'three'] as const;
  let faults = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const variant = variants[round % 4]!;
    const rules = sure(engine.rules(variant));
    const follow = sure(engine.follow({ rules, viewer: 'a' }));
    const answers: Answer<unknown>[] = [
      engine.rules(variant, noise()),
      engine.rules(variant, null, { [noise()]: noise() }),
      engine.layoutFaults(rules, noise()),
      engine.layoutComplete(rules, noise(), round),
      engine.readJql(Uint8Array.from({ length: random(80) }, () => random(256))),
      engine.writeJql(noise()),
      engine.parsePly(variant, noise()),
      engine.follow({ rules, viewer: 'b', layouts: [noise(), noise()] }),
      engine.follow({ rules, viewer: 'b', deal: noise() }),
      engine.readRecord(noise()),
      engine.perft(noise(), 1),
      follow.apply(noise()),
      follow.apply(noise()),
    ];
    for (const answer of answers) {
      if (answer.ok) continue;
      faults++;
      expect(answer.fault.en && answer.fault.zh && answer.fault.code).toBeTruthy();
    }
    follow.explain(noise(), noise());
    follow.targets(noise());
    follow.mayBe(noise());
    follow.state();
  }
  expect(faults).toBeGreaterThan(ROUNDS);
}, 60_000);
