/**
 * Whole exchanges that go on from snapshots: after a clean stop, after a kill, with the newest one damaged, and after
 * one that was asked for. What they go on with is what the journal alone leads to.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Diagnosis } from '../../src/folder/doctor/doctor.ts';
import { PATIENCE_MS } from '../patience.ts';
import { cleanUp, type Ended, newFolder, outcryJson, type Running, startExchange } from './process.ts';

afterAll(cleanUp);

interface Line {
  readonly msg: string;
  readonly sequence?: number;
  readonly from?: number;
  readonly snapshot?: string;
  readonly found?: string;
}

/** The lines of its log. */
function logOf(stderr: string): Line[] {
  return stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
}

const namesIn = (data: string): string[] => readdirSync(join(data, 'snapshots')).toSorted();

async function hashOf(data: string, ...live: string[]): Promise<string> {
  const { sequence, hash } = await outcryJson<Hashed>('hash', '--data', data, ...live);
  return `${sequence} ${hash}`;
}

interface Hashed {
  readonly sequence: number;
  readonly hash: string;
}

const start = (data: string): Promise<Running> => startExchange('start', data, '--log-level', 'info');

/** The exchange itself, not the launcher it may have been started by. */
function kill({ ready, ended }: Running): Promise<Ended> {
  process.kill(Number.parseInt(readFileSync(join(ready.data, 'lock.pid'), 'utf8')), 'SIGKILL');
  return ended;
}

/** What the journal alone leads to at a sequence. */
async function replayed(data: string, until: number | string): Promise<string> {
  return (await outcryJson<Hashed>('replay', '--data', data, '--until', String(until))).hash;
}

async function sequenceOf(running: Running): Promise<number> {
  return Number((await hashOf(running.ready.data, '--live')).split(' ')[0]);
}

/** The folder of an exchange whose stop had the time for its snapshot. */
async function stoppedWithSnapshot(): Promise<string> {
  for (const until = Date.now() + PATIENCE_MS; ; ) {
    const data = newFolder();
    const running = await start(data);
    await sequenceOf(running);
    const said = logOf((await running.stop()).stderr).map(({ msg }) => msg);
    if (said.includes('snapshot written')) return data;
    expect(said).toContain('stopped without a snapshot: the next start takes longer');
    expect(Date.now()).toBeLessThan(until);
  }
}

it('goes on from what a clean stop left, from what was asked for after a kill, and past what is damaged', async () => {
  const data = await stoppedWithSnapshot();
  expect(namesIn(data)).toHaveLength(1);
  const atStop = await hashOf(data);

  const second = await start(data);
  const made = await outcryJson<Hashed & { readonly name: string }>('snapshot', '--data', data);
  expect(made).toMatchObject({ name: namesIn(data).at(-1), hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
  expect(await replayed(data, made.sequence)).toBe(made.hash);
  const killed = await kill(second);
  const [began] = logOf(killed.stderr).filter(({ msg }) => msg === 'went on from a snapshot');
  expect(`${began?.sequence}`).toBe(atStop.split(' ')[0]);

  // The newest is damaged: the one before it is gone on from, and the log says so.
  const newest = join(data, 'snapshots', made.name);
  const bytes = readFileSync(newest);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(newest, bytes);
  const { ok, files } = await outcryJson<Diagnosis>('doctor', '--data', data);
  const seen = files.filter(({ file }) => file.startsWith('snapshots/'));
  const [first, ...others] = seen.map(({ verdict }) => verdict);
  expect([ok, first, new Set(others)]).toEqual([true, 'note', new Set(['ok'])]);
  expect(seen[0]?.file).toBe(`snapshots/${made.name}`);
  expect(seen[1]?.says).toMatch(
    new RegExp(`^state at sequence ${began?.sequence} of .*; sound, and fits the journal$`, 'u'),
  );
  const third = await start(data);
  const live = await hashOf(data, '--live');
  const [sequence = '', hash] = live.split(' ');
  expect(await replayed(data, sequence)).toBe(hash);
  const ended = await third.stop();
  const lines = logOf(ended.stderr);
  expect(lines.filter(({ msg }) => msg === 'a snapshot is passed over')).toEqual([
    expect.objectContaining({ snapshot: made.name, found: expect.stringMatching(/damaged|torn/) as string }),
  ]);
  expect(lines.find(({ msg }) => msg === 'went on from a snapshot')?.sequence).toBe(began?.sequence);

  // None is left that can be read: everything is replayed.
  for (const name of namesIn(data)) writeFileSync(join(data, 'snapshots', name), 'lost');
  const fourth = await start(data);
  await sequenceOf(fourth);
  const whole4 = logOf((await fourth.stop()).stderr).find(({ msg }) => msg === 'journal replayed');
  expect(whole4?.from).toBe(0);
  const whole = await hashOf(data);

  // Nor is the folder needed.
  rmSync(join(data, 'snapshots'), { recursive: true });
  expect(await hashOf(data)).toBe(whole);
});
