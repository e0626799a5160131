/**
 * Operator commands that set what is permitted and by which parameters (FLOW-006): frozen accounts, halted contracts, the
 * contract list and the exchange's parameters.
 */
import type { SetAccountFrozen, SetContractState, SetParameters } from './commands.ts';
import { ContractError, loadContract } from './contract.ts';
import type { Decision } from './outcome.ts';
import { accept, refuse } from './outcome.ts';
import { recomputeMark } from './risk/mark-price.ts';
import { accountOf, openInstrument } from './state.ts';
import type { Turn } from './turn.ts';
import { announce } from './turn.ts';

export function setAccountFrozen(turn: Turn, command: SetAccountFrozen): Decision<null> {
  const account = accountOf(turn.state, command.account);
  account.frozen = command.frozen;
  announce(turn, { name: 'accountChanged', account });
  return accept(null);
}

export function setContractState(turn: Turn, command: SetContractState): Decision<null> {
  const instrument = turn.state.bySymbol.get(command.symbol);
  if (instrument === undefined)
    return refuse({ reason: 'PARAMETER_INVALID', parameter: 'symbol', code: '40020', found: command.symbol });
  instrument.tradingState = command.state;
  if (command.state === 'HALTED') recomputeMark(turn, instrument);
  return accept(null);
}

/** Contracts and parameters, before any trading command; listed contracts do not change yet. */
export function setParameters(turn: Turn, command: SetParameters): Decision<null> {
  const { state } = turn;
  const invalid = (parameter: string, found: string): Decision<null> =>
    refuse({ reason: 'PARAMETER_INVALID', parameter, code: '40017', found });
  try {
    const contracts = command.contracts.map(loadContract);
    const listed = contracts.find((contract) => state.bySymbol.has(contract.symbol));
    if (listed !== undefined) return invalid('contracts', `${listed.symbol} is listed already`);

    // From here on it must succeed.
    for (const contract of contracts) openInstrument(state, contract);
    state.parameters = { ...state.parameters, ...command.exchange };
    return accept(null);
  } catch (error) {
    if (error instanceof ContractError) return invalid('contracts', error.message);
    throw error;
  }
}
