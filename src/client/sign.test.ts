import { describe, expect, it } from 'vitest';
import { sign } from './sign.ts';

describe('sign', () => {
  it('gives the worked signatures of the wire contract', async () => {
    expect(
      await sign('demo-secret', {
        timestamp: '1767258000000',
        method: 'GET',
        path: '/capi/v2/account/position/singlePosition',
        query: 'symbol=cmt_btcusdt',
        body: '',
      }),
    ).toBe('MRQnOgEVN5KMo14asNMc4wyajGpXwrQY8XVsIuxRhsY=');
    expect(
      await sign('demo-secret', {
        timestamp: '1767258001000',
        method: 'GET',
        path: '/capi/v2/account/assets',
        query: '',
        body: '',
      }),
    ).toBe('WBP5ho3Q2qkmCE/SfxH12A+/WKqr7I3mRaTUlb3/e5o=');
    const body =
      '{"symbol": "cmt_btcusdt", "client_oid": "demo-0001", "size": "0.01", "type": "1", "order_type": "0", "match_price": "1", "price": "0", "presetTakeProfitPrice": "95000", "presetStopLossPrice": "85000"}';
    const request = {
      timestamp: '1767251700000',
      method: 'POST',
      path: '/capi/v2/order/placeOrder',
      query: '',
    } as const;
    expect(await sign('demo-secret', { ...request, body })).toBe('e9zpafmPUf/Foc4GXfr3LOO+QAIamz9aR1ZSojcK4t0=');
    expect(await sign('demo-secret', { ...request, body: new TextEncoder().encode(body) })).toBe(
      'e9zpafmPUf/Foc4GXfr3LOO+QAIamz9aR1ZSojcK4t0=',
    );
  });
});
