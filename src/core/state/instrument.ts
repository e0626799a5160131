/**
 * The live state of a contract: how it begins, and in which grid an older record of it is counted.
 */
import type { Contract } from '../language/contract.ts';
import { createBook } from '../matching/book.ts';
import { createTriggerBook } from '../matching/trigger-book.ts';
import type { Id } from '../num/units.ts';
import type { Instrument } from './records.ts';
import type { State } from './state.ts';

/** The contract in whose ticks and steps a record with this id is counted: nothing was open when they changed. */
export function contractAt({ contract, earlier }: Instrument, id: Id): Contract {
  return earlier.find(({ untilId }) => id < untilId)?.contract ?? contract;
}

/** The live state of a new contract. */
export function openInstrument(state: State, contract: Contract): Instrument {
  const instrument: Instrument = {
    contract,
    earlier: [],
    pending: null,
    index: state.instruments.length,
    book: createBook(),
    resting: [],
    links: { before: [], behind: [] },
    triggers: createTriggerBook(),
    tradingState: 'TRADING',
    indexPrice: 0,
    indexTimeMs: 0,
    mark: 0,
    markValid: false,
    lastPrice: 0,
    basis: [],
    trades: [],
    tradedValue: 0,
    tradedSize: 0,
    fundingRateE8: 0,
    nextFundingMs: 0,
    premiumSum: 0,
    premiumMinute: 0,
    longSize: 0,
    shortSize: 0,
    positions: new Map(),
    holders: new Map(),
    guards: { falling: [], rising: [] },
  };
  state.instruments.push(instrument);
  state.bySymbol.set(contract.symbol, instrument);
  return instrument;
}
