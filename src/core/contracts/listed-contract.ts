/**
 * The contract an operator's command names, unless it is unknown or was delisted, which is for good (CONT-005); and the
 * plan orders that wait in it.
 */
import { byId } from '../state/ids.ts';
import type { PlanOrder, Instrument } from '../state/records.ts';
import { invalidField } from '../language/rejects.ts';
import type { State } from '../state/state.ts';
import { accept, type Decision, refuse } from '../turn/outcome.ts';

export function listedContract(state: State, symbol: string): Decision<Instrument> {
  const instrument = state.bySymbol.get(symbol);
  if (instrument === undefined) return refuse(invalidField('symbol', symbol));
  if (instrument.tradingState === 'DELISTED')
    return refuse({ reason: 'CONTRACT_NOT_TRADING', symbol, state: 'DELISTED' });
  return accept(instrument);
}

/** Untriggered plan orders of all accounts in the contract, ascending id. */
export function plansIn(state: State, instrument: Instrument): PlanOrder[] {
  const plans: PlanOrder[] = [];
  for (const account of state.accounts.values())
    for (const plan of account.plans.values()) if (plan.instrument === instrument) plans.push(plan);
  return plans.sort(byId);
}
