/**
 * Sums of everything that ever went through each collateral part, by kind: the cumulative figures of an account. A
 * projection of bills and fills in memory, rebuilt by replay.
 *
 * Every kind counts upwards in the direction of its name, so that what went out is positive too; funding is what was
 * paid less what was received. Sums are wide: they outgrow 64 bits in months (ARIT-007), which is why they are not in
 * the read store. Those of an isolated part end with its position.
 */
import type { Bill, BusinessType } from '../core/language/bills.ts';
import type { AccountId, Money } from '../core/num/units.ts';
import { add, neg, sub } from '../core/num/mul-div.ts';
import type { Part } from '../core/state/records.ts';
import type { FillSide } from '../core/turn/events.ts';
import { moneyFromJson, moneyToJson, wholeFromJson } from '../core/state/kinds.ts';
import type { FromHistory } from './projection.ts';

/** In 1e-8 USDT. */
export interface TurnoverFigures {
  deposit: Money;
  withdraw: Money;
  transferIn: Money;
  transferOut: Money;
  marginMoveIn: Money;
  marginMoveOut: Money;
  /** Values of fills, without their fees. */
  openLong: Money;
  openShort: Money;
  closeLong: Money;
  closeShort: Money;
  /** Of its own fills. */
  fillFee: Money;
  liquidateFee: Money;
  funding: Money;
  /** Of others' fills: only the exchange's account of fees has any. */
  fillFeeIncome: Money;
  liquidateFeeIncome: Money;
}

export interface Turnover extends FromHistory {
  /** The figures of a part, all 0 before its first bill; null once it was detached: some are missing then. */
  of(account: AccountId, part: Pick<Part, 'positionId'>): Readonly<TurnoverFigures> | null;
}

/** The figure that counts a bill's amount, and whether money comes in or goes out by it. */
const KINDS: Partial<Record<BusinessType, readonly [keyof TurnoverFigures, 'in' | 'out']>> = {
  deposit: ['deposit', 'in'],
  withdraw: ['withdraw', 'out'],
  transfer_in: ['transferIn', 'in'],
  transfer_out: ['transferOut', 'out'],
  margin_move_in: ['marginMoveIn', 'in'],
  margin_move_out: ['marginMoveOut', 'out'],
  position_open_long: ['openLong', 'out'],
  position_open_short: ['openShort', 'in'],
  position_close_long: ['closeLong', 'in'],
  position_close_short: ['closeShort', 'out'],
  position_funding: ['funding', 'out'],
  order_fill_fee_income: ['fillFeeIncome', 'in'],
  order_liquidate_fee_income: ['liquidateFeeIncome', 'in'],
};

/** Of a part nothing has gone through. */
export const NO_TURNOVER: Readonly<TurnoverFigures> = emptyFigures();

const FIGURES = Object.keys(NO_TURNOVER) as (keyof TurnoverFigures)[];

export function createTurnover(): Turnover {
  /** By position id for isolated parts, else by account: accounts have smaller numbers than any id. */
  const parts = new Map<number, TurnoverFigures>();
  let isDetached = false;

  function figuresOf(key: number): TurnoverFigures {
    let figures = parts.get(key);
    if (figures === undefined) parts.set(key, (figures = emptyFigures()));
    return figures;
  }

  return {
    name: 'turnover',
    needsReplay: true,
    version: 1,
    *save() {
      for (const [key, figures] of parts) yield [key, ...FIGURES.map((name) => moneyToJson(figures[name]))];
    },
    restore(rows) {
      parts.clear();
      for (const [key, ...values] of rows) {
        const figures = figuresOf(wholeFromJson(key));
        for (const [at, name] of FIGURES.entries()) figures[name] = moneyFromJson(values[at]);
      }
    },
    detached() {
      isDetached = true;
      parts.clear();
    },
    apply(_sequenced, { events }) {
      for (const event of events)
        if (event.name === 'billPosted') countBill(figuresOf(event.bill.positionId || event.bill.account), event.bill);
        else if (event.name === 'fillMade') for (const side of [event.taker, event.maker]) countFee(figuresOf, side);
      for (const event of events)
        if (event.name === 'positionChanged' && event.position.size === 0) parts.delete(event.position.id);
    },
    of: (account, { positionId }) => (isDetached ? null : (parts.get(positionId || account) ?? NO_TURNOVER)),
  };
}

/** The amount of a fill's bill is net of its fee: the value is counted. */
function countBill(figures: TurnoverFigures, { businessType, amount, fillFee }: Bill): void {
  const [kind, direction] = KINDS[businessType] ?? [];
  if (kind === undefined) return;
  const gross = add(amount, fillFee);
  figures[kind] = add(figures[kind], direction === 'in' ? gross : neg(gross));
  figures.fillFee = add(figures.fillFee, fillFee);
}

/** The liquidation fee is in the amount of a close and has no separate field there. */
function countFee(figuresOf: (key: number) => TurnoverFigures, { order, positionId, liquidateFee }: FillSide): void {
  if (liquidateFee === 0) return;
  const figures = figuresOf(order.marginMode === 'isolated' ? positionId : order.account.id);
  figures.liquidateFee = add(figures.liquidateFee, liquidateFee);
  if (order.side === 'long') figures.closeLong = add(figures.closeLong, liquidateFee);
  else figures.closeShort = sub(figures.closeShort, liquidateFee);
}

function emptyFigures(): TurnoverFigures {
  return {
    deposit: 0,
    withdraw: 0,
    transferIn: 0,
    transferOut: 0,
    marginMoveIn: 0,
    marginMoveOut: 0,
    openLong: 0,
    openShort: 0,
    closeLong: 0,
    closeShort: 0,
    fillFee: 0,
    liquidateFee: 0,
    funding: 0,
    fillFeeIncome: 0,
    liquidateFeeIncome: 0,
  };
}
