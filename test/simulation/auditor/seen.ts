/**
 * What an outside observer sees, as the auditor takes it: rows of the read store (bills, fills, ended orders) and
 * answers of the API. Plain data; the forms are those of the published tables and of the wire, written down here once
 * more on purpose.
 */

export interface BillSeen {
  readonly id: number;
  readonly uid: number;
  readonly position_id: number;
  readonly symbol: string;
  readonly business_type: string;
  readonly amount: number | bigint;
  readonly balance: number | bigint;
  readonly legacy_balance: number | bigint;
  readonly fill_fee: number | bigint;
  readonly transfer_reason: string;
  readonly time_ms: number;
  readonly order_id: number;
  readonly match_sequence: number;
}

export interface FillSeen {
  readonly id: number;
  readonly role: 'taker' | 'maker';
  readonly uid: number;
  readonly order_id: number;
  readonly position_id: number;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly effect: 'open' | 'close';
  readonly cause: 'wanted' | 'reduce' | 'deleverage' | 'liquidation' | 'settlement';
  readonly margin_mode: 'cross' | 'isolated';
  readonly position_mode: 'combined' | 'separated';
  readonly price: number;
  readonly size: number;
  readonly value: number | bigint;
  readonly fee: number | bigint;
  readonly liquidate_fee: number | bigint;
  readonly realised: number | bigint;
  readonly match_sequence: number;
  readonly time_ms: number;
  readonly nth_of_order: number;
  /** Null for accounts nobody has a key for. */
  readonly nth: number | null;
  readonly nth_of_symbol: number | null;
}

export interface OrderSeen {
  readonly id: number;
  readonly uid: number;
  readonly symbol: string;
  readonly client_order_id: string;
  readonly side: 'long' | 'short';
  readonly effect: 'open' | 'close';
  readonly cause: 'wanted' | 'reduce' | 'deleverage' | 'liquidation' | 'settlement';
  readonly position_mode: 'combined' | 'separated';
  readonly from_plan: number;
  readonly execution: 'normal' | 'postOnly' | 'fok' | 'ioc';
  readonly price: number;
  readonly size: number;
  readonly filled: number;
  readonly value: number | bigint;
  readonly fee: number | bigint;
  readonly profit: number | bigint;
  readonly leverage: number;
  readonly cancel_reason: string | null;
  readonly cancel_detail: string | null;
  readonly status: string;
}

/** One settlement of a contract's funding. */
export interface FundingSeen {
  readonly symbol: string;
  /** In 1e-8. */
  readonly rate: number;
  /** The mark it was made at, in 1e-8 USDT. */
  readonly mark: number | bigint;
  /** 0 when nothing was booked. */
  readonly match_sequence: number;
  readonly paid: number | bigint;
  readonly received: number | bigint;
  readonly dust: number | bigint;
}

/** What is new in the read store. */
export interface RowsSeen {
  readonly fundings: readonly FundingSeen[];
  readonly bills: readonly BillSeen[];
  readonly fills: readonly FillSeen[];
  readonly orders: readonly OrderSeen[];
}

/** A published position. */
export type PositionSeen = Readonly<Record<string, unknown>> & { readonly id: number };

/** One row of `assets`. */
export interface AssetSeen {
  readonly available: string;
  readonly equity: string;
  readonly frozen: string;
  readonly unrealizePnl: string;
}

/** One row of `current`. */
export interface WorkingSeen {
  readonly order_id: string;
  readonly symbol: string;
  readonly size: string;
  readonly filled_qty: string;
  readonly fee: string;
  readonly totalProfits: string;
  readonly type: string;
  readonly order_type: string;
}
