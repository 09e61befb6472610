// Looking for better plies in a finished game: a computer player goes through it with the eyes of
// one seat, and says at each of that seat's plies what it would have played and what it believed.
// The same game gives the same answers: positions are counted, not seconds. No page, no worker.
import type { Belief, Fault, Judgement, Ply, Seat, Variant } from '../engine/types';
import type { Shoulder, Whole } from '../engine/whole';

/** A game to go through; plain data, as it is sent to a worker. */
export interface Task extends Shoulder {
  lines: string[];
  /** The seat's plies: the number of the line of each. */
  plies: (Ply & { line: number })[];
}

/** What is said of one ply. */
export interface Verdict extends Judgement {
  line: number;
  played: Ply;
  /** Of the hidden pieces, as it was the seat's turn. */
  beliefs: Belief[];
}

/** Positions looked at for a ply: about a tenth of a second on a desk, half of one on a phone. */
const NODES: Record<Variant, number> = { dark: 50_000, flip: 25_000, four: 50_000, three: 50_000 };
/** Worlds imagined for the beliefs. */
const DRAWS = 1_000;

/** Verdicts, one by one; ends with the fault of a game that cannot be gone through, or null. */
export function* goThrough(whole: Whole, task: Task): Generator<Verdict, Fault | null> {
  const begun = whole.think(task);
  if (!begun.ok) return begun.fault;
  const player = begun.value;
  const plies = new Map(task.plies.map((ply) => [ply.line, ply]));
  for (const [line, text] of task.lines.entries()) {
    const ply = plies.get(line);
    if (ply) {
      const judged = player.judge(ply, NODES[task.variant]);
      const beliefs = player.beliefs(DRAWS);
      if (!judged.ok) return judged.fault;
      if (!beliefs.ok) return beliefs.fault;
      yield { ...judged.value, line, played: { from: ply.from, to: ply.to }, beliefs: beliefs.value };
    }
    const applied = player.apply(text);
    if (!applied.ok) return applied.fault;
  }
  return null;
}

/** 0: as good as what the computer would have played, to 3: much worse. */
export const GRADES = [0, 1, 2, 3] as const;
export type Grade = (typeof GRADES)[number];

/** How much worse from where on a ply is of the next grade; a regiment is worth about 100. */
const STEPS = [40, 120, 300];

export function gradeOf({ worse }: Pick<Verdict, 'worse'>): Grade {
  return STEPS.filter((step) => worse >= step).length as Grade;
}

export function isSame({ from, to, played }: Verdict): boolean {
  return from === played.from && to === played.to;
}

/** How many plies are of each grade. */
export function countGrades(verdicts: Iterable<Verdict>): [number, number, number, number] {
  const counts: [number, number, number, number] = [0, 0, 0, 0];
  for (const verdict of verdicts) counts[gradeOf(verdict)]++;
  return counts;
}

/** Whose plies can be gone through: of seats whose own pieces are told. */
export function seatsToStudy(seats: readonly Seat[], variant: Variant, layouts: readonly (string | null)[]): Seat[] {
  return seats.filter((_, i) => variant === 'flip' || layouts[i]);
}
