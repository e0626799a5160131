/** Expectations of a scenario: what it wants of the exchange at a moment, and what is found there. */
import { audit } from '../../core/audit.ts';
import { INSURANCE } from '../../core/language/accounts.ts';
import { BUY, bestPrice, levelsOf, SELL } from '../../core/matching/book.ts';
import { E8 } from '../../core/num/units.ts';
import { equityOf } from '../../core/risk/margin.ts';
import type { Instrument } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';
import { valueOf } from '../../market/house/texts.ts';
import type { Act, Expectation } from './scenario-form.ts';

type Expect = Extract<Act, { readonly do: 'expect' }>;

/** Since the scenario began. */
export interface Since {
  /** Fills of liquidations. */
  readonly liquidations: number;
  /** Index prices at its begin, USDT, by contract. */
  readonly indexes: Readonly<Record<string, number>>;
}

const POINTS = 10_000;
/** Depth is what stands this near to the middle. */
const NEAR = 50 / POINTS;
const LEVELS = 200;
const MOST_TOLD = 200;

interface Looked {
  /** In a contract. */
  readonly value: (instrument: Instrument, since: Since) => number | null;
  /** Whether the worst is the most. */
  readonly isMost?: boolean;
}

const OF_CONTRACTS: { readonly [Name in Expectation]?: Looked } = {
  maxMarkGapBp: { isMost: true, value: (instrument) => markGap(instrument) },
  maxSpreadBp: {
    isMost: true,
    value: ({ book }) => {
      const [bid, ask] = [bestPrice(book, BUY), bestPrice(book, SELL)];
      return bid === 0 || ask === 0 ? Infinity : ((ask - bid) / ((ask + bid) / 2)) * POINTS;
    },
  },
  minDepthUsdt: { value: (instrument) => depthOf(instrument) },
  indexMoveBp: {
    value: ({ contract, indexPrice }, { indexes }) => {
      const begin = indexes[contract.symbol];
      return begin === undefined ? null : (Number(indexPrice) / E8 / begin - 1) * POINTS;
    },
  },
};

/** It says what was found, and whether that is as expected. */
export function looked(state: State, since: Since, expect: Expect): { readonly ok: boolean; readonly found: string } {
  const { what, value, most, symbol } = expect;
  if (what === 'audit') {
    const broken = audit(state);
    return { ok: broken.length === 0, found: broken.length === 0 ? 'sound' : broken.join('; ').slice(0, MOST_TOLD) };
  }
  if (what === 'minLiquidations') return { ok: since.liquidations >= value, found: String(since.liquidations) };
  if (what === 'minInsuranceUsdt') {
    const fund = state.accounts.get(INSURANCE);
    const usdt = fund === undefined ? 0 : Number(equityOf(fund.shared)) / E8;
    return { ok: usdt >= value, found: String(usdt) };
  }
  const found = worstOf(state, since, OF_CONTRACTS[what]!, symbol, value, most);
  return {
    ok: found.every(({ ok }) => ok),
    found: found
      .map((one) => one.text)
      .join(', ')
      .slice(0, MOST_TOLD),
  };
}

function worstOf(state: State, since: Since, looks: Looked, symbol: string | null, value: number, most: number) {
  return state.instruments.flatMap((instrument) => {
    const { contract, tradingState, indexPrice } = instrument;
    if (symbol !== null ? contract.symbol !== symbol : tradingState === 'DELISTED' || indexPrice === 0) return [];
    const found = looks.value(instrument, since);
    if (found === null) return [];
    const ok = looks.isMost === true ? found <= value : found >= value && found <= most;
    return [{ ok, text: `${contract.symbol} ${Math.round(found * 10) / 10}` }];
  });
}

function markGap({ mark, markValid, indexPrice, contract }: Instrument): number {
  const index = Number(indexPrice);
  if (!markValid || index === 0) return Infinity;
  return (Math.abs(mark * contract.tickE8 - index) / index) * POINTS;
}

/** The lesser of both sides, USDT. */
function depthOf(instrument: Instrument): number {
  const { book } = instrument;
  const [bid, ask] = [bestPrice(book, BUY), bestPrice(book, SELL)];
  if (bid === 0 || ask === 0) return 0;
  const middle = (bid + ask) / 2;
  const sides = ([BUY, SELL] as const).map((side) =>
    levelsOf(book, side, LEVELS)
      .filter(([price]) => Math.abs(price - middle) <= NEAR * middle)
      .reduce((sum, [price, size]) => sum + valueOf(instrument, size, price), 0),
  );
  return Math.min(...sides);
}
