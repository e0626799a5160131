/**
 * Sizes and deposits times k make every amount k times as large, up to rounding (INV-018): no figure depends on
 * anything but proportions.
 *
 * On a contract without tiers, with room in every limit and no account near its margin, so that both walks decide
 * alike.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Command, Side } from '../../src/core/language/commands.ts';
import { E8 } from '../../src/core/num/units.ts';
import { equityOf } from '../../src/core/risk/margin.ts';
import { contractsWith, type Exchange, openExchange, run } from '../scenarios/exchange.ts';

const FLAT = { tiers: [{ bound: '1000000000', maxLeverage: 20, ratePercent: '0.5' }] };
const ACCOUNTS = [1_000_001, 1_000_002, 1_000_003];
const symbol = 'cmt_btcusdt';

interface Trade {
  readonly who: number;
  readonly side: Side;
  readonly open: boolean;
  readonly steps: number;
  readonly ticks: number;
  readonly isolated: boolean;
  readonly index: number;
}

const trade: fc.Arbitrary<Trade> = fc.record({
  who: fc.nat({ max: 2 }),
  side: fc.constantFrom<Side>('long', 'short'),
  open: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  steps: fc.integer({ min: 1, max: 9999 }),
  ticks: fc.integer({ min: 499_900, max: 500_100 }),
  isolated: fc.boolean(),
  index: fc.integer({ min: 499_000, max: 501_000 }),
});

function commandsOf(trades: readonly Trade[], k: number): Command[] {
  const caller = (who: number) => ({ account: ACCOUNTS[who]!, keyId: 'key', channel: 'api' as const });
  const orders = trades.flatMap(({ who, side, open, steps, ticks, isolated, index }, serial): Command[] => [
    {
      name: 'placeOrder',
      ...caller(who),
      symbol,
      clientOrderId: `o${serial}`,
      side,
      effect: open ? 'open' : 'close',
      execution: 'normal',
      size: String((steps * k) / 10_000),
      price: String(ticks / 10),
      takeProfit: null,
      stopLoss: null,
      marginMode: isolated ? 'isolated' : 'cross',
      positionMode: 'combined',
      positionId: null,
    },
    { name: 'setIndexPrice', symbol, price: String(index / 10), sourceTimeMs: 0 },
  ]);
  const deposits = ACCOUNTS.map((account): Command => ({ name: 'deposit', account, amount: String(1_000_000 * k) }));
  return [...deposits, { name: 'setIndexPrice', symbol, price: '50000', sourceTimeMs: 0 }, ...orders];
}

function runAll(commands: readonly Command[]): { readonly exchange: Exchange; readonly answers: string[] } {
  const exchange = openExchange(contractsWith({ [symbol]: FLAT }), {}, 0);
  const answers = commands.map((command) => {
    const outcome = run(exchange, command, 0);
    return outcome.ok ? 'accepted' : outcome.reject.reason;
  });
  return { exchange, answers };
}

/** Money of one walk against k times that of the other: every posting may differ by one rounding, times k. */
function holdScaled(small: Exchange, large: Exchange, k: number): void {
  const slack = BigInt(k) * BigInt(2 * small.bills.length + 10);
  const near = (one: bigint, other: bigint): void => {
    const apart = other - BigInt(k) * one;
    expect(apart <= slack && apart >= -slack, `${other} is not ${k} times ${one}`).toBe(true);
  };
  expect(large.bills.length).toBe(small.bills.length);
  for (const [index, bill] of small.bills.entries()) near(BigInt(bill.amount), BigInt(large.bills[index]!.amount));
  for (const account of small.state.accounts.values()) {
    const other = large.state.accounts.get(account.id)!;
    near(BigInt(account.shared.amount), BigInt(other.shared.amount));
    near(BigInt(equityOf(account.shared)), BigInt(equityOf(other.shared)));
    near(BigInt(account.held), BigInt(other.held));
  }
  for (const position of small.state.positions.values()) {
    const other = large.state.positions.get(position.id)!;
    expect(other.size).toBe(k * position.size);
    near(BigInt(position.openValue), BigInt(other.openValue));
    near(BigInt(position.part.amount), BigInt(other.part.amount));
  }
}

it('k times the sizes and deposits make k times the money', () => {
  fc.assert(
    fc.property(
      fc.array(trade, { minLength: 4, maxLength: 40, size: 'max' }),
      fc.integer({ min: 2, max: 50 }),
      (trades, k) => {
        const small = runAll(commandsOf(trades, 1));
        const large = runAll(commandsOf(trades, k));
        expect(large.answers).toEqual(small.answers);
        holdScaled(small.exchange, large.exchange, k);
        expect(E8).toBe(100_000_000);
      },
    ),
  );
});
