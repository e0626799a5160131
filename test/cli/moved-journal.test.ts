/**
 * An exchange whose old segments are moved away: none that a snapshot needs, each named in the log, and whatever needs
 * them says where they are. A process that moves them is killed over and over.
 */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../../src/app/settings/config.ts';
import { startApp } from '../../src/app/start.ts';
import { verifyJournal } from '../../src/folder/replay/verify-journal.ts';
import { compressClosed } from '../../src/sequencer/journal/compress.ts';
import { oneClock } from '../../src/time/wall-clock.ts';
import { wallClock } from '../../src/time/wall-clock.ts';
import { PATIENCE_MS } from '../patience.ts';
import { cleanUp, launch, newFolder, outcry, outcryJson, root, startExchange } from './process.ts';

afterAll(cleanUp);

const SMALL = ['--journal-segment-bytes', '4096'];
const ROUNDS = 6;
const HOURS_AGO_MS = 2 * 3_600_000;

interface Hashed {
  readonly sequence: number;
  readonly hash: string;
}

interface Line {
  readonly msg: string;
  readonly name?: string;
}

const segmentsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /\.seg(\.zst)?$/.test(name))
    .toSorted();

/** A demo that traded for a moment, two hours ago. */
async function begun(data: string): Promise<void> {
  const flags = ['--data', data, '--port', '0', '--log-level', 'silent', ...SMALL];
  const clock = wallClock(oneClock(() => Date.now() - HOURS_AGO_MS));
  const app = await startApp(readConfig(flags, {}), { demo: true, clock });
  const until = Date.now() + PATIENCE_MS;
  while (!existsSync(join(data, 'journal')) || segmentsIn(join(data, 'journal')).length < 5) {
    expect(Date.now(), 'five segments in time').toBeLessThan(until);
    await sleep(50);
  }
  await app.stop();
}

/** The other verbs that read a journal go on from a snapshot too, when they are told to. */
async function readsFromSnapshot(data: string, { sequence, hash }: Hashed): Promise<void> {
  for (const verb of [['hash'], ['audit', '--journal']]) {
    const refused = await outcry(...verb, '--data', data);
    expect([refused.code, refused.stderr], verb[0]).toEqual([1, expect.stringContaining('--from-snapshot')]);
  }
  expect(await outcryJson<Hashed>('hash', '--data', data, '--from-snapshot')).toEqual({ sequence, hash });
  const audited = await outcryJson<Hashed & { ok: boolean }>('audit', '--journal', '--from-snapshot', '--data', data);
  expect(audited).toMatchObject({ sequence, ok: true });
  for (const wrong of [['hash', '--live'], ['audit']])
    expect((await outcry(...wrong, '--from-snapshot', '--data', data)).code, wrong.join(' ')).toBe(2);
}

it('moves what is old and not needed, goes on without it, and says where it is to whoever needs it', async () => {
  const data = newFolder();
  const archive = newFolder();
  await begun(data);
  const keeping = ['--journal-keep', '1m', '--journal-archive', archive, ...SMALL];
  const first = await startExchange('start', data, '--log-level', 'info', ...keeping);
  const until = Date.now() + PATIENCE_MS;
  while (segmentsIn(archive).length === 0) {
    expect(Date.now(), 'a segment was moved in time').toBeLessThan(until);
    await outcryJson('snapshot', '--data', data);
    await sleep(200);
  }
  const { stderr } = await first.stop();
  const said = stderr.split('\n').filter((line) => line.startsWith('{'));
  const named = said.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg.endsWith('was moved away'));
  const here = segmentsIn(join(data, 'journal'));
  expect(named.map(({ name }) => name)).toEqual(segmentsIn(archive).filter((name) => !here.includes(name)));

  const verified = await outcryJson<{ firstSequence: number; lastSequence: number }>(
    'journal',
    'verify',
    '--data',
    data,
  );
  expect(verified.firstSequence).toBeGreaterThan(1);
  const doctor = await outcry('doctor', '--data', data, '--for', 'start');
  expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringContaining('were moved away')]);
  await (await startExchange('start', data, ...SMALL)).stop();

  const refused = await outcry('replay', '--data', data);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`were moved to ${archive}`);
  expect(refused.stderr).toContain('--from-snapshot');
  const short = await outcryJson<Hashed>('replay', '--data', data, '--from-snapshot');
  await readsFromSnapshot(data, short);
  const rebuild = await outcry('start', '--data', data, '--port', '0', '--rebuild-store', '--log-level', 'silent');
  expect(rebuild.code).not.toBe(0);
  expect(rebuild.stderr).toContain('or start without --rebuild-store');

  // A copy has what is there, and is gone on from.
  const copy = join(newFolder(), 'copy');
  const again = join(newFolder(), 'again');
  await outcryJson('backup', copy, '--data', data);
  await outcryJson('restore', copy, '--data', again);
  expect(await outcryJson<Hashed>('replay', '--data', again, '--from-snapshot')).toMatchObject({ hash: short.hash });

  // With no snapshot that is sound, nothing stands for what is missing.
  for (const name of readdirSync(join(again, 'snapshots'))) writeFileSync(join(again, 'snapshots', name), 'lost');
  const without = await outcry('start', '--data', again, '--port', '0', '--log-level', 'silent');
  expect(without.code).not.toBe(0);
  expect(without.stderr).toContain(`were moved to ${archive}`);
  expect(without.stderr).toContain('Put the files that were moved back');
  const seen = await outcry('doctor', '--data', again);
  expect([seen.code, seen.stdout]).toEqual([1, expect.stringContaining('Put the files that were moved back')]);

  // Put back, they are read again.
  cpSync(archive, join(again, 'journal'), { recursive: true });
  expect(await outcryJson<Hashed>('replay', '--data', again)).toMatchObject({
    sequence: short.sequence,
    hash: short.hash,
  });
  await (await startExchange('start', again, '--rebuild-store', ...SMALL)).stop();
});

it('loses no segment when the process that moves them is killed, over and over', async () => {
  const data = newFolder();
  const archive = newFolder();
  await begun(data);
  const folder = join(data, 'journal');
  while ((await compressClosed(join(data, 'journal.log'))) !== null);
  const before = new Map(segmentsIn(folder).map((name) => [name, readFileSync(join(folder, name))]));
  const script = join(newFolder(), 'move.ts');
  const sources = join(root, 'src', 'sequencer');
  writeFileSync(
    script,
    `import { realDisk } from '${sources}/disk/disk.ts';
     import { moveSegment, oldestToMove } from '${sources}/journal/move-closed.ts';
     const may = { needed: Infinity, beforeMs: Infinity };
     const path = '${join(data, 'journal.log')}';
     process.stdout.write(process.pid + '\\n');
     for (let one = oldestToMove(path, realDisk, may); one !== null; one = oldestToMove(path, realDisk, may))
       await moveSegment(path, realDisk, one, '${archive}');`,
  );
  let kills = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    const { said, ended } = launch(process.execPath, [join(root, 'scripts', 'node.mjs'), script]);
    const late = Date.now() + PATIENCE_MS;
    while (!said.stdout.includes('\n') && Date.now() < late) await sleep(1);
    await sleep((round * 7) % 25);
    try {
      // The process itself, not the launcher that it was started by; the last may go on to its end.
      if (round < ROUNDS) process.kill(Number.parseInt(said.stdout), 'SIGKILL');
    } catch {
      // It was through.
    }
    if ((await ended).code !== 0) kills++;
    for (const [name, bytes] of before) {
      const place = [folder, archive].map((one) => join(one, name)).find(existsSync);
      expect(place === undefined ? name : readFileSync(place).equals(bytes), name).toBe(true);
    }
    expect((await verifyJournal(data)).lastSequence).toBeGreaterThan(1);
  }
  expect(kills).toBeGreaterThan(0);
  expect(segmentsIn(archive)).toEqual([...before.keys()]);
});
