/**
 * Appends leaves to the AI log's sequence (`ailog.md` 0.2, 0.4): the next index is a counter in the state, so leaves follow from
 * the journal alone. Orders and plan orders of accounts on the allowlist get one leaf each, when their id is given.
 */
import type { LeafAppended } from '../events.ts';
import { invariant } from '../invariant.ts';
import { fixedText } from '../num/decimal.ts';
import type { AccountId, Steps, Ticks } from '../num/units.ts';
import type { Execution } from '../commands.ts';
import type { Order, PlanOrder } from '../order.ts';
import { typeCodeOf } from '../order.ts';
import type { Instrument } from '../state.ts';
import type { Turn } from '../turn.ts';
import { announce } from '../turn.ts';
import { leafSalt } from './commit.ts';
import type { Leaf } from './entry.ts';
import { blindedLeaf, sealHeader } from './entry.ts';
import type { AccountHeader, OrderHeader } from './header.ts';

/** placeOrder's order_type codes. */
const ORDER_TYPE: Readonly<Record<Execution, string>> = { normal: '0', postOnly: '1', fok: '2', ioc: '3' };

/** Gives the leaf its index and announces it. */
export function appendLeaf(
  turn: Turn,
  kind: LeafAppended['kind'],
  account: AccountId,
  header: string | null,
  leaf: Leaf,
): number {
  const index = turn.state.ailog.nextIndex;
  turn.state.ailog.nextIndex = index + 1;
  announce(turn, { name: 'leafAppended', index, kind, account, header, entry: leaf.entry, hash: leaf.hash });
  return index;
}

/** Seals a header under its leaf's own salt and appends it. */
export function appendSealed(
  turn: Turn,
  kind: 'account' | 'order',
  account: AccountId,
  header: AccountHeader | OrderHeader,
): number {
  const { ailog } = turn.state;
  invariant(ailog.saltKey !== null, 'ailog 0.2: a leaf before openAiLog');
  const sealed = sealHeader(turn.sha256, leafSalt(turn.sha256, ailog.saltKey, ailog.nextIndex), header);
  return appendLeaf(turn, kind, account, sealed.header, blindedLeaf(turn.sha256, kind, sealed.h, turn.timeMs));
}

/** A price with the contract's decimals. */
export function priceText(instrument: Instrument, price: Ticks): string {
  return fixedText(price * instrument.contract.tickUnit, instrument.contract.priceDecimals);
}

/** A size with the contract's decimals. */
export function sizeText(instrument: Instrument, size: Steps): string {
  return fixedText(size * instrument.contract.stepUnit, instrument.contract.sizeDecimals);
}

type Origin = { readonly keyId: string | null; readonly channel: OrderHeader['channel'] };

function headerOf(record: Order | PlanOrder, origin: Origin): OrderHeader {
  const { instrument } = record;
  const plan = record.record === 'plan' ? record : null;
  const execution = record.record === 'order' ? ORDER_TYPE[record.execution] : record.price === 0 ? '3' : '0';
  return {
    kind: 'order',
    v: 1,
    uid: String(record.account.id),
    keyId: origin.keyId,
    channel: origin.channel,
    orderId: String(record.id),
    clientOid: record.clientOrderId,
    symbol: instrument.contract.symbol,
    type: typeCodeOf(record.side, record.effect, record.record === 'order' ? record.cause : 'wanted'),
    orderType: execution,
    matchPrice: record.price === 0 ? '1' : '0',
    size: sizeText(instrument, record.size),
    price: record.price === 0 ? null : priceText(instrument, record.price),
    triggerPrice: plan === null ? null : priceText(instrument, plan.triggerPrice),
    parentOrderId: plan === null || plan.parentId === 0 ? null : String(plan.parentId),
  };
}

/** The leaf of a new order or plan order, when its account is on the allowlist; its index, else null. */
export function appendOrderLeaf(
  turn: Turn,
  record: Order | PlanOrder,
  keyId: string | null,
  channel: OrderHeader['channel'],
): number | null {
  const { account } = record;
  if (!account.allowed) return null;
  record.leafIndex = appendSealed(turn, 'order', account.id, headerOf(record, { keyId, channel }));
  return record.leafIndex;
}
