// V3-05: the worked signatures of test/vectors/v3/signing.json, made as programs make them, and a query that was
// reordered after signing. Every other test of this folder shows that an exchange takes what is signed so.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Kit, startKit } from '../kit.ts';
import SIGNING from '../../vectors/v3/signing.json' with { type: 'json' };

let kit: Kit;
beforeAll(async () => {
  kit = await startKit();
});
afterAll(() => kit.stop());

describe('V3-05', () => {
  it.each(SIGNING.cases.map((one) => [one.name, one] as const))('%s', (_, one) => {
    expect(one.timestamp + one.method + one.target + one.body).toBe(one.message);
    expect(createHmac('sha256', SIGNING.secret).update(one.message).digest('base64')).toBe(one.sign);
  });

  it.each(SIGNING.cases.filter(({ method }) => method !== '').map((one) => [one.name, one] as const))(
    '%s is understood by a running exchange: what it says is not that the signature is wrong',
    async (_, { method, target, body }) => {
      const { json } =
        method === 'GET'
          ? await kit.get(kit.alice, target)
          : method === 'POST'
            ? await kit.post(kit.alice, target, body)
            : await kit.delete(kit.alice, target, body);
      expect(json.code ?? 0).not.toBe(-1047);
    },
  );

  it('a query in another order than it was signed in is refused', async () => {
    const target = '/capi/v3/openOrders?symbol=BTCUSDT&limit=5';
    expect((await kit.get(kit.alice, target)).status).toBe(200);
    const moved = await kit.get(kit.alice, target, { signedTarget: '/capi/v3/openOrders?limit=5&symbol=BTCUSDT' });
    expect([moved.status, moved.json.code]).toEqual([400, -1047]);
  });
});
