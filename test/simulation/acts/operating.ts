/** Moves of the operator: accounts, money, freezes, halts, the allowlist, and time with its prices. */
import { createRandom } from '../../../src/market/random.ts';
import { type Exchange, type Feed, look, lookAtMarks, operate, submit } from '../exchange.ts';
import { feedOf, pick, priceText } from './orders.ts';
import { type Act, trimmed } from './trading.ts';

export const open: Act = async (exchange, _move, person) => {
  await operate(exchange, '/accounts', { uid: person.uid, label: 'simulated' });
  await operate(exchange, '/accounts/deposit', { uid: person.uid, amount: String(person.money) });
};

export const deposit: Act = async (exchange, move, person) => {
  const amount = (person.money * (1 + (move.a % 100))) / 100;
  await operate(exchange, '/accounts/deposit', { uid: person.uid, amount: amount.toFixed(8).replace(/\.?0+$/, '') });
};

/** Some ask for more than may leave. */
export const withdraw: Act = async (exchange, move, person) => {
  const amount = String(Math.max(1, Math.round((person.money * (1 + (move.a % 150))) / 100)));
  await submit(exchange, { name: 'withdraw', account: person.uid, amount });
};

const REASONS = [
  'USER_TRANSFER',
  'INCREASE_CONTRACT_CASH_GIFT',
  'REDUCE_CONTRACT_CASH_GIFT',
  'REFUND_TOKEN_DISCOUNT_FEE',
] as const;
const MARKETING = 5;
const INSURANCE = 3;

export const transfer: Act = async (exchange, move, person) => {
  const reason = pick(REASONS, move.a) ?? 'USER_TRANSFER';
  const amount = String(1 + (move.b % 400));
  const other = pick(exchange.persons, move.who + 1 + (move.c % 50))?.uid ?? person.uid;
  if (move.d % 5 === 0)
    await submit(exchange, { name: 'deposit', account: move.d % 2 === 0 ? MARKETING : INSURANCE, amount: '5000' });
  if (reason === 'USER_TRANSFER' && other === person.uid) return;
  const from = reason === 'USER_TRANSFER' || reason === 'REDUCE_CONTRACT_CASH_GIFT' ? person.uid : MARKETING;
  const to = reason === 'USER_TRANSFER' ? other : reason === 'REDUCE_CONTRACT_CASH_GIFT' ? MARKETING : person.uid;
  await submit(exchange, { name: 'transfer', from, to, amount, reason });
};

/** Freezes for a while: the next such move releases everybody before it freezes somebody else. */
export const freeze: Act = async (exchange, move, person) => {
  for (const uid of exchange.frozen) await operate(exchange, '/accounts/freeze', { uid, frozen: false });
  exchange.frozen.clear();
  if (move.a % 3 === 0) return;
  await operate(exchange, '/accounts/freeze', { uid: person.uid, frozen: true });
  exchange.frozen.add(person.uid);
};

/** Halts a contract for some seconds. */
export const halt: Act = async (exchange, move) => {
  const { symbol } = feedOf(exchange, move);
  await operate(exchange, '/contracts/state', { symbol, state: 'HALTED' });
  exchange.halted.set(symbol, exchange.world.wallMs + 2_000 + move.b * 2);
  await lookAtMarks(exchange, symbolsOf(exchange));
};

async function resume(exchange: Exchange): Promise<void> {
  for (const [symbol, untilMs] of exchange.halted) {
    if (exchange.world.wallMs < untilMs) continue;
    exchange.halted.delete(symbol);
    await operate(exchange, '/contracts/state', { symbol, state: 'TRADING' });
    await lookAtMarks(exchange, [symbol]);
  }
}

export function symbolsOf({ feeds }: Exchange): string[] {
  return feeds.map(({ symbol }) => symbol);
}

export const allow: Act = async (exchange, move, person) => {
  await operate(exchange, '/allowlist', { uid: person.uid, allowed: move.a % 4 !== 0, reason: 'simulated' });
};

/** The feed of one contract falls silent, for long enough to make its mark invalid. */
export const staleIndex: Act = async (exchange, move) => {
  feedOf(exchange, move).silentUntilMs = exchange.world.wallMs + 5_000 + move.a * 3;
};

/**
 * A funding pass out of turn, at the cap or the floor, where payers run out, or anywhere, sometimes beyond what the
 * contract allows.
 */
export const funding: Act = async (exchange, move) => {
  const { symbol } = feedOf(exchange, move);
  const cap = Number(exchange.published.get(symbol)?.fundingCap ?? '0');
  const rate = pick([cap, -cap, (move.a - 5_000) * 0.000_001], move.b) ?? cap;
  await submit(exchange, {
    name: 'settleFunding',
    symbol,
    rate: Math.abs(rate) < 0.000_001 ? '0' : trimmed(rate.toFixed(8)),
  });
};

/** Time passes: every contract gets its price, then comes the tick. */
export const second: Act = async (exchange, move) => {
  passTime(exchange, 900 + (move.a % 200));
  await resume(exchange);
  const random = createRandom(move.a * 10_000 + move.b, move.index);
  for (const feed of exchange.feeds) {
    const change =
      (random.below(2_001) - 1_000) * (move.volatility / 1_000) + move.drift * (random.below(1_000) / 1_000);
    feed.price = bounded(feed, feed.price * (1 + change / 1_000_000));
    if (exchange.world.wallMs < feed.silentUntilMs || exchange.service.fatal.length > 0) continue;
    await operate(exchange, '/index-price', { symbol: feed.symbol, price: priceText(feed, feed.price) });
    await lookAtMarks(exchange, [feed.symbol]);
    await look(exchange);
    passTime(exchange, 1);
  }
  const tick = await submit(exchange, { name: 'tick' });
  if (tick !== null) exchange.auditor.seeTick(tick.timeMs);
  await lookAtMarks(exchange, symbolsOf(exchange));
};

export function passTime({ world, counts }: Exchange, ms: number): void {
  world.wallMs += ms;
  world.monotonicMs += ms;
  counts.simulatedMs += ms;
}

/** Prices stay within a tenth and ten times of where they began. */
function bounded(feed: Feed, price: number): number {
  return Math.min(feed.first * 10, Math.max(feed.first / 10, price));
}
