// What somebody changed in the database by hand, `outcry doctor` finds: it makes the rows anew from the journal and
// compares them, on both databases.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { diagnoseFolder } from '../../src/folder/doctor/doctor.ts';
import { openJournal } from '../../src/sequencer/journal/journal-file.ts';
import { commandText } from '../../src/sequencer/journal/record.ts';
import { openDatabase } from '../../src/store/database/open-database.ts';
import { type Store, startStore } from '../../src/store/store.ts';
import { packText } from '../../src/store/schema/packed-text.ts';
import { onEachDatabase } from './each-database.ts';
import { tradingDay } from './trading-day.ts';
import { putBodies } from './put-bodies.ts';
import { untilAnswered } from './until-answered.ts';

const day = tradingDay(77, 150);
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** A data folder whose rows are in the database at `url`, closed in order; rows up to `projected`. */
async function folderOf(url: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-rows-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const journal = await openJournal(join(folder, 'journal.log'));
  await journal.append(
    day.commands.map(({ sequence, timeMs, command }) => ({ sequence, timeMs, text: commandText(command) })),
  );
  await journal.close();
  await project(folder, url, false);
  return folder;
}

function project(folder: string, databaseUrl: string, rebuild: boolean): Promise<void> {
  return withStore(folder, databaseUrl, () => Promise.resolve(), rebuild);
}

async function withStore(
  folder: string,
  databaseUrl: string,
  use: (store: Store) => Promise<unknown>,
  rebuild = false,
): Promise<void> {
  const store = await startStore({
    databaseUrl,
    journalPath: join(folder, 'journal.log'),
    keyFilePath: join(folder, 'key-file'),
    rebuild,
    onFault: (fault) => expect.unreachable(fault.message),
  });
  await putBodies(join(folder, 'journal.log'), day.payloads);
  store.announceDurable(day.commands.length);
  await untilAnswered(() => store.ask('accountList', null, day.commands.length));
  await use(store);
  await store.stop();
}

async function alter(url: string, ...statements: string[]): Promise<void> {
  const database = openDatabase(url);
  for (const statement of statements) await sql.raw(statement).execute(database.sql);
  await database.close();
}

const examine = (folder: string, store: string) => diagnoseFolder(folder, { store, verb: null });

/** Bytes as a value in a statement. */
function bytesText(url: string, bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  return url.startsWith('postgres') ? `'\\x${hex}'::bytea` : `X'${hex}'`;
}

onEachDatabase('the doctor', ({ freshUrl }) => {
  it('calls well what nobody changed, having compared every row', async () => {
    const url = await freshUrl();
    const { rows, findings } = await examine(await folderOf(url), url);
    expect(rows).toMatchObject({ unlikeCount: 0, unlike: [], left: '' });
    expect(rows!.alike).toBeGreaterThan(250);
    expect(findings.filter(({ severity }) => severity === 'wrong')).toEqual([]);
  });

  it.each([
    [
      'a bill with another amount',
      'UPDATE bill SET amount = amount + 100000000 WHERE id = ONE',
      /^bill id \d+: amount is /,
    ],
    ['a fill that is gone', 'DELETE FROM fill WHERE id = ONE', /^fill order_id \d+, nth_of_order 1: missing$/],
    ['an order that never was', 'INSERT', /^order_record id \d+: too many$/],
    ['a leaf index that moved', 'UPDATE ailog_key SET log_index = log_index + 1000', /^ailog_key uid \d+/],
  ])('finds %s, and a rebuild mends it', async (_, statement, words) => {
    const url = await freshUrl();
    const folder = await folderOf(url);
    const [table = ''] = /bill|fill/.exec(statement) ?? [];
    const copied = ['INSERT INTO order_record SELECT', 'FROM order_record ORDER BY id LIMIT 1'];
    if (statement === 'INSERT') await copyOrder(url, copied, { id: '99' });
    else await alter(url, statement.replace('ONE', `(SELECT MIN(id) FROM ${table})`));
    const { ok, rows, findings } = await examine(folder, url);
    expect(ok).toBe(false);
    expect(rows!.unlike.map(({ table: name, key, how }) => `${name} ${key}: ${how}`)[0]).toMatch(words);
    expect(findings.find(({ code }) => code === 'altered-rows')).toMatchObject({ severity: 'wrong' });
    await project(folder, url, true);
    expect((await examine(folder, url)).rows).toMatchObject({ unlikeCount: 0 });
  });

  it('finds evidence of cases that is gone, and that is something else', async () => {
    const url = await freshUrl();
    const folder = await folderOf(url);
    const files = ['kept', 'changed', 'deleted'].map((text) => ({
      sha256: createHash('sha256').update(text).digest('hex'),
      bytes: Buffer.from(text),
    }));
    await withStore(folder, url, (store) => store.ask('caseFilesPut', { files, nowMs: 1 }, 0));
    expect((await examine(folder, url)).findings.filter(({ code }) => code.endsWith('evidence'))).toEqual([]);
    const named = files.map(({ sha256 }) => ({ name: 'a', sha256, size: 7 }));
    const header = { actor: 'account 1', case: 'k1', contest: 'c1', step: 'answer', textSha256: null, files: named };
    await alter(
      url,
      `UPDATE case_file SET bytes = (SELECT bytes FROM case_file WHERE sha256 = '${files[0]!.sha256}') WHERE sha256 = '${files[1]!.sha256}'`,
      `DELETE FROM case_file WHERE sha256 = '${files[2]!.sha256}'`,
      `INSERT INTO tlog_leaf SELECT idx + 100000, 'case', t, uid, ${bytesText(url, packText(JSON.stringify(header)))}, entry, hash FROM tlog_leaf ORDER BY idx LIMIT 1`,
    );
    const { ok, findings } = await examine(folder, url);
    const found = Object.fromEntries(findings.map(({ code, severity, found: words }) => [code, [severity, words]]));
    const [, changed, deleted] = files.map(({ sha256 }) => `file ${sha256.slice(0, 12)}…`);
    expect(found['lost-evidence']).toEqual(['note', `${deleted}, case k1 of c1 is gone`]);
    expect(found['altered-evidence']?.[1]).toMatch(new RegExp(`^${changed} does not have the SHA-256`));
    expect(found['altered-evidence']?.[0]).toBe('wrong');
    expect(ok).toBe(false);
  });
});

/** The first order once more, with some columns of its own. */
async function copyOrder(
  url: string,
  [insert, from]: readonly string[],
  own: Readonly<Record<string, string>>,
): Promise<void> {
  const database = openDatabase(url);
  const { rows } = await sql<Record<string, unknown>>`SELECT * FROM order_record LIMIT 1`.execute(database.sql);
  await database.close();
  const columns = Object.keys(rows[0]!).map((name) => own[name] ?? `"${name}"`);
  await alter(url, `${insert} ${columns.join(', ')} ${from}`);
}
