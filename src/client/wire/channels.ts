/**
 * The messages of the channels.
 * Generated from the routes by scripts/client-wire.ts, not edited by hand.
 */
import type { ActivityAnswerList } from './activity.ts';
import type { ContestLeaderboardAnswer } from './contest.ts';
import type { AiLeavesRow } from './ai.ts';
import type { HeadlinesRow } from './market.ts';

export interface PushedTicker {
  readonly symbol: string;
  /** Since 24 hours ago, as all of these by the last 1440 candles of a minute */ readonly priceChange: string;
  /** A fraction to 6 decimals */ readonly priceChangePercent: string;
  /** In 24 hours; a simulated past has none */ readonly trades: string;
  /** In base coin */ readonly size: string;
  /** In USDT */ readonly value: string;
  readonly high: string;
  readonly low: string;
  /** As `last` of ticker */ readonly lastPrice: string;
  readonly markPrice: string;
}

export interface PushedBar {
  readonly symbol: string;
  /** Epoch ms of its beginning */ readonly klineTime: string;
  /** In base coin; 0 for marks and indexes */ readonly size: string;
  /** In USDT */ readonly value: string;
  readonly high: string;
  readonly low: string;
  readonly open: string;
  readonly close: string;
}

export interface PushedDepthAsks {
  readonly price: string;
  /** 0: the level is gone */ readonly size: string;
}

export interface PushedDepth {
  /** That of a change is endVersion of the message before it */ readonly startVersion: string;
  /** The sequence of the last command in it */ readonly endVersion: string;
  /** Levels of a side */ readonly level: number;
  /** SNAPSHOT or CHANGED */ readonly depthType: string;
  readonly symbol: string;
  readonly asks: readonly PushedDepthAsks[];
  readonly bids: readonly PushedDepthAsks[];
}

export interface PushedTrade {
  /** The id market/trades shows */ readonly ticketId: string;
  /** Epoch ms */ readonly time: string;
  readonly price: string;
  readonly size: string;
  readonly value: string;
  readonly buyerMaker: boolean;
}

export interface PushedActivity {
  /** Of a change: endId of the message before; of a snapshot: of its oldest row */ readonly startId: string | null;
  /** Of the newest row that was told; null before the first */ readonly endId: string | null;
  readonly list: readonly ActivityAnswerList[];
}

export type PushedBoard = ContestLeaderboardAnswer;

export interface PushedLog {
  /** Leaves of the tree */ readonly size: number;
  /** The checkpoint as it is served */ readonly note: string;
  readonly leaves: readonly AiLeavesRow[];
  /** Leaves since the message before, of a snapshot all before, that are not among these */ readonly skipped: number;
}

export interface PushedHeadlines {
  /** Of the oldest row; null when there is none */ readonly startId: string | null;
  readonly list: readonly HeadlinesRow[];
}

export interface PushedCollateral {
  readonly coinId: string;
  readonly marginMode: string;
  readonly crossContractId: string;
  readonly isolatedPositionId: string;
  readonly amount: string;
  readonly pendingDepositAmount: string;
  readonly pendingWithdrawAmount: string;
  readonly pendingTransferInAmount: string;
  readonly pendingTransferOutAmount: string;
  readonly liquidating: boolean;
  readonly legacyAmount: string;
  readonly cumDepositAmount?: string;
  readonly cumWithdrawAmount?: string;
  readonly cumTransferInAmount?: string;
  readonly cumTransferOutAmount?: string;
  readonly cumMarginMoveInAmount?: string;
  readonly cumMarginMoveOutAmount?: string;
  readonly cumPositionOpenLongAmount?: string;
  readonly cumPositionOpenShortAmount?: string;
  readonly cumPositionCloseLongAmount?: string;
  readonly cumPositionCloseShortAmount?: string;
  readonly cumPositionFillFeeAmount?: string;
  readonly cumPositionLiquidateFeeAmount?: string;
  readonly cumPositionFundingAmount?: string;
  readonly cumOrderFillFeeIncomeAmount?: string;
  readonly cumOrderLiquidateFeeIncomeAmount?: string;
  readonly createdTime: string;
  readonly updatedTime: string;
}

export interface PushedSetting {
  /** The symbol */ readonly contractId: string;
  /** SHARED or ISOLATED */ readonly marginMode: string;
  /** COMBINED or SEPARATED */ readonly separatedMode: string;
  /** HEDGE */ readonly positionMode: string;
  readonly isolatedLongLeverage: string;
  readonly isolatedShortLeverage: string;
  readonly crossLeverage: string;
}

export interface PushedPosition {
  readonly id: string;
  readonly coinId: string;
  /** The symbol */ readonly contractId: string;
  /** LONG or SHORT */ readonly side: string;
  /** SHARED or ISOLATED */ readonly marginMode: string;
  /** COMBINED or SEPARATED */ readonly separatedMode: string;
  /** 0 when combined */ readonly separatedOpenOrderId: string;
  readonly leverage: string;
  /** 0: it has ended */ readonly size: string;
  readonly openValue: string;
  readonly openFee: string;
  readonly fundingFee: string;
  readonly isolatedMargin: string;
  readonly autoAppendIsolatedMargin: boolean;
  readonly cumOpenSize: string;
  readonly cumOpenValue: string;
  readonly cumOpenFee: string;
  readonly cumCloseSize: string;
  readonly cumCloseValue: string;
  readonly cumCloseFee: string;
  readonly cumFundingFee: string;
  readonly cumLiquidateFee: string;
  readonly createdMatchSequenceId: string;
  readonly updatedMatchSequenceId: string;
  /** Epoch ms */ readonly createdTime: string;
  /** Epoch ms */ readonly updatedTime: string;
}

export interface PushedFill {
  /** The id order/fills shows as tradeId */ readonly id: string;
  readonly coinId: string;
  /** The symbol */ readonly contractId: string;
  readonly orderId: string;
  /** SHARED or ISOLATED */ readonly marginMode: string;
  /** COMBINED or SEPARATED */ readonly separatedMode: string;
  /** 0 when combined */ readonly separatedOpenOrderId: string;
  /** LONG or SHORT */ readonly positionSide: string;
  /** BUY or SELL */ readonly orderSide: string;
  readonly fillSize: string;
  readonly fillValue: string;
  /** Cost positive */ readonly fillFee: string;
  readonly liquidateFee: string;
  /** Gross: fees are not deducted */ readonly realizePnl: string;
  /** TAKER or MAKER */ readonly direction: string;
  /** Epoch ms */ readonly createdTime: string;
  /** Epoch ms */ readonly updatedTime: string;
  /** FORCE_LIQUIDATE, REDUCE or AUTO_DELEVERAGE; left out of what a trader wanted */ readonly liquidateType?: string;
  /** The position it opened or closed; left out of combined ones */ readonly positionId?: string;
}

export interface PushedOrderOpenTpParam {
  readonly triggerPrice: string;
  readonly triggerPriceType: string;
  readonly size: string;
}

export interface PushedOrder {
  readonly id: string;
  readonly coinId: string;
  /** The symbol */ readonly contractId: string;
  /** SHARED or ISOLATED */ readonly marginMode: string;
  /** COMBINED or SEPARATED */ readonly separatedMode: string;
  /** 0 when combined */ readonly separatedOpenOrderId: string;
  /** LONG or SHORT */ readonly positionSide: string;
  /** BUY or SELL */ readonly orderSide: string;
  readonly price: string;
  readonly size: string;
  readonly clientOrderId: string;
  /** LIMIT, MARKET, STOP_LIMIT, STOP_MARKET, TAKE_PROFIT_LIMIT or TAKE_PROFIT_MARKET */ readonly type: string;
  /** GOOD_TIL_CANCEL, POST_ONLY, FILL_OR_KILL, IMMEDIATE_OR_CANCEL */ readonly timeInForce: string;
  readonly reduceOnly: boolean;
  /** 0: no plan order */ readonly triggerPrice: string;
  /** LAST_PRICE, LAST_PRICE, MARK_PRICE */ readonly triggerPriceType: string;
  /** API, WEB or SYSTEM */ readonly orderSource: string;
  /** The opening order of a preset, else 0 */ readonly openTpslParentOrderId: string;
  readonly leverage: string;
  readonly takerFeeRate: string;
  readonly makerFeeRate: string;
  readonly feeDiscount: string;
  readonly liquidateFeeRate: string;
  /** PENDING, OPEN, FILLED, CANCELING, CANCELED or UNTRIGGERED */ readonly status: string;
  /** 0 until triggered */ readonly triggerTime: string;
  /** 0 until triggered */ readonly triggerPriceTime: string;
  /** 0 until triggered */ readonly triggerPriceValue: string;
  /** UNKNOWN_ORDER_CANCEL_REASON while it is not canceled */ readonly cancelReason: string;
  /** 0 before the first fill */ readonly latestFillPrice: string;
  readonly maxFillPrice: string;
  readonly minFillPrice: string;
  readonly cumFillSize: string;
  readonly cumFillValue: string;
  readonly cumFillFee: string;
  readonly cumLiquidateFee: string;
  /** Gross: fees are not deducted */ readonly cumRealizePnl: string;
  /** Epoch ms */ readonly createdTime: string;
  /** Epoch ms */ readonly updatedTime: string;
  readonly positionTpsl: boolean;
  readonly setOpenTp: boolean;
  readonly setOpenSl: boolean;
  readonly openTpParam?: PushedOrderOpenTpParam;
  readonly openSlParam?: PushedOrderOpenTpParam;
}

/** The part that every message of a private channel has. */
export interface PrivateEvent {
  readonly msgEvent: 'Snapshot' | 'OrderUpdate' | 'PositionFundingSettle' | 'CollateralUpdate' | 'SettingUpdate' | 'LiquidateStart' | 'LiquidateFinish';
  /** The number of this change of the account. */ readonly version: number;
  /** The one its channel told before. */ readonly previousVersion: number;
  /** Epoch ms */ readonly time: number;
  readonly data: {
    readonly collateral?: readonly PushedCollateral[];
    readonly setting?: readonly PushedSetting[];
    readonly position?: readonly PushedPosition[];
    readonly orderFillTransaction?: readonly PushedFill[];
    readonly order?: readonly PushedOrder[];
  };
}

export type PrivateChannel = 'account' | 'positions' | 'fill' | 'orders';
export type BarPrice = 'LAST_PRICE' | 'MARK_PRICE' | 'INDEX_PRICE';
export type BarInterval = 'MINUTE_1' | 'MINUTE_5' | 'MINUTE_15' | 'MINUTE_30' | 'HOUR_1' | 'HOUR_2' | 'HOUR_4' | 'HOUR_6' | 'HOUR_8' | 'HOUR_12' | 'DAY_1' | 'WEEK_1' | 'MONTH_1';
