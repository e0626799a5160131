/**
 * placeOrder and batchOrders (ORDR-002 to -006, ORDR-014): a caller's order, checked, accepted and carried out in one
 * turn.
 */
import type { BatchOrders, OrderFields, PlaceOrder } from '../language/commands.ts';
import type { Decision, OrderPlaced, Rows } from '../turn/outcome.ts';
import { accept, refuse } from '../turn/outcome.ts';
import type { Reject } from '../language/rejects.ts';
import type { Account, Instrument } from '../state/records.ts';
import { accountOf, holdingOf, type State } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { checkCaller, checkListed, checkOrderFields, checkSymbol, unknownSymbol } from './caller.ts';
import { checkPermitted } from '../permission/permission.ts';
import { checkClientOrderId } from './client-order-id.ts';
import { draftOf, leverageOf, resolveMarginMode } from './draft.ts';
import { enterOrder } from './enter-order.ts';

export function placeOrder(turn: Turn, command: PlaceOrder): Decision<OrderPlaced> {
  return placeRow(turn, command, command);
}

function placeRow(turn: Turn, request: PlaceOrder, fields: OrderFields): Decision<OrderPlaced> {
  const { state } = turn;
  const account = accountOf(state, request.account);
  const instrument = state.bySymbol.get(request.symbol);
  const refused = checkCaller(account) ?? checkListed(instrument, request.symbol) ?? checkOrderFields(fields);
  if (refused !== null || instrument === undefined) return refuse(refused ?? unknownSymbol(request.symbol));
  const closed = account.team === null ? null : checkContest(state, account, instrument, fields, request);
  if (closed !== null) return refuse(closed);
  const known = checkClientOrderId(turn, account, fields.clientOrderId, request);
  if (known !== null) return known;
  return enterOrder(turn, draftOf(turn, account, instrument, fields, request));
}

/** Check 17. */
function checkContest(
  state: State,
  account: Account,
  instrument: Instrument,
  { effect, marginMode, side }: OrderFields,
  { channel }: PlaceOrder,
): Reject | null {
  const leverage = (): number => {
    const holding = holdingOf(state, account, instrument);
    return leverageOf(holding, resolveMarginMode(holding, effect, marginMode), side);
  };
  return checkPermitted(account, { symbol: instrument.contract.symbol, effect, channel, leverage });
}

/** Each row runs through checks, work and follow-ups before the next; one that fails changes nothing (ORDR-014). */
export function* batchOrders(turn: Turn, command: BatchOrders): Rows<readonly Decision<OrderPlaced>[]> {
  const { account, keyId, channel, symbol } = command;
  const refused = checkCaller(accountOf(turn.state, account)) ?? checkSymbol(turn.state, symbol);
  if (refused !== null) return refuse(refused);
  const rows: Decision<OrderPlaced>[] = [];
  for (const fields of command.orders) {
    rows.push(placeRow(turn, { name: 'placeOrder', account, keyId, channel, symbol, ...fields }, fields));
    yield;
  }
  return accept(rows);
}
