/** Users of an exchange under a fast clock, who send orders at a steady rate. */
import { canonicalText } from '../../src/core/num/decimal.ts';
import { createRandom } from '../../src/market/random.ts';
import type { Outcome } from '../../src/core/turn/outcome.ts';
import { PLAIN } from './crowd.ts';
import type { FastLife } from './fast-life.ts';

/** The first of them are the demo accounts. */
const FIRST_USER = 1_000_001;
/** An account may send ten orders a second. */
const ORDERS_OF_ONE = 8;

export interface Users {
  /** Sends that many orders, fractions made up for later. */
  beat(orders: number): Promise<void>;
  /** Commands they sent that were accepted. */
  readonly accepted: number;
  /** Those that were refused, by reason. */
  readonly refused: ReadonlyMap<string, number>;
}

/** Users whose orders are a third each: taken at once, closing what they took, resting until they are cancelled. */
export async function openUsers({ engine, submit }: FastLife, perSecond: number, seed: number): Promise<Users> {
  const random = createRandom(seed, 77);
  const accounts = Array.from({ length: Math.ceil(perSecond / ORDERS_OF_ONE) }, (_, at) => FIRST_USER + at);
  for (const account of accounts) await submit<'deposit'>({ name: 'deposit', account, amount: '100000000' });
  const { instruments } = engine.state;
  let owed = 0;
  let count = 0;
  let accepted = 0;
  const refused = new Map<string, number>();
  const note = (outcome: Outcome): void => {
    if (outcome.ok) accepted += 1;
    else refused.set(outcome.reject.reason, (refused.get(outcome.reject.reason) ?? 0) + 1);
  };
  const order = async (): Promise<void> => {
    const at = count++;
    const caller = { account: accounts[at % accounts.length]!, keyId: 'ak_0123456789ab', channel: 'api' } as const;
    const instrument = instruments[random.below(instruments.length)]!;
    const { symbol, tickUnit, priceDecimals, stepUnit, sizeDecimals } = instrument.contract;
    const rests = at % 3 === 2;
    const away = Math.max(1, Math.floor((instrument.mark / 100) * (1 + random.below(3))));
    const placed = await submit<'placeOrder'>({
      name: 'placeOrder',
      ...caller,
      symbol,
      clientOrderId: `agent-${at.toString(36)}`,
      side: 'long',
      effect: at % 3 === 1 ? 'close' : 'open',
      execution: rests ? 'normal' : 'ioc',
      size: canonicalText(stepUnit * 10, sizeDecimals),
      price: rests ? canonicalText((instrument.mark - away) * tickUnit, priceDecimals) : null,
      ...PLAIN,
    });
    note(placed);
    if (!rests || !placed.ok) return;
    const { orderId } = placed.result;
    note(await submit<'cancelOrder'>({ name: 'cancelOrder', ...caller, orderId, clientOrderId: null }));
  };
  return {
    async beat(orders) {
      for (owed += orders; owed >= 1; owed--) await order();
    },
    get accepted() {
      return accepted;
    },
    refused,
  };
}
