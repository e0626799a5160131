import { describe, expect, it } from 'vitest';
import type { ContractsRow } from '../../client/index.ts';
import { coinsOf, EMPTY_DRAFT, estimate, fieldOf, mostOf, partOf, requestOf, worthOf } from './order-draft.ts';

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

  it('knows the most that funds allow, with fee and first loss, and never rounds it up', () => {
    const funds = { available: '10000', leverage: '20', takerFee: '0.0006', loss: '0' };
    const largest = mostOf('90512.3', funds, '0.0001', 4)!;
    expect(largest).toBe('2.1834');
    const sum = ({ needs, fee }: { needs: string; fee: string }): number => Number(needs) + Number(fee);
    expect(sum(estimate(largest, '90512.3', '20', '0.0006')!)).toBeLessThanOrEqual(10_000);
    expect(sum(estimate('2.1835', '90512.3', '20', '0.0006')!)).toBeGreaterThan(10_000);
    expect(mostOf('90512.3', { ...funds, loss: '100' }, '0.0001', 4)).toBe('2.1367');
    expect(mostOf('90512.3', { ...funds, available: '1' }, '1', 0)).toBe('0');
    expect(mostOf('', funds, '0.0001', 4)).toBeNull();
    expect(partOf(50, '0.0003', '0.0001', 4)).toBe('0.0001');
  });

  it('takes sizes in USDT, and what a size is worth comes to that size again', () => {
    expect(coinsOf({ size: '1000', unit: 'usdt' }, '90512.3', '0.0001')).toBe('0.0110');
    for (const size of ['0.0110', '2.1834', '0.0001'])
      expect(coinsOf({ size: worthOf(size, '90512.3')!, unit: 'usdt' }, '90512.3', '0.0001')).toBe(size);
    expect(coinsOf({ size: '7', unit: 'coin' }, '', '0.0001')).toBe('7');
    expect(coinsOf({ size: '', unit: 'usdt' }, '1', '0.0001')).toBeNull();
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
