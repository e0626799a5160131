// What was published of the AI log is never taken back: killed at any moment, the exchange goes on with the tree it
// signed, and every log it answered is in it; restored from an older journal, it refuses to start, and goes on under
// another name only.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  checkWholeLog,
  type OpenedLog,
  openLog,
  openLogSource,
  proveConsistency,
} from '../../src/publish/log/log-reader.ts';
import { readConfig } from '../../src/app/settings/config.ts';
import { startApp } from '../../src/app/start.ts';
import { createClient } from '../../src/client/client.ts';
import { cleanUp, newFolder, type Ready, startExchange } from '../cli/process.ts';

const ROUNDS = 3;
const folders: string[] = [];
afterAll(async () => {
  await cleanUp();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

let made = 0;
const body = (): string =>
  `{"stage":"s","model":"m","input":{"n":${++made}},"output":{"decision":"HOLD"},"explanation":"${'x'.repeat(500)}"}`;

function clientOf({ url, accounts }: Pick<Ready, 'url' | 'accounts'>) {
  return createClient({ url, ...accounts[0]!, retries: 0 });
}
const logOf = (url: string): Promise<OpenedLog> => openLog(openLogSource(`${url}/ailog`), null);

describe('an exchange that is killed', () => {
  it(`goes on with the tree it signed, ${ROUNDS} times`, async () => {
    const data = newFolder();
    const answered: number[] = [];
    let known: OpenedLog | null = null;
    for (let round = 0; round < ROUNDS; round++) {
      const running = await startExchange('start', data, '--no-market', '--no-rate-limit-enabled');
      const client = clientOf(running.ready);
      // Published when this is answered; a new exchange publishes its first leaves a moment after it is ready.
      await client.aiProof({ index: answered.at(-1) ?? 1 });
      const log = await logOf(running.ready.url);
      await checkWholeLog(log);
      if (known !== null) {
        const [old] = await proveConsistency(log, known.head.size, log.head.size);
        expect(Buffer.from(old)).toEqual(Buffer.from(known.head.root));
        for (const index of answered) expect((await client.aiLog({ index })).index).toBe(index);
      }
      const uploads = async (): Promise<void> => {
        for (;;) {
          const { headers } = await client.call('uploadAiLog', body());
          answered.push(Number(headers.get('ai-log-index')));
        }
      };
      const ends = Promise.allSettled([uploads(), uploads()]);
      const killAt = 3 + Math.floor(Math.random() * 40) + answered.length;
      while (answered.length < killAt) await new Promise(setImmediate);
      known = await logOf(running.ready.url);
      await running.stop('SIGKILL');
      await ends;
    }
    expect(answered.length).toBeGreaterThan(3 * ROUNDS);
    expect(new Set(answered).size).toBe(answered.length);
  });
});

describe('an exchange whose journal is older than what it signed', () => {
  it('does not start, and goes on under a new name only, which its log says', async () => {
    const data = mkdtempSync(join(tmpdir(), 'outcry-forked-'));
    folders.push(data);
    const start = (...flags: string[]) =>
      startApp(readConfig(['--port', '0', '--data', data, '--no-market', '--log-level', 'silent', ...flags], {}), {
        demo: true,
      });
    const first = await start('--origin', 'outcry.test/ailog');
    await clientOf(first).aiProof({ index: 1 });
    await first.stop();
    cpSync(join(data, 'journal.log'), join(data, 'copy'));

    const second = await start();
    const { headers } = await clientOf(second).call('uploadAiLog', body());
    const index = Number(headers.get('ai-log-index'));
    await clientOf(second).aiProof({ index });
    const published = await logOf(second.url);
    await second.stop();
    cpSync(join(data, 'copy'), join(data, 'journal.log'));

    const short = await start().then(
      () => '',
      (error: Error) => error.message,
    );
    const accepted = /--accept-loss (short-journal@\d+)/.exec(short)?.[1];
    expect(accepted, short).toBeDefined();
    const refused = await start('--accept-loss', accepted!).then(
      () => '',
      (error: Error) => error.message,
    );
    expect(refused).toContain('logForked');
    const forked = /--accept-loss (forked-log@\d+)/.exec(refused)?.[1];
    expect(forked).toBe(`forked-log@${published.head.size}`);
    await expect(start('--accept-loss', forked!), 'without a name').rejects.toThrow('logForked');

    const third = await start('--accept-loss', forked!, '--origin', 'outcry.test/ailog-2');
    try {
      const again = await clientOf(third).call('uploadAiLog', body());
      await clientOf(third).aiProof({ index: Number(again.headers.get('ai-log-index')) });
      const log = await logOf(third.url);
      await checkWholeLog(log);
      expect(log.head.origin).toBe('outcry.test/ailog-2');
      const key = `"previous":{"origin":"outcry.test/ailog","root":"${Buffer.from(published.head.root).toString('base64')}","size":${published.head.size}}`;
      const entries = await (await fetch(`${third.url}/ailog/tile/entries/000.p/${log.head.size}`)).text();
      expect(entries).toContain(key);
    } finally {
      await third.stop();
    }
  });
});
