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
import { createIndexPrice, type IndexPrice, indexText } from '../index-price.ts';
import { PROFILES, type Profile } from '../profile.ts';
import { createRandom } from '../random.ts';
import { beatEvery } from '../beats.ts';
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
  /** Whole, 0 to 2^32 − 1. */
  readonly seed: number;
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
  readonly profile: Profile;
  readonly index: IndexPrice;
  readonly maker: Maker;
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
      for (const { instrument } of stalls)
        for (const caller of [makerOf(instrument), takerOf(instrument)])
          await fundHouse(state, submit, caller, instrument);
      for (const stall of stalls) await turn(stall, parts);
    },
    shock(symbol, rateE8) {
      const shocked = stalls.filter(({ profile }) => symbol === null || profile.symbol === symbol);
      return shocked.map(({ profile, instrument, index }) => {
        const { fromE8, toE8 } = index.jump(rateE8);
        const { tickE8 } = instrument.contract;
        return { symbol: profile.symbol, from: indexText(fromE8, tickE8), to: indexText(toE8, tickE8) };
      });
    },
    async beat() {
      const stall = stalls[next];
      if (stall === undefined) return;
      next = (next + 1) % stalls.length;
      await turn(stall, parts);
      if (random.below(100) >= TAKES_PERCENT) return;
      const { instrument, profile } = stalls[random.below(stalls.length)]!;
      if (instrument.tradingState !== 'TRADING') return;
      const order = drawOrder(state, instrument, profile, random, nextClientOrderId());
      if (order !== null) await submit<'placeOrder'>(order);
    },
  };
}

function counter(prefix: string): () => string {
  let count = 0;
  return () => `${prefix}${(count++).toString(36)}`;
}

function openStalls({ state, submit, seed }: MarketParts, run: number, nextClientOrderId: () => string): Stall[] {
  return PROFILES.flatMap((profile) => {
    const instrument = state.bySymbol.get(profile.symbol);
    if (instrument === undefined) return [];
    const fresh = instrument.indexPrice === 0;
    const index = createIndexPrice(
      profile,
      seed,
      fresh ? profile.anchorE8 : Number(instrument.indexPrice),
      fresh ? 0 : run,
    );
    const random = createRandom(seed, run, instrument.contract.id);
    const maker = createMaker({ state, instrument, profile, submit, random, nextClientOrderId });
    return [{ instrument, profile, index, maker }];
  });
}

/** One contract's turn: a new index price, the first with a past that leads to it; then quotes around it. */
async function turn({ instrument, profile, index, maker }: Stall, { submit, clock, seed }: MarketParts): Promise<void> {
  if (instrument.tradingState === 'DELISTED') return;
  const priceE8 = index.next();
  const price = indexText(priceE8, instrument.contract.tickE8);
  const past = instrument.indexPrice === 0 ? { pastSeed: seed } : {};
  const sourceTimeMs = clock.nowMs();
  await submit<'setIndexPrice'>({ name: 'setIndexPrice', symbol: profile.symbol, price, sourceTimeMs, ...past });
  if (instrument.markValid) await maker.quote(priceE8);
}
