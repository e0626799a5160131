// AI logs through the second door: one store with the first, and a reason is required (V3-23).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Kit, startKit, type TestAccount } from '../kit.ts';

const PATHS = ['/capi/v3/order/uploadAiLog', '/capi/v3/sim/order/uploadAiLog'];

let kit: Kit;
let team: TestAccount;
beforeAll(async () => {
  kit = await startKit();
  team = await kit.newAccount({ allowed: true });
});
afterAll(() => kit.stop());

let count = 0;
const log = (more: object = {}) =>
  JSON.stringify({
    stage: 'Decision Making',
    model: 'm-1',
    input: { n: ++count },
    output: { decision: 'HOLD' },
    explanation: 'Nothing moves.',
    ...more,
  });

describe('V3-23 uploadAiLog', () => {
  it.each(PATHS)('%s keeps a log and answers with the one msg of v3', async (path) => {
    const { status, json, headers } = await kit.post(team, path, log());
    expect([status, json]).toEqual([
      200,
      { code: '00000', msg: 'success', requestTime: expect.any(Number), data: 'upload success' },
    ]);
    expect(headers['ai-log-id']).toMatch(/^\d+$/);
  });

  it.each([
    ['absent', { explanation: undefined }],
    ['null', { explanation: null }],
    ['empty', { explanation: '' }],
  ])('needs a reason: %s', async (_, more) => {
    for (const path of PATHS) {
      const { status, json } = await kit.post(team, path, log(more));
      expect([status, json.code, json.msg]).toEqual([400, -1141, "Parameter 'explanation' cannot be empty"]);
    }
    expect((await kit.post(team, '/capi/v2/order/uploadAiLog', log(more))).status).toBe(200);
  });

  it('stores the same body once, whichever door it comes by, and its bytes of the volume count once', async () => {
    const body = log();
    const first = await kit.post(team, '/capi/v2/order/uploadAiLog', body);
    for (const path of PATHS) {
      const again = await kit.post(team, path, body);
      expect([again.status, again.headers['ai-log-id'], again.headers['ai-log-duplicate']]).toEqual([
        200,
        first.headers['ai-log-id'],
        '1',
      ]);
    }
    const { list } = (await kit.get(team, '/capi/v2/ai/logs?limit=100')).json;
    const index = Number(first.headers['ai-log-id']);
    expect(list.filter((one: any) => Number(one.index) >= index)).toHaveLength(1);
  });

  it('warns of a long reason, and refuses one that is none with the place of it', async () => {
    const long = await kit.post(team, PATHS[0]!, log({ explanation: 'x'.repeat(1001) }));
    expect([long.status, long.headers['ai-log-warnings']]).toEqual([200, expect.stringContaining('LONG_EXPLANATION')]);
    const wrong = await kit.post(team, PATHS[0]!, log({ explanation: 7 }));
    expect([wrong.status, wrong.json.code, wrong.json.hint]).toEqual([
      400,
      -1142,
      expect.stringContaining('$.explanation'),
    ]);
    const broken = await kit.post(team, PATHS[0]!, '{"stage":');
    expect([broken.status, broken.json.code]).toEqual([400, -1135]);
  });

  it('is 403 off the list, even for garbage', async () => {
    const outsider = await kit.newAccount();
    for (const path of PATHS)
      for (const body of [log(), 'garbage']) {
        const { status, json } = await kit.post(outsider, path, body);
        expect([status, json.code, json.msg]).toEqual([403, -1052, 'Insufficient permissions for this action']);
      }
  });
});
