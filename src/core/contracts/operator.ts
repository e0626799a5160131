/**
 * Operator commands that set what is permitted and by which parameters (FLOW-006): frozen accounts, halted contracts,
 * the contract list and the exchange's parameters; and which clock they took as true (FLOW-008).
 */
import { boundTeam } from '../permission/permission.ts';
import { noteTeam } from '../contest/leaves.ts';
import { conflictingField, invalidField } from '../language/rejects.ts';
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

/** Of an account in a contest everybody may read that it was frozen, and why: it can't trade meanwhile (CTST-003). */
export function setAccountFrozen(
  turn: Turn,
  { account: uid, frozen, actor, reason }: SetAccountFrozen,
): Decision<null> {
  const account = accountOf(turn.state, uid);
  const team = actor === undefined || account.frozen === frozen ? null : boundTeam(account);
  if (team !== null && reason === undefined)
    return refuse(invalidField('reason', `none; account ${uid} is in contest ${team.contest.id}, whose leaf says why`));

  // From here on it must succeed.
  account.frozen = frozen;
  announce(turn, { name: 'accountChanged', account });
  if (team !== null) noteTeam(turn, team, { by: 'organiser', actor: actor!, reason: reason!, frozen });
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
