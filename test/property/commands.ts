/**
 * Random but sensible commands for the property tests: several people in three contracts who open, close, plan, cancel and move money, with
 * prices near the mark, ids that mostly exist, and now and then nonsense.
 *
 * A move is plain random data that says what is wanted in the terms of the moment ("the third working order", "20 ticks above the mark"); it
 * becomes a command when it is its turn, from the state it finds. So every prefix of a list of moves makes sense and failures shrink well.
 *
 * Index prices move a little, to the brink of what every part survives, or beyond it: then parts are liquidated and deleveraged.
 */
import fc from 'fast-check';
import type { Command, Execution, MarginMode, OrderFields, PositionMode, Side, TriggerBy } from '../../src/core/commands.ts';
import { loadContract } from '../../src/core/contract.ts';
import type { Instrument, Part, Position, State } from '../../src/core/state.ts';
import { canonicalText } from '../../src/core/num/decimal.ts';
import { equityOf, isKnown, requirementFloorOf } from '../../src/core/risk/margin.ts';
import { isFlat } from '../../src/core/orders/draft.ts';
import { priceText, sizeText } from '../scenarios/figures.ts';

export const PEOPLE = [1_000_001, 1_000_002, 1_000_003, 1_000_004];
/** Does little but follow, so that its pair in force is the copies' own. */
export const COPIER = 1_000_005;
export const SYMBOLS = ['cmt_btcusdt', 'cmt_ethusdt', 'cmt_dogeusdt'];

/** One step of a random walk. `a` to `d` mean what the kind makes of them. */
export interface Move {
  readonly kind: keyof typeof KINDS;
  readonly who: number;
  readonly contract: number;
  readonly side: Side;
  readonly open: boolean;
  readonly execution: Execution;
  readonly market: boolean;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly modes: readonly [MarginMode | null, PositionMode | null];
  readonly presets: readonly [boolean, boolean];
  readonly gapMs: number;
}

/** How a move becomes a command; null when there is nothing it could mean now. */
type Resolve = (state: State, move: Move, serial: number) => Command | null;

const caller = (move: Move) => ({ account: PEOPLE[move.who % PEOPLE.length]!, keyId: 'key', channel: 'api' as const });
const instrumentOf = (state: State, move: Move): Instrument => state.instruments[move.contract % SYMBOLS.length]!;

/** Of `list`, the one at `index` around, or undefined when there is none. */
const pick = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];

/** A price `offset` thousandths of 0.4 % from the mark, in whole ticks. */
function near(instrument: Instrument, offset: number): string {
  const ticks = Math.max(1, Math.round(instrument.mark * (1 + ((offset % 1000) - 500) * 0.000_008)));
  return priceText(instrument.contract, ticks);
}

/** A price further away on the given side of the mark. */
function beyond(instrument: Instrument, above: boolean, distance: number): string {
  const share = 0.0005 + (distance % 1000) * 0.000_01;
  return priceText(instrument.contract, Math.max(1, Math.round(instrument.mark * (above ? 1 + share : 1 - share))));
}

/** A size worth up to twice the money there is, and 40 million USDT, at the mark; in whole steps, one in fifty off the grid or nothing. */
function size(state: State, instrument: Instrument, seed: number): string {
  if (seed % 100 === 7) return '0';
  if (seed % 100 === 8) return '0.00000001';
  const scale = Number(BigInt(state.deposited) / 10n ** 12n);
  const value = Math.min(40_000_000, scale * (20 + (seed % 1000) ** 2 / 40));
  const steps = Math.max(1, Math.round((value * 1e8) / (Math.max(1, instrument.mark) * instrument.contract.valueUnit)));
  return sizeText(instrument.contract, steps);
}

const positionsOf = (state: State, account: number): Position[] =>
  [...state.positions.values()].filter((position) => position.account.id === account).sort((a, b) => a.id - b.id);

const workingOf = (state: State, account: number): number[] =>
  (state.accounts.get(account)?.orders.values() ?? []).map((order) => order.id).sort((a, b) => a - b);

const plansOf = (state: State, account: number): number[] =>
  [...state.plans.values()].filter((plan) => plan.account.id === account).map((plan) => plan.id);

/** The pair in force where there is one, so that most orders get past MODE-002; now and then whatever was drawn. */
function modesOf(state: State, move: Move, instrument: Instrument): readonly [MarginMode | null, PositionMode | null] {
  const holding = state.accounts.get(caller(move).account)?.holdings[instrument.index];
  if (holding === undefined || isFlat(holding) || move.c % 12 === 0) return move.modes;
  return [holding.marginMode, holding.positionMode];
}

function fieldsOf(state: State, move: Move, serial: number): OrderFields {
  const instrument = instrumentOf(state, move);
  const position = pick(positionsOf(state, caller(move).account), move.c);
  const closing = !move.open && position !== undefined && move.c % 4 !== 0;
  const target = closing ? position.instrument : instrument;
  const side = closing ? position.side : move.side;
  const long = side === 'long';
  const wholeClose = closing && move.b % 3 === 0;
  return {
    // One in twenty repeats an earlier name.
    clientOrderId: move.c % 20 === 1 ? `o${Math.max(0, serial - (move.a % 9))}` : `o${serial}`,
    side,
    effect: move.open ? 'open' : 'close',
    execution: move.market && move.execution === 'postOnly' ? 'normal' : move.execution,
    size: wholeClose ? sizeText(target.contract, Math.max(1, position.size - position.frozen)) : size(state, target, move.b),
    price: move.market ? null : near(target, move.a),
    takeProfit: move.open && move.presets[0] ? beyond(target, long, move.a + 300) : null,
    stopLoss: move.open && move.presets[1] ? beyond(target, !long, move.c + 300) : null,
    marginMode: modesOf(state, move, target)[0],
    positionMode: modesOf(state, move, target)[1],
    positionId: closing && move.a % 5 === 0 ? position.id : null,
  };
}

/** The contract a row's fields were made for: a close goes to its position's. */
function symbolOf(state: State, move: Move): string {
  const position = pick(positionsOf(state, caller(move).account), move.c);
  const closing = !move.open && position !== undefined && move.c % 4 !== 0;
  return (closing ? position.instrument : instrumentOf(state, move)).contract.symbol;
}

const placeOrder: Resolve = (state, move, serial) => {
  // A close without a position is refused: once in a while is enough.
  if (!move.open && positionsOf(state, caller(move).account).length === 0 && move.c % 10 !== 0) return null;
  return { name: 'placeOrder', ...caller(move), symbol: symbolOf(state, move), ...fieldsOf(state, move, serial) };
};

const batchOrders: Resolve = (state, move, serial) => {
  const rows = Array.from({ length: 1 + (move.a % 3) }, (_, row) => ({
    ...move,
    a: move.a + 37 * row,
    b: move.b + 11 * row,
    open: true,
  }));
  const orders = rows.map((row, index) => ({ ...fieldsOf(state, row, serial), clientOrderId: `o${serial}-${index % 2}` }));
  return { name: 'batchOrders', ...caller(move), symbol: instrumentOf(state, move).contract.symbol, orders };
};

const cancelOrder: Resolve = (state, move) => {
  const ids = [...workingOf(state, caller(move).account), ...plansOf(state, caller(move).account)];
  const byName = move.b % 4 === 0;
  const id = move.c % 10 === 0 ? 700_000_000_000_001 + (move.a % 500) : pick(ids, move.a);
  if (id === undefined && !byName) return null;
  return {
    name: 'cancelOrder',
    ...caller(move),
    orderId: byName ? null : (id ?? null),
    clientOrderId: byName ? `o${move.a % 100}` : null,
  };
};

const cancelBatchOrders: Resolve = (state, move) => {
  const ids = workingOf(state, caller(move).account);
  const orderIds = [pick(ids, move.a), pick(ids, move.b), pick(ids, move.a)].filter((id) => id !== undefined);
  return { name: 'cancelBatchOrders', ...caller(move), orderIds, clientOrderIds: [`o${move.c % 100}`] };
};

const cancelPlanOrder: Resolve = (state, move) => {
  const orderId = pick(plansOf(state, caller(move).account), move.a);
  return orderId === undefined ? null : { name: 'cancelPlanOrder', ...caller(move), orderId };
};

const placePlanOrder: Resolve = (state, move, serial) => {
  const { execution: _none, ...fields } = fieldsOf(state, move, serial);
  const symbol = symbolOf(state, move);
  const instrument = state.bySymbol.get(symbol)!;
  const triggerBy: TriggerBy = move.b % 3 === 0 ? 'mark' : move.b % 3 === 1 ? 'last' : 'unset';
  const { takeProfit, stopLoss } = fields;
  return {
    name: 'placePlanOrder',
    ...caller(move),
    symbol,
    ...fields,
    clientOrderId: move.c % 3 === 0 ? null : fields.clientOrderId,
    triggerPrice: near(instrument, move.c),
    triggerBy,
    takeProfit: move.a % 2 === 0 ? takeProfit : null,
    stopLoss: move.a % 2 === 0 ? stopLoss : null,
  };
};

const placeTpSlOrder: Resolve = (state, move, serial) => {
  const position = pick(positionsOf(state, caller(move).account), move.a);
  if (position === undefined) return null;
  const takeProfit = move.b % 2 === 0;
  const { instrument, side } = position;
  return {
    name: 'placeTpSlOrder',
    ...caller(move),
    symbol: instrument.contract.symbol,
    clientOrderId: `o${serial}`,
    kind: takeProfit ? 'takeProfit' : 'stopLoss',
    side,
    size: sizeText(instrument.contract, Math.max(1, Math.round((position.size * (1 + (move.c % 100))) / 90))),
    price: move.market ? null : near(instrument, move.b),
    triggerPrice: beyond(instrument, takeProfit === (side === 'long'), move.c),
    triggerBy: move.b % 3 === 0 ? 'mark' : 'last',
    positionId: move.c % 2 === 0 ? position.id : null,
  };
};

const modifyTpSlOrder: Resolve = (state, move) => {
  const plan = state.plans.get(pick(plansOf(state, caller(move).account), move.a) ?? 0);
  if (plan === undefined) return null;
  const up = plan.kind === 'normal' ? move.b % 2 === 0 : plan.direction === 'up';
  return {
    name: 'modifyTpSlOrder',
    ...caller(move),
    orderId: plan.id,
    triggerPrice: beyond(plan.instrument, up, move.c),
    price: move.market ? null : near(plan.instrument, move.b),
    triggerBy: move.b % 3 === 0 ? 'mark' : 'last',
  };
};

const setLeverage: Resolve = (state, move) => {
  const marginMode: MarginMode = move.a % 2 === 0 ? 'cross' : 'isolated';
  const long = 1 + (move.b % 60);
  const short = marginMode === 'cross' && move.c % 9 !== 0 ? long : 1 + (move.c % 60);
  return { name: 'setLeverage', ...caller(move), symbol: instrumentOf(state, move).contract.symbol, marginMode, long, short };
};

const adjustIsolatedMargin: Resolve = (state, move) => {
  const isolated = positionsOf(state, caller(move).account).filter((position) => position.marginMode === 'isolated');
  const position = pick(move.c % 10 === 0 ? positionsOf(state, caller(move).account) : isolated, move.a);
  if (position === undefined) return null;
  const amount = canonicalText((1 + (move.b % 1000)) * 12_345_678 * (move.c % 2 === 0 ? 1 : -1), 8);
  return { name: 'adjustIsolatedMargin', ...caller(move), positionId: position.id, amount };
};

const setAutoAppend: Resolve = (state, move) => {
  const position = pick(positionsOf(state, caller(move).account), move.a);
  return position === undefined
    ? null
    : { name: 'setAutoAppend', ...caller(move), positionId: position.id, on: move.b % 2 === 0 };
};

/** Every part whose value is known is above its requirement. */
function isSound(state: State): boolean {
  const parts: Part[] = [...state.accounts.values()].map((account) => account.shared);
  for (const position of state.positions.values()) if (position.part.positionId !== 0) parts.push(position.part);
  return parts.every((part) => part.positions.length === 0 || !isKnown(part) || equityOf(part) > requirementFloorOf(part));
}

/** Whether every part would stay above its requirement if the mark were `ticks`. */
function survives(state: State, instrument: Instrument, ticks: number): boolean {
  const { mark, markValid } = instrument;
  instrument.mark = ticks;
  instrument.markValid = true;
  const sound = isSound(state);
  instrument.mark = mark;
  instrument.markValid = markValid;
  return sound;
}

/** The mark furthest from the present one, up to 20 % up or down, that every part survives: where order relief and refused makers are. */
function brink(state: State, instrument: Instrument, up: boolean): number {
  let safe = instrument.mark;
  let far = Math.max(1, Math.round(instrument.mark * (up ? 1.2 : 0.8)));
  if (survives(state, instrument, far)) return far;
  while (Math.abs(far - safe) > 1) {
    const middle = Math.floor((far + safe) / 2);
    if (survives(state, instrument, middle)) safe = middle;
    else far = middle;
  }
  return safe;
}

/** A mark up to 6 % beyond the brink: one violation, or the bankruptcy of several. */
function crash(state: State, instrument: Instrument, up: boolean, seed: number): number {
  const beyondBrink = 1 + ((seed % 600) + 1) * 0.000_1 * (up ? 1 : -1);
  return Math.max(1, Math.round(brink(state, instrument, up) * beyondBrink));
}

const setIndexPrice: Resolve = (state, move) => {
  const instrument = state.instruments.slice(0, SYMBOLS.length).find(({ markValid }) => !markValid) ?? instrumentOf(state, move);
  const reach = move.c % 6 === 0 ? 0.000_06 : 0.000_006;
  const near = Math.max(1, Math.round(instrument.mark * (1 + ((move.a % 1000) - 500) * reach)));
  const up = move.a % 2 === 0;
  const ticks =
    move.c % 10 === 3 ? brink(state, instrument, up) : move.c % 10 === 4 ? crash(state, instrument, up, move.b) : near;
  const sourceTimeMs = state.timeMs + move.gapMs - (move.b % 40 === 0 ? 20_000 : 0);
  return {
    name: 'setIndexPrice',
    symbol: instrument.contract.symbol,
    price: priceText(instrument.contract, ticks),
    sourceTimeMs,
  };
};

/** Now and then a rate the contract does not allow. */
const settleFunding: Resolve = (state, move) => {
  const { symbol } = instrumentOf(state, move).contract;
  return { name: 'settleFunding', symbol, rate: canonicalText((move.a - 500) * 610, 8) };
};

const FEES = [
  ['0.0002', '0.0006'],
  ['0.0004', '0.0009'],
  ['-0.0001', '0.0003'],
] as const;
const LIMITS = [
  { maxPositionSize: '100000' },
  { maxPositionSize: '0.5' },
  { buyLimitRatio: '0.02' },
  { intervalMin: 240 },
] as const;

/** Whether every part would stay above its requirement under these fees. */
function survivesFees(state: State, instrument: Instrument, fees: { makerFee: string; takerFee: string }): boolean {
  const { contract } = instrument;
  instrument.contract = loadContract({ ...contract.spec, ...fees });
  const sound = isSound(state);
  instrument.contract = contract;
  return sound;
}

/** Limits, now or half a second later; fees, now, that liquidate nobody. */
const changeContract: Resolve = (state, move) => {
  const instrument = instrumentOf(state, move);
  const { symbol } = instrument.contract;
  if (move.b % 2 === 0) {
    const effectiveMs = move.c % 2 === 0 ? null : state.timeMs + 500;
    return { name: 'changeContract', symbol, change: pick(LIMITS, move.a)!, effectiveMs };
  }
  const [makerFee, takerFee] = pick(FEES, move.a)!;
  const change = { makerFee, takerFee };
  return survivesFees(state, instrument, change) ? { name: 'changeContract', symbol, change, effectiveMs: null } : null;
};

const setAccountFees: Resolve = (_state, move) => {
  const [makerFee, takerFee] = pick(FEES, move.a)!;
  return { name: 'setAccountFees', account: caller(move).account, fees: move.b % 3 === 0 ? null : { makerFee, takerFee } };
};

/** Who does something of copy trading: often the one who does little else. */
const copierOr = (move: Move): number => (move.b % 3 === 0 ? caller(move).account : COPIER);

const setLead: Resolve = (_state, move) => {
  const third = move.b % 2 === 0 ? null : { account: PEOPLE[(move.who + 1) % PEOPLE.length]!, ratio: `0.${1 + (move.c % 9)}` };
  return { name: 'setLead', account: caller(move).account, shareRatio: `0.0${1 + (move.a % 9)}`, thirdParty: third };
};

const follow: Resolve = (state, move) => {
  const lead = PEOPLE.find((id) => id !== copierOr(move) && state.accounts.get(id)?.copyRole?.lead != null);
  return {
    name: 'follow',
    account: copierOr(move),
    lead: move.c % 9 === 0 ? caller(move).account : (lead ?? PEOPLE[0]!),
    copyRatio: move.a % 20 === 0 ? '11' : `0.${1 + (move.a % 9)}`,
    marginMode: move.modes[0] ?? 'cross',
  };
};

const unfollow: Resolve = (state, move) => {
  const relation = pick([...state.relations.values()], move.a);
  return relation === undefined ? null : { name: 'unfollow', relationId: relation.id };
};

/** A copy closed by its follower, in part or whole, at market or as a resting order that is then in the way. */
const closeCopy: Resolve = (state, move, serial) => {
  const position = pick(positionsOf(state, COPIER), move.a);
  if (position === undefined) return null;
  const { instrument, side } = position;
  const size = Math.max(1, Math.floor((position.size * (1 + (move.b % 4))) / 4));
  return {
    name: 'placeOrder',
    account: COPIER,
    keyId: 'key',
    channel: 'api',
    symbol: instrument.contract.symbol,
    clientOrderId: `o${serial}`,
    side,
    effect: 'close',
    execution: 'normal',
    size: sizeText(instrument.contract, size),
    price: move.market ? null : near(instrument, move.c),
    takeProfit: null,
    stopLoss: null,
    marginMode: null,
    positionMode: null,
    positionId: move.c % 2 === 0 ? position.id : null,
  };
};

const transfer: Resolve = (_state, move) => ({
  name: 'transfer',
  from: caller(move).account,
  to: PEOPLE[(move.who + 1) % PEOPLE.length]!,
  amount: canonicalText(1 + move.a * 1_000_003, 8),
  reason: 'USER_TRANSFER',
});

/** Ends what is frozen or halted before it freezes or halts anything else, so that little of a walk is spent being refused. */
const setAccountFrozen: Resolve = (state, move) => {
  const frozen = PEOPLE.find((account) => state.accounts.get(account)?.frozen === true);
  if (frozen !== undefined) return { name: 'setAccountFrozen', account: frozen, frozen: false };
  return move.a % 6 === 0 ? { name: 'setAccountFrozen', account: caller(move).account, frozen: true } : null;
};

const setContractState: Resolve = (state, move) => {
  const halted = state.instruments.find(({ tradingState }) => tradingState === 'HALTED');
  if (halted !== undefined) return { name: 'setContractState', symbol: halted.contract.symbol, state: 'TRADING' };
  return move.a % 6 === 0
    ? { name: 'setContractState', symbol: instrumentOf(state, move).contract.symbol, state: 'HALTED' }
    : null;
};

const KINDS = {
  placeOrder: { weight: 60, resolve: placeOrder },
  batchOrders: { weight: 4, resolve: batchOrders },
  cancelOrder: { weight: 8, resolve: cancelOrder },
  cancelBatchOrders: { weight: 2, resolve: cancelBatchOrders },
  cancelPlanOrder: { weight: 2, resolve: cancelPlanOrder },
  cancelAllOrders: {
    weight: 1,
    resolve: (_state, move) => ({
      name: 'cancelAllOrders',
      ...caller(move),
      symbol: null,
      kind: move.a % 2 === 0 ? 'normal' : 'plan',
    }),
  },
  closePositions: {
    weight: 2,
    resolve: (_state, move) => ({ name: 'closePositions', ...caller(move), symbol: null, positionId: null }),
  },
  placePlanOrder: { weight: 10, resolve: placePlanOrder },
  placeTpSlOrder: { weight: 6, resolve: placeTpSlOrder },
  modifyTpSlOrder: { weight: 4, resolve: modifyTpSlOrder },
  setLeverage: { weight: 4, resolve: setLeverage },
  setMarginMode: {
    weight: 2,
    resolve: (state, move) => ({
      name: 'setMarginMode',
      ...caller(move),
      symbol: instrumentOf(state, move).contract.symbol,
      marginMode: move.a % 2 === 0 ? 'cross' : 'isolated',
      positionMode: move.b % 2 === 0 ? 'combined' : 'separated',
    }),
  },
  adjustIsolatedMargin: { weight: 5, resolve: adjustIsolatedMargin },
  setAutoAppend: { weight: 1, resolve: setAutoAppend },
  setIndexPrice: { weight: 14, resolve: setIndexPrice },
  tick: { weight: 6, resolve: () => ({ name: 'tick' }) },
  settleFunding: { weight: 3, resolve: settleFunding },
  changeContract: { weight: 2, resolve: changeContract },
  setAccountFees: { weight: 1, resolve: setAccountFees },
  deposit: {
    weight: 1,
    resolve: (_state, move) => ({ name: 'deposit', account: caller(move).account, amount: String(1 + (move.a % 1000)) }),
  },
  withdraw: {
    weight: 2,
    resolve: (_state, move) => ({
      name: 'withdraw',
      account: caller(move).account,
      amount: canonicalText(1 + move.a * 3_000_017, 8),
    }),
  },
  transfer: { weight: 1, resolve: transfer },
  setLead: { weight: 4, resolve: setLead },
  follow: { weight: 4, resolve: follow },
  unfollow: { weight: 1, resolve: unfollow },
  closeCopy: { weight: 3, resolve: closeCopy },
  settleCopyTrading: { weight: 2, resolve: () => ({ name: 'settleCopyTrading' }) },
  setAccountFrozen: {
    weight: 3,
    resolve: setAccountFrozen,
  },
  setContractState: {
    weight: 3,
    resolve: setContractState,
  },
} as const satisfies Record<string, { readonly weight: number; readonly resolve: Resolve }>;

/** The command the move means in this state; null when there is nothing it could mean now. */
export function resolve(state: State, move: Move, serial: number): Command | null {
  const meaning: Resolve = KINDS[move.kind].resolve;
  return meaning(state, move, serial);
}

const kind = fc.oneof(
  ...Object.entries(KINDS).map(([name, { weight }]) => ({ weight, arbitrary: fc.constant(name as keyof typeof KINDS) })),
);
const seed = fc.nat({ max: 999 });
const mostly = <T>(usual: T, ...others: T[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(usual) },
    ...others.map((other) => ({ weight: 1, arbitrary: fc.constant(other) })),
  );

export const move: fc.Arbitrary<Move> = fc.record({
  kind,
  who: fc.nat({ max: 3 }),
  contract: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 2 }) }),
  side: fc.constantFrom<Side>('long', 'short'),
  open: mostly(true, false, false, false),
  execution: mostly<Execution>('normal', 'postOnly', 'fok', 'ioc'),
  market: mostly(false, true),
  a: seed,
  b: seed,
  c: seed,
  modes: fc.oneof(
    { weight: 5, arbitrary: fc.constant([null, null] as const) },
    { weight: 2, arbitrary: fc.constant(['isolated', 'combined'] as const) },
    { weight: 1, arbitrary: fc.constant(['isolated', 'separated'] as const) },
    { weight: 1, arbitrary: fc.constant(['cross', 'separated'] as const) },
  ),
  presets: fc.tuple(mostly(false, true), mostly(false, true)),
  gapMs: fc.oneof({ weight: 30, arbitrary: fc.constantFrom(0, 100, 500) }, { weight: 1, arbitrary: fc.constant(12_000) }),
});

export const moves = (maxLength: number): fc.Arbitrary<Move[]> => fc.array(move, { minLength: 1, maxLength, size: 'max' });
