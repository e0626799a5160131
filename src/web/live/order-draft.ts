/**
 * An order while it is being written: how large it is, what it may cost, and what is sent. Sizes are rounded down to
 * the step, estimates are exact and still only estimates.
 */
import type { ContractsRow } from '../../client/index.ts';
import { textOf, unitsOf } from '../format/number.ts';

export type Kind = 'limit' | 'market' | 'plan';
export type OrderType = '1' | '2' | '3' | '4';
export type Execution = '0' | '1' | '2' | '3';
export type SizeUnit = 'coin' | 'usdt';
export type TriggerBy = '1' | '3';

export interface Draft {
  readonly kind: Kind;
  readonly price: string;
  readonly size: string;
  /** The unit the size is written in. */
  readonly unit: SizeUnit;
  readonly trigger: string;
  /** Fired by the last price, or the mark price. */
  readonly triggerBy: TriggerBy;
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
  unit: 'coin',
  trigger: '',
  triggerBy: '1',
  execution: '0',
  takeProfit: '',
  stopLoss: '',
  positionId: '',
};

export type Field = 'price' | 'size' | 'trigger' | 'takeProfit' | 'stopLoss';

const MONEY = 8;
const CENTS = 2;
const OPENING: readonly OrderType[] = ['1', '2'];

export function isOpening(type: OrderType): boolean {
  return OPENING.includes(type);
}

export interface Estimate {
  /** Margin it ties up. */
  readonly needs: string;
  readonly fee: string;
}

/** Margin and fee of an order of that size at that price, USDT; null while something is missing. */
export function estimate(size: string, price: string, leverage: string, feeRate: string): Estimate | null {
  const [s, p, rate] = [unitsOf(size, MONEY), unitsOf(price, MONEY), unitsOf(feeRate, MONEY)];
  const times = unitsOf(leverage, 0);
  if (s === null || p === null || rate === null || times === null || times === 0n || s <= 0n) return null;
  const unit = 10n ** BigInt(MONEY);
  const value = (s * p) / unit;
  return { needs: textOf(value / times, MONEY), fee: textOf((value * rate) / unit, MONEY) };
}

interface Funds {
  /** USDT. */
  readonly available: string;
  readonly leverage: string;
  readonly takerFee: string;
  /** Loss of a coin at once, USDT; 0: none. */
  readonly loss: string;
}

/** Roundings of margin and fee, each up, in 1e-8 USDT. */
const ROUNDINGS = 2n;

/** The most that funds allow at a price (MARG-002), rounded down to the step; null while something is missing. */
export function mostOf(price: string, funds: Funds, stepSize: string, decimals: number): string | null {
  const [a, p, fee, loss] = [funds.available, price, funds.takerFee, funds.loss].map((text) => unitsOf(text, MONEY));
  const [times, step] = [unitsOf(funds.leverage, 0), unitsOf(stepSize, decimals)];
  if (a == null || p == null || fee == null || loss == null || p <= 0n) return null;
  if (times === null || times <= 0n || step === null || step === 0n) return null;
  const unit = 10n ** BigInt(MONEY);
  const perCoin = (p * unit) / times + p * fee + loss * unit;
  const units = ((a > ROUNDINGS ? a - ROUNDINGS : 0n) * unit * 10n ** BigInt(decimals)) / perCoin;
  return textOf((units / step) * step, decimals);
}

/**
 * The size in coins: as it is written, or what that many USDT are at the price, rounded down to the step; null while
 * there is none.
 */
export function coinsOf({ size, unit }: Pick<Draft, 'size' | 'unit'>, price: string, stepSize: string): string | null {
  if (size === '') return null;
  if (unit === 'coin') return size;
  const decimals = stepSize.split('.')[1]?.length ?? 0;
  const [usdt, p, step] = [unitsOf(size, MONEY), unitsOf(price, MONEY), unitsOf(stepSize, decimals)];
  if (usdt === null || p === null || p <= 0n || step === null || step === 0n) return null;
  const units = (usdt * 10n ** BigInt(decimals)) / p;
  return textOf((units / step) * step, decimals);
}

/** The worth of so many coins, USDT, rounded up to the cent, so that they come to as many coins again. */
export function worthOf(size: string, price: string): string | null {
  const [s, p] = [unitsOf(size, MONEY), unitsOf(price, MONEY)];
  if (s === null || p === null) return null;
  const cent = 10n ** BigInt(2 * MONEY - CENTS);
  return textOf((s * p + cent - 1n) / cent, CENTS);
}

/** Part of a size, rounded down to the step. */
export function partOf(percent: number, size: string, stepSize: string, decimals: number): string | null {
  const [units, step] = [unitsOf(size, decimals, 'down'), unitsOf(stepSize, decimals)];
  if (units === null || step === null || step === 0n) return null;
  return textOf(((units * BigInt(percent)) / 100n / step) * step, decimals);
}

/** The operation an order is placed with, and its body; its size is in coins. */
export function requestOf(draft: Draft, type: OrderType, { symbol }: ContractsRow, clientOid: string) {
  const { kind, price, size, trigger, triggerBy, execution, takeProfit, stopLoss, positionId } = draft;
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
        triggerPriceType: triggerBy,
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
