/**
 * Everything that can be asked of the exchange: the closed list of commands (FLOW-001). The journal holds these and
 * nothing else.
 *
 * `COMMANDS` says of each command which fields it has and of what kind they are; its type and the check that holds it
 * (`check-command.ts`, FLOW-009) both come from there. Commands are plain JSON data in the core's words: callers'
 * decimals stay exact text, `null` is "not given", ids are integers. Everything that changes a command's effect is a
 * field here or state made by commands before it (FLOW-007).
 */
import type { AccountId, Id, TimeMs } from '../num/units.ts';
import { CLIENT_ORDER_ID_FORM, isCallersOrderId } from '../text/client-order-id.ts';
import { EXECUTION_NAMES } from './execution.ts';
import {
  CASE_FILES,
  CASE_OUTCOME,
  CASE_STEP,
  CONTEST_CONFIG,
  CONTEST_ID,
  MEMBERS,
  MODEL_CLASS,
  MODELS,
  REASON,
  TEAM_NAME,
} from './contest-config.ts';
import { FIRST_CORE_VERSION, MOST_CORE_VERSION } from './core-version.ts';
import { CHANGE_NOTICE, POST_NOTICE, RECORD_REPORT } from './contest-records.ts';
import { CONTRACT_CHANGE, CONTRACT_SPEC, MAX_LEVERAGE } from './contract-spec.ts';
import { KEY_LIMITS } from './key-limits.ts';
import {
  BOOLEAN,
  base64,
  DECIMAL,
  type Fields,
  hex,
  integer,
  type Kind,
  LAST_MS,
  listOf,
  nullable,
  oneOf,
  optional,
  partial,
  type RecordOf,
  recordOf,
  TIME,
  text,
  textOf,
  type TypeOf,
} from './kinds.ts';
import { DIGEST, TRACEPARENT } from './request-marks.ts';

const SIDE = oneOf('long', 'short');
const EFFECT = oneOf('open', 'close');
const EXECUTION = oneOf(...EXECUTION_NAMES);
const MARGIN_MODE = oneOf('cross', 'isolated');
const POSITION_MODE = oneOf('combined', 'separated');
/** The price a trigger watches; `unset` is "the caller chose nothing", which means the last price (W-02). */
const TRIGGER_BY = oneOf('unset', 'last', 'mark');
const TRANSFER_REASON = oneOf(
  'USER_TRANSFER',
  'INCREASE_CONTRACT_CASH_GIFT',
  'REDUCE_CONTRACT_CASH_GIFT',
  'REFUND_TOKEN_DISCOUNT_FEE',
);

export type Side = TypeOf<typeof SIDE>;
export type Effect = TypeOf<typeof EFFECT>;
export type MarginMode = TypeOf<typeof MARGIN_MODE>;
export type PositionMode = TypeOf<typeof POSITION_MODE>;
export type TriggerBy = TypeOf<typeof TRIGGER_BY>;
export type TransferReason = TypeOf<typeof TRANSFER_REASON>;
/** DELISTED is for good (CONT-005). */
export type ContractTradingState = 'TRADING' | 'HALTED' | 'DELISTED';

const MAX_SEED = 4_294_967_295;
const ACCOUNT: Kind<AccountId> = integer(1, Number.MAX_SAFE_INTEGER);
/** 0 for an id the exchange can't have given out. */
const ID: Kind<Id> = integer(0, Number.MAX_SAFE_INTEGER);
/** Any text where a contract's name is wanted: whether there is one of that name is the core's to say. */
const SYMBOL = text(0, 64);
/** As long as a request can be; whether an order has that name is the core's to say. */
const ANY_NAME = text(0, 262_144);

const CLIENT_ORDER_ID = textOf(CLIENT_ORDER_ID_FORM, isCallersOrderId);

/** The sender: the account, the public id of its API key, and the way in; its place in a trace changes no outcome. */
const CALLER = { account: ACCOUNT, keyId: text(0, 128), channel: oneOf('api', 'web'), traceparent: TRACEPARENT };
/** A caller, and the mark by which their requests are told apart (FLOW-010); it changes no outcome. */
const REQUEST = { ...CALLER, digest: DIGEST };

const FEES = recordOf({ makerFee: DECIMAL, takerFee: DECIMAL });

/**
 * The organiser who acted upon an account that may be a team's, and the reason. Commands of older journals have
 * neither, and what CTST-003 asks of an organiser was not asked of them.
 */
const ORGANISER = { actor: optional(text(1, 64)), reason: optional(REASON) };

/** One order as its caller gave it; `price` null: a market order. */
const ORDER = {
  clientOrderId: CLIENT_ORDER_ID,
  side: SIDE,
  effect: EFFECT,
  execution: EXECUTION,
  size: DECIMAL,
  price: nullable(DECIMAL),
  takeProfit: nullable(DECIMAL),
  stopLoss: nullable(DECIMAL),
  marginMode: nullable(MARGIN_MODE),
  positionMode: nullable(POSITION_MODE),
  positionId: nullable(ID),
};

/** The exchange-wide parameters (rules, section 21). */
const PARAMETERS = {
  /** Working orders per account. */
  maxOpenOrders: integer(0, 1_000_000),
  /** Untriggered plan orders per account, those made by presets not counted. */
  maxPlanOrders: integer(0, 1_000_000),
  /** Separated positions per account and contract, working opening orders counted. */
  maxSeparated: integer(0, 1_000_000),
  selfTradePrevention: oneOf('expireTaker', 'expireMaker', 'expireBoth'),
  /** A client order id is free again so long after its order's end, or after so many further ends. */
  clientOrderIdRetentionMs: TIME,
  maxEndedOrders: optional(integer(1, 67_108_864)),
  defaultLeverage: integer(1, MAX_LEVERAGE),
  /** An index older than this makes the mark invalid. */
  indexStaleMs: TIME,
};

/** The fields of every command besides its name. */
export const COMMANDS = {
  placeOrder: { ...REQUEST, symbol: SYMBOL, ...ORDER },
  batchOrders: { ...REQUEST, symbol: SYMBOL, orders: listOf(recordOf(ORDER), 1_000) },
  /** The id wins over the client order id when both are given. */
  cancelOrder: { ...REQUEST, orderId: nullable(ID), clientOrderId: nullable(ANY_NAME) },
  cancelPlanOrder: { ...REQUEST, orderId: ID },
  cancelBatchOrders: { ...REQUEST, orderIds: listOf(ID, 100_000), clientOrderIds: listOf(ANY_NAME, 100_000) },
  cancelAllOrders: { ...REQUEST, symbol: nullable(SYMBOL), kind: oneOf('normal', 'plan') },
  closePositions: { ...REQUEST, symbol: nullable(SYMBOL), positionId: nullable(ID) },
  /** `price` null: executes at market. */
  placePlanOrder: {
    ...REQUEST,
    symbol: SYMBOL,
    clientOrderId: nullable(CLIENT_ORDER_ID),
    side: SIDE,
    effect: EFFECT,
    size: DECIMAL,
    price: nullable(DECIMAL),
    triggerPrice: DECIMAL,
    triggerBy: TRIGGER_BY,
    takeProfit: nullable(DECIMAL),
    stopLoss: nullable(DECIMAL),
    marginMode: nullable(MARGIN_MODE),
    positionMode: nullable(POSITION_MODE),
    positionId: nullable(ID),
  },
  /** `size` null: all of the position that no untriggered order of the kind would close yet. */
  placeTpSlOrder: {
    ...REQUEST,
    symbol: SYMBOL,
    clientOrderId: nullable(CLIENT_ORDER_ID),
    kind: oneOf('takeProfit', 'stopLoss'),
    side: SIDE,
    size: nullable(DECIMAL),
    price: nullable(DECIMAL),
    triggerPrice: DECIMAL,
    triggerBy: TRIGGER_BY,
    positionId: nullable(ID),
  },
  modifyTpSlOrder: {
    ...REQUEST,
    orderId: ID,
    triggerPrice: DECIMAL,
    price: nullable(DECIMAL),
    triggerBy: oneOf('last', 'mark'),
  },
  setLeverage: {
    ...REQUEST,
    symbol: SYMBOL,
    marginMode: MARGIN_MODE,
    long: integer(1, 999_999_999),
    short: integer(1, 999_999_999),
  },
  setMarginMode: { ...REQUEST, symbol: SYMBOL, marginMode: MARGIN_MODE, positionMode: POSITION_MODE },
  /** The amount is signed, has at most 8 decimals, and is not zero. */
  adjustIsolatedMargin: { ...REQUEST, positionId: ID, amount: DECIMAL },
  setAutoAppend: { ...REQUEST, positionId: ID, on: BOOLEAN },
  /** A private connection begins. It changes nothing: by its digest the handshake is known again (FLOW-010). */
  logIn: REQUEST,
  recordAiLog: {
    ...CALLER,
    orderId: nullable(text(1, 64)),
    stage: text(0, 1_024),
    model: text(0, 1_024),
    /** Of the raw body. */
    bodySha256: hex(64),
    idempotencyKey: nullable(text(1, 64)),
    /** The leaf's blinded commitment (docs/ai-log.md 5). */
    h: base64(32),
    /** The team's signature, checked by the API (src/core/log/signature.ts). Without it, as in older journals: none. */
    sig: optional(base64(64)),
    /** Bytes of the body. */
    size: integer(0, 1_073_741_824),
  },
  deposit: { account: ACCOUNT, amount: DECIMAL },
  withdraw: { account: ACCOUNT, amount: DECIMAL },
  transfer: { from: ACCOUNT, to: ACCOUNT, amount: DECIMAL, reason: TRANSFER_REASON },
  /**
   * The price as its source wrote it: the core says whether it is one. `pastSeed` only with a contract's first price: a
   * simulated past ends here, made from that seed.
   */
  setIndexPrice: { symbol: SYMBOL, price: text(0, 256), sourceTimeMs: TIME, pastSeed: optional(integer(0, MAX_SEED)) },
  /** `shareRatio` of a follower's profit goes to the lead, `thirdParty.ratio` of that on to a third party. */
  setLead: {
    account: ACCOUNT,
    shareRatio: DECIMAL,
    thirdParty: nullable(recordOf({ account: ACCOUNT, ratio: DECIMAL })),
  },
  follow: { account: ACCOUNT, lead: ACCOUNT, copyRatio: DECIMAL, marginMode: MARGIN_MODE },
  unfollow: { relationId: ID },
  settleCopyTrading: {},
  tick: {},
  /** The rate is plain (0.0001), at most 8 decimals; positive: longs pay. */
  settleFunding: { symbol: SYMBOL, rate: DECIMAL },
  setAccountFrozen: { account: ACCOUNT, frozen: BOOLEAN, ...ORGANISER },
  setContractState: { symbol: SYMBOL, state: oneOf('TRADING', 'HALTED') },
  /**
   * Takes effect at the first tick at or after `effectiveMs`; null: now. An empty change without a time withdraws the
   * one that waits.
   */
  changeContract: { symbol: SYMBOL, change: CONTRACT_CHANGE, effectiveMs: nullable(TIME) },
  delistContract: { symbol: SYMBOL },
  /** Plain rates (0.0004), the maker's perhaps negative; null: those of the contracts again. */
  setAccountFees: { account: ACCOUNT, fees: nullable(FEES), actor: ORGANISER.actor },
  /** Of an account's key, by an operator; null: none any more. */
  setKeyLimits: { account: ACCOUNT, keyId: text(1, 128), limits: nullable(KEY_LIMITS) },
  /** The calling key's own, which only become tighter; what is null, false or 0 stays as it is. */
  tightenKey: { ...REQUEST, limits: KEY_LIMITS },
  /** For good; `closes`: its account's positions are closed too. */
  stopKey: { ...REQUEST, closes: BOOLEAN },
  setParameters: { contracts: listOf(CONTRACT_SPEC, 10_000), exchange: recordOf(partial(PARAMETERS)) },
  setAllowlist: { account: ACCOUNT, allowed: BOOLEAN, reason: text(0, 65_536), actor: text(0, 256) },
  openAiLog: { origin: text(1, 1_024), vkey: text(1, 2_048), saltKey: base64(32) },
  /** The log's name is in the key. `previous`: what was published of the log under its old name, which is given up. */
  announceKey: {
    vkey: text(1, 2_048),
    previous: nullable(
      recordOf({ origin: text(1, 1_024), root: base64(32), size: integer(0, Number.MAX_SAFE_INTEGER) }),
    ),
  },
  /**
   * The operator took the machine's clock as true: after it had jumped, or a journal that ends later than it
   * (FLOW-008). It said `wallMs`, `jumpMs` from where the time that passed would have taken it; below 0 it was set
   * back. Until `aheadUntilMs` the time of commands may be after the machine's; 0: it may not.
   */
  acceptClock: {
    wallMs: integer(-LAST_MS, LAST_MS),
    jumpMs: integer(-LAST_MS, LAST_MS),
    aheadUntilMs: TIME,
    reason: text(0, 65_536),
  },
  /** In the place of a command that can't be applied (FLOW-011); `writtenMs` by the clock of who set it aside. */
  setAside: { sequence: integer(1, Number.MAX_SAFE_INTEGER), reason: text(1, 1_000), writtenMs: TIME },
  /** Rules of this version hold from the next command on (FLOW-012). */
  activateCore: { version: integer(FIRST_CORE_VERSION, MOST_CORE_VERSION) },
  /** A rule set as its canonical JSON: with its leaf it is public, and contests may name it. */
  putRuleset: { ruleset: text(2, 60_000) },
  /** The rule set of a contest that has not begun, with more `commonTemplates` behind the `before` it had. */
  freezeTemplates: { contest: CONTEST_ID, ruleset: text(2, 60_000), before: integer(0, 60_000) },
  /** While it is a draft, again with another config. */
  createContest: { config: CONTEST_CONFIG },
  moveContest: { contest: CONTEST_ID, phase: oneOf('registration', 'final', 'cancelled') },
  extendContest: { contest: CONTEST_ID, endMs: TIME },
  registerTeam: {
    ...REQUEST,
    contest: CONTEST_ID,
    teamName: TEAM_NAME,
    modelClass: MODEL_CLASS,
    models: MODELS,
    members: MEMBERS,
    /** Members are taken once their team is approved. Without it, as in older journals, once it has applied. */
    membersFrom: optional(oneOf('approval')),
    /** Ed25519, 32 bytes: the team signs its AI logs with it. Without it, as in older journals, it signs none. */
    publicKey: optional(base64(32)),
    ...ORGANISER,
  },
  setTeam: { contest: CONTEST_ID, team: CONTEST_ID, state: oneOf('approved', 'withdrawn'), ...ORGANISER },
  /** The caller's team leaves, for good. */
  withdrawTeam: { ...REQUEST, contest: CONTEST_ID, reason: REASON },
  /** Adds these to the models of the caller's team. */
  setModels: { ...REQUEST, contest: CONTEST_ID, models: MODELS },
  declareOutage: { fromMs: TIME, toMs: TIME, cause: text(1, 200) },
  postNotice: POST_NOTICE,
  changeNotice: CHANGE_NOTICE,
  recordReport: RECORD_REPORT,
  /** A judge's step has the judge's name as `actor`, a team's its account. The text and the files are payloads. */
  caseStep: {
    digest: optional(DIGEST),
    contest: CONTEST_ID,
    /** Null: opens one, about `team`. */
    case: nullable(CONTEST_ID),
    team: nullable(CONTEST_ID),
    step: CASE_STEP,
    actor: text(1, 64),
    account: nullable(ACCOUNT),
    textSha256: nullable(hex(64)),
    /** Of an answer. */
    files: optional(CASE_FILES),
    outcome: nullable(CASE_OUTCOME),
    rules: listOf(text(1, 16), 50),
    /** Of a proposal: the text that everyone will read. */
    publicText: nullable(text(1, 4_000)),
  },
} as const satisfies Readonly<Record<string, Fields>>;

export type CommandName = keyof typeof COMMANDS;
export type CommandOf<Name extends CommandName> = {
  [N in Name]: { readonly name: N } & RecordOf<(typeof COMMANDS)[N]>;
}[Name];
export type Command = CommandOf<CommandName>;
/** Those that carry the digest of a caller's request. */
export type RequestName = {
  [N in CommandName]: 'digest' extends keyof (typeof COMMANDS)[N] ? N : never;
}[CommandName];

export type Caller = RecordOf<typeof CALLER>;
export type OrderFields = RecordOf<typeof ORDER>;
export type ExchangeParameters = RecordOf<typeof PARAMETERS>;

export type PlaceOrder = CommandOf<'placeOrder'>;
export type BatchOrders = CommandOf<'batchOrders'>;
export type CancelOrder = CommandOf<'cancelOrder'>;
export type CancelPlanOrder = CommandOf<'cancelPlanOrder'>;
export type CancelBatchOrders = CommandOf<'cancelBatchOrders'>;
export type CancelAllOrders = CommandOf<'cancelAllOrders'>;
export type ClosePositions = CommandOf<'closePositions'>;
export type PlacePlanOrder = CommandOf<'placePlanOrder'>;
export type PlaceTpSlOrder = CommandOf<'placeTpSlOrder'>;
export type ModifyTpSlOrder = CommandOf<'modifyTpSlOrder'>;
export type SetLeverage = CommandOf<'setLeverage'>;
export type SetMarginMode = CommandOf<'setMarginMode'>;
export type AdjustIsolatedMargin = CommandOf<'adjustIsolatedMargin'>;
export type SetAutoAppend = CommandOf<'setAutoAppend'>;
export type RecordAiLog = CommandOf<'recordAiLog'>;
export type Deposit = CommandOf<'deposit'>;
export type Withdraw = CommandOf<'withdraw'>;
export type Transfer = CommandOf<'transfer'>;
export type SetIndexPrice = CommandOf<'setIndexPrice'>;
export type SetLead = CommandOf<'setLead'>;
export type Follow = CommandOf<'follow'>;
export type Unfollow = CommandOf<'unfollow'>;
export type Tick = CommandOf<'tick'>;
export type SettleFunding = CommandOf<'settleFunding'>;
export type SetAccountFrozen = CommandOf<'setAccountFrozen'>;
export type SetContractState = CommandOf<'setContractState'>;
export type ChangeContract = CommandOf<'changeContract'>;
export type DelistContract = CommandOf<'delistContract'>;
export type SetAccountFees = CommandOf<'setAccountFees'>;
export type SetKeyLimits = CommandOf<'setKeyLimits'>;
export type TightenKey = CommandOf<'tightenKey'>;
export type StopKey = CommandOf<'stopKey'>;
export type SetParameters = CommandOf<'setParameters'>;
export type SetAllowlist = CommandOf<'setAllowlist'>;
export type OpenAiLog = CommandOf<'openAiLog'>;
export type AnnounceKey = CommandOf<'announceKey'>;
export type AcceptClock = CommandOf<'acceptClock'>;
export type SetAside = CommandOf<'setAside'>;
export type PutRuleset = CommandOf<'putRuleset'>;
export type FreezeTemplates = CommandOf<'freezeTemplates'>;
export type CreateContest = CommandOf<'createContest'>;
export type MoveContest = CommandOf<'moveContest'>;
export type ExtendContest = CommandOf<'extendContest'>;
export type RegisterTeam = CommandOf<'registerTeam'>;
export type SetTeam = CommandOf<'setTeam'>;
export type WithdrawTeam = CommandOf<'withdrawTeam'>;
export type SetModels = CommandOf<'setModels'>;
export type DeclareOutage = CommandOf<'declareOutage'>;
export type PostNotice = CommandOf<'postNotice'>;
export type ChangeNotice = CommandOf<'changeNotice'>;
export type RecordReport = CommandOf<'recordReport'>;
export type CaseStep = CommandOf<'caseStep'>;

/** A command at its place: `sequence` counts 1, 2, 3 …; `timeMs` never falls. The rules know no other clock. */
export interface Sequenced {
  readonly sequence: number;
  readonly timeMs: TimeMs;
  readonly command: Command;
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
