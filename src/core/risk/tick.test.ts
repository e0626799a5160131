/** In which order a tick works, and when the daily work is due (MARK-005). */
import { describe, expect, it } from 'vitest';
import { exchangeOf, type Play } from '../../../test/scenarios/play.ts';
import { playLines } from '../../../test/scenarios/reader.ts';
import { turnOn } from '../../../test/scenarios/turn.ts';
import type { Turn } from '../turn/turn.ts';
import { tick } from './tick.ts';

/** 00:00 UTC after the time scenarios start at. */
const MIDNIGHT_MS = 1_700_006_400_000;
const PRICED = 'given indexStaleMs 100000000\nindex eth 3000\nindex btc 50000';

/** Ticks at a time; what was announced before each piece of work, and which contracts it was about. */
function tickAt(play: Play, timeMs: number): string[] {
  const turn = turnOn(exchangeOf(play).state, timeMs);
  const seen: string[] = [];
  let told = 0;
  const work = (name: string) => (present: Turn) => {
    for (const event of present.events.slice(told))
      seen.push('instrument' in event ? `${event.name} ${event.instrument.contract.symbol.slice(4, 7)}` : event.name);
    told = present.events.length;
    seen.push(name);
  };
  const outcome = tick(
    turn,
    { name: 'tick' },
    {
      first: [work('first'), work('second')],
      followUp: work('follow-up'),
      daily: [work('daily')],
      last: [work('last')],
    },
  );
  expect(outcome).toEqual({ ok: true, result: null });
  work('end')(turn);
  return seen;
}

const BEFORE = ['first', 'second', 'markChanged btc', 'markChanged eth', 'follow-up'];
const AFTER = ['follow-up', 'last', 'end'];
const QUIET = [...BEFORE, ...AFTER];
const NEW_DAY = [...BEFORE, 'fundingSettled btc', 'fundingSettled eth', 'daily', ...AFTER];

describe('a tick', () => {
  it('does what is due first, then marks by contract id, then the follow-ups; what has no index is left alone', () => {
    expect(tickAt(playLines(PRICED), MIDNIGHT_MS - 1)).toEqual(QUIET);
  });

  it('serves contracts by id, in whatever order they were listed', () => {
    const play = playLines(PRICED);
    exchangeOf(play).state.instruments.reverse();
    expect(tickAt(play, MIDNIGHT_MS - 1)).toEqual(QUIET);
  });

  it('settles funding after the follow-ups, and does the daily work after that, once a day', () => {
    const play = playLines(PRICED);
    expect(tickAt(play, MIDNIGHT_MS - 1)).toEqual(QUIET);
    expect(tickAt(play, MIDNIGHT_MS)).toEqual(NEW_DAY);
    expect(tickAt(play, MIDNIGHT_MS + 1)).toEqual(QUIET);
    expect(tickAt(play, MIDNIGHT_MS + 86_400_000)).toEqual(NEW_DAY);
  });

  it('that is the first there ever was begins no day', () => {
    expect(tickAt(playLines(PRICED), MIDNIGHT_MS)).toEqual(NEW_DAY.filter((name) => name !== 'daily'));
  });
});
