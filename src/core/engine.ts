/**
 * The one door of the exchange: `apply` takes a sequenced command and answers with its outcome (FLOW-001, FLOW-002).
 *
 * One command at a time: what its file decides, then the follow-ups, then the invariants, then the events. A reject changes
 * nothing. The same commands in the same order give the same state, bit for bit, on any machine: nothing here reads a
 * clock, a random number or the outside. The dispatch table does not compile until every command has its line.
 */
import { recordAiLog } from './ailog/recordAiLog.ts';
import { openAiLog, setAllowlist } from './ailog/setAllowlist.ts';
import type { Command, CommandName, CommandOf, Sequenced } from './commands.ts';
import { applyDueChanges, changeContract } from './contracts/changeContract.ts';
import { delistContract } from './contracts/delistContract.ts';
import { setAccountFees } from './contracts/setAccountFees.ts';
import { follow, setLead, unfollow } from './copy/follow.ts';
import { settleCopyTrading, settlePeriod } from './copy/settleCopyTrading.ts';
import { Fault } from './invariant.ts';
import { deposit, transfer, withdraw } from './ledger/deposit.ts';
import { assertBalanced } from './ledger/ledger.ts';
import { setAccountFrozen, setContractState, setParameters } from './operator.ts';
import { adjustIsolatedMargin, setAutoAppend } from './orders/adjustIsolatedMargin.ts';
import { cancelAllOrders, cancelBatchOrders, cancelOrder, cancelPlanOrder } from './orders/cancelOrder.ts';
import { closePositions } from './orders/closePositions.ts';
import { followUp } from './orders/follow-ups.ts';
import { batchOrders, placeOrder } from './orders/placeOrder.ts';
import { placePlanOrder } from './orders/placePlanOrder.ts';
import { modifyTpSlOrder, placeTpSlOrder } from './orders/placeTpSlOrder.ts';
import { setLeverage } from './orders/setLeverage.ts';
import { setMarginMode } from './orders/setMarginMode.ts';
import { forgetEnded } from './orders/working.ts';
import type { Decision, Outcome, ResultOf } from './outcome.ts';
import { withdrawableOf } from './risk/margin.ts';
import { setIndexPrice } from './risk/setIndexPrice.ts';
import { settleFunding } from './risk/settleFunding.ts';
import { tick } from './risk/tick.ts';
import type { State } from './state.ts';
import { emptyState } from './state.ts';
import type { Sha256, Turn } from './turn.ts';
import { createTurn, openTurn } from './turn.ts';

export type { Sha256 } from './turn.ts';

export interface Engine {
  readonly state: State;
  /**
   * Applies the next command.
   * @throws Fault when the program is wrong (a broken invariant, a command out of sequence): stop taking commands
   */
  apply(sequenced: Sequenced): Outcome;
}

type Decider<Name extends CommandName> = (turn: Turn, command: CommandOf<Name>) => Decision<ResultOf<Name>>;

const DECIDERS: { readonly [Name in CommandName]: Decider<Name> } = {
  placeOrder,
  batchOrders,
  cancelOrder,
  cancelPlanOrder,
  cancelBatchOrders,
  cancelAllOrders,
  closePositions,
  placePlanOrder,
  placeTpSlOrder,
  modifyTpSlOrder,
  setLeverage,
  setMarginMode,
  adjustIsolatedMargin,
  setAutoAppend,
  recordAiLog,
  deposit,
  withdraw: (turn, command) => withdraw(turn, command, withdrawableOf),
  transfer: (turn, command) => transfer(turn, command, withdrawableOf),
  setIndexPrice,
  tick: (turn, command) => tick(turn, command, { first: [applyDueChanges], followUp, daily: [settlePeriod] }),
  settleFunding,
  setLead,
  follow,
  unfollow,
  settleCopyTrading,
  setAccountFrozen,
  setContractState,
  changeContract,
  delistContract,
  setAccountFees,
  setParameters,
  setAllowlist,
  openAiLog,
};

/** An engine in the empty state. */
export function createEngine(sha256: Sha256): Engine {
  const state = emptyState();
  const turn = createTurn(state, sha256);
  return { state, apply: (sequenced) => apply(turn, sequenced) };
}

/** What the command's file decides. The usual ones by their own names: looking a name up that varies is what costs. */
function decide(turn: Turn, command: Command): Decision<unknown> {
  if (command.name === 'placeOrder') return placeOrder(turn, command);
  if (command.name === 'cancelOrder') return cancelOrder(turn, command);
  return (DECIDERS[command.name] as Decider<CommandName>)(turn, command);
}

function apply(turn: Turn, { sequence, timeMs, command }: Sequenced): Outcome {
  const { state } = turn;
  if (sequence !== state.sequence + 1) throw new Fault(`FLOW-001: command ${sequence} after ${state.sequence}`);
  if (timeMs < state.timeMs) throw new Fault(`FLOW-001: time ${timeMs} after ${state.timeMs}`);
  state.sequence = sequence;
  state.timeMs = timeMs;
  forgetEnded(state, timeMs);
  openTurn(turn, sequence, timeMs);
  const decision = decide(turn, command);
  if (decision.ok) followUp(turn);
  assertBalanced(state);
  const { events } = turn;
  return decision.ok
    ? { ok: true, result: decision.result, sequence, timeMs, events }
    : { ok: false, reject: decision.reject, sequence, timeMs, events };
}
