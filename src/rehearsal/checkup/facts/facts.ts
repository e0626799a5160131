/**
 * Everything a checkup is made of: the requests on file, and what the exchange knows of the account. Plain data, so
 * that rules are functions of it and nothing else. Amounts are USDT, prices USDT, sizes the base coin, times epoch ms:
 * numbers for people to read, no ledger.
 */
import type { OrderCause } from '../../../core/language/vocabulary.ts';
import type { Effect, Side } from '../../../core/language/commands.ts';
import type { BusinessType } from '../../../core/language/bills.ts';
import type { KnownRequests } from './request-log.ts';

/** A sentence in both languages. */
export interface Both {
  readonly en: string;
  readonly zh: string;
}

export interface FillFact {
  readonly id: string;
  readonly ms: number;
  readonly orderId: string;
  readonly symbol: string;
  /** Of the position. */
  readonly side: Side;
  readonly effect: Effect;
  readonly role: 'taker' | 'maker';
  readonly cause: OrderCause;
  readonly price: number;
  readonly size: number;
  readonly value: number;
  readonly fee: number;
  readonly realised: number;
}

export interface OrderFact {
  readonly id: string;
  readonly oid: string;
  readonly symbol: string;
  readonly side: Side;
  readonly effect: Effect;
  readonly cause: OrderCause;
  readonly createdMs: number;
  /** Null: it works. */
  readonly endedMs: number | null;
  readonly status: 'untriggered' | 'open' | 'filled' | 'canceled';
  /** 0: at the market. */
  readonly price: number;
  readonly size: number;
  readonly filled: number;
  readonly fee: number;
}

export interface BillFact {
  readonly id: string;
  readonly ms: number;
  readonly type: BusinessType;
  readonly symbol: string;
  readonly amount: number;
  readonly fee: number;
}

/** The account at one moment. */
export interface Point {
  readonly ms: number;
  readonly equity: number;
  /** Money paid in less money paid out since the first point. */
  readonly paid: number;
  /** Value of all positions, longs and shorts added up. */
  readonly exposure: number;
  /** Equity below which it is liquidated. */
  readonly requirement: number;
}

export interface PlanFact {
  readonly id: string;
  readonly symbol: string;
  readonly side: Side;
  readonly effect: Effect;
  readonly createdMs: number;
}

/** As `held` names the sides of contracts. */
export const sideIn = (symbol: string, side: string): string => `${symbol} ${side}`;

export interface Facts {
  /** Name of the run. */
  readonly run: string;
  /** Why the same requests may lead to something else the next time; null: they lead to the same. */
  readonly unrepeatable: Both | null;
  readonly account: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly known: KnownRequests;
  /** All oldest first. */
  readonly orders: readonly OrderFact[];
  readonly fills: readonly FillFact[];
  readonly bills: readonly BillFact[];
  readonly curve: readonly Point[];
  /** Plan orders that wait, and the sides it has positions on now, as `SYMBOL long`. */
  readonly plans: readonly PlanFact[];
  readonly held: ReadonlySet<string>;
  /** Null: the account uploads no AI logs. */
  readonly logs: {
    readonly uncovered: number;
    readonly late: number;
    readonly unlinked: number;
    readonly orderIds: readonly string[];
  } | null;
  /** Bills, fills or orders were more than are read. */
  readonly isCut: boolean;
}
