// The order that `outcry start` offers to paste: it is run in a real shell, with a real openssl and curl, against a
// real exchange.
import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, it } from 'vitest';
import { pasteableOrder } from '../../src/cli/greeting.ts';
import { call, cleanUp, newFolder, startExchange } from './process.ts';

afterAll(cleanUp);

const has = (program: string) => spawnSync('bash', ['-c', `command -v ${program}`]).status === 0;
const missing = ['openssl', 'curl'].filter((program) => !has(program));

describe('the order to paste', () => {
  it.skipIf(missing.length > 0)(
    `fills when it is pasted into bash${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')} here)` : ''}`,
    async () => {
      const { ready, stop } = await startExchange('start', newFolder());
      const account = ready.accounts[0]!;
      const pasted = spawnSync('bash', ['-c', pasteableOrder(ready.url, account)], { encoding: 'utf8' });
      expect(pasted.stderr).toBe('');
      expect(JSON.parse(pasted.stdout)).toMatchObject({
        order_id: expect.stringMatching(/^7\d{14}$/),
        client_oid: expect.stringMatching(/^hello-/),
      });
      const { body } = await call(ready, account, 'GET', '/capi/v2/account/position/singlePosition?symbol=cmt_btcusdt');
      expect(body).toMatchObject([{ side: 'LONG', size: '0.0010' }]);
      await stop();
    },
  );
});
