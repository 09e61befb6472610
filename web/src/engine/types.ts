// What the engine takes and gives. Plain data; names of points, pieces and options are those of the
// rules (RULES.md ). Nothing here computes.

export type Variant = 'dark' | 'flip' | 'four' | 'three';
export type Seat = 'a' | 'b' | 'c' | 'd';
/** Who looks: a seat, or null for a spectator. */
export type Viewer = Seat | null;
export type PointKind = 'station' | 'camp' | 'hq';

/** Letters of: 9 marshal … 1 engineer, B bomb, M mine, F flag; `?` is unknown. */
export type PieceLetter = '9' | '8' | '7' | '6' | '5' | '4' | '3' | '2' | '1' | 'B' | 'M' | 'F' | '?';

/** Something a person did wrong: what, where, and in words what would be right. */
export interface Fault {
  /** A name of include/junqi/errors.def, such as `rail_corner`. */
  code: string;
  /** A point, key or seat; '' if none. */
  point: string;
  /** From 1; 0 if the text has no lines. */
  line: number;
  /** Bytes from 0; -1 if none. */
  offset: number;
  en: string;
  zh: string;
}

export type Answer<T> = { ok: true; value: T } | { ok: false; fault: Fault };

export interface BoardPoint {
  name: string;
  kind: PointKind;
  /** Whose arm; null in the palace. */
  seat: Seat | null;
  /** 1 is the front; 0 in the palace. */
  row: number;
  /** 1 is at the owner's left; 0 in the palace. */
  col: number;
  rail: boolean;
}

export interface BoardEdge {
  a: string;
  b: string;
  rail: boolean;
  /** One of the curves p11–q15 of the larger boards. */
  arc: boolean;
}

export interface Board {
  variant: Variant;
  seats: Seat[];
  points: BoardPoint[];
  edges: BoardEdge[];
  /** Rail lines in running order. */
  lines: string[][];
}

/** One row of R-11. Values are texts, numbers too. */
export interface Option {
  name: string;
  /** The words allowed in this variant; null for a number. */
  values: string[] | null;
  least: number;
  most: number;
  fallback: string;
  en: string;
  zh: string;
}

/** The rules of one game. Made by `engine.rules`; belongs to that engine. */
export interface Rules {
  readonly variant: Variant;
  readonly preset: string | null;
  /** The value of every option that the variant has. */
  readonly options: Readonly<Record<string, string>>;
}

export interface LayoutFaults {
  /** One for each point at fault. */
  faults: Fault[];
  /** Complete and legal: a game can start with it. */
  complete: boolean;
  /** What stands in the way of completeness first; null when complete. */
  first: Fault | null;
}

export interface ReadyLayout {
  en: string;
  zh: string;
  layout: string;
}

/** A .jql file, read. `version` goes back into `writeJql`, so that the file is the same again. */
export interface Jql {
  layout: string;
  /** The four bytes at 0x10. */
  version: number[];
  /** They are not the usual ones. */
  warning: boolean;
}

/** A piece as the viewer sees it. In `flip`, `seat` is the colour. */
export interface SeenPiece {
  point: string;
  /** Null when face down and not known. */
  seat: Seat | null;
  letter: PieceLetter;
  /** Face down in `flip`. */
  down: boolean;
  /** Everyone knows it. */
  public: boolean;
  /** It carries its flag (`flip_flag=carry`). */
  carrier: boolean;
  /** Every type it can still be, in the order of; one letter when known. */
  may: string;
}

export interface GameState {
  state: 'running' | 'win' | 'draw';
  /** On turn; after the end, who would have been. */
  turn: Seat;
  /** Of the last ply. */
  mover: Seat | null;
  winners: Seat[];
  /** Why it ended: `flag`, `pieces`, …; '' while running. */
  reason: string;
  ply: number;
  /** Plies without a capture. */
  quiet: number;
  /** In the order they went out. */
  out: { seat: Seat; reason: string }[];
  /** One entry a seat, as all lists below. */
  timeouts: number[];
  /** Pieces no longer on the board; in `flip` by colour. */
  lost: number[];
  /** Their letters in the order of where all are known, else null. */
  lostLetters: (string | null)[];
  /** `flip`: the colour played by seat a, then b; null until known and in other variants. */
  colours: Seat[] | null;
  /** `flip`: mines gone, of colour a, then b. */
  dug: number[];
  pieces: SeenPiece[];
}

export type Outcome = 'move' | 'won' | 'lost' | 'both' | 'bounce' | 'flag';
export type EventKind =
  | 'move'
  | 'flip'
  | 'timeout'
  | 'resign'
  | 'escape'
  | 'draw-offer'
  | 'draw-accept'
  | 'draw-refuse'
  | 'illegal'
  | 'time'
  | 'show'
  | 'skip'
  | 'out'
  | 'end';

/** One line of a game, taken apart. `from`, `to`, `path` and the pieces are as before the line. */
export interface GameEvent {
  kind: EventKind;
  /** Who; for `show` the piece's owner; null for `end`. */
  seat: Seat | null;
  /** move, flip and show; '' else. For a flip and a show `to` is `from`. */
  from: string;
  to: string;
  /** move; else 'move'. */
  outcome: Outcome;
  /** move: what moved. flip, show: what became public. */
  piece: SeenPiece | null;
  /** move: what stood on `to`. */
  target: SeenPiece | null;
  /** move: the points that the piece ran over, from and to included. */
  path: string[];
  /** Everything that left the board by this line. */
  removed: SeenPiece[];
  /** out, end. */
  reason: string;
  /** end; empty for a draw. */
  winners: Seat[];
  /** Time used in milliseconds; null if not told. */
  ms: number | null;
  comment: string;
}

/** How a game to follow begins. */
export interface Beginning {
  rules: Rules;
  viewer: Viewer;
  /** F-1 by seat, in seat order; null where this viewer does not know. Not for `flip`. */
  layouts?: (string | null)[];
  first?: Seat;
  /** Show every layout given, whoever looks: for records of finished games. */
  open?: boolean;
  /** `flip`, after the end: the pieces as dealt (board part of F-4); `state` then names those that
   *  are still face down. */
  deal?: string | null;
}

export interface GameRecord {
  variant: Variant;
  preset: string | null;
  rules: Rules;
  /** Players' names by seat; '' if none. */
  names: string[];
  /** '' if none. */
  date: string;
  first: Seat;
  /** F-1 by seat; null where the record does not tell; empty for `flip`. */
  layouts: (string | null)[];
  /** `flip`: the pieces as dealt; null where the record does not tell, and in other variants. */
  deal: string | null;
  /** Every line after `start`, as `Follow.apply` takes them: flips with their piece, `show` lines. */
  lines: string[];
}

/** A ply as typed: `a11b15`, or `!a11` for a flip (`to` is `from`). */
export interface Ply {
  from: string;
  to: string;
}

/** What a computer player would have played. */
export interface Judgement extends Ply {
  /** The points that it would run over, from and to included; empty for a flip. */
  path: string[];
  /** By how much less it expects of the ply that was played; with two seats a regiment is worth about
   *  100. 0 when that is its own or as good. */
  worse: number;
}

/** What a computer player takes hidden pieces for. */
export interface Belief {
  /** One point; in `flip` all that lie face down, which are alike. */
  points: string[];
  /** The likeliest first; shares in 1/1000 that add up to 1000. Nothing possible is left out. In
   *  `flip`, `seat` is the colour. */
  types: { seat: Seat; letter: PieceLetter; share: number }[];
}
