/**
 * Quotes one contract: reads the resting orders from the state, plans the ladder around the middle, cancels first, then
 * places.
 *
 * It keeps no list of its orders: the state has it, so a restart adopts what the run before left (PLAN of ladder.ts
 * decides). A row that is refused (no margin, position limit) is simply not quoted until the next turn.
 */
import type { OrderFields } from '../../core/language/commands.ts';
import { E8 } from '../../core/num/units.ts';
import type { Instrument } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';
import type { Profile } from '../profile.ts';
import type { Random } from '../random.ts';
import type { Submit } from '../submit.ts';
import { freeOf, holdingOf, makerOf, netOf, PLAIN, priceText, sizeText, stepsFor, tradeOf } from './house.ts';
import { createImpact } from './impact.ts';
import { type LadderShape, type NewQuote, planLadder, type StandingQuote } from './ladder.ts';

export interface Maker {
  /** Quotes around the index, once. */
  quote(indexE8: number): Promise<void>;
}

export interface MakerParts {
  readonly state: State;
  readonly instrument: Instrument;
  readonly profile: Profile;
  readonly submit: Submit;
  readonly random: Random;
  /** A client order id never used before. */
  readonly nextClientOrderId: () => string;
}

const LEVELS = 12;
/** Rows a batch may have, and ids a batch of cancels. */
const MOST_ROWS = 20;
const MOST_CANCELS = 50;

export function createMaker(parts: MakerParts): Maker {
  const { state, instrument, profile, submit } = parts;
  const { tickE8 } = instrument.contract;
  const caller = makerOf(instrument);
  const impact = createImpact(profile.spacing * tickE8);
  let lookedMs = 0;
  let followedE8 = 0;
  return {
    async quote(indexE8) {
      const held = netOf(holdingOf(state.accounts.get(caller.account), instrument));
      const heldValue = (held * instrument.contract.valueUnit * (indexE8 / tickE8)) / E8;
      if (isWorthFollowing(instrument, lookedMs)) followedE8 = instrument.lastPrice * tickE8;
      lookedMs = state.timeMs;
      const middle = impact.middle(indexE8, followedE8, heldValue) / tickE8;
      const plan = planLadder(middle, standingQuotes(state, instrument), shapeOf(parts, middle));
      for (const orderIds of inGroups(plan.cancel, MOST_CANCELS))
        await submit<'cancelBatchOrders'>({ name: 'cancelBatchOrders', ...caller, orderIds, clientOrderIds: [] });
      for (const group of inGroups(plan.place, MOST_ROWS)) {
        const orders = rowsOf(parts, group);
        await submit<'batchOrders'>({ name: 'batchOrders', ...caller, symbol: profile.symbol, orders });
      }
    },
  };
}

/** Whether trades since then were worth the impact notional: with less nobody moves the house's quotes. */
function isWorthFollowing({ trades, tradedValue, contract }: Instrument, sinceMs: number): boolean {
  let value = Number(tradedValue);
  for (const trade of trades) if (trade.timeMs > sinceMs) value += Number(trade.value);
  return value >= contract.impactNotional;
}

function standingQuotes(state: State, instrument: Instrument): StandingQuote[] {
  const quotes: StandingQuote[] = [];
  for (const order of state.accounts.get(makerOf(instrument).account)?.orders.values() ?? []) {
    if (order.instrument !== instrument) continue;
    const buys = (order.side === 'long') === (order.effect === 'open');
    quotes.push({ orderId: order.id, side: buys ? 'bid' : 'ask', price: order.price, remaining: order.remaining });
  }
  return quotes;
}

/** Levels grow by half a first level each; sizes vary by 30 % either way. */
function shapeOf({ instrument, profile, random }: MakerParts, middle: number): LadderShape {
  const wanted = (level: number): number =>
    stepsFor(instrument, profile.levelValue * (1 + level / 2), Math.round(middle));
  return {
    spacing: profile.spacing,
    levels: LEVELS,
    sizeOf: (level) => Math.max(1, Math.floor((wanted(level) * (70 + random.below(61))) / 100)),
    leastOf: (level) => Math.floor(wanted(level) / 5),
    minPrice: instrument.contract.minPrice,
  };
}

/** The rows of new quotes; each closes what the rows before it have left to close, if that is worth a quote. */
function rowsOf({ state, instrument, nextClientOrderId }: MakerParts, quotes: readonly NewQuote[]): OrderFields[] {
  const holding = holdingOf(state.accounts.get(makerOf(instrument).account), instrument);
  const free = { bid: freeOf(holding, 'short'), ask: freeOf(holding, 'long') };
  return quotes.map(({ side, price, size }) => {
    const closable = free[side] * 2 >= size ? free[side] : 0;
    const trade = tradeOf(side === 'bid', size, closable);
    if (trade.effect === 'close') free[side] -= trade.size;
    return {
      clientOrderId: nextClientOrderId(),
      side: trade.side,
      effect: trade.effect,
      execution: 'normal',
      size: sizeText(instrument, trade.size),
      price: priceText(instrument, price),
      ...PLAIN,
    };
  });
}

function inGroups<T>(all: readonly T[], most: number): T[][] {
  const groups: T[][] = [];
  for (let start = 0; start < all.length; start += most) groups.push(all.slice(start, start + most));
  return groups;
}
