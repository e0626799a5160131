import { describe, expect, it } from 'vitest';
import type { ContractsRow } from '../../client/index.ts';
import { EMPTY_DRAFT, estimate, fieldOf, partOf, requestOf, sizeOf } from './order-draft.ts';

const BTC = { symbol: 'cmt_btcusdt' } as ContractsRow;

describe('an order while it is written', () => {
  it('estimates what it ties up and costs', () => {
    expect(estimate('0.01', '90512.3', '20', '0.0006')).toEqual({ needs: '45.25615000', fee: '0.54307380' });
    expect([estimate('', '1', '1', '0'), estimate('1', '', '1', '0'), estimate('1', '1', '0', '0')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('makes sizes of percent and never rounds them up', () => {
    expect(sizeOf(100, '10000', '90512.3', '20', '0.0001', 4)).toBe('2.2096');
    expect(sizeOf(25, '10000', '90512.3', '20', '0.0001', 4)).toBe('0.5524');
    expect(sizeOf(100, '1', '90512.3', '1', '1', 0)).toBe('0');
    expect(partOf(50, '0.0003', '0.0001', 4)).toBe('0.0001');
  });

  it('sends what was written, under the channel of its kind', () => {
    const draft = { ...EMPTY_DRAFT, price: '90500', size: '0.01', takeProfit: '95000' };
    expect(requestOf(draft, '1', BTC, 'web-1')).toEqual({
      operation: 'placeOrder',
      body: {
        symbol: 'cmt_btcusdt',
        client_oid: 'web-1',
        size: '0.01',
        type: '1',
        order_type: '0',
        match_price: '0',
        price: '90500',
        presetTakeProfitPrice: '95000',
      },
    });
    expect(requestOf({ ...draft, kind: 'market' }, '3', BTC, 'web-2').body).not.toHaveProperty('presetTakeProfitPrice');
    const plan = requestOf({ ...draft, kind: 'plan', price: '', trigger: '91000' }, '2', BTC, 'web-3');
    expect([plan.operation, 'match_type' in plan.body && plan.body.match_type]).toEqual(['plan_order', '1']);
  });

  it('finds the field a refusal is about and the values its hint proposes', () => {
    expect(
      ['SIZE_NOT_MULTIPLE_OF_STEP', 'PRICE_OUT_OF_RANGE', 'TRIGGER_PRICE_WRONG', 'FROZEN', null].map(fieldOf),
    ).toEqual(['size', 'price', 'trigger', null, null]);
  });
});
