/**
 * Files of the data folder that are removed or replaced while the exchange runs: it ends by itself, says which, and the
 * next start has everything that was answered.
 */
import { cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type Account, call, cleanUp, newFolder, outcry, type Ready, startExchange } from './process.ts';

afterAll(cleanUp);

const remove =
  (...names: readonly string[]) =>
  (data: string): void =>
    names.forEach((name) => rmSync(join(data, name), { recursive: true, force: true }));
/** Another file of the same content in its place, as an editor or a copy leaves it. */
function replaceJournal(data: string): void {
  cpSync(join(data, 'journal.log'), join(data, 'copy'));
  renameSync(join(data, 'copy'), join(data, 'journal.log'));
}

const upload = (ready: Ready, account: Account, model: string) =>
  call(ready, account, 'POST', '/capi/v2/order/uploadAiLog', {
    stage: 'Decision Making',
    model,
    input: { model },
    output: {},
  });

const CASES: readonly (readonly [string, (data: string) => void, string, string])[] = [
  ['journal.log removed', remove('journal.log'), 'journal.log', 'removed'],
  ['journal.log replaced', replaceJournal, 'journal.log', 'replaced'],
  ['journal/ removed', remove('journal'), 'journal', 'removed'],
  ['the read store removed', remove('outcry.db', 'outcry.db-wal', 'outcry.db-shm'), 'outcry.db', 'removed'],
  ['the key file removed', remove('key-file'), 'key-file', 'removed'],
  ['the key of the AI log removed', remove('ailog-key'), 'ailog-key', 'removed'],
];

it.each(CASES)('%s: the exchange ends, and nothing that was answered is lost', async (_, damage, file, how) => {
  const data = newFolder();
  const running = await startExchange('start', data, '--no-market', '--log-level', 'error');
  const [alice] = running.ready.accounts;
  expect((await upload(running.ready, alice!, 'before')).body).toMatchObject({ code: '00000' });
  damage(data);
  // Between the removal and its notice: answered, so it must be there afterwards.
  const last = await upload(running.ready, alice!, 'at the last moment').catch(() => null);
  const { code, stderr } = await running.ended;
  expect([code, stderr]).toEqual([1, expect.stringContaining(`${join(data, file)} was ${how} while the exchange ran`)]);

  if (how === 'replaced') renameSync(join(data, 'journal.log.kept'), join(data, 'journal.log'));
  expect(readdirSync(data)).toEqual(expect.arrayContaining(['journal.log', 'outcry.db', 'key-file', 'ailog-key']));
  const doctor = await outcry('doctor', '--data', data, '--for', 'start');
  expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringContaining('well: nothing stops a start')]);
  const next = await startExchange('start', data, '--no-market');
  const known = JSON.stringify((await call(next.ready, alice!, 'GET', '/capi/v2/ai/logs')).body);
  expect(known).toContain('before');
  if (last?.status === 200) expect(known).toContain('at the last moment');
  await next.stop();
  expect(existsSync(join(data, 'journal.log.kept'))).toBe(false);
});
