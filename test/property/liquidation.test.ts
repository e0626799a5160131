/**
 * Liquidations of random parts, cross and isolated, against random books, with a random fund, beside a naive model
 * written from the rules (LIQD-006 to -011): the same orders with the same limits and fills, the same money to the last
 * 1e-8.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Command, Side } from '../../src/core/language/commands.ts';
import { canonicalText } from '../../src/core/num/decimal.ts';
import { orderType } from '../../src/api/words/wire.ts';
import type { Part } from '../../src/core/state/records.ts';
import { contractsWith, type Exchange, openExchange, run } from '../scenarios/exchange.ts';
import { isViolated, type Level, liquidateModel, type ModelPart, type ModelPosition } from './liquidation-model.ts';

const [ANN, BOB, CAT] = [1_000_001, 1_000_002, 1_000_003];
const FUND = 3;
const SYMBOLS = ['cmt_btcusdt', 'cmt_ethusdt'] as const;
const START = [500_000n, 300_000n] as const;
/** Decimals of price and size. */
const SCALES = [
  [1, 4],
  [2, 3],
] as const;

interface Holding {
  readonly long: boolean;
  readonly size: number;
  /** Of the size, held on the other side too; percent. */
  readonly hedged: number;
  /** Where orders stand, in 1/10,000 of the mark beyond or before it, and their sizes in percent of the position. */
  readonly levels: readonly (readonly [distance: number, percent: number])[];
}

const holding = (most: number): fc.Arbitrary<Holding> =>
  fc.record({
    long: fc.boolean(),
    size: fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 1, max: most })),
    hedged: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 99 })),
    levels: fc.array(fc.tuple(fc.integer({ min: -60, max: 400 }), fc.integer({ min: 1, max: 120 })), { maxLength: 4 }),
  });

const story = fc.record({
  btc: holding(190_000),
  eth: fc.option(holding(160_000), { nil: null }),
  /**
   * Deposit beyond what is needed, in 1/1000 of it; how far btc moves against the part, in 1/1000; what the fund has.
   */
  spare: fc.integer({ min: 0, max: 150 }),
  move: fc.integer({ min: 20, max: 110 }),
  fund: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5_000 })),
});

class Desk {
  readonly exchange: Exchange = openExchange(contractsWith({}), {}, 0);
  readonly isolated: boolean;
  serial = 0;

  constructor(isolated: boolean) {
    this.isolated = isolated;
  }

  send(command: Command): void {
    const outcome = run(this.exchange, command, 0);
    if (!outcome.ok) throw new Error(`${JSON.stringify(command)}: ${outcome.reject.reason}`);
  }

  deposit(account: number, amount: bigint): void {
    if (amount > 0n) this.send({ name: 'deposit', account, amount: canonicalText(amount, 8) });
  }

  price(at: number, ticks: bigint): void {
    const price = canonicalText(ticks, SCALES[at]![0]);
    this.send({ name: 'setIndexPrice', symbol: SYMBOLS[at]!, price, sourceTimeMs: 0 });
  }

  open(account: number, at: number, side: Side, steps: bigint, ticks: bigint | null): void {
    this.send({
      name: 'placeOrder',
      account,
      keyId: 'key',
      channel: 'api',
      symbol: SYMBOLS[at]!,
      clientOrderId: `o${this.serial++}`,
      side,
      effect: 'open',
      execution: ticks === null ? 'ioc' : 'normal',
      size: canonicalText(steps, SCALES[at]![1]),
      price: ticks === null ? null : canonicalText(ticks, SCALES[at]![0]),
      takeProfit: null,
      stopLoss: null,
      marginMode: this.isolated && account === ANN ? 'isolated' : null,
      positionMode: null,
      positionId: null,
    });
  }

  /** The account takes from BOB at the present mark. */
  take(at: number, isLong: boolean, steps: bigint): void {
    this.open(BOB, at, isLong ? 'short' : 'long', steps, START[at]!);
    this.open(ANN, at, isLong ? 'long' : 'short', steps, null);
  }
}

const hedgeOf = ({ size, hedged }: Holding): bigint => BigInt(Math.floor((size * hedged) / 100));

/** Orders that ANN's position can be closed against, best first; one order per price. */
function levelsOf({ long, levels, size }: Holding, mark: bigint): Level[] {
  const byPrice = new Map<bigint, bigint>();
  for (const [distance, percent] of levels) {
    const away = (mark * BigInt(distance)) / 10_000n;
    const steps = BigInt(Math.max(1, Math.floor((size * percent) / 100)));
    const price = long ? mark - away : mark + away;
    byPrice.set(price, (byPrice.get(price) ?? 0n) + steps);
  }
  const sorted = [...byPrice].map(([price, steps]) => ({ price, size: steps }));
  return sorted.sort((a, b) => Number(long ? b.price - a.price : a.price - b.price));
}

/** What ANN pays into the exchange: margin at 20x and fee of everything she opens, and the spare. */
function needOf(holdings: readonly (Holding | null)[], spare: number): bigint {
  let need = 0n;
  for (const [at, one] of holdings.entries()) {
    for (const size of one === null ? [] : [BigInt(one.size), hedgeOf(one)]) {
      const value = size * START[at]! * 1_000n;
      need += value / 20n + 1n + (value * 60_000n) / 100_000_000n + 1n;
    }
  }
  return (need * BigInt(1_000 + spare)) / 1_000n;
}

type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

/** Everybody has opened; the model of the part beside it, before the mark moves. */
function opening(
  { btc, eth, spare, move, fund }: Story,
  isolated: boolean,
): { desk: Desk; model: ModelPart; part: Part } {
  const holdings = isolated ? [{ ...btc, hedged: 0 }] : [btc, eth];
  const desk = new Desk(isolated);
  for (const account of [BOB, CAT]) desk.deposit(account, 5_000_000_000_000_000n);
  desk.deposit(ANN, needOf(holdings, spare));
  desk.deposit(FUND, BigInt(fund) * 100_000_000n);
  const marks = [START[0] + (btc.long ? -1n : 1n) * ((START[0] * BigInt(move)) / 1_000n), START[1]] as const;
  const positions: ModelPosition[] = [];
  for (const [at, one] of holdings.entries()) {
    const symbol = SYMBOLS[at]!;
    desk.price(at, START[at]!);
    // Without leverage an order's reserve covers whatever loss it starts with.
    desk.send({
      name: 'setLeverage',
      account: CAT,
      keyId: 'key',
      channel: 'api',
      symbol,
      marginMode: 'cross',
      long: 1,
      short: 1,
    });
    if (one === null) continue;
    const [size, hedge] = [BigInt(one.size), hedgeOf(one)];
    desk.take(at, one.long, size);
    if (hedge > 0n) desk.take(at, !one.long, hedge);
    const levels = levelsOf(one, marks[at]!);
    for (const { price, size: steps } of levels) desk.open(CAT, at, one.long ? 'long' : 'short', steps, price);
    const [long, short] = one.long ? [size, hedge] : [hedge, size];
    positions.push({ symbol, mark: marks[at]!, long, short, levels });
  }
  const { shared, holdings: held } = desk.exchange.state.accounts.get(ANN)!;
  const part = isolated ? held[0]!.positions[0]!.part : shared;
  const model: ModelPart = { amount: BigInt(part.amount), fund: BigInt(fund) * 100_000_000n, positions, orders: [] };
  return { desk, model, part };
}

/** The mark moves: the exchange must do what the model does. Answers whether there was a liquidation. */
function holdAlike(told: Story, isolated: boolean): boolean {
  const { desk, model, part } = opening(told, isolated);
  const { state } = desk.exchange;
  const { shared } = state.accounts.get(ANN)!;
  const before = BigInt(shared.amount);
  desk.price(0, model.positions[0]!.mark);
  const violated = isViolated(model);
  if (violated) liquidateModel(model, isolated);
  const orders = desk.exchange.engineOrders.filter(({ account }) => account.id === ANN);
  const figures = orders.map(({ side, effect, cause, size, price, filled }) =>
    [Number(orderType(side, effect, cause).code), size, price, filled].map(BigInt),
  );
  expect(figures).toEqual(model.orders.map(([type, ...rest]) => [BigInt(type), ...rest]));
  // What an isolated part has left at its end goes to SHARED.
  const ended = isolated && part.positions.length === 0;
  expect(ended ? BigInt(shared.amount) - before : BigInt(part.amount)).toBe(model.amount);
  expect(BigInt(state.accounts.get(FUND)!.shared.amount)).toBe(model.fund);
  const open = part.positions.reduce((sum, { size }) => sum + BigInt(size), 0n);
  expect(open).toBe(model.positions.reduce((sum, { long, short }) => sum + long + short, 0n));
  return violated;
}

it.each(['cross', 'isolated'])('%s parts close what the model closes, at its limits, for its money', (mode) => {
  let liquidated = 0;
  const property = fc.property(story, (told) => {
    if (holdAlike(told, mode === 'isolated')) liquidated++;
  });
  fc.assert(property);
  expect(liquidated).toBeGreaterThan(0);
});
