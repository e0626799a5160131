/**
 * The field table: every record of the state, every field, once. Hash, snapshot and audit read it and know no field
 * themselves; a record or a field that is not here does not compile.
 *
 * Rows of a record are in the order in which it is written; values are written without names, so the order is the
 * format. The meaning of each word is in `fields.ts`, how a kind is written in `kinds.ts`, and the order in which
 * records follow each other in `sections.ts`.
 */
import { EXECUTION_NAMES } from '../language/execution.ts';
import type { ExchangeParameters } from '../language/commands.ts';
import type { CancelReason, PlanRequest } from '../language/vocabulary.ts';
import { apart, counts, inside, linked, made, opened, record, speed } from './fields.ts';
import { openInstrument } from './instrument.ts';
import { bytes, contract, flag, type Kind, list, maybe, money, plain, text, whole, word } from './kinds.ts';
import type {
  Account,
  AccountFees,
  CopyBinding,
  CopyLead,
  CopyRelation,
  CopyRole,
  EarlierContract,
  FrozenPiece,
  Holding,
  Instrument,
  KeyLimits,
  Order,
  Part,
  PendingChange,
  PlanOrder,
  Position,
  ThirdParty,
} from './records.ts';
import { openPart } from './records.ts';
import {
  account,
  instrument,
  lead,
  order,
  pair,
  plan,
  planWhileHeld,
  position,
  positionWhileHeld,
  relation,
} from './references.ts';
import type { AiLogState, LogKey, PassedOver, Remembered, State } from './state.ts';
import { accountOf, holdingOf } from './state.ts';

// Words.

const side = word('long', 'short');
const effect = word('open', 'close');
const marginMode = word('cross', 'isolated');
const positionMode = word('combined', 'separated');
const cancelReason: Kind<CancelReason> = word(
  'COULD_NOT_FILL',
  'MARGIN_NOT_ENOUGH',
  'REDUCE_ONLY_CANCELED',
  'LIQUIDATE_CANCELED',
  'USER_CANCELED',
  'ADMIN_CANCELED',
);

// Records.

export const STATE = opened<State>((_values, state) => state, {
  sequence: counts(whole),
  timeMs: counts(whole),
  lastTickMs: counts(whole),
  clockAheadUntilMs: counts(whole),
  setAside: counts(plain<readonly PassedOver[]>()),
  coreVersion: apart('core'),
  nextId: counts(whole),
  nextMatchSequence: counts(whole),
  parameters: counts(plain<ExchangeParameters>()),
  instruments: apart('contract'),
  bySymbol: made,
  accounts: apart('account'),
  orders: apart('order', 'ended'),
  plans: apart('plan'),
  positions: apart('position'),
  relations: apart('relation'),
  ledgerSum: counts(money),
  deposited: counts(money),
  markChanges: made,
  unguarded: made,
  ailog: apart('ailog'),
  contest: apart('contests'),
  keyLimits: apart('key limits'),
});

const LOG_KEY = record<LogKey>({ vkey: counts(text), sinceMs: counts(whole) });

export const AI_LOG = opened<AiLogState>((_values, { ailog }) => ailog, {
  nextIndex: counts(whole),
  frontier: counts(list(bytes)),
  origin: counts(text),
  keys: counts(list(inside(LOG_KEY))),
  saltKey: counts(maybe(bytes)),
  bodies: apart('body'),
  idempotencyKeys: apart('key'),
});

const REMEMBERED = record<Remembered>({
  index: counts(whole),
  bodySha256: counts(text),
  leafHash: counts(text),
  orderFound: counts(flag),
  timeMs: counts(whole),
});

export const remembered = inside(REMEMBERED);

const EARLIER = record<EarlierContract>({ untilId: counts(whole), contract: counts(contract) });

const TRADES = record<Instrument['trades'][number]>({
  timeMs: counts(whole),
  value: counts(money),
  price: counts(money),
});

export const INSTRUMENT = opened<Instrument>(([spec], state) => openInstrument(state, contract.read(spec!, state)), {
  contract: counts(contract),
  earlier: counts(list(inside(EARLIER))),
  pending: counts(maybe(plain<PendingChange>())),
  index: counts(whole),
  book: apart('resting'),
  resting: made,
  links: made,
  triggers: made,
  tradingState: counts(word('TRADING', 'HALTED', 'DELISTED')),
  indexPrice: counts(money),
  indexTimeMs: counts(whole),
  mark: counts(whole),
  markValid: counts(flag),
  lastPrice: counts(whole),
  basis: counts(list(money)),
  trades: counts(list(inside(TRADES))),
  tradedValue: counts(money),
  tradedSize: counts(whole),
  fundingRateE8: counts(whole),
  nextFundingMs: counts(whole),
  premiumSum: counts(money),
  premiumMinute: counts(whole),
  longSize: counts(whole),
  shortSize: counts(whole),
  positions: made,
  holders: apart('holder'),
  guards: made,
});

const THIRD_PARTY = record<ThirdParty>({ account: counts(account), ratioE8: counts(whole) });

const LEAD = record<CopyLead>({
  account: counts(account),
  shareRatioE8: counts(whole),
  thirdParty: counts(maybe(inside(THIRD_PARTY))),
  relations: speed(() => []),
  copies: speed(() => new Map()),
});

const ROLE = record<CopyRole>({ lead: counts(maybe(inside(LEAD))), bound: speed(() => new Map()) });

export const ACCOUNT = opened<Account>(([id], state) => accountOf(state, whole.read(id!, state)), {
  id: counts(whole),
  shared: apart('part'),
  frozen: counts(flag),
  allowed: counts(flag),
  fees: counts(maybe(plain<AccountFees>())),
  holdings: apart('holding'),
  held: counts(money),
  spendable: made,
  spendableAt: made,
  markChanges: made,
  orders: made,
  workingOrders: counts(whole),
  plans: made,
  ownPlans: made,
  copyRole: linked(maybe(inside(ROLE)), () => null),
  team: made,
  limits: made,
});

export const KEY_LIMITS = record<KeyLimits>({
  keyId: counts(text),
  account: counts(account),
  maxOrder: counts(money),
  maxPosition: counts(money),
  maxDayLoss: counts(money),
  closeOnly: counts(flag),
  symbols: counts(maybe(plain<readonly string[]>())),
  untilMs: counts(whole),
  stoppedMs: counts(whole),
  day: counts(whole),
  dayWorth: counts(money),
  loss: counts(word('open', 'closing', 'spent')),
});

export const HOLDING = opened<Holding>(
  ([owner, where], state) => holdingOf(state, account.read(owner!, state), instrument.read(where!, state)),
  {
    account: counts(account),
    instrument: counts(instrument),
    setMarginMode: counts(marginMode),
    setPositionMode: counts(positionMode),
    marginMode: counts(marginMode),
    positionMode: counts(positionMode),
    crossLeverage: counts(whole),
    isolatedLongLeverage: counts(whole),
    isolatedShortLeverage: counts(whole),
    positions: made,
    longSize: counts(whole),
    shortSize: counts(whole),
    openingLong: counts(whole),
    openingShort: counts(whole),
    workingOrders: counts(whole),
    workingOpenings: counts(whole),
    firstSlot: made,
    plans: counts(whole),
    openingPlans: counts(whole),
    touched: made,
  },
);

/** The SHARED part of an account, or that of an isolated position. */
export const PART = opened<Part>(
  ([owner, id], state) => (id === 0 ? account.read(owner!, state).shared : position.read(id!, state).part),
  {
    account: counts(account),
    positionId: counts(whole),
    amount: counts(money),
    openValue: counts(money),
    positions: made,
    holdings: made,
    createdMs: counts(whole),
    updatedMs: counts(whole),
    queued: made,
    guarded: made,
    guards: made,
    slack: made,
  },
);

export const POSITION = record<Position>({
  id: counts(whole),
  account: counts(account),
  instrument: counts(instrument),
  holding: speed((one, state) => holdingOf(state, one.account, one.instrument)),
  side: counts(side),
  sign: speed((one) => (one.side === 'long' ? 1 : -1)),
  marginMode: counts(marginMode),
  positionMode: counts(positionMode),
  openOrderId: counts(whole),
  part: speed((one) => (one.marginMode === 'isolated' ? openPart(one.account, one.id, 0) : one.account.shared)),
  createdSequence: counts(whole),
  createdMs: counts(whole),
  leverage: counts(whole),
  size: counts(whole),
  frozen: counts(whole),
  openValue: counts(money),
  openFee: counts(money),
  fundingFee: counts(money),
  cumOpenSize: counts(money),
  cumOpenValue: counts(money),
  cumOpenFee: counts(money),
  cumCloseSize: counts(money),
  cumCloseValue: counts(money),
  cumCloseFee: counts(money),
  cumFundingFee: counts(money),
  cumLiquidateFee: counts(money),
  realised: counts(money),
  autoAppend: counts(flag),
  updatedSequence: counts(whole),
  updatedMs: counts(whole),
  bound: linked(list(plan), () => []),
  closing: linked(list(order), () => []),
  touched: speed(() => 0),
});

export const PLAN = record<PlanOrder>({
  record: speed(() => 'plan'),
  id: counts(whole),
  account: counts(account),
  instrument: counts(instrument),
  clientOrderId: counts(text),
  request: counts(maybe(plain<PlanRequest>())),
  kind: counts(word('normal', 'takeProfit', 'stopLoss')),
  side: counts(side),
  effect: counts(effect),
  marginMode: counts(marginMode),
  positionMode: counts(positionMode),
  positionId: counts(whole),
  takeProfit: counts(whole),
  stopLoss: counts(whole),
  parentId: counts(whole),
  bound: counts(positionWhileHeld),
  createdMs: counts(whole),
  partner: linked(planWhileHeld, () => null),
  updatedMs: counts(whole),
  status: counts(word('untriggered', 'triggered', 'canceled')),
  size: counts(whole),
  price: counts(whole),
  triggerPrice: counts(whole),
  triggerBy: counts(word('unset', 'last', 'mark')),
  direction: counts(word('up', 'down')),
  triggeredMs: counts(whole),
  order: speed(() => null),
  cancelReason: counts(maybe(cancelReason)),
  cancelDetail: counts(maybe(text)),
  due: speed(() => false),
  leafIndex: counts(whole),
  touched: speed(() => 0),
  place: speed(() => -1),
  row: speed(() => -1),
});

const PIECE = record<FrozenPiece>({ position: counts(position), size: counts(whole) });

export const ORDER = record<Order>({
  record: speed(() => 'order'),
  id: counts(whole),
  account: counts(account),
  instrument: counts(instrument),
  plan: counts(maybe(plan)),
  slot: speed(() => -1),
  status: counts(word('open', 'partlyFilled', 'filled', 'canceled')),
  side: counts(side),
  effect: counts(effect),
  price: counts(whole),
  remaining: counts(whole),
  filled: counts(whole),
  held: counts(money),
  touched: speed(() => 0),
  updatedMs: counts(whole),
  pieces: counts(list(inside(PIECE))),
  cancelReason: counts(maybe(cancelReason)),
  cancelDetail: counts(maybe(text)),
  endPlace: speed(() => 0),
  row: speed(() => -1),
  takeProfit: counts(whole),
  stopLoss: counts(whole),
  size: counts(whole),
  execution: counts(word(...EXECUTION_NAMES)),
  clientOrderId: counts(text),
  askedMarginMode: counts(maybe(marginMode)),
  askedPositionMode: counts(maybe(positionMode)),
  createdMs: counts(whole),
  leafIndex: counts(whole),
  positionId: counts(whole),
  marginMode: counts(marginMode),
  positionMode: counts(positionMode),
  leverage: counts(whole),
  cause: counts(word('wanted', 'reduce', 'deleverage', 'liquidation', 'settlement')),
  value: counts(money),
  fee: counts(money),
  profit: counts(money),
  fills: counts(whole),
  pair: counts(pair),
  pairCount: counts(whole),
});

export const RELATION = record<CopyRelation>({
  id: counts(whole),
  lead: counts(lead),
  follower: counts(account),
  copyRatioE8: counts(whole),
  marginMode: counts(marginMode),
  createdMs: counts(whole),
  endedMs: counts(whole),
  net: counts(money),
  prepaid: counts(money),
  open: counts(whole),
  touched: speed(() => 0),
});

export const BINDING = record<CopyBinding>({
  relation: counts(relation),
  position: counts(position),
  leadPositionId: counts(whole),
  counted: counts(money),
});
