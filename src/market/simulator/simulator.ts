/**
 * The living market: gives each contract an index price and quotes once a second, and lets a house account take now and
 * then, all through the sequencer like anyone.
 *
 * Contracts take their turns one after the other within the second, so the load is even. Nothing is kept that the state
 * has: after a restart prices continue from the last index and the standing quotes are adopted. About 25 commands a
 * second in all.
 */
import type { DecimalText } from '../../core/num/units.ts';
import type { Instrument } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';
import type { Clock, ExchangeTime } from '../../time/time.ts';
import { indexText } from '../house/texts.ts';
import { PROFILES, type Profile } from '../profile.ts';
import { createRandom } from '../random.ts';
import { beatEvery } from '../beats.ts';
import type { ContractPrices, PriceSource } from '../source.ts';
import type { Submit } from '../submit.ts';
import { fundHouse, makerOf, takerOf } from './house.ts';
import { createMaker, type Maker } from './maker.ts';
import { drawOrder } from './taker.ts';

/** The market without its clockwork: one beat is one contract's turn, and perhaps a taker's. */
export interface Market {
  readonly contracts: number;
  /** Funds the house, if it is new, and gives every contract its first index price and quotes. */
  open(): Promise<void>;
  beat(): Promise<void>;
  shock: Simulator['shock'];
}

export interface MarketParts {
  readonly state: State;
  readonly submit: Submit;
  readonly clock: Clock;
  /** Of what the house draws: whole, 0 to 2^32 − 1; null: of the system's randomness. */
  readonly seed: number | null;
  /** Source of index prices. */
  readonly source: PriceSource;
}

export interface SimulatorParts extends Omit<MarketParts, 'clock'> {
  readonly time: ExchangeTime;
}

export interface Simulator {
  /**
   * Moves the index of a contract, or of all (null), immediately by a part of it; each follows at its next turn, within
   * a second. Empty when the market has no such contract.
   */
  shock(symbol: string | null, rateE8: number): readonly Shocked[];
  /** Sends nothing further; resolves when what is under way is answered. Quotes stay on the book. */
  stop(): Promise<void>;
}

/** The effect of a shock on a contract's index: prices as they will be sent. */
export interface Shocked {
  readonly symbol: string;
  readonly from: DecimalText;
  readonly to: DecimalText;
}

interface Stall {
  readonly instrument: Instrument;
  readonly prices: ContractPrices;
  /** Null: the house does not quote it. */
  readonly house: { readonly profile: Profile; readonly maker: Maker } | null;
}

const ROUND_MS = 1000;
/** Of a hundred beats this many have a taker. */
const TAKES_PERCENT = 20;

/**
 * Starts the market. Resolves when every contract has an index price and its first quotes. `onFault`: it stopped for
 * another reason than the sequencer's.
 */
export async function startSimulator(
  { time, ...parts }: SimulatorParts,
  onFault: (error: unknown) => void,
): Promise<Simulator> {
  const market = createMarket({ ...parts, clock: time });
  await market.open();
  const beats =
    market.contracts === 0 ? null : beatEvery(time, ROUND_MS / market.contracts, () => market.beat(), onFault);
  return { shock: market.shock, stop: async () => beats?.stop() };
}

/**
 * The market over an engine's state. Its draws follow from the seed, the sequence at which it begins, and what it
 * finds.
 */
export function createMarket(parts: MarketParts): Market {
  const { state, submit, seed } = parts;
  // The run's name: every run leaves the sequence higher than it found it.
  const run = state.sequence;
  const random = createRandom(seed, run);
  const nextClientOrderId = counter(`h${run.toString(36)}-`);
  const stalls = openStalls(parts, run, nextClientOrderId);
  let next = 0;
  return {
    contracts: stalls.length,
    async open() {
      for (const { instrument, house } of stalls)
        for (const caller of house === null ? [] : [makerOf(instrument), takerOf(instrument)])
          await fundHouse(state, submit, caller, instrument);
      for (const stall of stalls) await turn(stall, parts);
    },
    shock(symbol, rateE8) {
      return stalls.flatMap(({ instrument: { contract }, prices }) => {
        if (prices.jump === null || (symbol !== null && contract.symbol !== symbol)) return [];
        const { fromE8, toE8 } = prices.jump(rateE8);
        return [
          { symbol: contract.symbol, from: indexText(fromE8, contract.tickE8), to: indexText(toE8, contract.tickE8) },
        ];
      });
    },
    async beat() {
      const stall = stalls[next];
      if (stall === undefined) return;
      next = (next + 1) % stalls.length;
      await turn(stall, parts);
      if (random.below(100) >= TAKES_PERCENT) return;
      const { instrument, house } = stalls[random.below(stalls.length)]!;
      if (house === null || instrument.tradingState !== 'TRADING') return;
      const order = drawOrder(state, instrument, house.profile, random, nextClientOrderId());
      if (order !== null) await submit<'placeOrder'>(order);
    },
  };
}

function counter(prefix: string): () => string {
  let count = 0;
  return () => `${prefix}${(count++).toString(36)}`;
}

function openStalls(
  { state, submit, seed, source }: MarketParts,
  run: number,
  nextClientOrderId: () => string,
): Stall[] {
  return state.instruments.flatMap((instrument): Stall[] => {
    const { id, symbol } = instrument.contract;
    const profile = PROFILES.find((one) => one.symbol === symbol) ?? null;
    const prices = source.of(instrument, profile, run);
    if (prices === null) return [];
    if (profile === null) return [{ instrument, prices, house: null }];
    const random = createRandom(seed, run, id);
    const maker = createMaker({ state, instrument, profile, submit, random, nextClientOrderId });
    return [{ instrument, prices, house: { profile, maker } }];
  });
}

/** One contract's turn: a new index price, the first with a past that leads to it; then quotes around it. */
async function turn({ instrument, prices, house }: Stall, { submit, clock, source }: MarketParts): Promise<void> {
  if (instrument.tradingState === 'DELISTED') return;
  const found = prices.next(clock.nowMs());
  if (found !== null) {
    const { symbol, tickE8 } = instrument.contract;
    const past = instrument.indexPrice === 0 && source.pastSeed !== null ? { pastSeed: source.pastSeed } : {};
    const price = indexText(found.priceE8, tickE8);
    const sourceTimeMs = Math.max(found.timeMs, instrument.indexTimeMs);
    await submit<'setIndexPrice'>({ name: 'setIndexPrice', symbol, price, sourceTimeMs, ...past });
  }
  if (house !== null && instrument.markValid) await house.maker.quote(found?.priceE8 ?? Number(instrument.indexPrice));
}
