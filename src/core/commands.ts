/**
 * What can be asked of the exchange: the closed union of commands (FLOW-001). The journal holds these and nothing else.
 *
 * Commands are plain JSON data in the core's words: callers' decimals stay exact text, `null` is "not given", ids are integers.
 * The API has checked syntax and parameters (40017, 40019, 40020) before a command exists; the core asserts them again.
 * Everything that changes a command's effect is a field here or state made by commands before it (FLOW-007).
 */
import type { ContractChange, ContractSpec } from './contract.ts';
import type { AccountId, DecimalText, Id, TimeMs } from './num/units.ts';

export type Side = 'long' | 'short';
export type Effect = 'open' | 'close';
export type Execution = 'normal' | 'postOnly' | 'fok' | 'ioc';
export type MarginMode = 'cross' | 'isolated';
export type PositionMode = 'combined' | 'separated';
/** What a trigger watches; `unset` is "the caller chose nothing", which means the last price (W-02). */
export type TriggerBy = 'unset' | 'last' | 'mark';
/** DELISTED is for good (CONT-005). */
export type ContractTradingState = 'TRADING' | 'HALTED' | 'DELISTED';
export type TransferReason =
  | 'USER_TRANSFER'
  | 'INCREASE_CONTRACT_CASH_GIFT'
  | 'REDUCE_CONTRACT_CASH_GIFT'
  | 'REFUND_TOKEN_DISCOUNT_FEE';

/** Who sent it: the account, the public id of its API key, and the way in. */
export interface Caller {
  readonly account: AccountId;
  readonly keyId: string;
  readonly channel: 'api' | 'web';
}

/** The fields of one order as its caller gave them. */
export interface OrderFields {
  readonly clientOrderId: string;
  readonly side: Side;
  readonly effect: Effect;
  readonly execution: Execution;
  readonly size: DecimalText;
  /** `null`: a market order. */
  readonly price: DecimalText | null;
  readonly takeProfit: DecimalText | null;
  readonly stopLoss: DecimalText | null;
  readonly marginMode: MarginMode | null;
  readonly positionMode: PositionMode | null;
  readonly positionId: Id | null;
}

export interface PlaceOrder extends Caller, OrderFields {
  readonly name: 'placeOrder';
  readonly symbol: string;
}

export interface BatchOrders extends Caller {
  readonly name: 'batchOrders';
  readonly symbol: string;
  readonly orders: readonly OrderFields[];
}

export interface CancelOrder extends Caller {
  readonly name: 'cancelOrder';
  /** Wins over `clientOrderId` when both are given; 0 for an id the exchange can't have given out. */
  readonly orderId: Id | null;
  readonly clientOrderId: string | null;
}

export interface CancelPlanOrder extends Caller {
  readonly name: 'cancelPlanOrder';
  readonly orderId: Id;
}

export interface CancelBatchOrders extends Caller {
  readonly name: 'cancelBatchOrders';
  readonly orderIds: readonly Id[];
  readonly clientOrderIds: readonly string[];
}

export interface CancelAllOrders extends Caller {
  readonly name: 'cancelAllOrders';
  readonly symbol: string | null;
  readonly kind: 'normal' | 'plan';
}

export interface ClosePositions extends Caller {
  readonly name: 'closePositions';
  readonly symbol: string | null;
  readonly positionId: Id | null;
}

export interface PlacePlanOrder extends Caller {
  readonly name: 'placePlanOrder';
  readonly symbol: string;
  readonly clientOrderId: string | null;
  readonly side: Side;
  readonly effect: Effect;
  readonly size: DecimalText;
  /** `null`: executes at market. */
  readonly price: DecimalText | null;
  readonly triggerPrice: DecimalText;
  readonly triggerBy: TriggerBy;
  readonly takeProfit: DecimalText | null;
  readonly stopLoss: DecimalText | null;
  readonly marginMode: MarginMode | null;
  readonly positionMode: PositionMode | null;
  readonly positionId: Id | null;
}

export interface PlaceTpSlOrder extends Caller {
  readonly name: 'placeTpSlOrder';
  readonly symbol: string;
  readonly clientOrderId: string;
  readonly kind: 'takeProfit' | 'stopLoss';
  readonly side: Side;
  readonly size: DecimalText;
  readonly price: DecimalText | null;
  readonly triggerPrice: DecimalText;
  readonly triggerBy: TriggerBy;
  readonly positionId: Id | null;
}

export interface ModifyTpSlOrder extends Caller {
  readonly name: 'modifyTpSlOrder';
  readonly orderId: Id;
  readonly triggerPrice: DecimalText;
  readonly price: DecimalText | null;
  readonly triggerBy: 'last' | 'mark';
}

export interface SetLeverage extends Caller {
  readonly name: 'setLeverage';
  readonly symbol: string;
  readonly marginMode: MarginMode;
  readonly long: number;
  readonly short: number;
}

export interface SetMarginMode extends Caller {
  readonly name: 'setMarginMode';
  readonly symbol: string;
  readonly marginMode: MarginMode;
  readonly positionMode: PositionMode;
}

export interface AdjustIsolatedMargin extends Caller {
  readonly name: 'adjustIsolatedMargin';
  readonly positionId: Id;
  /** Signed, at most 8 decimals, not zero. */
  readonly amount: DecimalText;
}

export interface SetAutoAppend extends Caller {
  readonly name: 'setAutoAppend';
  readonly positionId: Id;
  readonly on: boolean;
}

export interface RecordAiLog extends Caller {
  readonly name: 'recordAiLog';
  readonly orderId: string | null;
  readonly stage: string;
  readonly model: string;
  /** SHA-256 of the raw body, hex. */
  readonly bodySha256: string;
  readonly idempotencyKey: string | null;
  /** The leaf's blinded commitment, base64 (`ailog.md` 0.5). */
  readonly h: string;
  /** Bytes of the body. */
  readonly size: number;
}

export interface Deposit {
  readonly name: 'deposit';
  readonly account: AccountId;
  readonly amount: DecimalText;
}

export interface Withdraw {
  readonly name: 'withdraw';
  readonly account: AccountId;
  readonly amount: DecimalText;
}

export interface Transfer {
  readonly name: 'transfer';
  readonly from: AccountId;
  readonly to: AccountId;
  readonly amount: DecimalText;
  readonly reason: TransferReason;
}

export interface SetIndexPrice {
  readonly name: 'setIndexPrice';
  readonly symbol: string;
  readonly price: DecimalText;
  readonly sourceTimeMs: TimeMs;
}

/** `shareRatio` of a follower's profit goes to the lead, `thirdParty.ratio` of that on to somebody else. */
export interface SetLead {
  readonly name: 'setLead';
  readonly account: AccountId;
  readonly shareRatio: DecimalText;
  readonly thirdParty: { readonly account: AccountId; readonly ratio: DecimalText } | null;
}

export interface Follow {
  readonly name: 'follow';
  readonly account: AccountId;
  readonly lead: AccountId;
  readonly copyRatio: DecimalText;
  readonly marginMode: MarginMode;
}

export interface Unfollow {
  readonly name: 'unfollow';
  readonly relationId: Id;
}

export interface SettleCopyTrading {
  readonly name: 'settleCopyTrading';
}

export interface Tick {
  readonly name: 'tick';
}

export interface SettleFunding {
  readonly name: 'settleFunding';
  readonly symbol: string;
  /** Plain (0.0001), at most 8 decimals; positive: longs pay. */
  readonly rate: DecimalText;
}

export interface SetAccountFrozen {
  readonly name: 'setAccountFrozen';
  readonly account: AccountId;
  readonly frozen: boolean;
}

export interface SetContractState {
  readonly name: 'setContractState';
  readonly symbol: string;
  readonly state: 'TRADING' | 'HALTED';
}

/** An empty change without a time withdraws the one that waits. */
export interface ChangeContract {
  readonly name: 'changeContract';
  readonly symbol: string;
  readonly change: ContractChange;
  /** Takes effect at the first tick at or after it; null: now. */
  readonly effectiveMs: TimeMs | null;
}

export interface DelistContract {
  readonly name: 'delistContract';
  readonly symbol: string;
}

export interface SetAccountFees {
  readonly name: 'setAccountFees';
  readonly account: AccountId;
  /** Plain rates (0.0004), the maker's perhaps negative; null: those of the contracts again. */
  readonly fees: { readonly makerFee: DecimalText; readonly takerFee: DecimalText } | null;
}

export interface SetParameters {
  readonly name: 'setParameters';
  readonly contracts: readonly ContractSpec[];
  readonly exchange: Partial<ExchangeParameters>;
}

export interface SetAllowlist {
  readonly name: 'setAllowlist';
  readonly account: AccountId;
  readonly allowed: boolean;
  readonly reason: string;
  readonly actor: string;
}

export interface OpenAiLog {
  readonly name: 'openAiLog';
  readonly origin: string;
  readonly vkey: string;
  /** 32 random bytes, base64. */
  readonly saltKey: string;
}

export type Command =
  | PlaceOrder
  | BatchOrders
  | CancelOrder
  | CancelPlanOrder
  | CancelBatchOrders
  | CancelAllOrders
  | ClosePositions
  | PlacePlanOrder
  | PlaceTpSlOrder
  | ModifyTpSlOrder
  | SetLeverage
  | SetMarginMode
  | AdjustIsolatedMargin
  | SetAutoAppend
  | RecordAiLog
  | Deposit
  | Withdraw
  | Transfer
  | SetIndexPrice
  | SetLead
  | Follow
  | Unfollow
  | SettleCopyTrading
  | Tick
  | SettleFunding
  | SetAccountFrozen
  | SetContractState
  | ChangeContract
  | DelistContract
  | SetAccountFees
  | SetParameters
  | SetAllowlist
  | OpenAiLog;

export type CommandName = Command['name'];
export type CommandOf<Name extends CommandName> = Extract<Command, { name: Name }>;

/** A command at its place: `sequence` counts 1, 2, 3 …; `timeMs` never falls. The rules know no other clock. */
export interface Sequenced {
  readonly sequence: number;
  readonly timeMs: TimeMs;
  readonly command: Command;
}

/** The exchange-wide parameters (rules, section 21). */
export interface ExchangeParameters {
  /** Working orders per account. */
  readonly maxOpenOrders: number;
  /** Untriggered plan orders per account, those made by presets not counted. */
  readonly maxPlanOrders: number;
  /** Separated positions per account and contract, working opening orders counted. */
  readonly maxSeparated: number;
  readonly selfTradePrevention: 'expireTaker' | 'expireMaker' | 'expireBoth';
  /** How long a client order id stays taken after its order's end. */
  readonly clientOrderIdRetentionMs: number;
  readonly defaultLeverage: number;
  /** An index older than this makes the mark invalid. */
  readonly indexStaleMs: number;
}

export const DEFAULT_PARAMETERS: ExchangeParameters = {
  maxOpenOrders: 200,
  maxPlanOrders: 200,
  maxSeparated: 100,
  selfTradePrevention: 'expireTaker',
  clientOrderIdRetentionMs: 86_400_000,
  defaultLeverage: 20,
  indexStaleMs: 10_000,
};
