/** A copy of the folder of an exchange that runs, without its lock: it is not started beside it. */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { twinOf } from '../../src/folder/inspect/twin.ts';
import { cleanUp, launchOutcry, newFolder, outcry, startExchange } from './process.ts';

afterAll(cleanUp);

it('is refused while the other runs, and goes on once that has stopped', async () => {
  const data = newFolder();
  const running = await startExchange('start', data, '--no-market');
  const copy = newFolder();
  cpSync(data, copy, { recursive: true });
  for (const name of ['lock.db', 'lock.pid']) rmSync(join(copy, name));
  const { ended } = launchOutcry('start', '--data', copy, '--port', '0', '--log-level', 'silent');
  const { code, stderr } = await ended;
  expect([code, stderr]).toEqual([1, expect.stringContaining('This is a copy of its folder')]);
  expect(stderr).toContain(running.ready.adminUrl);
  const doctor = await outcry('doctor', '--data', copy);
  expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining('runs already, at')]);
  expect((await outcry('doctor', '--data', data)).code, 'the one that runs').toBe(0);
  await running.stop();
  await (await startExchange('start', copy, '--no-market')).stop();
});

it('is none because of another program that listens where its exchange did, before it was killed', async () => {
  const folder = newFolder();
  const [adminUrl, adminToken] = [join(folder, 'admin-url'), join(folder, 'admin-token')];
  writeFileSync(adminToken, 'a-token-of-some-length');
  let answer = (_authorization: string | undefined): string => '';
  const server = createServer(({ headers }, response) => response.end(answer(headers.authorization)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  writeFileSync(adminUrl, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const unauthorized = '{"code":"unauthorized","msg":""}';
  for (const [said, isTwin] of [
    [() => '{}', false],
    [() => '<html>', false],
    [() => unauthorized, false],
    [(given: string | undefined) => (given === undefined ? unauthorized : '{"sequence":1}'), true],
  ] as const) {
    answer = said;
    expect((await twinOf({ adminUrl, adminToken })) !== null).toBe(isTwin);
  }
  server.close();
  server.closeAllConnections();
  expect(await twinOf({ adminUrl, adminToken })).toBeNull();
  writeFileSync(adminUrl, 'http://example.org:80');
  expect(await twinOf({ adminUrl, adminToken })).toBeNull();
});
