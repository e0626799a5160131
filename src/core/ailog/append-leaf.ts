/**
 * Appends leaves to the AI log's sequence (docs/ai-log.md 2, 4): the next index is a counter in the state, so leaves
 * follow from the journal alone. Orders and plan orders of accounts on the allowlist get one leaf each, when their id
 * is given.
 */
import type { Effect, Side } from '../language/commands.ts';
import type { OrderCause } from '../language/vocabulary.ts';
import type { LeafAppended } from '../turn/events.ts';
import { invariant } from '../num/invariant.ts';
import { fixedText } from '../num/decimal.ts';
import type { AccountId, Steps, Ticks } from '../num/units.ts';
import type { Execution } from '../language/execution.ts';
import { EXECUTIONS } from '../language/execution.ts';
import type { Order, PlanOrder, Instrument } from '../state/records.ts';
import type { Turn } from '../turn/turn.ts';
import { announce } from '../turn/turn.ts';
import { leafSalt } from '../log/commit.ts';
import type { Leaf } from '../log/entry.ts';
import { blindedLeaf, sealHeader } from '../log/entry.ts';
import type { BlindedHeader, BlindedKind, ChangeHeader, OrderHeader } from '../log/header.ts';
import { logsChanges } from '../permission/permission.ts';
import type { Canonical } from '../text/canonical.ts';
import { grow } from '../log/merkle.ts';

/** Gives the leaf its index and its place in the tree, and announces it. */
export function appendLeaf(
  turn: Turn,
  kind: LeafAppended['kind'],
  account: AccountId,
  header: string | null,
  leaf: Leaf,
): number {
  const { ailog } = turn.state;
  const index = ailog.nextIndex;
  const { entry, hash } = leaf;
  invariant(
    (ailog.frontier.length === 0) === (index === 0),
    'docs/ai-log.md 14: a log has a root from its first leaf',
    index,
  );
  const { frontier, nodes } = grow(turn.sha256, ailog.frontier, index, hash);
  ailog.nextIndex = index + 1;
  ailog.frontier = frontier;
  announce(turn, { name: 'leafAppended', index, kind, account, header, entry, hash, nodes });
  return index;
}

/** Seals a header under its leaf's own salt and appends it. */
export function appendSealed(
  turn: Turn,
  kind: BlindedKind,
  account: AccountId,
  header: BlindedHeader & Canonical,
): number {
  const { ailog } = turn.state;
  invariant(ailog.saltKey !== null, 'docs/ai-log.md 2: a leaf before openAiLog');
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

/**
 * The leaf of a plan order's new trigger, for an account that plays in a contest whose rules count it (CTST-013). There
 * was no such leaf before there were such rules, so it depends on what the contest froze.
 */
export function appendChangeLeaf(
  turn: Turn,
  { account, instrument, id, price, triggerPrice, leafIndex }: PlanOrder,
  { keyId, channel }: Pick<ChangeHeader, 'keyId' | 'channel'>,
): void {
  if (leafIndex < 0 || !logsChanges(turn.state, account)) return;
  appendSealed(turn, 'change', account.id, {
    kind: 'change',
    v: 1,
    uid: String(account.id),
    keyId,
    channel,
    orderId: String(id),
    triggerPrice: priceText(instrument, triggerPrice),
    price: price === 0 ? null : priceText(instrument, price),
    mark: priceText(instrument, instrument.mark),
  });
}

type Origin = { readonly keyId: string | null; readonly channel: OrderHeader['channel'] };

/**
 * Order types in leaves: 1 to 4 are sent by callers, 5 to 10 made by the risk engine. They are kept and never change.
 */
const CLOSING_TYPES: Readonly<Record<OrderCause, Readonly<Record<Side, string>>>> = {
  wanted: { long: '3', short: '4' },
  reduce: { long: '5', short: '6' },
  deleverage: { long: '7', short: '8' },
  liquidation: { long: '9', short: '10' },
  // An ordinary close to whoever reads it; that nobody asked for it is in the leaf's channel.
  settlement: { long: '3', short: '4' },
};

/** The code of an order's type; plan orders are always wanted. */
export function leafTypeOf(side: Side, effect: Effect, cause: OrderCause): string {
  if (effect === 'open') return side === 'long' ? '1' : '2';
  return CLOSING_TYPES[cause][side];
}

/** The order that a plan order becomes when it fires. */
function executionOfPlan(plan: PlanOrder): Execution {
  return plan.price === 0 ? 'ioc' : 'normal';
}

function headerOf(record: Order | PlanOrder, origin: Origin): OrderHeader {
  const { instrument } = record;
  const plan = record.record === 'plan' ? record : null;
  const execution = record.record === 'order' ? record.execution : executionOfPlan(record);
  return {
    kind: 'order',
    v: 1,
    uid: String(record.account.id),
    keyId: origin.keyId,
    channel: origin.channel,
    orderId: String(record.id),
    clientOid: record.clientOrderId,
    symbol: instrument.contract.symbol,
    type: leafTypeOf(record.side, record.effect, record.record === 'order' ? record.cause : 'wanted'),
    orderType: EXECUTIONS[execution].leaf,
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
  invariant(record.leafIndex === -1, 'docs/ai-log.md 4: an order has one leaf', record, record.leafIndex);
  record.leafIndex = appendSealed(turn, 'order', account.id, headerOf(record, { keyId, channel }));
  return record.leafIndex;
}
