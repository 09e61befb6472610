// What happens in a game, in the reader's words: sentences, lines of the list, why it ended.
import type { PieceLetter, Seat } from '../board/types';
import type { Fault, GameEvent, GameState, SeenPiece } from '../engine/types';
import type { ListItem } from '../game/list';
import { en, type Key } from '../i18n/en';
import { t } from '../i18n/text.svelte';
import { bilingual, capital } from '../lib/bilingual';
import { settings } from '../lib/settings.svelte';
import { pieceName } from '../lib/words';
import { onlyWalked } from './show';
import { w } from './words';

/** Who reads, and what the seats are called. */
export interface Reader {
  own: Seat | null;
  nameOf: (seat: Seat) => string;
  /** Two seats: "the enemy" is plain. More: the seat's name is said. */
  seats: number;
  /** Whose pieces are the reader's: the own seat, in flip the colour played; null while unknown. */
  colour: Seat | null;
  /** What the owner of a piece is called: in flip a colour. */
  sideName: (seat: Seat) => string;
  /** In whose colour a seat is drawn; null: in none yet. */
  paint: (seat: Seat) => Seat | null;
}

/** Stands before a name while a sentence is made: nobody's name is written otherwise than they write it. */
const NAME = '\uE000';

/** As a sentence begins, unless it begins with a name. */
function sentence(reader: Reader, say: (reader: Reader) => string): string {
  const nameOf = (seat: Seat) => NAME + reader.nameOf(seat);
  const sideName = (seat: Seat) => NAME + reader.sideName(seat);
  return capital(say({ ...reader, nameOf, sideName })).replaceAll(NAME, '');
}

export function faultText(fault: Fault): string {
  return bilingual(fault);
}

function phrase(piece: SeenPiece, reader: Reader): string {
  const name = pieceName(piece.letter);
  if (piece.seat && piece.seat === reader.colour) return t('yourPiece', { piece: name });
  if (reader.colour === null || reader.seats > 2) {
    return t('someonesPiece', { who: piece.seat ? reader.sideName(piece.seat) : '', piece: name });
  }
  return piece.letter === '?' ? t('theirUnknown') : t('theirPiece', { piece: name });
}

const FIGHTS = {
  won: 'fightWon',
  lost: 'fightLost',
  both: 'fightBoth',
  bounce: 'fightBounce',
  flag: 'fightFlag',
} as const;

function sayMove(event: GameEvent, reader: Reader): string {
  const attacker = phrase(event.piece!, reader);
  if (event.outcome === 'move' || !event.target) {
    return t('moved', { attacker, from: event.from, to: event.to });
  }
  return t(FIGHTS[event.outcome], { attacker, defender: phrase(event.target, reader) });
}

/** One happening as a sentence without its full stop. */
export function sayEvent(event: GameEvent, reader: Reader): string {
  return sentence(reader, (named) => tellEvent(event, named));
}

function tellEvent(event: GameEvent, reader: Reader): string {
  const who = event.seat ? reader.nameOf(event.seat) : '';
  const mine = event.seat !== null && event.seat === reader.own;
  switch (event.kind) {
    case 'move':
      return sayMove(event, reader);
    case 'flip':
      return t('flipped', {
        point: event.from,
        piece: t('someonesPiece', {
          who: event.piece?.seat ? reader.sideName(event.piece.seat) : '',
          piece: pieceName(event.piece?.letter ?? '?'),
        }),
      });
    case 'show':
      if (event.piece?.letter === 'F') return mine ? w('flagRaisedYou') : t('flagRaised', { name: who });
      return t('shownPiece', {
        who,
        point: event.from,
        piece: pieceName(event.piece?.letter ?? '?'),
      });
    case 'timeout':
    case 'time':
      return mine ? t('timedOutYou') : t('timedOut', { who });
    case 'skip':
      return t('skipped', { who });
    case 'resign':
      return t('resigned', { who });
    case 'escape':
      return t('escaped', { who });
    case 'out':
      return t(mine ? 'outWhyYou' : 'outWhy', { who, why: outReason(event.reason) });
    case 'illegal':
      return t('outOfGame', { who });
    case 'draw-offer':
      return t('offers', { who });
    case 'draw-accept':
      return t('accepts', { who });
    case 'draw-refuse':
      return t('refuses', { who });
    case 'end':
      return t('endSheet');
  }
}

const OUTCOMES: Partial<Record<GameEvent['outcome'], Key>> = {
  won: 'outcomeWon',
  lost: 'outcomeLost',
  both: 'outcomeBoth',
  bounce: 'outcomeBounce',
  flag: 'outcomeFlag',
};

/** The lines of the list; plies are numbered. */
export function listOf(events: readonly GameEvent[], reader: Reader): ListItem[] {
  let number = 0;
  return events.map((event) => {
    const seat = event.seat && reader.paint(event.seat);
    if (event.kind !== 'move' && event.kind !== 'flip') {
      return { seat, number: null, text: sayEvent(event, reader) };
    }
    number++;
    if (event.kind === 'flip') return { seat, number, text: sayEvent(event, reader) };
    const letter = event.piece?.letter ?? '?';
    const outcome = OUTCOMES[event.outcome];
    return {
      seat,
      number,
      text: `${letter === '?' ? '' : `${pieceName(letter)} `}${event.from}–${event.to}`,
      outcome: outcome && t(outcome),
    };
  });
}

const ALL = '987654321BMF';

/** What is known of a piece that does not show itself. */
export function sayMayBe(may: string): string {
  if (may.length === ALL.length) return t('mayBeAny');
  if (onlyWalked(may)) return t('mayBeMovable');
  // The shorter way to say it: what it can be, or what it cannot.
  const few = may.length <= 6;
  const letters = few ? [...may] : [...ALL].filter((letter) => !may.includes(letter));
  const names = letters.map((letter) => pieceName(letter as PieceLetter));
  const pieces = names.join(settings.language === 'en' ? ', ' : '、');
  return t(few ? 'mayBe' : 'mayNotBe', { pieces });
}

const REASONS: Record<string, { you: Key; other: Key }> = {
  flag: { you: 'whyFlagYou', other: 'whyFlag' },
  pieces: { you: 'whyPiecesYou', other: 'whyPieces' },
  stuck: { you: 'whyStuckYou', other: 'whyStuck' },
  timeouts: { you: 'whyTimeoutsYou', other: 'whyTimeouts' },
  resign: { you: 'whyResignYou', other: 'whyResign' },
  escape: { you: 'whyEscapeYou', other: 'whyEscape' },
  quiet: { you: 'whyQuietYou', other: 'whyQuietLoser' },
};

const DRAWS: Record<string, Key> = {
  quiet: 'whyQuiet',
  agreed: 'whyAgreed',
  stuck: 'whyStuckBoth',
  escape: 'whyEscapeDraw',
};

function whyWon(state: GameState, seats: readonly Seat[], reader: Reader): string {
  // The reason of a win is that of the losing side's last `out`.
  const last = state.out.at(-1)?.seat;
  const loser = last && !state.winners.includes(last) ? last : seats.find((s) => !state.winners.includes(s));
  const words = REASONS[state.reason];
  if (!words) return t('whyOther', { reason: state.reason });
  if (loser === reader.own) return t(words.you);
  return sentence(reader, ({ nameOf }) => t(words.other, { loser: loser ? nameOf(loser) : '' }));
}

/** "flag lost", for a bar or in brackets. */
export function outReason(reason: string): string {
  const key = `out_${reason}` as Key;
  return key in en ? t(key) : reason;
}

export function joined(names: readonly string[]): string {
  const [first = '', ...rest] = names;
  return rest.reduce((a, b) => t('and', { a, b }), first);
}

/** Who went out, in order, and who was left. */
function sayOuts(state: GameState, seats: readonly Seat[], reader: Reader): string {
  const outs = state.out.map(({ seat, reason }) =>
    t('wentOut', { who: reader.nameOf(seat), why: outReason(reason) }),
  );
  const space = settings.language === 'en' ? ' ' : '';
  if (seats.length === 4) {
    const list = outs.join(settings.language === 'en' ? ', ' : '、');
    return list && t('outList', { list });
  }
  const [first, second] = outs;
  const left = state.state === 'win' ? state.winners.map(reader.nameOf).join(' ') : '';
  return [
    first && t('firstOut', { who: first }),
    second && t('secondOut', { who: second }),
    left && t('lastIn', { who: left }),
  ]
    .filter(Boolean)
    .join(space);
}

/** The end of a game of more than two. */
function sayEndOfMany(state: GameState, seats: readonly Seat[], reader: Reader): string {
  const space = settings.language === 'en' ? ' ' : '';
  const outs = sayOuts(state, seats, reader);
  const { own } = reader;
  if (state.state === 'draw') {
    const key = state.reason === 'agreed' ? 'whyAgreedAll' : DRAWS[state.reason];
    const why = key ? t(key) : t('whyOther', { reason: state.reason });
    return [t('drawnFull', { why }), outs].filter(Boolean).join(space);
  }
  const winners = joined(state.winners.map(reader.nameOf));
  let result = t('sideWon', { winners });
  if (own && state.winners.includes(own)) {
    const partner = state.winners.find((seat) => seat !== own);
    result = partner ? t('teamWon', { partner: reader.nameOf(partner) }) : t('aloneWon');
  } else if (own) {
    result = t('youLostFull', { why: result });
  }
  return [result, outs].filter(Boolean).join(space);
}

/** Who won and why, in one sentence or two short ones. */
export function sayEnd(state: GameState, seats: readonly Seat[], reader: Reader): string {
  if (seats.length > 2) return sentence(reader, (named) => sayEndOfMany(state, seats, named));
  if (state.state === 'draw') {
    const key = DRAWS[state.reason];
    return t('drawnFull', { why: key ? t(key) : t('whyOther', { reason: state.reason }) });
  }
  const why = whyWon(state, seats, reader);
  if (reader.own === null) {
    return t('someoneWon', { winner: joined(state.winners.map(reader.nameOf)), why });
  }
  return t(state.winners.includes(reader.own) ? 'youWonFull' : 'youLostFull', { why });
}
