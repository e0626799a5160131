/**
 * The fills of whoever is signed in: the newest hundred are read once, the channel delivers the rest, and none is there
 * twice.
 */
import { computed, effect, signal } from '@preact/signals';
import type { FillsAnswerList, PushedFill } from '../../client/index.ts';
import { session } from '../base/session.ts';
import { textOf, unitsOf } from '../format/number.ts';
import { fills } from './account.ts';

export interface OwnFill {
  readonly id: string;
  readonly orderId: string;
  readonly t: number;
  readonly symbol: string;
  readonly isBuy: boolean;
  readonly isLong: boolean;
  readonly price: string;
  readonly size: string;
  readonly value: string;
  /** Null: one position of the contract's side, which all fills go into. */
  readonly positionId: string | null;
  /** With that of a liquidation. */
  readonly fee: string;
  readonly realised: string;
  /** Why the exchange made it; null: it was wanted. */
  readonly liquidateType: string | null;
  /** TAKER or MAKER. */
  readonly role: string;
}

const READ = 100;
const KEPT = 500;
const DECIMALS = 8;

const read = signal<readonly OwnFill[]>([]);
/** Newest first. */
export const ownFills = computed<readonly OwnFill[]>(() => {
  const told = fills.value.map(ofPushed);
  const known = new Set(told.map(({ id }) => id));
  return [...told, ...read.value.filter(({ id }) => !known.has(id))].slice(0, KEPT);
});

/** Follows them while somebody is looking. Returns the function that ends it. */
export function followFills(): () => void {
  return effect(() => {
    const who = session.value;
    read.value = [];
    who?.client.fills({ limit: READ }).then(
      ({ list }) => {
        if (session.peek() === who) read.value = list.map(ofRead);
      },
      () => undefined,
    );
  });
}

function ofRead(row: FillsAnswerList): OwnFill {
  const { tradeId, orderId, createdTime, symbol, orderSide, positionSide, fillPrice, fillSize } = row;
  return {
    id: String(tradeId),
    orderId: String(orderId),
    t: createdTime,
    symbol,
    isBuy: orderSide === 'BUY',
    isLong: positionSide === 'LONG',
    price: fillPrice,
    size: fillSize,
    value: row.fillValue,
    positionId: row.positionId === undefined ? null : String(row.positionId),
    fee: feeOf(row),
    realised: row.realizePnl,
    liquidateType: row.liquidateType === 'NONE' ? null : row.liquidateType,
    role: row.role,
  };
}

function ofPushed(row: PushedFill): OwnFill {
  const { id, orderId, createdTime, contractId, orderSide, positionSide, fillSize, fillValue } = row;
  return {
    id,
    orderId,
    t: Number(createdTime),
    symbol: contractId,
    isBuy: orderSide === 'BUY',
    isLong: positionSide === 'LONG',
    price: priceOf(fillValue, fillSize),
    size: fillSize,
    value: fillValue,
    positionId: row.positionId ?? null,
    fee: feeOf(row),
    realised: row.realizePnl,
    liquidateType: row.liquidateType ?? null,
    role: row.direction,
  };
}

function feeOf({ fillFee, liquidateFee }: Pick<PushedFill, 'fillFee' | 'liquidateFee'>): string {
  return textOf((unitsOf(fillFee, DECIMALS) ?? 0n) + (unitsOf(liquidateFee, DECIMALS) ?? 0n), DECIMALS);
}

/** The channel says only what a fill was worth. */
function priceOf(value: string, size: string): string {
  const [worth, units] = [unitsOf(value, DECIMALS) ?? 0n, unitsOf(size, DECIMALS) ?? 0n];
  return units === 0n ? '0' : textOf(((worth < 0n ? -worth : worth) * 10n ** BigInt(DECIMALS)) / units, DECIMALS);
}
