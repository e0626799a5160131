/** Events and refusals of a settlement (FUND-004 to -006, INV-001). The amounts themselves are scenarios. */
import { describe, expect, it } from 'vitest';
import { run } from '../../../test/scenarios/exchange.ts';
import { exchangeOf, instrumentOf, type Play } from '../../../test/scenarios/play.ts';
import { playLines } from '../../../test/scenarios/reader.ts';
import { turnAfter } from '../../../test/scenarios/turn.ts';
import type { Command } from '../language/commands.ts';
import { passDueFunding, settle } from './funding.ts';

const MONEY = 'ann deposits 10000\nbob deposits 10000\ncat deposits 10000\nindex btc 50000.1';
const TRADED = `${MONEY}
bob opens short 0.1 at 50000
cat opens short 0.2 at 50000
ann opens long 0.3 at market`;
/** 00:00 UTC after the time scenarios start at. */
const MIDNIGHT_MS = 1_700_006_400_000;

const settling = (rate: string): Command => ({ name: 'settleFunding', symbol: 'cmt_btcusdt', rate });

/** The settlements a command announces, and whose positions it names. */
function told(play: Play, command: Command, timeMs = play.timeMs) {
  const { events } = run(exchangeOf(play), command, timeMs);
  return {
    settled: events.filter((event) => event.name === 'fundingSettled'),
    changed: events.flatMap((event) => (event.name === 'positionChanged' ? [event.position.account.id] : [])),
  };
}

describe('a settlement announces', () => {
  it('its rate, its time, its number and where the money went, and each position that paid or received', () => {
    const play = playLines(TRADED);
    const matchSequence = exchangeOf(play).state.nextMatchSequence;
    const instrument = instrumentOf(play, 'btc');
    // 15,000.03 × 0.00000001 rounded up is 15,001 e8; a third is 5,000, two thirds are 10,000, and 1 is left.
    const mark = 50_000_10_000_000;
    const totals = { matchSequence, paid: 15_001, received: 15_000, dust: 1 };
    expect(told(play, settling('0.00000001'))).toEqual({
      settled: [{ name: 'fundingSettled', instrument, rateE8: 1, fundingMs: play.timeMs, mark, ...totals }],
      changed: [1_000_001, 1_000_002, 1_000_003],
    });
  });

  it('the same when shorts pay, in the order of the pass: payers first', () => {
    const play = playLines(TRADED);
    // 5,000.01 and 10,000.02 at the same rate: 5,001 and 10,001.
    const { settled, changed } = told(play, settling('-0.00000001'));
    expect(settled).toMatchObject([{ rateE8: -1, paid: 15_002, received: 15_002, dust: 0 }]);
    expect(changed).toEqual([1_000_002, 1_000_003, 1_000_001]);
  });

  it.each([
    ['with a rate of 0', TRADED, '0', 0],
    ['with nobody in the contract', MONEY, '0.0001', 10_000],
  ])('that nothing was booked %s', (_when, lines, rate, rateE8) => {
    const play = playLines(lines);
    const instrument = instrumentOf(play, 'btc');
    const nothing = { matchSequence: 0, paid: 0, received: 0, dust: 0 };
    expect(told(play, settling(rate))).toEqual({
      settled: [
        { name: 'fundingSettled', instrument, rateE8, fundingMs: play.timeMs, mark: expect.any(Number), ...nothing },
      ],
      changed: [],
    });
  });

  it('its boundary as its time, however late the tick is', () => {
    const play = playLines(TRADED);
    expect(told(play, { name: 'tick' }, MIDNIGHT_MS - 1).settled).toEqual([]);
    expect(told(play, { name: 'tick' }, MIDNIGHT_MS + 1_500).settled).toMatchObject([{ fundingMs: MIDNIGHT_MS }]);
    expect(told(play, { name: 'tick' }, MIDNIGHT_MS + 3_000).settled).toEqual([]);
    expect(instrumentOf(play, 'btc').nextFundingMs).toBe(MIDNIGHT_MS + 8 * 3_600_000);
  });
});

describe('a settlement', () => {
  it('does not happen before there is a first boundary', () => {
    const { play, turn } = turnAfter(MONEY);
    passDueFunding(turn, instrumentOf(play, 'eth'));
    expect([turn.events, instrumentOf(play, 'eth').nextFundingMs]).toEqual([[], 0]);
  });

  it('is refused while postings do not balance', () => {
    const { play, state, turn } = turnAfter(TRADED);
    state.ledgerSum = 4;
    expect(() => settle(turn, instrumentOf(play, 'btc'), 10_000, play.timeMs)).toThrow(
      'LEDG-006: a booking begins when the one before balances (4)',
    );
  });
});
