/**
 * Evidence on disk that somebody touched: closed files of the journal removed, cut, swapped or altered, a journal and a
 * store put back from an older copy beside newer snapshots, and files taken from under a running exchange. A start
 * names what it misses or refuses and changes nothing, and whoever runs notices by itself; what was answered is known
 * afterwards.
 */
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../src/market/random.ts';
import { newFolder, whenReady } from '../cli/process.ts';
import { callUntilKilled, type Sent } from '../crash/callers.ts';
import { launchKillable, startKillable } from '../crash/killable.ts';
import { judgeNoticed, judgeRefusal, judgeTold } from './judge.ts';
import { pick } from './mutate.ts';
import { bytesOf, type Filled, judgeKnown } from './on-folder.ts';
import { examineAndStop } from './on-process.ts';
import type { Report } from './report.ts';

const SMALL_FILES = ['--journal-segment-bytes', '4096'];
const LEAST_FILES = 5;
const REQUESTS = 60;
/** What a start says of files it had no time to read; a busy machine may leave it none. */
const UNREAD = 'unread-segments';
/** Bytes of a closed file. */
const ALTERED = 64;
/** The documents say a second; a busy machine gets more. */
const NOTICED_WITHIN_MS = 20_000;
/** What an older copy would be put back of. */
const ROLLED_BACK = ['journal.log', 'journal', 'outcry.db', 'outcry.db-wal', 'outcry.db-shm', 'store-mark'];

/** A folder with closed files and snapshots, and a copy of it from before its last run. */
interface Past extends Filled {
  readonly older: string;
}

export async function folderWithPast(random: Random): Promise<Past> {
  const [data, older] = [newFolder(), newFolder()];
  const sent: Sent[] = [];
  await run(random, data, sent);
  cpSync(data, older, { recursive: true });
  await run(random, data, sent);
  return { data, older, sent };
}

/** Trades until there are closed files enough, and stops. */
async function run(random: Random, data: string, sent: Sent[]): Promise<void> {
  const before = closedIn(data).length;
  const running = await startKillable(data, ...SMALL_FILES);
  const load = callUntilKilled(running.ready, running.ready.accounts, 4, random, sent);
  while (closedIn(data).length < before + LEAST_FILES) await sleep(5);
  await running.stop();
  await load;
}

function closedIn(data: string): string[] {
  const folder = join(data, 'journal');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /\.seg(\.zst)?$/.test(name))
    .toSorted();
}

/** Damages a copy's past, and starts on it. */
export async function attackPast(random: Random, report: Report, past: Past): Promise<void> {
  const copy = newFolder();
  cpSync(past.data, copy, { recursive: true, preserveTimestamps: true, filter: (path) => !path.endsWith('compiled') });
  const { what, files } = random.below(4) === 0 ? rollBack(copy, past.older) : damageClosed(random, copy);
  const before = bytesOf(copy);
  const launched = launchKillable(copy, ...SMALL_FILES, '--log-level', 'warn');
  report.count('folders with a damaged past');
  try {
    const running = await whenReady(launched).catch(() => null);
    if (running === null) {
      report.count('  refused');
      const ended = await launched.ended;
      const wrong = judgeRefusal(ended, bytesOf(copy) === before) ?? judgeTold(files, ended.stderr);
      if (wrong !== null) report.found(`${what}: ${wrong}`);
      return;
    }
    report.count('  told, and started');
    await judgeKnown(report, what, running.ready, past.sent);
    const { stdout, stderr } = await running.stop();
    const wrong = judgeTold(files, stdout + stderr);
    if (wrong !== null) report.found(`${what}: ${wrong}`);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

interface Done {
  readonly what: string;
  /** Names of which at least one has to be told. */
  readonly files: readonly string[];
}

function rollBack(copy: string, older: string): Done {
  for (const name of ROLLED_BACK) {
    rmSync(join(copy, name), { recursive: true, force: true });
    if (existsSync(join(older, name))) cpSync(join(older, name), join(copy, name), { recursive: true });
  }
  return { what: 'journal and store put back from an older copy', files: ['snapshots/'] };
}

function damageClosed(random: Random, copy: string): Done {
  const all = closedIn(copy);
  const path = (name: string): string => join(copy, 'journal', name);
  const one = pick(random, all);
  // Where a file is missing it is named as it was before it was compressed.
  const told = (...names: readonly string[]): string[] => names.map((name) => name.replace('.zst', ''));
  const kind = random.below(5);
  if (kind === 0) {
    const gone = all.slice(0, 1 + random.below(all.length - 1));
    for (const name of gone) rmSync(path(name));
    return { what: `the first ${gone.length} of ${all.length} closed files removed`, files: told(gone.at(-1)!) };
  }
  if (kind === 1) {
    rmSync(path(one));
    return { what: `closed file ${one} removed`, files: told(one) };
  }
  if (kind === 2) {
    // Behind its last record there are zeros, which nobody misses.
    const bytes = readFileSync(path(one));
    const length = bytes.findLastIndex((byte) => byte !== 0) + 1;
    const left = random.below(length);
    truncateSync(path(one), left);
    return { what: `closed file ${one} cut to ${left} of ${length} bytes`, files: told(one) };
  }
  if (kind === 3) {
    const other = all[(all.indexOf(one) + 1) % all.length]!;
    renameSync(path(one), path('kept'));
    renameSync(path(other), path(one));
    renameSync(path('kept'), path(other));
    return { what: `closed files ${one} and ${other} swapped`, files: told(one, other) };
  }
  // Enough of them that what they stood for is another, and none of the zeros that a file is made of in advance.
  const bytes = readFileSync(path(one));
  const at = random.below(bytes.findLastIndex((byte) => byte !== 0) - ALTERED);
  for (let nth = 0; nth < ALTERED; nth++) bytes[at + nth]! ^= 1 + random.below(255);
  writeFileSync(path(one), bytes);
  return { what: `closed file ${one}: bytes altered from ${at} of ${bytes.length}`, files: told(one, UNREAD) };
}

/** What is taken from under an exchange: names in its folder, the first of which is told. */
const TAKEN: readonly (readonly string[])[] = [
  ['journal.log'],
  ['journal'],
  ['outcry.db', 'outcry.db-wal', 'outcry.db-shm'],
  ['key-file'],
  ['ailog-key'],
];

/** Takes files from under an exchange that trades: it ends by itself, and the next has what was answered. */
export async function attackRunning(random: Random, report: Report): Promise<void> {
  const data = newFolder();
  const sent: Sent[] = [];
  const running = await startKillable(data);
  const load = callUntilKilled(running.ready, running.ready.accounts, 4, random, sent);
  while (sent.filter(({ reply }) => reply !== null).length < REQUESTS) await sleep(2);
  const names = pick(random, TAKEN);
  for (const name of names) rmSync(join(data, name), { recursive: true, force: true });
  report.count('files taken from under an exchange');
  const late = new AbortController();
  const ended = await Promise.race([
    running.ended,
    sleep(NOTICED_WITHIN_MS, null, { signal: late.signal }).catch(() => null),
  ]);
  late.abort();
  const wrong = judgeNoticed(ended, names[0]!);
  if (wrong !== null) report.found(wrong);
  await running.stop('SIGKILL');
  await load;
  const again = await whenReady(launchKillable(data)).catch((error: unknown) => String(error));
  if (typeof again === 'string') report.found(`after ${names[0]} was taken no start succeeds: ${again}`);
  else await examineAndStop(report, `after ${names[0]} was taken`, again, sent);
}
