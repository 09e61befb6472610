// One line of the list of moves, ready to be shown.
import type { Seat } from '../board/types';

export interface ListItem {
  seat: Seat | null;
  number: number | null;
  text: string;
  outcome?: string;
  /** How good the ply was, 0 (as good as any) to 3, and in words. */
  mark?: { grade: 0 | 1 | 2 | 3; text: string };
}
