// What the play screen is given of each player and of each thing one can do.
import type { PieceLetter, Seat } from '../board/types';

export interface PlayerInfo {
  seat: Seat;
  name: string;
  /** Below the name: who plays a colour, or which colour somebody plays. */
  who?: string;
  /** In flip the colour played, null while that is open. */
  colour?: Seat | null;
  corner?: 'se' | 'sw' | 'nw' | 'ne' | 'w' | 'e';
  badge?: string;
  /** Strength, of a person who has one. */
  rating?: number | null;
  /** Why this player is out. */
  out?: string | null;
  clock: number | null;
  timeouts: number;
  lost: PieceLetter[];
  /** Goes before the losses: not connected, offers a draw. */
  note?: string;
  /** The note is a warning. */
  alarm?: boolean;
  thinking?: boolean;
  unsure?: boolean;
}

/** Something one can do now, or the reason why not. */
export type Possible = { may: true } | { may: false; why: string };

export interface Deed {
  id: string;
  label: string;
  /** Asked before it is done; null: it is done at once. */
  question: string | null;
  possible: Possible;
  act: () => void;
  primary?: boolean;
}
