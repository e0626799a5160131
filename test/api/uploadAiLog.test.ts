// POST /order/uploadAiLog over the wire: what can be read back and verified, and the dry run. What is hostile or
// malformed is in hostile-uploads.test.ts.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toHex } from '../../src/core/text/bytes.ts';
import { opens } from '../../src/core/log/commit.ts';
import { indexOf, log, LOGS, raw, startUploads, type Uploads, warnings } from './ai-log-kit.ts';
import { type Kit, SYMBOL, type TestAccount } from './kit.ts';

let kit: Kit;
let alice: TestAccount;
let orderId: string;
let upload: Uploads['upload'];
beforeAll(async () => {
  ({ kit, alice, orderId, upload } = await startUploads());
});
afterAll(() => kit.stop());

describe('reading back', () => {
  it('one log carries all its owner needs to verify it', async () => {
    const body = raw(`"orderId":${orderId}`, { explanation: 'because' });
    const answer = await upload(body);
    const { json } = await kit.get(alice, `/capi/v2/ai/log?index=${indexOf(answer)}`);
    const sha256 = (data: Uint8Array): Uint8Array => createHash('sha256').update(data).digest();
    const key = (name: string): Uint8Array => Buffer.from(json.keys[name], 'base64');
    const header = JSON.parse(json.header);
    const entry = JSON.parse(json.entry);
    expect(json.body).toBe(body);
    expect(json.bodySha256).toBe(toHex(sha256(Buffer.from(body))));
    expect(opens(sha256, header.body, key('body'), Buffer.from(body))).toBe(true);
    expect(opens(sha256, header.explanation, key('explanation'), Buffer.from('"because"'))).toBe(true);
    expect(opens(sha256, entry.h, key('header'), Buffer.from(json.header))).toBe(true);
    expect(header).toMatchObject({
      kind: 'ailog',
      uid: String(alice.uid),
      orderId,
      stage: 'Decision Making',
      model: 'm-1',
    });
    expect(toHex(sha256(Buffer.concat([Buffer.from([0]), Buffer.from(json.entry)])))).toBe(json.leaf);
    expect(json.leaf).toBe(answer.headers['ai-log-leaf']);
    expect(json.receivedAt).toBe(entry.t);
  });

  it('a log of somebody else and one that is none are the same: 40020', async () => {
    const answer = await upload(log());
    for (const [account, index] of [
      [kit.bob, indexOf(answer)],
      [alice, 999_999_999],
    ] as const) {
      const { json } = await kit.get(account, `/capi/v2/ai/log?index=${index}`);
      expect([json.code, json.msg]).toEqual(['40020', 'Parameter index is invalid']);
    }
    for (const index of ['-1', '1.5', 'x', '9'.repeat(30)])
      expect((await kit.get(alice, `/capi/v2/ai/log?index=${index}`)).json.code).toBe('40020');
  });

  it('lists are newest first, paged and filtered by order', async () => {
    const trader = await kit.newAccount({ allowed: true });
    const id = await kit.place(trader, { match_price: '0', price: '80000' });
    const indices: number[] = [];
    for (const fields of [{}, { orderId: id }, { output: { decision: 'OPEN_LONG', symbol: SYMBOL } }])
      indices.unshift(indexOf(await upload(log(fields), trader)));
    const all = (await kit.get(trader, LOGS)).json;
    expect(all.list.map((one: any) => one.index)).toEqual(indices);
    expect(all.list[0].decisions).toEqual([{ action: 'OPEN_LONG', symbol: SYMBOL, size: null, price: null }]);
    const page = await kit.get(trader, `${LOGS}?limit=2`);
    expect([page.json.list.length, page.json.nextPage]).toEqual([2, true]);
    const rest = await kit.get(trader, `${LOGS}?limit=2&cursor=${String(page.headers['x-next-cursor'])}`);
    expect([rest.json.list.map((one: any) => one.index), rest.json.nextPage]).toEqual([[indices[2]], false]);
    expect((await kit.get(trader, `${LOGS}?orderId=${id}`)).json.list.map((one: any) => one.index)).toEqual([
      indices[1],
    ]);
    expect((await kit.get(trader, `${LOGS}?cursor=xyz`)).json.code).toBe('40020');
  });

  it('the allowlist tells an account about itself', async () => {
    const trader = await kit.newAccount();
    expect((await kit.get(trader, '/capi/v2/ai/allowlist')).json).toEqual({
      uid: trader.uid,
      allowed: false,
      changes: [],
    });
    await kit.admin('POST', '/admin/allowlist', { uid: trader.uid, allowed: true, reason: 'round two' });
    expect((await kit.get(trader, '/capi/v2/ai/allowlist')).json).toMatchObject({
      allowed: true,
      changes: [{ allowed: true, reason: 'round two' }],
    });
  });
});

describe('a decision not to trade', () => {
  it('may be a veto in words of the team’s own; letters at random are none', async () => {
    const of = async (action: string): Promise<string> =>
      warnings(await upload(log({ output: { action, min_flow: 0.6 } })));
    expect(await of('FLOW_GATE_BLOCKED')).toBe('');
    expect(await of('HOLD')).toBe('');
    expect(await of('QWERTZ_UIOP')).toBe('NO_DECISION');
  });
});

describe('the dry run', () => {
  it('says what an upload would answer, stores nothing, and needs no place on the allowlist', async () => {
    const trader = await kit.newAccount();
    const bad = await kit.post(trader, '/capi/v2/ai/validate', '{"stage":"s","x":NaN}');
    expect([bad.status, bad.json]).toEqual([
      200,
      {
        ok: false,
        error: {
          code: '40017',
          msg: 'Parameter validation failed: syntax at $.x, byte 17',
          hint: expect.stringMatching(/^found NaN, which JSON does not have: send null/),
          reason: 'syntax',
          path: '$.x',
          offset: 17,
        },
        warnings: [],
        decisions: [],
        bodySha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        clientOid: expect.stringMatching(/^ai1-[0-9a-f]{32}$/),
        link: null,
        grade: null,
      },
    ]);
    const good = await kit.post(trader, '/capi/v2/ai/validate', log({ orderId: '5' }));
    expect(good.json).toMatchObject({
      ok: true,
      error: null,
      warnings: ['ORDER_NOT_FOUND'],
      decisions: [{ action: 'HOLD' }],
    });
    expect((await kit.get(trader, LOGS)).json.list).toEqual([]);
  });
});
