// The forming bar, over the real engine: as fresh as trading, and going on from a simulated past.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { openOf } from '../bars/granularity.ts';
import { createEngine } from '../core/engine.ts';
import type { Command } from '../core/language/commands.ts';
import { DEFAULT_CONTRACTS } from '../core/language/contract-defaults.ts';
import type { Outcome } from '../core/turn/outcome.ts';
import { openPast } from '../market/past/past.ts';
import { LiveBars } from './bars.ts';

const SYMBOL = 'cmt_btcusdt';
const START = Date.UTC(2026, 0, 1, 9, 30, 15);
const NONE = { size: 0, value: 0, trades: 0, boughtSize: 0, boughtValue: 0 };

function exchange() {
  const engine = createEngine((bytes) => createHash('sha256').update(bytes).digest());
  const bars = new LiveBars(openPast);
  let sequence = 0;
  const apply = (timeMs: number, command: Command): Outcome => {
    const sequenced = { sequence: ++sequence, timeMs, command };
    const outcome = engine.apply(sequenced);
    bars.apply(sequenced, outcome);
    return outcome;
  };
  apply(START, { name: 'setParameters', contracts: DEFAULT_CONTRACTS, exchange: {} });
  const index = (timeMs: number, price: string, pastSeed?: number) =>
    apply(timeMs, {
      name: 'setIndexPrice',
      symbol: SYMBOL,
      price,
      sourceTimeMs: timeMs,
      ...(pastSeed === undefined ? {} : { pastSeed }),
    });
  return { bars, apply, index };
}

it('has nothing to show before the first price', () => {
  const { bars } = exchange();
  expect(bars.forming(SYMBOL, 'index', '1m', START)).toBeNull();
  expect(bars.latest(SYMBOL, 'index', '1m')).toBeNull();
});

it('shows each index price at once, and repeats the last one while nothing comes', () => {
  const { bars, index } = exchange();
  index(START, '90000.05');
  index(START + 1000, '90010');
  const minute = START - 15_000;
  const first = { openMs: minute, open: 9_000_005_000_000, high: 9_001_000_000_000, low: 9_000_005_000_000 };
  expect(bars.forming(SYMBOL, 'index', '1m', START + 1000)).toEqual({
    ...first,
    close: 9_001_000_000_000,
    ...NONE,
  });
  const later = bars.forming(SYMBOL, 'index', '1m', START + 600_000);
  expect(later).toMatchObject({ openMs: minute + 600_000, open: 9_001_000_000_000, low: 9_001_000_000_000 });
  expect(bars.forming(SYMBOL, 'index', '1M', START + 1000)).toMatchObject({ ...first, openMs: Date.UTC(2026, 0, 1) });
});

it('goes on from a simulated past: the week in which trading began is made of both', () => {
  const { bars, index } = exchange();
  index(START, '90000', 7);
  const past = bars.past(SYMBOL)!;
  expect(past).toMatchObject({ endMs: START, price: 9_000_000_000_000 });
  const openMs = openOf('1w', START);
  const [before] = past.bars('last', '1w', openMs, openMs);
  expect(bars.forming(SYMBOL, 'last', '1w', START)).toEqual(before);
  index(START + 1000, '120000');
  expect(bars.forming(SYMBOL, 'index', '1w', START + 1000)).toEqual({
    ...before,
    high: 12_000_000_000_000,
    close: 12_000_000_000_000,
    ...NONE,
  });
  const nextWeek = START + 7 * 86_400_000;
  expect(bars.forming(SYMBOL, 'last', '1w', nextWeek)).toMatchObject({ open: 9_000_000_000_000, size: 0 });
});

it('takes a past only with the first price', () => {
  const { bars, index } = exchange();
  index(START, '90000');
  expect(index(START + 1000, '90000', 7)).toMatchObject({ ok: false, reject: { reason: 'INDEX_INVALID' } });
  expect(bars.past(SYMBOL)).toBeNull();
});

it('shows nothing once it was detached', () => {
  const { bars, index } = exchange();
  index(START, '90000', 7);
  bars.detached?.();
  expect(bars.isDetached).toBe(true);
  expect(bars.forming(SYMBOL, 'index', '1m', START)).toBeNull();
});
