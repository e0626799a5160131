/**
 * The text of the order form, so that the ladder and the positions can fill it; what it comes to, and what the
 * exchange would have against it.
 */
import { computed, signal } from '@preact/signals';
import type { ContractsRow } from '../../../client/index.ts';
import { textOf, unitsOf } from '../../format/number.ts';
import { mostFor, type Objection, objectionsTo } from '../../live/order-checks.ts';
import { coinsOf, type Draft, EMPTY_DRAFT, type Field, type Kind, type OrderType } from '../../live/order-draft.ts';
import { exact, tickOf } from '../../live/price-grid.ts';
import { quote } from '../../live/market.ts';
import { best } from '../../live/terminal.ts';
import { limitsOf } from './limits.ts';

export const draft = signal<Draft>(EMPTY_DRAFT);
/** The contract it is for. */
const contract = signal<ContractsRow | null>(null);
/** The price is the visitor's own, an empty one too; otherwise it is filled in. */
const isPriceOwn = signal(false);
/** The action that was asked for and held back. */
export const held = signal<OrderType | null>(null);

export function write(change: Partial<Draft>): void {
  if (change.price !== undefined) isPriceOwn.value = true;
  draft.value = { ...draft.value, ...change };
}

/** Fills the price of the form. */
export function choosePrice(price: string): void {
  write(draft.value.kind === 'market' ? { kind: 'limit', price } : { price });
}

/** A plan order begins without a price, at market; a limit order with one of the book. */
export function chooseKind(kind: Kind): void {
  held.value = null;
  isPriceOwn.value = false;
  draft.value = { ...draft.value, kind, ...(kind === 'market' ? {} : { price: '' }) };
}

/** Begins to write for a contract: prices and coins of another one mean nothing here. */
export function beginDraft(of: ContractsRow): void {
  held.value = null;
  if (contract.peek()?.symbol !== of.symbol) {
    const { kind, unit, size, execution, triggerBy } = draft.peek();
    draft.value = { ...EMPTY_DRAFT, kind, unit, execution, triggerBy, size: unit === 'usdt' ? size : '' };
    isPriceOwn.value = false;
  }
  contract.value = of;
}

/** Between the best prices, down to the tick: an order there is filled at once on neither side. */
export function fillPrice(): void {
  const of = contract.value;
  const { ask, bid } = best.value;
  if (of === null || ask === null || bid === null || isPriceOwn.value || draft.value.kind !== 'limit') return;
  if (draft.peek().price !== '') return;
  const [decimals, tick] = [Number(of.tick_size), unitsOf(tickOf(of), Number(of.tick_size)) ?? 1n];
  const middle = ((unitsOf(ask, decimals) ?? 0n) + (unitsOf(bid, decimals) ?? 0n)) / 2n;
  draft.value = { ...draft.peek(), price: textOf(middle - (middle % tick), decimals) };
}

/** The price estimates are made with: the one written, else the last one. */
export const estimatePrice = computed<string>(() => {
  const { kind, price, trigger } = draft.value;
  const last = quote(contract.value?.symbol ?? '')?.ticker.value?.lastPrice ?? '';
  return kind === 'market' ? last : price || trigger || last;
});

/** The draft as it is sent: with its size in coins. */
export function sentDraft(of: ContractsRow): Draft {
  const written = draft.value;
  return { ...written, size: coinsOf(written, estimatePrice.value, of.stepSize) ?? '', unit: 'coin' };
}

/** Prices move ten times a second, what they lead to seldom: whoever shows it is told when that changes. */
function seldom<Value>(value: () => Value) {
  const text = computed(() => JSON.stringify(value()));
  return computed(() => JSON.parse(text.value) as Value);
}

/** Objections to what is written, and to the action that was held back. */
export const objections = seldom<readonly Objection[]>(() => {
  const of = contract.value;
  if (of === null) return [];
  const now = sentDraft(of);
  const all = objectionsTo(now, held.value, limitsOf(of));
  // After "0.0" more will be written.
  return held.value === null ? all.filter(({ field }) => exact(now[field]) !== 0n) : all;
});

/** The most that can be opened, long and short; null: not known. */
export const most = seldom<{ readonly long: string | null; readonly short: string | null }>(() => {
  const of = contract.value;
  if (of === null) return { long: null, short: null };
  const limits = limitsOf(of);
  return { long: mostFor(draft.value, '1', limits), short: mostFor(draft.value, '2', limits) };
});

/** Holds an action back if the exchange would refuse it; the field it is about first, null: it may go out. */
export function holdBack(of: ContractsRow, type: OrderType): Field | null {
  const [first] = objectionsTo(sentDraft(of), type, limitsOf(of));
  held.value = first === undefined ? null : type;
  return first?.field ?? null;
}
