// The engine as the layout editor asks it.
import type { Seat } from '../board/types';
import type { Engine } from '../engine/engine';
import type { Rules } from '../engine/types';
import { bilingual } from '../lib/bilingual';
import { faultText } from '../table/say';
import type { LayoutRules } from './layout';

export function layoutRules(engine: Engine, rules: Rules, seat: Seat): LayoutRules {
  // What a .jql file had at 0x10 goes back into one that is exported.
  let version: number[] | undefined;
  return {
    faults(layout) {
      const answer = engine.layoutFaults(rules, layout, seat);
      if (!answer.ok) return [{ spot: '', message: faultText(answer.fault) }];
      const { faults, first } = answer.value;
      const all = faults.length === 0 && first ? [first] : faults;
      return all.map((fault) => ({ spot: fault.point.slice(1), message: faultText(fault) }));
    },
    random(seed) {
      const answer = engine.layoutComplete(rules, '', seed);
      return answer.ok ? answer.value : '';
    },
    ready: () =>
      engine.layoutReady().map((ready) => ({ name: bilingual(ready), layout: ready.layout })),
    readJql(bytes) {
      const answer = engine.readJql(bytes);
      if (!answer.ok) return { error: faultText(answer.fault) };
      version = answer.value.version;
      return { layout: answer.value.layout };
    },
    writeJql(layout) {
      const answer = engine.writeJql(layout, version);
      return answer.ok ? answer.value : { error: faultText(answer.fault) };
    },
  };
}
