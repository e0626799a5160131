/**
 * An order while it is being written: what it needs, what it may cost, and what is sent. Sizes are rounded down to the
 * step, estimates are exact and still only estimates.
 */
import type { ContractsRow } from '../../client/index.ts';
import { textOf, unitsOf } from '../format/number.ts';

export type Kind = 'limit' | 'market' | 'plan';
export type OrderType = '1' | '2' | '3' | '4';
export type Execution = '0' | '1' | '2' | '3';

export interface Draft {
  readonly kind: Kind;
  readonly price: string;
  readonly size: string;
  readonly trigger: string;
  readonly execution: Execution;
  readonly takeProfit: string;
  readonly stopLoss: string;
  /** Only this position is closed; empty: whatever is open on the side. */
  readonly positionId: string;
}

export const EMPTY_DRAFT: Draft = {
  kind: 'limit',
  price: '',
  size: '',
  trigger: '',
  execution: '0',
  takeProfit: '',
  stopLoss: '',
  positionId: '',
};

export type Field = 'price' | 'size' | 'trigger' | 'takeProfit' | 'stopLoss';

const MONEY = 8;
const OPENING: readonly OrderType[] = ['1', '2'];

export function isOpening(type: OrderType): boolean {
  return OPENING.includes(type);
}

export interface Estimate {
  /** Margin it ties up. */
  readonly needs: string;
  readonly fee: string;
}

/** What an order of that size at that price ties up and costs, USDT; null while something is missing. */
export function estimate(size: string, price: string, leverage: string, feeRate: string): Estimate | null {
  const [s, p, rate] = [unitsOf(size, MONEY), unitsOf(price, MONEY), unitsOf(feeRate, MONEY)];
  const times = unitsOf(leverage, 0);
  if (s === null || p === null || rate === null || times === null || times === 0n || s <= 0n) return null;
  const unit = 10n ** BigInt(MONEY);
  const value = (s * p) / unit;
  return { needs: textOf(value / times, MONEY), fee: textOf((value * rate) / unit, MONEY) };
}

/** Percent of the largest size that `available` allows, rounded down to the step; null while something is missing. */
export function sizeOf(
  percent: number,
  available: string,
  price: string,
  leverage: string,
  stepSize: string,
  decimals: number,
): string | null {
  const [a, p] = [unitsOf(available, MONEY), unitsOf(price, MONEY)];
  const [times, step] = [unitsOf(leverage, 0), unitsOf(stepSize, decimals)];
  if (a === null || p === null || p <= 0n || times === null || step === null || step === 0n) return null;
  const units = (a * times * BigInt(percent) * 10n ** BigInt(decimals)) / (p * 100n);
  return textOf((units / step) * step, decimals);
}

/** Part of a size, rounded down to the step. */
export function partOf(percent: number, size: string, stepSize: string, decimals: number): string | null {
  const [units, step] = [unitsOf(size, decimals, 'down'), unitsOf(stepSize, decimals)];
  if (units === null || step === null || step === 0n) return null;
  return textOf(((units * BigInt(percent)) / 100n / step) * step, decimals);
}

/** Where an order goes, and its body. */
export function requestOf(draft: Draft, type: OrderType, { symbol }: ContractsRow, clientOid: string) {
  const { kind, price, size, trigger, execution, takeProfit, stopLoss, positionId } = draft;
  const presets = isOpening(type)
    ? {
        ...(takeProfit === '' ? {} : { presetTakeProfitPrice: takeProfit }),
        ...(stopLoss === '' ? {} : { presetStopLossPrice: stopLoss }),
      }
    : {};
  const only = positionId === '' || isOpening(type) ? {} : { positionId };
  const base = { symbol, client_oid: clientOid, size, type, ...presets, ...only };
  if (kind === 'plan')
    return {
      operation: 'plan_order' as const,
      body: {
        ...base,
        trigger_price: trigger,
        match_type: price === '' ? ('1' as const) : ('0' as const),
        ...(price === '' ? {} : { execute_price: price }),
      },
    };
  const isMarket = kind === 'market';
  return {
    operation: 'placeOrder' as const,
    body: {
      ...base,
      order_type: isMarket ? ('0' as const) : execution,
      match_price: isMarket ? ('1' as const) : ('0' as const),
      ...(isMarket ? {} : { price }),
    },
  };
}

/** The field a refusal is about, by its token. */
export function fieldOf(token: string | null): Field | null {
  if (token === null) return null;
  if (/TRIGGER/.test(token)) return 'trigger';
  if (/TAKE_PROFIT|TP\b/.test(token)) return 'takeProfit';
  if (/STOP_LOSS|SL\b/.test(token)) return 'stopLoss';
  if (/SIZE|MARGIN|BALANCE|POSITION/.test(token)) return 'size';
  if (/PRICE|TICK/.test(token)) return 'price';
  return null;
}
