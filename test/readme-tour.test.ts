// The README's tour, pasted line by line into a shell as its reader does, against an exchange started for it. Skipped,
// and said so, where the shell lacks curl or openssl.
import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, it } from 'vitest';
import { cleanUp, newFolder, startExchange } from './cli/process.ts';
import { read } from './source.ts';
import { PATIENCE_MS } from './patience.ts';

const hasTools = spawnSync('sh', ['-c', 'command -v curl && command -v openssl']).status === 0;
const blocks = [...read('README.md').matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);

afterAll(cleanUp);

describe.skipIf(!hasTools)('the tour of the README', () => {
  it('does what it says', async () => {
    expect(blocks.length).toBeGreaterThanOrEqual(3);
    const { ready, stop } = await startExchange('start', newFolder(), '--seed', '3', '--warm-up');
    const script = blocks.join('\n').replace('http://127.0.0.1:8080', ready.url);
    const { stdout, stderr } = spawnSync('sh', { input: script, encoding: 'utf8', timeout: PATIENCE_MS });
    await stop();
    const answers = stdout
      .trim()
      // A field to a line: what goes on is set in.
      .split(/\n(?! {2}")/)
      .map((answer) => JSON.parse(answer));
    expect(Math.max(...stdout.split('\n').map((line) => line.length)), 'readable').toBeLessThan(120);
    expect(stderr).toBe('');
    const [placed, positions, bills, uploaded, coverage] = answers;
    expect(placed).toMatchObject({ client_oid: 'tour-1' });
    expect(positions).toMatchObject([{ side: 'LONG', size: '0.0100' }]);
    expect(bills.items).toMatchObject([{ businessType: 'position_open_long', orderId: placed.order_id }]);
    expect(uploaded).toMatchObject({ code: '00000', data: 'upload success' });
    expect(coverage).toMatchObject({ counted: 1, covered: 1 });
  });
});
