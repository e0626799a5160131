/**
 * The one door of the exchange: `apply` takes a sequenced command and answers with its outcome (FLOW-001, FLOW-002).
 *
 * One command at a time: what its file decides, then the follow-ups, then the invariants, then the events. A reject
 * changes nothing. The same commands in the same order give the same state, bit for bit, on any machine: nothing here
 * reads a clock, a random number or the outside. The dispatch table does not compile until every command has its line.
 */
import { announceKey } from './ailog/announceKey.ts';
import { recordAiLog } from './ailog/recordAiLog.ts';
import { openAiLog, setAllowlist } from './ailog/setAllowlist.ts';
import { caseStep } from './contest/caseStep.ts';
import { contestTick } from './contest/contest-tick.ts';
import { countTurn } from './contest/count.ts';
import { createContest, extendContest, freezeTemplates, putRuleset } from './contest/createContest.ts';
import { moveContest } from './contest/moveContest.ts';
import { changeNotice, postNotice } from './contest/notices.ts';
import { declareOutage, noteGap } from './contest/outages.ts';
import { recordReport } from './contest/recordReport.ts';
import { registerTeam, setModels, setTeam, withdrawTeam } from './contest/teams.ts';
import { checkKey } from './orders/key-limits.ts';
import { setKeyLimits, stopKey, tightenKey } from './limits/setKeyLimits.ts';
import { countMoney, watchLosses } from './limits/watch.ts';
import { mismatchOf } from './language/check-command.ts';
import type { Command, CommandName, CommandOf, Sequenced } from './language/commands.ts';
import { CORE_VERSIONS, type CoreRange, CoreUnknown } from './language/core-version.ts';
import type { Mismatch } from './language/kinds.ts';
import { activateCore } from './contracts/activateCore.ts';
import { applyDueChanges, changeContract } from './contracts/changeContract.ts';
import { delistContract } from './contracts/delistContract.ts';
import { setAccountFees } from './contracts/setAccountFees.ts';
import { setAside } from './contracts/setAside.ts';
import { follow, setLead, unfollow } from './copy/follow.ts';
import { settleCopyTrading, settlePeriod } from './copy/settleCopyTrading.ts';
import { invariant } from './num/invariant.ts';
import { deposit, transfer, withdraw } from './ledger/deposit.ts';
import { assertBalanced } from './ledger/ledger.ts';
import { acceptClock, setAccountFrozen, setContractState, setParameters } from './contracts/operator.ts';
import { adjustIsolatedMargin, setAutoAppend } from './margin/adjustIsolatedMargin.ts';
import { cancelAllOrders, cancelBatchOrders, cancelOrder, cancelPlanOrder } from './orders/cancelOrder.ts';
import { closePositions } from './orders/closePositions.ts';
import { followUp } from './follow-ups.ts';
import { batchOrders, placeOrder } from './orders/placeOrder.ts';
import { placePlanOrder } from './plans/placePlanOrder.ts';
import { modifyTpSlOrder, placeTpSlOrder } from './plans/placeTpSlOrder.ts';
import { setLeverage } from './margin/setLeverage.ts';
import { setMarginMode } from './margin/setMarginMode.ts';
import { forgetEnded } from './orders/working.ts';
import { accept, type Decision, type Outcome, type ResultOf, type Rows, refuse } from './turn/outcome.ts';
import { withdrawableOf } from './risk/margin.ts';
import { setIndexPrice } from './risk/setIndexPrice.ts';
import { settleFunding } from './risk/settleFunding.ts';
import { tick } from './risk/tick.ts';
import type { State } from './state/state.ts';
import { emptyState } from './state/state.ts';
import type { Sha256 } from './text/bytes.ts';
import type { Turn } from './turn/turn.ts';
import { createTurn, openTurn } from './turn/turn.ts';

export interface Engine {
  readonly state: State;
  /**
   * Applies the next command. Input that isn't a command is refused and changes nothing (FLOW-009).
   * @param isChecked it was held against its kinds on its way here, so that it need not be done twice
   * @throws Fault when the program is wrong (a broken invariant, a command out of sequence): stop taking commands;
   * CoreUnknown before a command that is ruled by a version this program does not have
   */
  apply(sequenced: Sequenced, isChecked?: boolean): Outcome;
}

type Decider<Name extends CommandName> = (turn: Turn, command: CommandOf<Name>) => Decision<ResultOf<Name>>;

const DECIDERS: { readonly [Name in CommandName]: Decider<Name> } = {
  placeOrder,
  batchOrders: inRows(batchOrders),
  cancelOrder,
  cancelPlanOrder,
  cancelBatchOrders: inRows(cancelBatchOrders),
  cancelAllOrders: inRows(cancelAllOrders),
  closePositions: inRows(closePositions),
  placePlanOrder,
  placeTpSlOrder,
  modifyTpSlOrder,
  setLeverage,
  setMarginMode,
  adjustIsolatedMargin,
  setAutoAppend,
  logIn: () => accept(null),
  recordAiLog,
  deposit,
  withdraw: (turn, command) => withdraw(turn, command, withdrawableOf),
  transfer: (turn, command) => transfer(turn, command, withdrawableOf),
  setIndexPrice,
  tick: (turn, command) =>
    tick(turn, command, { first: [applyDueChanges], followUp, daily: [settlePeriod], last: [contestTick] }),
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
  setKeyLimits,
  tightenKey,
  stopKey: inRows(stopKey),
  setParameters,
  setAllowlist,
  openAiLog,
  announceKey,
  acceptClock,
  setAside,
  activateCore,
  putRuleset,
  freezeTemplates,
  createContest,
  moveContest,
  extendContest,
  registerTeam,
  setTeam,
  withdrawTeam,
  setModels,
  declareOutage,
  postNotice,
  changeNotice,
  recordReport,
  caseStep,
};

/** Carries out what each row set off before the next begins (ORDR-014, ORDR-015, CLOS-007). */
function inRows<C, Result>(decide: (turn: Turn, command: C) => Rows<Result>) {
  return (turn: Turn, command: C): Decision<Result> => {
    const rows = decide(turn, command);
    for (;;) {
      const row = rows.next();
      if (row.done === true) return row.value;
      followUp(turn);
    }
  };
}

/**
 * An engine in the empty state, or in one that was read back.
 * @param versions of the rules, those that it can apply
 */
export function createEngine(sha256: Sha256, state = emptyState(), versions: CoreRange = CORE_VERSIONS): Engine {
  const turn = createTurn(state, sha256);
  return {
    state,
    apply(sequenced, isChecked = false) {
      const { sequence, command } = sequenced;
      if (command?.name === 'activateCore' && mismatchOf(command) === null && command.version > versions.to)
        throw new CoreUnknown(sequence, command.version, versions);
      return apply(turn, sequenced, isChecked);
    },
  };
}

/**
 * The decision of the command's file. The usual ones by their own names: looking up a name that varies is costly.
 */
function decide(turn: Turn, command: Command): Decision<unknown> {
  const ended = checkKey(turn.state, command);
  if (ended !== null) return refuse(ended);
  if (command.name === 'placeOrder') return placeOrder(turn, command);
  if (command.name === 'cancelOrder') return cancelOrder(turn, command);
  return (DECIDERS[command.name] as Decider<CommandName>)(turn, command);
}

/** Accounts whose keys have limits, after a command (LIMT-004, LIMT-005). What comes after the last step counts too. */
function holdLimits(turn: Turn, { name }: Command): void {
  countMoney(turn);
  if (name !== 'tick' && name !== 'setIndexPrice') return;
  for (const _step of watchLosses(turn)) followUp(turn);
  followUp(turn);
}

function malformed({ field, found, need }: Mismatch): Decision<never> {
  return refuse({ reason: 'PARAMETER_INVALID', field, cause: 'invalid', found: `${found}, needs ${need}` });
}

function apply(turn: Turn, { sequence, timeMs, command }: Sequenced, isChecked: boolean): Outcome {
  const { state } = turn;
  invariant(sequence === state.sequence + 1, 'FLOW-001: sequences go on by one', sequence, state.sequence);
  invariant(timeMs >= state.timeMs, 'FLOW-001: times never fall', timeMs, state.timeMs);
  const beforeMs = state.timeMs;
  state.sequence = sequence;
  state.timeMs = timeMs;
  forgetEnded(state, timeMs);
  openTurn(turn, sequence, timeMs);
  if (state.contest.live !== 0) noteGap(turn, beforeMs);
  const { nextId } = state;
  const mismatch = isChecked ? null : mismatchOf(command);
  const decision = mismatch === null ? decide(turn, command) : malformed(mismatch);
  if (decision.ok) followUp(turn);
  if (decision.ok && state.keyLimits.size > 0) holdLimits(turn, command);
  if (state.contest.live !== 0) countTurn(turn);
  assertBalanced(state);
  invariant(decision.ok || state.nextId === nextId, 'FLOW-002: a reject uses no id', sequence, nextId);
  const { events } = turn;
  return decision.ok
    ? { ok: true, result: decision.result, sequence, timeMs, events }
    : { ok: false, reject: decision.reject, sequence, timeMs, events };
}
