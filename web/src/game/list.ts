// One line of the list of moves, ready to be shown.
import type { Seat } from '../board/types';

export interface ListItem {
  seat: Seat | null;
  number: number | null;
  text: string;
  outcome?: string;
}
