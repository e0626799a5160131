// A witness that is another process cosigns the log of a running exchange: over kills of either, and not the log of a
// copy that went another way.
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oid } from '../api/kit.ts';
import { freePort } from '../free-port.ts';
import { asked, PATIENCE_MS } from '../patience.ts';
import { call, cleanUp, launchOutcry, newFolder, outcry, outcryJson, type Running, startExchange } from './process.ts';

const NAME = 'witness.example/w1';
const ORIGIN = 'exchange.example/ailog';
const QUIET = ['--no-market', '--no-agents', '--origin', ORIGIN] as const;

interface Checkpoint {
  readonly size: number;
}

afterAll(cleanUp);

async function startWitness(folder: string, policy: string, port: number) {
  const launched = launchOutcry(
    'witness',
    'serve',
    '--data',
    folder,
    '--name',
    NAME,
    '--policy',
    policy,
    '--port',
    `${port}`,
  );
  const said = await asked(
    () => launched.said.stdout,
    (text) => text.includes('\n') || launched.child.exitCode !== null,
  );
  const { url, vkey } = JSON.parse(said) as { url: string; vkey: string };
  return { ...launched, url, vkey };
}

async function upload({ ready }: Running): Promise<void> {
  const log = { stage: 'Decision', model: 'm', input: { oid: oid() }, output: { decision: 'HOLD' } };
  expect((await call(ready, ready.accounts[0]!, 'POST', '/capi/v2/order/uploadAiLog', log)).status).toBe(200);
}

const noteOf = async ({ ready }: Running): Promise<string> => (await fetch(`${ready.url}/ailog/checkpoint`)).text();
const sizeIn = (note: string): number => Number(note.split('\n')[1]);
const isCosigned = (note: string): boolean => note.includes(`\n— ${NAME} `);
const cosignedNote = (running: Running, least: number): Promise<string> =>
  asked(
    () => noteOf(running),
    (note) => isCosigned(note) && sizeIn(note) >= least,
  );

describe('a witness', { timeout: 3 * PATIENCE_MS }, () => {
  const data = newFolder();
  const folder = newFolder();
  const policy = join(newFolder(), 'policy');
  const witnesses = join(newFolder(), 'witnesses');
  const known = newFolder();
  let port: number;
  let running: Running;
  let witness: Awaited<ReturnType<typeof startWitness>>;

  const restart = async (from = data): Promise<Running> =>
    startExchange('start', from, ...QUIET, '--ai-log-witnesses', witnesses);
  /** What a stranger sees who believes the log only with the witness. */
  const checked = () => {
    const strict = join(known, 'policy');
    const [log = ''] = readFileSync(policy, 'utf8').split('\n');
    writeFileSync(strict, `${log}\nwitness w1 ${witness.vkey}\nquorum w1\n`);
    return outcryJson<Checkpoint>(
      'log',
      'checkpoint',
      '--url',
      running.ready.url,
      '--policy',
      strict,
      '--known',
      known,
    );
  };

  beforeAll(async () => {
    running = await startExchange('start', data, ...QUIET);
    await asked(
      () => noteOf(running),
      (note) => sizeIn(note) > 0,
    );
    writeFileSync(policy, await (await fetch(`${running.ready.url}/ailog/policy`)).text());
    await running.stop();
    port = await freePort();
    witness = await startWitness(folder, policy, port);
    writeFileSync(witnesses, `witness w1 ${witness.vkey} ${witness.url}\nquorum w1\n`);
    running = await restart();
  }, 2 * PATIENCE_MS);

  it('cosigns what is published, and whoever believes it sees that; its key is its own', async () => {
    const size = sizeIn(await noteOf(running));
    await upload(running);
    const note = await cosignedNote(running, size + 1);
    expect(isCosigned(note), note).toBe(true);
    expect((await checked()).size).toBeGreaterThanOrEqual(sizeIn(note));
    expect(await (await fetch(`${running.ready.url}/ailog/policy`)).text()).toContain(
      `witness w1 ${witness.vkey} ${witness.url}\nquorum w1\n`,
    );
    expect(await (await fetch(witness.url)).text()).toMatch(new RegExp(`^${NAME}\\+.*\n${ORIGIN} [0-9]+\n$`));
    expect(statSync(join(folder, 'witness-key')).mode & 0o777).toBe(0o600);
  });

  it('holds nobody up when it is killed, and goes on from what it had cosigned', async () => {
    witness.child.kill('SIGKILL');
    await witness.ended;
    await upload(running);
    const size = sizeIn(await noteOf(running));
    const alone = await asked(
      () => noteOf(running),
      (note) => sizeIn(note) > size,
    );
    expect([sizeIn(alone) > size, isCosigned(alone)]).toEqual([true, false]);
    expect((await outcry('log', 'checkpoint', '--url', running.ready.url, '--known', known)).stderr).toBe('');
    witness = await startWitness(folder, policy, port);
    const note = await cosignedNote(running, sizeIn(alone));
    expect([isCosigned(note), sizeIn(note) >= sizeIn(alone)]).toEqual([true, true]);
  });

  it('goes on when the exchange is killed', async () => {
    await running.stop('SIGKILL');
    running = await restart();
    const before = sizeIn(await noteOf(running));
    await upload(running);
    // Asked while the new checkpoint is still without the witness's line: whoever demands it waits for it.
    expect((await checked()).size).toBeGreaterThanOrEqual(before);
    const note = await cosignedNote(running, before + 1);
    expect(isCosigned(note)).toBe(true);
    expect((await checked()).size).toBeGreaterThanOrEqual(before);
  });

  it('does not cosign a copy of the log that went another way, and the exchange says so', async () => {
    await running.stop();
    const copy = newFolder();
    cpSync(data, copy, { recursive: true });
    running = await restart();
    const size = sizeIn(await noteOf(running));
    await upload(running);
    const last = sizeIn(await cosignedNote(running, size + 1));
    await running.stop();
    running = await restart(copy);
    await upload(running);
    await upload(running);
    const refused = await asked(
      () => witness.said.stderr,
      (text) => text.includes('a checkpoint was not cosigned'),
    );
    expect(refused).toContain(`the tree of ${last} is the beginning of`);
    const note = await noteOf(running);
    expect([sizeIn(note) > last, isCosigned(note)]).toEqual([true, false]);
    expect((await running.stop()).stderr).toContain('a witness does not cosign');
    running = await restart();
    expect(isCosigned(await cosignedNote(running, last))).toBe(true);
  });

  it('answers what is no request with what it needs, and reads no more than it must', async () => {
    const post = async (body: string) => {
      const answer = await fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body });
      return [answer.status, await answer.text()] as const;
    };
    expect(await post('')).toEqual([400, expect.stringContaining('old SIZE')]);
    expect(await post(`old 0\n\n${'x'.repeat(70_000)}`)).toEqual([413, expect.stringContaining('65536')]);
    expect(await post('old 0\n\nother.example\n1\nAAAA\n\n— other.example AAAA\n')).toEqual([400, expect.any(String)]);
    expect((await fetch(`${witness.url}/add-checkpoint`)).status).toBe(405);
    expect((await fetch(`${witness.url}/else`)).status).toBe(404);
  });

  it('refuses another name, a folder that is in use, and a file it can not read any more', async () => {
    const args = ['witness', 'serve', '--policy', policy, '--port', '0', '--data'] as const;
    expect((await outcry(...args, folder)).stderr).toMatch(/can't run: .*is in use/);
    expect((await outcry(...args, newFolder())).stderr).toContain('--name NAME');
    witness.child.kill('SIGTERM');
    expect((await witness.ended).code).toBe(0);
    expect((await outcry(...args, folder, '--name', 'other.example')).stderr).toContain(`is of the witness ${NAME}`);
    const [seen = ''] = readdirSync(folder).filter((file) => file.startsWith('log-'));
    writeFileSync(join(folder, seen), 'x');
    expect((await outcry(...args, folder)).stderr).toContain('restore it from a copy');
    await running.stop();
  });
});
