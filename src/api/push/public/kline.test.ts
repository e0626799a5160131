// The messages of a kline channel: the bar that is forming when it changes, and one that ended between two tellings as
// it ended, before the next.
import { expect, it } from 'vitest';
import { flatBar } from '../../../bars/bar.ts';
import { loadContract } from '../../../core/language/contract.ts';
import { DEFAULT_CONTRACTS } from '../../../core/language/contract-defaults.ts';
import type { Instrument } from '../../../core/state/records.ts';
import type { LiveBars } from '../../../live/bars.ts';
import { FormingBar } from './kline.ts';

const MINUTE = 60_000;
const START = 1_767_258_000_000;
const instrument = { contract: loadContract(DEFAULT_CONTRACTS[0]!) } as Instrument;

function setUp() {
  let price = 90_000;
  const asked: string[] = [];
  const bars: Pick<LiveBars, 'forming'> = {
    forming(symbol, kind, granularity, nowMs) {
      asked.push(`${symbol} ${kind} ${granularity}`);
      return flatBar(Math.floor(nowMs / MINUTE) * MINUTE, price * 1e8);
    },
  };
  const channel = new FormingBar('mark', '1m', { instrument, bars });
  const published = (nowMs: number): string[] =>
    channel.changes(nowMs).map((change) => {
      const { klineTime, close } = JSON.parse(change.kind === 'latest' ? change.data : '');
      return `${(Number(klineTime) - START) / MINUTE} ${close}`;
    });
  /** The price changes at a time, and the channel notices. */
  const move = (next: number, timeMs: number): void => {
    price = next;
    channel.note(null, timeMs);
  };
  return { channel, published, move, asked };
}

it('publishes a bar when it changed, and nothing when it did not', () => {
  const { published, move, asked } = setUp();
  expect(published(START)).toEqual(['0 90000.0']);
  expect(published(START + 250)).toEqual([]);
  move(90_001, START + 300);
  expect(published(START + 500)).toEqual(['0 90001.0']);
  expect(new Set(asked)).toEqual(new Set(['cmt_btcusdt mark 1m']));
});

it('publishes a bar once more as it ended, when it changed after it was published last', () => {
  const { published, move } = setUp();
  published(START + MINUTE - 200);
  move(90_005, START + MINUTE - 1);
  move(90_009, START + MINUTE + 1);
  expect(published(START + MINUTE + 50)).toEqual(['0 90005.0', '1 90009.0']);
  expect(published(START + MINUTE + 300)).toEqual([]);
});

it('publishes the next bar alone when the last one had been published as it ended', () => {
  const { published, move } = setUp();
  move(90_001, START + MINUTE - 400);
  expect(published(START + MINUTE - 300)).toEqual(['0 90001.0']);
  expect(published(START + MINUTE + 10)).toEqual(['1 90001.0']);
});

it('publishes what there is again after a restart', () => {
  const { channel, published } = setUp();
  published(START);
  channel.restart();
  expect(published(START + 250)).toEqual(['0 90000.0']);
});
