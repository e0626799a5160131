/**
 * Operator commands that set what is permitted and by which parameters (FLOW-006): frozen accounts, halted contracts,
 * the contract list and the exchange's parameters; and which clock they took as true (FLOW-008).
 */
import { conflictingField } from '../language/rejects.ts';
import type { AcceptClock, SetAccountFrozen, SetContractState, SetParameters } from '../language/commands.ts';
import { ContractError, loadContract } from '../language/contract.ts';
import { listedContract } from './listed-contract.ts';
import type { Decision } from '../turn/outcome.ts';
import { accept, refuse } from '../turn/outcome.ts';
import { recomputeMark } from '../risk/mark-price.ts';
import { openInstrument } from '../state/instrument.ts';
import { accountOf } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { announce } from '../turn/turn.ts';

export function setAccountFrozen(turn: Turn, command: SetAccountFrozen): Decision<null> {
  const account = accountOf(turn.state, command.account);
  account.frozen = command.frozen;
  announce(turn, { name: 'accountChanged', account });
  return accept(null);
}

export function setContractState(turn: Turn, command: SetContractState): Decision<null> {
  const found = listedContract(turn.state, command.symbol);
  if (!found.ok) return found;

  // From here on it must succeed.
  const instrument = found.result;
  instrument.tradingState = command.state;
  announce(turn, { name: 'contractChanged', instrument });
  if (command.state === 'HALTED') recomputeMark(turn, instrument);
  return accept(null);
}

/**
 * Contracts and parameters: the first of them before any trading command, more at any time. Ids and symbols name one
 * contract for good.
 */
export function setParameters(turn: Turn, command: SetParameters): Decision<null> {
  const { state } = turn;
  const invalid = (found: string): Decision<null> => refuse(conflictingField('contracts', found));
  try {
    const contracts = command.contracts.map(loadContract);
    const known = [...state.instruments.map(({ contract }) => contract), ...contracts];
    const twice = contracts.find(
      ({ id, symbol }) => known.filter((one) => one.id === id || one.symbol === symbol).length > 1,
    );
    if (twice !== undefined) return invalid(`there is a contract ${twice.symbol} or ${twice.id} already`);

    // From here on it must succeed.
    for (const contract of contracts)
      announce(turn, { name: 'contractChanged', instrument: openInstrument(state, contract) });
    state.parameters = { ...state.parameters, ...command.exchange };
    return accept(null);
  } catch (error) {
    if (error instanceof ContractError) return invalid(error.message);
    throw error;
  }
}

/** The lead is remembered, so that the next start needn't ask again; all else of the command is for the record. */
export function acceptClock(turn: Turn, command: AcceptClock): Decision<null> {
  turn.state.clockAheadUntilMs = command.aheadUntilMs;
  return accept(null);
}
