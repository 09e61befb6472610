// What the board component takes and gives: topology, pieces, motions. No rule lives here; the
// topology and everything that may be done on it come from the rules in WebAssembly.

export type Seat = 'a' | 'b' | 'c' | 'd';
export type PointKind = 'station' | 'camp' | 'hq';

/** Letters of: 9 marshal … 1 engineer, B bomb, M mine, F flag, ? unknown. */
export type PieceLetter = '9' | '8' | '7' | '6' | '5' | '4' | '3' | '2' | '1' | 'B' | 'M' | 'F' | '?';

export interface BoardPoint {
  name: string;
  kind: PointKind;
  seat: Seat | null; // null: a point of the palace in the middle
  row: number; // 1 is the front; 0 in the palace
  col: number; // 1 is at the owner's left; 0 in the palace
  rail: boolean;
}

export interface BoardEdge {
  a: string;
  b: string;
  rail: boolean;
  arc: boolean;
}

export interface BoardData {
  points: BoardPoint[];
  edges: BoardEdge[];
}

export interface Piece {
  seat: Seat;
  letter: PieceLetter;
  /** Face down in flip: whose it is nobody knows. */
  down?: boolean;
  /** Carries its flag. */
  carrier?: boolean;
  /** A private mark or a proved bound ("雷?", "≥师"), shown on a tile whose letter is unknown. */
  mark?: string;
  /** The mark is a guess of the reader's own. */
  guess?: boolean;
  /** A private mark by colour and shape. */
  tag?: 1 | 2 | 3 | 4;
}

export interface PlacedPiece extends Piece {
  point: string;
}

export type Outcome = 'move' | 'won' | 'lost' | 'both' | 'bounce' | 'flag';

/** One ply as the board shows it. `key` tells two equal plies apart. */
export interface Motion {
  key: number;
  /** Every point that the piece ran over, origin and destination included. */
  route: string[];
  attacker: Piece;
  defender?: Piece;
  outcome: Outcome;
  bomb?: boolean;
}

/** A ply that is talked about: the points of its way, one for a flip. */
export interface BoardArrow {
  route: string[];
  kind: 'played' | 'better';
}

export type TileSet = 'characters' | 'traditional' | 'numbers' | 'icons';
