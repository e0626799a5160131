import { describe, expect, it } from 'vitest';
import type { ContractsRow, PushedOrder, PushedPosition } from '../../client/index.ts';
import { draftOf, orderTypeOf, sizeAnew } from './amend.ts';
import { averagesOf } from './averages.ts';
import { closableOf } from './closable.ts';
import { type Limits, objectionsTo } from './order-checks.ts';
import { type Draft, EMPTY_DRAFT, type OrderType } from './order-draft.ts';
import { boundOf, moved } from './price-grid.ts';

/** The contract of the reference, and an account with 120 USDT. */
const BTC = {
  symbol: 'cmt_btcusdt',
  tick_size: '1',
  priceEndStep: 1,
  size_increment: '4',
  stepSize: '0.0001',
  minOrderSize: '0.0010',
  maxOrderSize: '1200',
  marketOpenLimitSize: '100',
  minPrice: '10',
  buyLimitPriceRatio: '0.15',
  sellLimitPriceRatio: '0.15',
} as ContractsRow;
const LIMITS: Limits = {
  contract: BTC,
  mark: '90000.0',
  bestAsk: '90000.1',
  bestBid: '89999.9',
  available: '120',
  leverage: { long: '20', short: '20' },
  takerFee: '0.0006',
  closable: { long: '0.0050', short: '0.0000' },
};
const LIMIT: Partial<Draft> = { price: '90000', size: '0.01' };

const tokens = (change: Partial<Draft>, type: OrderType | null = '1', limits: Partial<Limits> = {}) =>
  objectionsTo({ ...EMPTY_DRAFT, ...LIMIT, ...change }, type, { ...LIMITS, ...limits }).map(
    ({ field, token, proposals }) => [field, token, ...proposals].join(' '),
  );

describe('what the exchange would have against an order', () => {
  it('is nothing where nothing is, or is known', () => {
    expect(tokens({})).toEqual([]);
    expect(tokens({ size: '50' }, '1', { available: null })).toEqual([]);
    expect(tokens({ price: '', size: '' }, null)).toEqual([]);
    expect(tokens({ size: '0.005', price: '90000' }, '3')).toEqual([]);
    expect(tokens({ kind: 'plan', trigger: '95000', price: '', size: '50' })).toEqual([]);
  });

  it('is said of the size, with what would pass', () => {
    expect(tokens({ size: '' })).toEqual(['size ']);
    expect(tokens({ size: '0' })).toEqual(['size SIZE_NOT_POSITIVE 0.0010']);
    expect(tokens({ size: '1e3' })).toEqual(['size SIZE_NOT_POSITIVE 0.0010']);
    expect(tokens({ size: '0.00115' })).toEqual(['size SIZE_NOT_MULTIPLE_OF_STEP 0.0011 0.0012']);
    expect(tokens({ size: '0.0009' })).toEqual(['size SIZE_TOO_SMALL 0.0010']);
    expect(tokens({ size: '1201' }, '1', { available: null })).toEqual(['size SIZE_TOO_LARGE 1200']);
    expect(tokens({ size: '101', kind: 'market' }, '1', { available: null })).toEqual(['size SIZE_TOO_LARGE 100']);
    expect(tokens({ size: '0.02' }, '3')).toEqual(['size CLOSE_SIZE_EXCEEDS_POSITION 0.0050']);
    expect(tokens({ size: '0.02' }, '4')).toEqual(['size POSITION_SIDE_INVALID']);
    expect(tokens({ size: '0.0005' }, '3', { closable: { long: '0.0005', short: '0' } }), 'all that is left').toEqual(
      [],
    );
  });

  it('is said of what is available, never of what the book might still give', () => {
    expect(tokens({ size: '0.0264' })).toEqual(['size INSUFFICIENT_MARGIN 0.0263']);
    expect(tokens({ size: '0.0263' })).toEqual([]);
    // Bought at the best ask, not at the limit.
    expect(tokens({ size: '0.0263', price: '100000' })).toEqual([]);
    expect(tokens({ size: '0.05', kind: 'market' }, '2')).toEqual(['size INSUFFICIENT_MARGIN 0.0238']);
  });

  it('is said of prices, triggers and presets', () => {
    expect(tokens({ price: '' })).toEqual(['price  89999.9 90000.1']);
    expect(tokens({ price: '90000.05' })).toEqual(['price PRICE_NOT_MULTIPLE_OF_TICK 90000.0 90000.1']);
    expect(tokens({ price: '1' })).toEqual(['price PRICE_OUT_OF_RANGE']);
    expect(tokens({ price: '103500.1' })).toEqual(['price PRICE_OUT_OF_BAND 103500.0']);
    expect(tokens({ price: '76499.9' }, '2')).toEqual(['price PRICE_OUT_OF_BAND 76500.0']);
    expect(tokens({ price: '76499.9' }, '1'), 'the passive side is free').toEqual([]);
    expect(tokens({ kind: 'plan', trigger: '' })).toEqual(['trigger ']);
    expect(tokens({ kind: 'plan', trigger: '1.05' })).toEqual(['trigger TRIGGER_PRICE_NOT_MULTIPLE_OF_TICK 1.0 1.1']);
    expect(tokens({ takeProfit: '89000', stopLoss: '91000' })).toEqual([
      'takeProfit PRESET_TP_WRONG_SIDE',
      'stopLoss PRESET_SL_WRONG_SIDE',
    ]);
    expect(tokens({ takeProfit: '89000', stopLoss: '91000' }, '2')).toEqual([]);
    expect(tokens({ takeProfit: '95000.05' }, null)).toEqual([
      'takeProfit PRESET_TP_NOT_MULTIPLE_OF_TICK 95000.0 95000.1',
    ]);
    expect([boundOf(true, '0.3', BTC), boundOf(false, '0.3', BTC)], 'in favour of the order').toEqual(['0.4', '0.2']);
  });
});

describe('an order that is changed', () => {
  const order = {
    contractId: 'cmt_btcusdt',
    positionSide: 'LONG',
    reduceOnly: false,
    price: '90000.0',
    triggerPrice: '0',
    triggerPriceType: 'UNKNOWN_PRICE_TYPE',
    timeInForce: 'POST_ONLY',
    size: '0.0300',
    cumFillSize: '0.0100',
    separatedMode: 'COMBINED',
    separatedOpenOrderId: '0',
    openTpParam: { triggerPrice: '95000.0', triggerPriceType: 'LAST_PRICE', size: '0.0300' },
  } as PushedOrder;

  it('is written anew as it was', () => {
    expect(draftOf(order, '0.0200', [])).toEqual({
      ...EMPTY_DRAFT,
      price: '90000.0',
      size: '0.0200',
      execution: '1',
      takeProfit: '95000.0',
    });
    expect(orderTypeOf(order)).toBe('1');
    expect(orderTypeOf({ positionSide: 'SHORT', reduceOnly: true })).toBe('4');
    const closing = { ...order, reduceOnly: true, separatedMode: 'SEPARATED', separatedOpenOrderId: '7' };
    const position = { id: '70', contractId: 'cmt_btcusdt', separatedOpenOrderId: '7' } as PushedPosition;
    expect(draftOf(closing, '0.0200', [position]).positionId).toBe('70');
  });

  it('never asks for more than is left of what was wanted', () => {
    expect(sizeAnew('0.0200', '0.0100', '0.0100', 4)).toBe('0.0200');
    expect(sizeAnew('0.0200', '0.0100', '0.0150', 4)).toBe('0.0150');
    expect(sizeAnew('0.0200', '0.0100', '0.0300', 4)).toBeNull();
  });

  it('moves by ticks, and leaves what working orders hold out of what can be closed', () => {
    expect([moved('90000.0', -10, BTC), moved('0.1', -1, BTC), moved('', 1, BTC)]).toEqual(['89999.0', '0.1', '']);
    const position = { contractId: 'cmt_btcusdt', side: 'LONG', size: '0.0500' } as PushedPosition;
    const closing = { ...order, reduceOnly: true };
    const orders = [closing, { ...closing, triggerPrice: '80000.0' }, order];
    expect(closableOf('cmt_btcusdt', 4, [position], orders)).toEqual({ long: '0.0300', short: '0.0000' });
  });
});

describe('moving averages', () => {
  it('begin where there are enough bars', () => {
    const bars = [2, 4, 6, 8].map((close, t) => ({ t, close }));
    expect(averagesOf(bars, 3)).toEqual([
      { t: 2, value: 4 },
      { t: 3, value: 6 },
    ]);
  });
});
