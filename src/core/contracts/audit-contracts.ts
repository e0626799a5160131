/**
 * The promises of contracts and account fees, recounted (CONT-003 to -006, FUND-003, FUND-004, MARK-006, MARK-008):
 * names and ids are one contract's, a change that waits would load, a delisted contract holds nothing, funding has its
 * next boundary, the mark remembers its window. Part of `audit.ts`; changes nothing.
 */
import { ContractError, loadContract } from '../language/contract.ts';
import type { Report } from '../num/invariant.ts';
import { BASIS_SAMPLES } from '../risk/mark-price.ts';
import { MOST_ENTRIES } from '../risk/trade-price.ts';
import type { Account, Instrument } from '../state/records.ts';
import type { State } from '../state/state.ts';
import { plansIn } from './listed-contract.ts';

export function auditContracts(state: State, report: Report): void {
  const ids = new Set(state.instruments.map(({ contract }) => contract.id));
  report(
    'CONT-004',
    ids.size === state.instruments.length,
    () => `${state.instruments.length} contracts share ${ids.size} ids`,
  );
  for (const instrument of state.instruments) {
    const { symbol } = instrument.contract;
    report('CONT-004', state.bySymbol.get(symbol) === instrument, () => `${symbol} answers for another contract`);
    auditFunding(instrument, report);
    auditMemory(instrument, report);
    auditPending(instrument, report);
    if (instrument.tradingState === 'DELISTED') auditDelisted(state, instrument, report);
  }
  for (const account of state.accounts.values()) auditFees(account, report);
}

function auditFunding({ contract, indexPrice, nextFundingMs, premiumSum }: Instrument, report: Report): void {
  const { symbol, intervalMs } = contract;
  const isBoundary = indexPrice === 0 ? nextFundingMs === 0 : nextFundingMs > 0 && nextFundingMs % intervalMs === 0;
  report('FUND-004', isBoundary, () => `${symbol} settles next at ${nextFundingMs}`);
  report(
    'FUND-003',
    indexPrice !== 0 || premiumSum === 0,
    () => `${symbol} has no index and ${premiumSum} as the sum of its premiums`,
  );
}

/** The mark's memory is no longer than its window, and is none of what counts for nothing. */
function auditMemory(
  { contract: { symbol }, basis, trades, tradedValue, tradedSize }: Instrument,
  report: Report,
): void {
  const isBasis = basis.length <= BASIS_SAMPLES && basis[0] !== 0;
  report('MARK-006', isBasis, () => `${symbol} has ${basis.length} basis samples, the first ${basis[0]}`);
  const isInOrder = trades.every(({ timeMs }, at) => at === 0 || timeMs >= trades[at - 1]!.timeMs);
  const isTrades = trades.length <= MOST_ENTRIES && isInOrder && tradedValue > 0 === tradedSize > 0;
  report('MARK-008', isTrades, () => `${symbol} has ${trades.length} ticks of trades, and ${tradedSize} since`);
}

function auditPending({ contract, pending }: Instrument, report: Report): void {
  if (pending === null) return;
  try {
    loadContract({ ...contract.spec, ...pending.change });
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    report('CONT-004', false, () => `the change that waits would not load: ${error.message}`);
  }
}

function auditDelisted(state: State, instrument: Instrument, report: Report): void {
  const { contract, book, holders, markValid, indexPrice, pending } = instrument;
  const left = book.orderCount + holders.size + plansIn(state, instrument).length;
  report('CONT-005', left === 0, () => `${contract.symbol} is delisted and has ${left} orders, plan orders or holders`);
  report(
    'CONT-005',
    !markValid && indexPrice === 0 && pending === null,
    () => `${contract.symbol} is delisted and has a price or a change`,
  );
}

function auditFees({ id, fees }: Account, report: Report): void {
  const holds = fees === null || Math.abs(fees.makerFeeE8) <= fees.takerFeeE8;
  report('CONT-006', holds, () => `account ${id} pays ${fees?.makerFeeE8} as maker and ${fees?.takerFeeE8} as taker`);
}
