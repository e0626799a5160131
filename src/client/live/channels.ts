/** What the channels carry. */

export interface PushedTicker {
  readonly symbol: string;
  readonly priceChange: string;
  readonly priceChangePercent: string;
  readonly trades: string;
  readonly size: string;
  readonly value: string;
  readonly high: string;
  readonly low: string;
  readonly lastPrice: string;
  readonly markPrice: string;
}

export interface PushedBar {
  readonly symbol: string;
  readonly klineTime: string;
  readonly size: string;
  readonly value: string;
  readonly high: string;
  readonly low: string;
  readonly open: string;
  readonly close: string;
}

export interface PushedTrade {
  readonly ticketId: string;
  readonly time: string;
  readonly price: string;
  readonly size: string;
  readonly value: string;
  readonly buyerMaker: boolean;
}

export interface PushedDepth {
  readonly startVersion: string;
  readonly endVersion: string;
  readonly level: number;
  readonly depthType: 'SNAPSHOT' | 'CHANGED';
  readonly symbol: string;
  readonly asks: readonly { readonly price: string; readonly size: string }[];
  readonly bids: readonly { readonly price: string; readonly size: string }[];
}

/** What every message of a private channel carries. */
export interface PrivateEvent {
  readonly msgEvent: string;
  readonly version: number;
  /** The number of the message before it on the same channel. */
  readonly previousVersion: number;
  readonly time: number;
  readonly data: {
    readonly collateral?: readonly PushedCollateral[];
    readonly position?: readonly PushedPosition[];
    readonly orderFillTransaction?: readonly PushedFill[];
    readonly order?: readonly PushedOrder[];
  };
}

export interface PushedCollateral {
  readonly coinId: string;
  readonly marginMode: string;
  readonly crossContractId: string;
  readonly isolatedPositionId: string;
  readonly amount: string;
}

export interface PushedPosition {
  readonly id: string;
  readonly contractId: string;
  readonly side: string;
  readonly size: string;
}

export interface PushedFill {
  readonly id: string;
  readonly contractId: string;
  readonly orderId: string;
  readonly marginMode: string;
  readonly separatedMode: string;
  readonly positionSide: string;
  readonly orderSide: string;
  readonly fillSize: string;
  readonly fillValue: string;
  readonly fillFee: string;
  readonly liquidateFee: string;
  readonly realizePnl: string;
  readonly direction: string;
  readonly createdTime: string;
}

export interface PushedOrder {
  readonly id: string;
  readonly contractId: string;
  readonly clientOrderId: string;
  readonly status: string;
  readonly size: string;
  readonly price: string;
}
