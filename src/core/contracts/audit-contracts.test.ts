// The audit of contracts notices what is damaged, by its rule: each damage is done to a sound state and undone by
// making a new one.
import { expect, it } from 'vitest';
import { contractsWith, openExchange, run } from '../../../test/scenarios/exchange.ts';
import { audit } from '../audit.ts';
import type { State } from '../state/state.ts';

const symbol = 'cmt_btcusdt';

function sound(): State {
  const exchange = openExchange(contractsWith({}), {}, 1_700_000_000_000);
  run(exchange, { name: 'setIndexPrice', symbol, price: '50000', sourceTimeMs: 1_700_000_000_000 }, 1_700_000_000_000);
  run(exchange, { name: 'deposit', account: 1_000_001, amount: '100' }, 1_700_000_000_000);
  run(exchange, { name: 'delistContract', symbol: 'cmt_ethusdt' }, 1_700_000_000_000);
  return exchange.state;
}

const pending = (change: object) => ({ effectiveMs: 1_800_000_000_000, change });

it.each<readonly [string, string, (state: State) => void]>([
  [
    'two contracts with one id',
    'CONT-004',
    (state) => void (state.instruments[1]!.contract = state.instruments[0]!.contract),
  ],
  ['a symbol that leads elsewhere', 'CONT-004', (state) => void state.bySymbol.set(symbol, state.instruments[1]!)],
  [
    'a change that would not load',
    'CONT-004',
    (state) => void (state.instruments[0]!.pending = pending({ takerFee: '0.0001' })),
  ],
  ['a boundary off the interval', 'FUND-004', (state) => void (state.instruments[0]!.nextFundingMs += 1)],
  ['an index without a boundary', 'FUND-004', (state) => void (state.instruments[0]!.nextFundingMs = 0)],
  [
    'a boundary without an index',
    'FUND-004',
    (state) => void (state.instruments[2]!.nextFundingMs = 1_700_006_400_000),
  ],
  ['a premium without an index', 'FUND-003', (state) => void (state.instruments[2]!.premiumSum = 5)],
  ['a basis that begins with nothing', 'MARK-006', (state) => void state.instruments[0]!.basis.push(0, 5)],
  ['too long a basis', 'MARK-006', (state) => void state.instruments[0]!.basis.push(...Array(151).fill(5))],
  ['a size traded for nothing', 'MARK-008', (state) => void (state.instruments[0]!.tradedSize = 5)],
  [
    'a later trade before an earlier one',
    'MARK-008',
    (state) => void state.instruments[0]!.trades.push(...[2, 1].map((timeMs) => ({ timeMs, value: 1, price: 1 }))),
  ],
  ['a delisted contract with a mark', 'CONT-005', (state) => void (state.instruments[1]!.markValid = true)],
  ['a delisted contract with a change', 'CONT-005', (state) => void (state.instruments[1]!.pending = pending({}))],
  ['a delisted contract with an order', 'CONT-005', (state) => void state.instruments[1]!.book.orderCount++],
  [
    'a rebate above the taker fee',
    'CONT-006',
    (state) => void (state.accounts.get(1_000_001)!.fees = { makerFeeE8: -50_000, takerFeeE8: 40_000 }),
  ],
])('%s breaks %s', (_what, rule, damage) => {
  const state = sound();
  expect(audit(state)).toEqual([]);
  damage(state);
  expect(audit(state).some((line) => line.startsWith(rule))).toBe(true);
});
