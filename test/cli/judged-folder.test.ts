// Damaged and mismatched data folders, made from a real one that was killed: each start is refused with what is wrong,
// and not one byte of the folder is another afterwards. SQLite may write its shared memory anew (-shm holds no data),
// and the lock is the lock.
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/app/settings/config.ts';
import { FolderRefused } from '../../src/folder/inspect/finding.ts';
import { startApp } from '../../src/app/start.ts';
import { openJournal } from '../../src/sequencer/journal/journal-file.ts';
import { lockFolder } from '../../src/sequencer/disk/lock.ts';
import type { Diagnosis } from '../../src/folder/doctor/doctor.ts';
import {
  type Account,
  call,
  cleanUp,
  newFolder,
  outcry,
  outcryJson,
  placeOrder,
  type Running,
  startExchange,
} from './process.ts';

/** Where copies are made. */
let place = '';
/** A demo and a served exchange, both killed, and their ends. */
let demo = '';
let served = '';
let end = 0;
/** A byte in the middle of the fourth command from the end. */
let middle = 0;
let copies = 0;

beforeAll(async () => {
  place = newFolder();
  demo = join(place, 'demo');
  served = join(place, 'served');
  const running = await startExchange('start', demo, '--no-market');
  const [alice] = running.ready.accounts as [Account];
  const token = readFileSync(join(demo, 'admin-token'), 'utf8');
  const administer = (path: string, body: object): Promise<Response> =>
    fetch(`${running.ready.adminUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await administer('/admin/index-price', { symbol: 'cmt_btcusdt', price: '90000' });
  for (let at = 0; at < 5; at++) await placeOrder(running.ready, alice, `o-${at}`);
  for (let at = 0; at < 3; at++) {
    const log = { stage: 'Decision Making', model: 'm', input: { at }, output: {} };
    const { body } = await call(running.ready, alice, 'POST', '/capi/v2/order/uploadAiLog', log);
    expect(body).toMatchObject({ code: '00000' });
  }
  await administer('/admin/accounts', { uid: 1_000_007, label: 'kept' });
  const key = (await (await administer('/admin/keys', { uid: 1_000_007, label: 'k' })).json()) as { id: string };
  expect(key.id).toMatch(/^ak_/);
  // A read of the past waits until the rows are stored.
  await call(running.ready, alice, 'GET', '/capi/v2/ai/logs');
  await kill(demo, running);
  const other = await startExchange('serve', served);
  await outcry('account', 'create', 'real', '--data', served);
  await outcry('account', 'deposit', '1000003', '100', '--data', served);
  await kill(served, other);
  const journal = await openJournal(join(demo, 'journal.log'), { readonly: true });
  end = journal.end.sequence;
  middle = [...journal.read()].at(-5)!.endOffset + 10;
  await journal.close();
});
afterAll(cleanUp);

/** Kills the exchange itself, not what launched it. */
async function kill(folder: string, { ended }: Running): Promise<void> {
  const [pid] = readFileSync(join(folder, 'lock.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGKILL');
  await ended;
  expect(statSync(join(folder, 'outcry.db-wal')).size).toBeGreaterThan(0);
}

function copyOf(folder: string): string {
  const copy = join(place, `copy-${++copies}`);
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** Name, mode and hash of every file that holds data. */
function contentOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return Object.fromEntries(
    names
      .filter((name) => !/-shm$|^lock\./.test(name))
      .map((name) => {
        const path = join(folder, name);
        const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
        return [name, `${(statSync(path).mode & 0o777).toString(8)} ${hash}`];
      }),
  );
}

/** Starts on the folder, and stops at once when that works. Returns the codes of what was refused. */
async function start(folder: string, verb: 'start' | 'serve', ...argv: string[]): Promise<string[]> {
  const common = ['--data', folder, '--port', '0', '--no-market', '--log-level', 'silent'];
  try {
    const app = await startApp(readConfig([...common, ...argv], {}), { demo: verb === 'start' });
    await app.stop();
    return [];
  } catch (error) {
    if (!(error instanceof FolderRefused)) throw error;
    for (const { found, means, do: wanted } of error.findings)
      for (const words of [found, means, wanted]) expect(error.message).toContain(words);
    return error.findings.map(({ code }) => code);
  }
}

async function expectRefused(folder: string, codes: string[], verb: 'start' | 'serve' = 'start', ...argv: string[]) {
  const before = contentOf(folder);
  expect(await start(folder, verb, ...argv)).toEqual(codes);
  expect(contentOf(folder)).toEqual(before);
}

/** What a statement leaves in the database, its log of changes written back. */
function change(folder: string, ...statements: string[]): void {
  const database = new DatabaseSync(join(folder, 'outcry.db'));
  for (const statement of statements) database.exec(statement);
  database.close();
}

const without = (...names: string[]) => {
  return (folder: string): void => names.forEach((name) => rmSync(join(folder, name)));
};
const fill = (name: string, content: string) => (folder: string) => writeFileSync(join(folder, name), content);
const mode = (name: string, bits: number) => (folder: string) => chmodSync(join(folder, name), bits);

/** Cuts the journal in the middle of its commands; what it was written ahead stays zeros when `zeroed`. */
function cut(zeroed: boolean) {
  return (folder: string): void => {
    const path = join(folder, 'journal.log');
    const { size } = statSync(path);
    truncateSync(path, middle);
    if (zeroed) truncateSync(path, size);
  };
}

function overwriteTables(folder: string): void {
  change(folder, 'PRAGMA wal_checkpoint(TRUNCATE)');
  const path = join(folder, 'outcry.db');
  const bytes = readFileSync(path);
  bytes.fill(0x5a, 8 * 4096, 20 * 4096);
  writeFileSync(path, bytes);
}

const DAMAGES: readonly (readonly [string, (folder: string) => void, string[]])[] = [
  ['its journal cut in the middle', cut(false), ['short-journal']],
  ['its journal zeroed from the middle on', cut(true), ['short-journal']],
  ['its journal cut before its log was opened', (it) => truncateSync(join(it, 'journal.log'), 6_000), ['no-journal']],
  ['its journal emptied', fill('journal.log', ''), ['no-journal']],
  ['its journal deleted', without('journal.log'), ['no-journal']],
  ['something else for a journal', fill('journal.log', 'x'.repeat(5_000)), ['foreign-journal']],
  ['the journal of another exchange', (it) => cpSync(join(served, 'journal.log'), join(it, 'journal.log')), []],
  ['no read store', without('outcry.db', 'outcry.db-wal', 'outcry.db-shm'), ['no-store']],
  [
    'an emptied read store',
    (it) => (without('outcry.db-wal', 'outcry.db-shm')(it), fill('outcry.db', '')(it)),
    ['no-store'],
  ],
  ['the latest changes of its read store deleted', without('outcry.db-wal'), []],
  ['bodies of AI logs deleted', (it) => change(it, 'DELETE FROM payload'), ['no-bodies']],
  [
    'an older copy of its keys',
    (it) => change(it, 'DELETE FROM api_key', 'UPDATE owner SET changes = changes - 1'),
    ['lost-changes'],
  ],
  ['pages of its read store overwritten', overwriteTables, []],
  [
    'something else for a read store',
    (it) => (without('outcry.db-wal', 'outcry.db-shm')(it), fill('outcry.db', 'y'.repeat(9_000))(it)),
    ['unreadable-store'],
  ],
  [
    'a read store of a newer version',
    (it) => change(it, 'UPDATE schema_version SET version = version + 1'),
    ['newer-store'],
  ],
  ['a read store of before versions', (it) => change(it, 'DROP TABLE schema_version'), ['older-store']],
  ['no key file', without('key-file'), ['no-key-file']],
  ['garbage for a key file', fill('key-file', 'garbage'), ['unusable-key-file']],
  ['another key file', fill('key-file', 'ab'.repeat(32)), ['other-key-file']],
  ['no key of the AI log', without('ailog-key'), ['no-log-key']],
  ['garbage for a key of the AI log', fill('ailog-key', 'garbage'), ['unusable-log-key']],
  [
    'the AI-log key of another exchange',
    (it) => cpSync(join(served, 'ailog-key'), join(it, 'ailog-key')),
    ['other-log-key'],
  ],
  ['an empty admin token', fill('admin-token', ''), ['unusable-admin-token']],
  ['an admin token of one blank', fill('admin-token', ' '), ['unusable-admin-token']],
  ['a journal others may write', mode('journal.log', 0o666), ['writable-by-others']],
  ['a folder others may write in', mode('.', 0o777), ['writable-by-others']],
  ['a secret others may read', mode('ailog-key', 0o644), ['readable-secret']],
];

describe('a start on a data folder with', () => {
  it.each(DAMAGES)('%s is refused, and changes nothing', async (_, damage, codes) => {
    const folder = copyOf(demo);
    damage(folder);
    const before = contentOf(folder);
    const refused = await start(folder, 'start');
    expect(refused.length).toBeGreaterThan(0);
    if (codes.length > 0) expect(refused).toEqual(codes);
    expect(contentOf(folder)).toEqual(before);
    const { code, stdout } = await outcry('doctor', '--for', 'start', '--data', folder, '--json');
    expect(code).toBe(1);
    const examined = JSON.parse(stdout) as { ok: boolean; findings: { code: string; severity: string }[] };
    expect(examined.ok).toBe(false);
    const found = examined.findings.filter(({ severity }) => severity === 'refuse').map((one) => one.code);
    expect(found).toEqual(refused);
    expect(contentOf(folder)).toEqual(before);
  });

  it('a journal and a folder others may read sets their modes and starts', async () => {
    const folder = copyOf(demo);
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'journal.log'), 0o644);
    expect(await start(folder, 'start')).toEqual([]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'journal.log')).mode & 0o777).toBe(0o600);
  });

  it('a torn end of the journal cuts it and goes on; the doctor calls it well before and after', async () => {
    const folder = copyOf(demo);
    const journal = await openJournal(join(folder, 'journal.log'), { readonly: true });
    const { endOffset } = journal.end;
    await journal.close();
    const bytes = readFileSync(join(folder, 'journal.log'));
    bytes.write('half a record', endOffset);
    writeFileSync(join(folder, 'journal.log'), bytes);
    const replayed = await outcry('replay', '--data', folder);
    expect([replayed.code, replayed.stdout]).toEqual([0, expect.stringContaining('journal torn: 13 bytes')]);
    // While an exchange runs on it, it is what is being written.
    const lock = await lockFolder(folder, false);
    const running = await outcryJson<Diagnosis>('doctor', '--data', folder);
    expect([running.running, running.findings.map(({ code }) => code)]).toEqual([true, []]);
    expect(running.files.find(({ file }) => file === 'journal.log')?.says).toContain(
      'being written: the exchange runs',
    );
    for (const verb of [['replay'], ['journal', 'verify']])
      expect((await outcry(...verb, '--data', folder)).stdout).toContain('being written: the exchange runs');
    lock.release();
    expect((await outcry('doctor', '--data', folder)).stdout).toMatch(
      /NOTE journal\.log: 13 bytes[^]*well: nothing stops/,
    );
    expect(await start(folder, 'start')).toEqual([]);
    expect((await outcry('replay', '--data', folder)).stdout).toContain('journal sealed');
  });

  it('nothing wrong starts', async () => {
    expect(await start(copyOf(demo), 'start')).toEqual([]);
    expect(await start(copyOf(served), 'serve')).toEqual([]);
  });
});

describe('who may go on with a folder', () => {
  it('is not start where serve began, nor serve where start began, nor a log of another name', async () => {
    await expectRefused(copyOf(served), ['served-folder']);
    await expectRefused(copyOf(demo), ['demo-folder'], 'serve');
    await expectRefused(copyOf(demo), ['other-origin'], 'start', '--origin', 'example.org/log');
  });

  it('and the numbers of the demo accounts are given to nobody', async () => {
    const folder = copyOf(served);
    const running = await startExchange('serve', folder);
    const response = await fetch(`${running.ready.adminUrl}/admin/accounts`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${readFileSync(join(folder, 'admin-token'), 'utf8')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ uid: 1_000_001 }),
    });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('kept for the demo accounts'),
    ]);
    await running.stop();
  });
});

describe('--rebuild-store', () => {
  it('never touches the read store of another exchange', async () => {
    const folder = copyOf(demo);
    for (const name of ['journal.log', 'ailog-key']) cpSync(join(served, name), join(folder, name));
    await expectRefused(folder, ['other-journal'], 'serve', '--rebuild-store');
  });

  it('is no way past a shorter journal, nor past facts that only its rows have', async () => {
    const short = copyOf(demo);
    cut(false)(short);
    await expectRefused(short, ['short-journal'], 'start', '--rebuild-store');
    const bodiless = copyOf(demo);
    change(bodiless, 'UPDATE payload SET body = NULL, salt = NULL, erased_at = 1');
    await expectRefused(bodiless, ['lost-facts'], 'start', '--rebuild-store');
    expect(await start(bodiless, 'start')).toEqual([]);
  });
});

describe('a loss that is accepted', () => {
  it('is accepted by its own name only, and once', async () => {
    const folder = copyOf(demo);
    without('outcry.db', 'outcry.db-wal', 'outcry.db-shm')(folder);
    await expectRefused(folder, ['no-store'], 'start', '--accept-loss', `no-store@${end - 1}`);
    await expectRefused(folder, ['no-store'], 'start', '--accept-loss', `no-bodies@${end}`);
    expect(await start(folder, 'start', '--accept-loss', `no-store@${end}`)).toEqual([]);
    // What is gone is written down as gone: the next start need not be told.
    expect(await start(folder, 'start')).toEqual([]);
  });

  it('of commands builds the rows anew from the journal that is left', async () => {
    const folder = copyOf(demo);
    cut(false)(folder);
    const { sequence } = await outcryJson<{ sequence: number }>('hash', '--data', folder);
    expect(sequence).toBeLessThan(end);
    const replayed = await outcry('replay', '--data', folder);
    expect([replayed.code, replayed.stdout]).toEqual([1, expect.stringContaining('MISMATCH journal.log: it ends at')]);
    const short = `short-journal@${sequence}`;
    const begun = await start(folder, 'start', '--accept-loss', short).catch(String);
    // What is lost had been published, or not yet: then it is a loss of its own.
    const [forked] = /forked-log@\d+/.exec(String(begun)) ?? [];
    const renamed = ['--accept-loss', `${short},${forked}`, '--origin', 'after.example/ailog'];
    expect(forked === undefined ? begun : await start(folder, 'start', ...renamed)).toEqual([]);
    expect((await outcry('doctor', '--data', folder)).code).toBe(0);
  });
});

describe('a lock that is removed under a running exchange', () => {
  it('lets nobody in beside it: it ends by itself, the journal stays whole, and the next start goes on', async () => {
    const folder = copyOf(demo);
    const running = await startExchange('start', folder, '--no-market');
    for (const name of ['lock.db', 'lock.pid']) rmSync(join(folder, name));
    const second = startExchange('start', folder, '--no-market');
    const { code, stderr } = await running.ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining('was removed or replaced')]);
    await (await second).stop();
    const replayed = await outcry('replay', '--data', folder);
    expect([replayed.code, replayed.stdout]).toEqual([0, expect.stringContaining('sound: every invariant holds')]);
  });
});
