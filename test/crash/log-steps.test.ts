// The exchange is killed with SIGKILL at each step of an AI log's way: its body durable, its command in the journal,
// its answer heard, its rows stored, its checkpoint stored (docs/ai-log.md 15). What is there afterwards is what that
// step says; the next start goes on from it, the same log again is a repeat where it was journaled and a first one
// where it wasn't, the whole published log checks, and no size was ever signed with two roots.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diagnoseFolder } from '../../src/folder/doctor/doctor.ts';
import {
  checkWholeLog,
  type OpenedLog,
  openLog,
  openLogSource,
  proveConsistency,
} from '../../src/publish/log/log-reader.ts';
import { createClient } from '../../src/client/client.ts';
import { realDisk } from '../../src/sequencer/disk/disk.ts';
import { readSpool } from '../../src/sequencer/disk/spool.ts';
import { bodyOfRecord } from '../../src/store/evidence/body-record.ts';
import { cleanUp, newFolder, outcryJson, type Running } from '../cli/process.ts';
import { PATIENCE_MS } from '../patience.ts';
import { startKilledAt } from './killable.ts';

interface Stored {
  /** In the store, or waiting for it. */
  readonly bodies: number;
  readonly leaves: number;
  /** Leaves under the newest checkpoint. */
  readonly signed: number;
}

interface Row {
  readonly step: string;
  readonly title: string;
  readonly isJournaled: boolean;
  readonly isHeard: boolean;
  /** How much more there is than before the log. */
  readonly more: Stored;
}

const NOTHING = { bodies: 0, leaves: 0, signed: 0 };
const BODY = { ...NOTHING, bodies: 1 };
const LEAF = { ...BODY, leaves: 1 };
const ROWS: readonly Row[] = [
  { step: 'half body', title: 'half of its body is written', isJournaled: false, isHeard: false, more: NOTHING },
  { step: 'body', title: 'the body is durable', isJournaled: false, isHeard: false, more: BODY },
  { step: 'half', title: 'half of its record is in the journal', isJournaled: false, isHeard: false, more: BODY },
  { step: 'journal', title: 'it is journaled and not answered', isJournaled: true, isHeard: false, more: BODY },
  { step: 'answer', title: 'it is answered and has no rows', isJournaled: true, isHeard: true, more: BODY },
  { step: 'taken', title: 'the store has taken its body', isJournaled: true, isHeard: true, more: BODY },
  { step: 'some rows', title: 'some of its rows are written', isJournaled: true, isHeard: true, more: BODY },
  { step: 'rows', title: 'its rows are stored', isJournaled: true, isHeard: true, more: LEAF },
  { step: 'signed', title: 'its checkpoint is signed', isJournaled: true, isHeard: true, more: LEAF },
  { step: 'uncommitted', title: 'its checkpoint is being stored', isJournaled: true, isHeard: true, more: LEAF },
  {
    step: 'checkpoint',
    title: 'its checkpoint is stored and not served',
    isJournaled: true,
    isHeard: true,
    more: { ...LEAF, signed: 1 },
  },
];

const data = newFolder();
/** Holds the step to be killed at. */
const killAt = join(data, 'kill-at');
/** Bodies by the index they were logged at. */
const logged = new Map<number, string>();
let running: Running;
let known: OpenedLog;
let made = 0;

const start = (): Promise<Running> => startKilledAt(data, killAt, '--no-market');
const client = () => createClient({ url: running.ready.url, ...running.ready.accounts[0]!, retries: 0 });
const newBody = (): string =>
  `{"stage":"s","model":"m","input":{"n":${++made}},"output":{"decision":"HOLD"},"explanation":"as before"}`;

async function upload(body: string): Promise<{ readonly index: number; readonly isRepeat: boolean }> {
  const { headers } = await client().call('uploadAiLog', body);
  return { index: Number(headers.get('ai-log-index')), isRepeat: headers.get('ai-log-duplicate') === '1' };
}

const readLog = (): Promise<OpenedLog> => openLog(openLogSource(`${running.ready.url}/ailog`), null);

/** The published log once it covers that leaf. */
async function logWith(index: number): Promise<OpenedLog> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; ) {
    const log = await readLog();
    if (log.head.size > index) return log;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`leaf ${index} got no checkpoint`);
}

function stored(): Stored {
  const database = new DatabaseSync(join(data, 'outcry.db'), { readOnly: true });
  try {
    const taken = database.prepare('SELECT h FROM payload').all() as { h: string }[];
    const waiting = readSpool(realDisk, join(data, 'bodies')).read(1e9);
    const bodies = new Set([...taken, ...waiting.map(bodyOfRecord)].map(({ h }) => h)).size;
    const others = database.prepare(
      'SELECT (SELECT COUNT(*) FROM tlog_leaf) AS leaves, (SELECT MAX(size) FROM tlog_checkpoint) AS signed',
    );
    return { bodies, ...(others.get() as unknown as Omit<Stored, 'bodies'>) };
  } finally {
    database.close();
  }
}

/** Every root that was signed, by size: stored or not. */
function signedRoots(): Map<string, Set<string>> {
  const roots = new Map<string, Set<string>>();
  for (const line of readFileSync(`${killAt}.notes`, 'utf8').trimEnd().split('\n')) {
    const [, size = '', root = ''] = (JSON.parse(line) as string).split('\n');
    roots.set(size, (roots.get(size) ?? new Set()).add(root));
  }
  return roots;
}

/** Uploads until the process is gone; answers what was heard of it. */
async function uploadAndBeKilled(step: string, body: string): Promise<number | null> {
  writeFileSync(killAt, step);
  const heard = await upload(body).then(
    ({ index }) => index,
    () => null,
  );
  if (heard !== null) writeFileSync(`${killAt}.heard`, '');
  const late = setTimeout(() => running.child.kill('SIGTERM'), PATIENCE_MS);
  await running.ended;
  clearTimeout(late);
  expect(running.child.signalCode, `it went on after '${step}'`).toBe('SIGKILL');
  for (const name of ['', '.heard', '.written']) rmSync(`${killAt}${name}`, { force: true });
  return heard;
}

/** What anybody can check of the running exchange's log; from then on it is what has to be continued. */
async function checkLog(log: OpenedLog): Promise<void> {
  await checkWholeLog(log);
  const [before] = await proveConsistency(log, known.head.size, log.head.size);
  expect(Buffer.from(before)).toEqual(Buffer.from(known.head.root));
  known = log;
  const asked = client();
  for (const [index, body] of logged) expect(await asked.aiLog({ index })).toMatchObject({ index, body });
  const twice = [...signedRoots()].filter(([, roots]) => roots.size > 1);
  expect(twice, 'sizes that were signed with two roots').toEqual([]);
}

beforeAll(async () => {
  running = await start();
  const body = newBody();
  const { index } = await upload(body);
  logged.set(index, body);
  known = await logWith(index);
});
afterAll(cleanUp);

describe('an exchange that is killed when of an AI log', () => {
  it.each(ROWS)('$title goes on from there', async ({ step, isJournaled, isHeard, more }) => {
    const before = stored();
    const body = newBody();
    const heard = await uploadAndBeKilled(step, body);
    expect(heard !== null, 'whether an answer was heard').toBe(isHeard);
    const left = stored();
    expect(left).toEqual({
      bodies: before.bodies + more.bodies,
      leaves: before.leaves + more.leaves,
      signed: before.signed + more.signed,
    });

    running = await start();
    expect((await readLog()).head.size, 'what was stored is served at once').toBeGreaterThanOrEqual(left.signed);
    const { index, isRepeat } = await upload(body);
    expect(isRepeat, 'whether the log is there already').toBe(isJournaled);
    if (heard !== null) expect(index).toBe(heard);
    expect(logged.has(index), 'an index is given once').toBe(false);
    logged.set(index, body);
    await checkLog(await logWith(index));
  });

  it('leaves a folder and a log that are whole', async () => {
    const { url } = running.ready;
    expect(await outcryJson('log', 'fsck', '--url', url, '--known', join(data, 'known'))).toMatchObject({
      ok: true,
      size: known.head.size,
    });
    expect((await running.stop()).code).toBe(0);
    expect(existsSync(killAt)).toBe(false);
    expect(await diagnoseFolder(data, { store: null, verb: 'start' })).toMatchObject({ ok: true, findings: [] });
  });
});
