/**
 * Requests and answers of /sim.
 * Generated from the routes by scripts/client-wire.ts, not edited by hand.
 */
import type { MarketTimeRequest } from './market.ts';
import type { BalanceRow, AllPositionRow } from './account.ts';
import type { PlaceOrderAnswer, GetOrderAnswer, UploadAiLogRequest, UploadAiLogAnswer } from './order.ts';

export type SimBalanceRequest = MarketTimeRequest;

export type SimBalanceAnswer = readonly BalanceRow[];

export type SimAllPositionRequest = MarketTimeRequest;

export type SimAllPositionAnswer = readonly AllPositionRow[];

export interface SimPlaceOrderRequest {
  /** Contract, such as BTCSUSDT or BTCUSDT */ readonly symbol: string | number;
  /** BUY or SELL */ readonly side: 'BUY' | 'SELL';
  /** LONG or SHORT: the position that is opened or closed */ readonly positionSide: 'LONG' | 'SHORT';
  /** LIMIT or MARKET */ readonly type: 'LIMIT' | 'MARKET';
  /** GTC (default), POST_ONLY, FOK or IOC; a market order has no other than IOC and FOK */
  readonly timeInForce?: 'GTC' | 'POST_ONLY' | 'FOK' | 'IOC' | 'PO' | 'GTX' | null | undefined;
  /** Size in base coin */ readonly quantity: string | number;
  /** Limit price; not read of a market order */ readonly price?: string | number | null | undefined;
  /** Your id of the order, 1 to 36 of . A-Z : / a-z 0-9 _ - */ readonly newClientOrderId: string | number;
  /** Take profit made by the first fill, opening orders only */
  readonly tpTriggerPrice?: string | number | null | undefined;
  /** Stop loss made by the first fill, opening orders only */
  readonly slTriggerPrice?: string | number | null | undefined;
  /** CONTRACT_PRICE; MARK_PRICE for a closing algo order alone, not for presets */
  readonly TpWorkingType?: 'CONTRACT_PRICE' | 'MARK_PRICE' | null | undefined;
  /** CONTRACT_PRICE; MARK_PRICE for a closing algo order alone, not for presets */
  readonly SlWorkingType?: 'CONTRACT_PRICE' | 'MARK_PRICE' | null | undefined;
  /** An opening order with true is refused; a closing one reduces anyway */
  readonly reduceOnly?: boolean | 'true' | 'false' | '1' | '0' | 1 | 0 | null | undefined;
  /** The same as timeInForce POST_ONLY */
  readonly postOnly?: boolean | 'true' | 'false' | '1' | '0' | 1 | 0 | null | undefined;
  /** Closing orders: only this position is closed */ readonly positionId?: string | number | null | undefined;
  /** CROSSED or ISOLATED */ readonly marginType?: 'CROSSED' | 'ISOLATED' | null | undefined;
  /** COMBINED or SEPARATED */ readonly separatedType?: 'COMBINED' | 'SEPARATED' | null | undefined;
}

export type SimPlaceOrderAnswer = PlaceOrderAnswer;

export interface SimOrderHistoryRequest {
  /** Contract, such as BTCSUSDT or BTCUSDT */ readonly symbol?: string | number | null | undefined;
  /** Rows */ readonly limit?: string | number | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly startTime?: string | number | null | undefined;
  /** Epoch ms, inclusive, on the creation time */ readonly endTime?: string | number | null | undefined;
  /** Page from 0; shifts when new items arrive */ readonly page?: string | number | null | undefined;
  /** Opaque place from the header X-Next-Cursor; beats page */ readonly cursor?: string | number | null | undefined;
}

export type SimOrderHistoryAnswer = readonly GetOrderAnswer[];

export type SimUploadAiLogRequest = UploadAiLogRequest;

export type SimUploadAiLogAnswer = UploadAiLogAnswer;
