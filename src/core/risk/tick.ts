/**
 * tick: how time passes (MARK-005). The scheduler sends one a second; missing or late ones only mean fewer samples.
 *
 * In this order, contracts ascending by id: changes of contracts that are due; per contract with an index a sample of
 * its book and trades, the mark and a premium sample; the follow-up loop; funding passes that are due; on the first
 * tick of a UTC day the daily work; the follow-up loop again; contests; and the engine runs the follow-up loop once
 * more. Code above this folder comes in as an argument.
 */
import type { Tick } from '../language/commands.ts';
import type { Decision } from '../turn/outcome.ts';
import { accept } from '../turn/outcome.ts';
import type { Instrument } from '../state/records.ts';
import type { Turn } from '../turn/turn.ts';
import { basisOf } from './basis.ts';
import { passDueFunding } from './funding.ts';
import { recomputeMark, sampleMarket } from './mark-price.ts';
import { samplePremium } from './premium.ts';

const DAY_MS = 86_400_000;

type Work = (turn: Turn) => void;

/** Work that a tick sets off outside of risk. */
export interface TickWork {
  /** Before anything else. */
  readonly first: readonly Work[];
  readonly followUp: Work;
  /** On the first tick of a UTC day, after funding. */
  readonly daily: readonly Work[];
  /** After everything else, and all that set off. */
  readonly last: readonly Work[];
}

export function tick(turn: Turn, _command: Tick, { first, followUp, daily, last }: TickWork): Decision<null> {
  const { state, timeMs } = turn;
  for (const work of first) work(turn);
  const priced = state.instruments.filter(({ indexPrice }) => indexPrice !== 0).toSorted(byContractId);
  for (const instrument of priced) {
    const basis = basisOf(instrument);
    sampleMarket(turn, instrument, basis);
    recomputeMark(turn, instrument);
    samplePremium(instrument, timeMs, basis);
  }
  followUp(turn);
  for (const instrument of priced) passDueFunding(turn, instrument);
  const isNewDay = state.lastTickMs !== 0 && dayOf(state.lastTickMs) !== dayOf(timeMs);
  state.lastTickMs = timeMs;
  if (isNewDay) for (const work of daily) work(turn);
  followUp(turn);
  for (const work of last) work(turn);
  return accept(null);
}

function byContractId(a: Instrument, b: Instrument): number {
  return a.contract.id - b.contract.id;
}

function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}
