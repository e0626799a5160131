// Text that is no JSON, sent by program to every kind of door: the code stays, and the hint names what was found and
// the cure. All slips one by one: src/api/words/json-hints.test.ts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectAs } from '../push/push-kit.ts';
import { signedBytes, UPLOAD } from './ai-log-kit.ts';
import { type Kit, PLACE, startKit } from './kit.ts';

/** What Python's json.dumps makes of a gap in a data frame. */
const GAP = '{"stage":"s","model":"m","input":{"rsi_14": NaN},"output":{"action":"HOLD"}}';
const GAP_HINT =
  'found NaN, which JSON does not have: send null, or leave the field out; in Python json.dumps(…, allow_nan=False) finds it before it is sent';

let kit: Kit;
beforeAll(async () => void (kit = await startKit()));
afterAll(() => kit.stop());

const chinese = { headers: { locale: 'zh-CN' } };

describe('text that is no JSON', () => {
  it('as an AI log keeps its code, its path and its byte, and has a hint in either language', async () => {
    const { status, json } = await kit.post(kit.alice, UPLOAD, GAP);
    const msg = `Parameter validation failed: syntax at $.input.rsi_14, byte ${GAP.indexOf('NaN')}`;
    expect([status, json.code, json.msg, json.hint]).toEqual([400, '40017', msg, GAP_HINT]);
    const other = await kit.post(kit.alice, UPLOAD, GAP, chinese);
    expect(other.json.hint).toMatch(/^收到NaN，JSON中没有此值：请发送null，或省略该字段/);
  });

  it('as an AI log that is tried has the same hint', async () => {
    const { json } = await kit.post(kit.alice, '/capi/v2/ai/validate', GAP);
    expect(json.error).toMatchObject({ code: '40017', reason: 'syntax', path: '$.input.rsi_14', hint: GAP_HINT });
    const missing = await kit.post(kit.alice, '/capi/v2/ai/validate', '');
    expect(missing.json.error).toMatchObject({ code: '40019', hint: 'found an empty body: send one JSON object' });
  });

  it('as an empty AI log is told from one that lacks its fields', async () => {
    const empty = await kit.send({ ...signedBytes(kit.alice, Buffer.alloc(0)), body: '' });
    expect([empty.json.code, empty.json.msg]).toEqual(['40019', 'Parameter stage cannot be empty']);
    expect(empty.json.hint).toBe('found an empty body: send one JSON object');
    const fieldless = await kit.post(kit.alice, UPLOAD, '{}');
    expect([fieldless.json.code, fieldless.json.hint]).toEqual(['40019', undefined]);
    const zh = await kit.post(kit.alice, UPLOAD, '', chinese);
    expect(zh.json.hint).toBe('收到空的请求体：请发送一个JSON对象');
  });

  it('as an order has a hint as well, and so has an empty one', async () => {
    const repr = await kit.post(kit.alice, PLACE, "{'symbol': 'cmt_btcusdt', 'size': 0.01}");
    expect([repr.json.code, repr.json.msg]).toEqual(['40017', 'Parameter validation failed: syntax at $, byte 1']);
    expect(repr.json.hint).toContain("found a single quote ('): JSON has double quotes only");
    const form = await kit.post(kit.alice, PLACE, 'symbol=cmt_btcusdt&size=0.01');
    expect(form.json.hint).toContain('found form encoding (symbol=…): send JSON');
    const empty = await kit.post(kit.alice, PLACE, '');
    expect([empty.json.code, empty.json.hint]).toEqual(['40019', 'found an empty body: send one JSON object']);
  });

  it('on a socket has a hint as well', async () => {
    const socket = await connectAs(kit.url, kit.alice);
    socket.send('{"event":"ping",}');
    const error = await socket.next(({ event }) => event === 'error');
    expect(error).toMatchObject({ code: '40017', msg: 'Parameter validation failed: syntax at $, byte 16' });
    expect(error.hint).toBe('found a comma before }: take out the comma behind the last entry');
    socket.close();
  });

  it('to the administration says where, what and the cure, and a key given twice is refused', async () => {
    const send = async (body: string | Buffer): Promise<unknown> => {
      const token = readFileSync(join(kit.data, 'admin-token'), 'utf8').trim();
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const response = await fetch(`${kit.app.adminUrl}/admin/accounts/deposit`, { method: 'POST', headers, body });
      return [response.status, await response.json()];
    };
    const told = (why: string) => [400, { code: 'invalid', msg: `the body is no JSON object: ${why}` }];
    expect(await send('{"uid":1000001,"amount":Infinity}')).toEqual(
      told(
        'syntax at $.amount, byte 24: found Infinity, which JSON does not have: send null, or a text such as "Infinity"',
      ),
    );
    expect(await send('{"uid":1000001,"amount":"1","amount":"9"}')).toEqual(
      told('duplicateKey at $.amount, byte 28: found "amount" twice in one object: give each name once'),
    );
    expect(await send('[1]')).toEqual(
      told('notObject at $, byte 0: found a list: send one JSON object, between { and }'),
    );
  });
});
