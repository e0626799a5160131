/**
 * changeContract: tiers, fees, limits, bands and funding of a listed contract, now or at a stated time; tick and step
 * only now, and only while nothing is open in it (CONT-004).
 *
 * A waiting change is kept as the fields it changes. At most one waits per contract: the latest replaces it, and an
 * empty one without a time withdraws it. Whatever is accepted is known to load when its time comes: each change is
 * tried on the contract as it is then.
 */
import type { ChangeContract } from '../language/commands.ts';
import type { Contract, ContractChange, ContractSpec } from '../language/contract.ts';
import { ContractError, loadContract } from '../language/contract.ts';
import { accept, type Decision, refuse, type Refused } from '../turn/outcome.ts';
import { conflictingField, type Reject } from '../language/rejects.ts';
import type { Instrument } from '../state/records.ts';
import type { State } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { announce } from '../turn/turn.ts';
import { applyContract, isSameGrid } from './apply-contract.ts';
import { listedContract, plansIn } from './listed-contract.ts';

export function changeContract(turn: Turn, command: ChangeContract): Decision<null> {
  const found = listedContract(turn.state, command.symbol);
  if (!found.ok) return found;
  const instrument = found.result;
  const { change, effectiveMs } = command;
  const withdraws = effectiveMs === null && Object.keys(change).length === 0;
  if (effectiveMs !== null && effectiveMs <= turn.timeMs)
    return refuse(
      conflictingField('effectiveMs', `${effectiveMs}; needs a time after ${turn.timeMs}, or none for now`),
    );
  const tried = tryChange(turn.state, instrument, change, effectiveMs !== null || withdraws);
  if (!tried.ok) return tried;

  // From here on it must succeed.
  if (effectiveMs !== null || withdraws) {
    instrument.pending = effectiveMs === null ? null : { effectiveMs, change };
    announce(turn, { name: 'contractChanged', instrument });
  } else applyContract(turn, instrument, tried.result);
  return accept(null);
}

/** Changes whose time has come, contracts ascending by id; the first work of a tick. */
export function applyDueChanges(turn: Turn): void {
  const due = turn.state.instruments.filter(({ pending }) => pending !== null && pending.effectiveMs <= turn.timeMs);
  for (const instrument of due.sort((a, b) => a.contract.id - b.contract.id)) {
    const { change } = instrument.pending!;
    instrument.pending = null;
    applyContract(turn, instrument, loadContract({ ...instrument.contract.spec, ...change }));
  }
}

/** The contract the change makes of the present one, or why it can't be made. */
function tryChange(state: State, instrument: Instrument, change: ContractChange, isLater: boolean): Decision<Contract> {
  try {
    const spec: ContractSpec = { ...instrument.contract.spec, ...change };
    const contract = loadContract(spec);
    if (!isLater && instrument.pending !== null) loadContract({ ...spec, ...instrument.pending.change });
    if (isSameGrid(contract, instrument.contract)) return accept(contract);
    if (isLater)
      return invalid('tick and step change at once or not at all: whether anything is open then is not known now');
    const inUse = whatIsOpen(state, instrument);
    return inUse === null ? accept(contract) : refuse(inUse);
  } catch (error) {
    if (error instanceof ContractError) return invalid(error.message);
    throw error;
  }
}

function invalid(found: string): Refused {
  return refuse(conflictingField('change', found));
}

/**
 * Positions, orders and plan orders in the contract; `null` when there are none, and prices and sizes may be counted
 * differently.
 */
function whatIsOpen(state: State, instrument: Instrument): Reject | null {
  let positions = 0;
  for (const holding of instrument.holders.values()) positions += holding.positions.length;
  const orders = instrument.book.orderCount;
  const plans = plansIn(state, instrument).length;
  if (positions + orders + plans === 0) return null;
  return { reason: 'CONTRACT_IN_USE', symbol: instrument.contract.symbol, positions, orders, plans };
}
