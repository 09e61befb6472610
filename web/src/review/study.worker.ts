// Goes through a game beside the page, so that the page stays quick. It is told a task once, answers
// with verdicts as they come, and is ended from outside.
import { loadWhole } from '../engine/whole';
import { goThrough, type Task, type Verdict } from './study';

/** The last one says that all is done, or why it could not be. */
export type Said = { verdict: Verdict } | { done: true } | { failed: string };

const say = (said: Said) => postMessage(said);

async function work(task: Task) {
  const verdicts = goThrough(await loadWhole(), task);
  for (let next = verdicts.next(); ; next = verdicts.next()) {
    if (!next.done) say({ verdict: next.value });
    else return say(next.value ? { failed: next.value.en } : { done: true });
  }
}

addEventListener('message', ({ data }: MessageEvent<Task>) => {
  work(data).catch((error: unknown) => say({ failed: String(error) }));
});
