/**
 * What the market and the operator do in a random walk: prices that move a little, to the brink of what every part
 * survives, or beyond it; funding, limits and fees; accounts frozen and contracts halted, never for long.
 */
import { loadContract } from '../../src/core/language/contract.ts';
import { canonicalText } from '../../src/core/num/decimal.ts';
import { equityOf, isKnown, requirementFloorOf } from '../../src/core/risk/margin.ts';
import type { KeyLimitFields } from '../../src/core/language/key-limits.ts';
import type { Instrument, Part } from '../../src/core/state/records.ts';
import type { State } from '../../src/core/state/state.ts';
import { priceText } from '../scenarios/figures.ts';
import { caller, instrumentOf, PEOPLE, pick, type Resolve, SYMBOLS, type Wish } from './wish.ts';

/** Every part whose value is known is above its requirement. */
function isSound(state: State): boolean {
  const parts: Part[] = [...state.accounts.values()].map((account) => account.shared);
  for (const position of state.positions.values()) if (position.part.positionId !== 0) parts.push(position.part);
  return parts.every(
    (part) => part.positions.length === 0 || !isKnown(part) || equityOf(part) > requirementFloorOf(part),
  );
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

/**
 * The mark furthest from the present one, up to 20 % up or down, that every part survives: where order relief and
 * refused makers are.
 */
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

export const setIndexPrice: Resolve = (state, wish) => {
  const instrument =
    state.instruments.slice(0, SYMBOLS.length).find(({ markValid }) => !markValid) ?? instrumentOf(state, wish);
  const reach = wish.c % 6 === 0 ? 0.000_06 : 0.000_006;
  const near = Math.max(1, Math.round(instrument.mark * (1 + ((wish.a % 1000) - 500) * reach)));
  const up = wish.a % 2 === 0;
  const ticks =
    wish.c % 10 === 3 ? brink(state, instrument, up) : wish.c % 10 === 4 ? crash(state, instrument, up, wish.b) : near;
  const sourceTimeMs = state.timeMs + wish.gapMs - (wish.b % 40 === 0 ? 20_000 : 0);
  return {
    name: 'setIndexPrice',
    symbol: instrument.contract.symbol,
    price: priceText(instrument.contract, ticks),
    sourceTimeMs,
  };
};

/** Now and then a rate the contract does not allow. */
export const settleFunding: Resolve = (state, wish) => {
  const { symbol } = instrumentOf(state, wish).contract;
  return { name: 'settleFunding', symbol, rate: canonicalText((wish.a - 500) * 610, 8) };
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
export const changeContract: Resolve = (state, wish) => {
  const instrument = instrumentOf(state, wish);
  const { symbol } = instrument.contract;
  if (wish.b % 2 === 0) {
    const effectiveMs = wish.c % 2 === 0 ? null : state.timeMs + wish.gapMs + 500;
    return { name: 'changeContract', symbol, change: pick(LIMITS, wish.a)!, effectiveMs };
  }
  const [makerFee, takerFee] = pick(FEES, wish.a)!;
  const change = { makerFee, takerFee };
  return survivesFees(state, instrument, change) ? { name: 'changeContract', symbol, change, effectiveMs: null } : null;
};

export const setAccountFees: Resolve = (_state, wish) => {
  const [makerFee, takerFee] = pick(FEES, wish.a)!;
  return {
    name: 'setAccountFees',
    account: caller(wish).account,
    fees: wish.b % 3 === 0 ? null : { makerFee, takerFee },
  };
};

/** Limits that are met now and then; none at times, so that a walk goes on. */
export function limitsFrom({ a, b, c }: Wish, nowMs: number): KeyLimitFields {
  return {
    maxOrder: a % 3 === 0 ? String(100 + a * 3) : null,
    maxPosition: b % 3 === 0 ? String(200 + b * 5) : null,
    maxDayLoss: c % 3 === 0 ? String(1 + c / 10) : null,
    closeOnly: a % 11 === 0,
    symbols: b % 7 === 0 ? SYMBOLS.slice(0, 1 + (c % 3)) : null,
    untilMs: c % 7 === 0 ? nowMs + b * 20 : 0,
  };
}

export const setKeyLimits: Resolve = ({ timeMs, keyLimits }, wish) => {
  const account = caller(wish).account;
  const keyId = `key${account}`;
  const limits = keyLimits.has(keyId) && wish.a % 2 === 0 ? null : limitsFrom(wish, timeMs);
  return { name: 'setKeyLimits', account, keyId, limits };
};

/**
 * Ends what is frozen or halted before it freezes or halts anything else, so that little of a walk is spent being
 * refused.
 */
export const setAccountFrozen: Resolve = (state, wish) => {
  const frozen = PEOPLE.find((account) => state.accounts.get(account)?.frozen === true);
  const act = wish.b % 2 === 0 ? {} : { actor: 'jane', reason: 'a walk' };
  if (frozen !== undefined) return { name: 'setAccountFrozen', account: frozen, frozen: false, ...act };
  return wish.a % 6 === 0 ? { name: 'setAccountFrozen', account: caller(wish).account, frozen: true, ...act } : null;
};

export const setContractState: Resolve = (state, wish) => {
  const halted = state.instruments.find(({ tradingState }) => tradingState === 'HALTED');
  if (halted !== undefined) return { name: 'setContractState', symbol: halted.contract.symbol, state: 'TRADING' };
  return wish.a % 6 === 0
    ? { name: 'setContractState', symbol: instrumentOf(state, wish).contract.symbol, state: 'HALTED' }
    : null;
};

export const acceptClock: Resolve = (state, { a, b }) => {
  const byMs = (a - 500) * 7_200;
  const wallMs = state.timeMs + byMs;
  return {
    name: 'acceptClock',
    wallMs,
    jumpMs: byMs,
    aheadUntilMs: byMs < 0 ? state.timeMs - byMs : 0,
    reason: `${b}`,
  };
};
