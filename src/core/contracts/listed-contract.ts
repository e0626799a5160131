/**
 * The contract an operator's command names, unless it is unknown or was delisted, which is for good (CONT-005); and the plan orders
 * that wait in it.
 */
import type { PlanOrder } from '../order.ts';
import type { Reject } from '../rejects.ts';
import type { Instrument, State } from '../state.ts';

export function listedContract(state: State, symbol: string): { readonly instrument: Instrument } | { readonly reject: Reject } {
  const instrument = state.bySymbol.get(symbol);
  if (instrument === undefined)
    return { reject: { reason: 'PARAMETER_INVALID', parameter: 'symbol', code: '40020', found: symbol } };
  if (instrument.tradingState === 'DELISTED') return { reject: { reason: 'CONTRACT_NOT_TRADING', symbol, state: 'DELISTED' } };
  return { instrument };
}

/** Untriggered plan orders of all accounts in the contract, ascending id. */
export function plansIn(state: State, instrument: Instrument): PlanOrder[] {
  const plans: PlanOrder[] = [];
  for (const account of state.accounts.values())
    for (const plan of account.plans.values()) if (plan.instrument === instrument) plans.push(plan);
  return plans.sort((a, b) => a.id - b.id);
}
