/**
 * The living market: gives each contract an index price and quotes once a second, and lets somebody take now and then, all through the
 * sequencer like anyone.
 *
 * Contracts take their turns one after the other within the second, so the load is even. Nothing is kept that the state has: after a
 * restart prices go on from the last index and the standing quotes are adopted. About 25 commands a second in all.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instrument, State } from '../../core/state.ts';
import type { Clock } from '../../sequencer/clock.ts';
import { createIndexPrice, type IndexPrice, indexText } from '../index-price.ts';
import { PROFILES, type Profile } from '../profile.ts';
import { createRandom, type Random } from '../random.ts';
import { isRefusal, type Submit } from '../submit.ts';
import { fundHouse, makerOf, takerOf } from './house.ts';
import { createMaker, type Maker } from './maker.ts';
import { drawOrder } from './taker.ts';

export interface Simulator {
  /** Sends nothing further; resolves when what is under way is answered. Quotes stay on the book. */
  stop(): Promise<void>;
}

export interface SimulatorParts {
  readonly state: State;
  readonly submit: Submit;
  readonly clock: Clock;
  /** Whole, 0 to 2^32 − 1. */
  readonly seed: number;
  /** Gets whatever is not an ordinary "not now" of the sequencer; the market has stopped then. */
  readonly onFault: (error: unknown) => void;
}

interface Stall {
  readonly instrument: Instrument;
  readonly profile: Profile;
  readonly index: IndexPrice;
  readonly maker: Maker;
}

const ROUND_MS = 1000;
/** Of a hundred turns this many are followed by somebody taking. */
const TAKES_PERCENT = 30;

/** Starts the market. Resolves when every contract has an index price and its first quotes. */
export async function startSimulator(parts: SimulatorParts): Promise<Simulator> {
  const { state, submit, seed, clock, onFault } = parts;
  // The run's name: every run leaves the sequence higher than it found it.
  const run = state.sequence;
  const random = createRandom(seed, run);
  const nextClientOrderId = counter(`h${run.toString(36)}-`);
  const stalls = openStalls(parts, run, nextClientOrderId);
  for (const { instrument } of stalls)
    for (const caller of [makerOf(instrument), takerOf(instrument)]) await fundHouse(state, submit, caller, instrument);
  for (const stall of stalls) await turn(stall, submit, clock);

  const stopping = new AbortController();
  const running = keepTrading(stalls, parts, random, nextClientOrderId, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) onFault(error);
  });
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function counter(prefix: string): () => string {
  let count = 0;
  return () => `${prefix}${(count++).toString(36)}`;
}

function openStalls({ state, submit, seed }: SimulatorParts, run: number, nextClientOrderId: () => string): Stall[] {
  return PROFILES.flatMap((profile) => {
    const instrument = state.bySymbol.get(profile.symbol);
    if (instrument === undefined) return [];
    const fresh = instrument.indexPrice === 0;
    const index = createIndexPrice(profile, seed, fresh ? profile.anchorE8 : Number(instrument.indexPrice), fresh ? 0 : run);
    const random = createRandom(seed, run, instrument.contract.id);
    const maker = createMaker({ state, instrument, profile, submit, random, nextClientOrderId });
    return [{ instrument, profile, index, maker }];
  });
}

/** One contract's turn: a new index price, then quotes around it. */
async function turn({ instrument, profile, index, maker }: Stall, submit: Submit, clock: Clock): Promise<void> {
  const priceE8 = index.next();
  const price = indexText(priceE8, instrument.contract.tickE8);
  await submit<'setIndexPrice'>({ name: 'setIndexPrice', symbol: profile.symbol, price, sourceTimeMs: clock.nowMs() });
  if (instrument.markValid) await maker.quote(priceE8);
}

async function keepTrading(
  stalls: readonly Stall[],
  { state, submit, clock }: SimulatorParts,
  random: Random,
  nextClientOrderId: () => string,
  signal: AbortSignal,
): Promise<void> {
  if (stalls.length === 0) return;
  let due = performance.now();
  for (let at = 0; !signal.aborted; at = (at + 1) % stalls.length) {
    due = Math.max(due + ROUND_MS / stalls.length, performance.now());
    await sleep(due - performance.now(), undefined, { signal });
    try {
      await turn(stalls[at]!, submit, clock);
      if (random.below(100) >= TAKES_PERCENT) continue;
      const { instrument, profile } = stalls[random.below(stalls.length)]!;
      const order = drawOrder(state, instrument, profile, random, nextClientOrderId());
      if (order !== null) await submit<'placeOrder'>(order);
    } catch (error) {
      // Busy or stopping: the rest of this turn is left out. Anything else is a fault.
      if (!isRefusal(error)) throw error;
    }
  }
}
