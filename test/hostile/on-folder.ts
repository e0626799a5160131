/**
 * Damage to copies of a stopped data folder. A start on one either refuses it, says why and leaves every byte as it
 * was, or knows everything that had been answered.
 */
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../src/market/random.ts';
import { type Account, newFolder, type Ready, whenReady } from '../cli/process.ts';
import { callUntilKilled, type Sent } from '../crash/callers.ts';
import { connect } from '../crash/connection.ts';
import { checkLogs, repeatOrders } from '../crash/evidence.ts';
import { launchKillable, startKillable } from '../crash/killable.ts';
import { judgeRefusal } from './judge.ts';
import { pick } from './mutate.ts';
import type { Report } from './report.ts';

const REQUESTS = 120;
const FILES = ['journal.log', 'outcry.db', 'key-file', 'admin-token', 'ailog-key', 'outcry.db-wal', 'lock.db'];

export interface Filled {
  readonly data: string;
  readonly sent: readonly Sent[];
}

/** A folder with a past: some orders, cancels and logs, and a clean stop. */
export async function filledFolder(random: Random): Promise<Filled> {
  const data = newFolder();
  const sent: Sent[] = [];
  const running = await startKillable(data);
  const load = callUntilKilled(running.ready, running.ready.accounts, 4, random, sent);
  while (sent.filter(({ reply }) => reply !== null).length < REQUESTS)
    await new Promise((resolve) => setTimeout(resolve, 5));
  await running.stop();
  await load;
  return { data, sent };
}

/** Damages a copy and starts on it. */
export async function attackFolder(random: Random, report: Report, { data, sent }: Filled): Promise<void> {
  const copy = newFolder();
  rmSync(copy, { recursive: true });
  cpSync(data, copy, { recursive: true, filter: (path) => !path.endsWith('compiled') });
  const what = damage(random, copy);
  const before = bytesOf(copy);
  const launched = launchKillable(copy);
  report.count('damaged folders');
  try {
    const running = await whenReady(launched).catch(() => null);
    if (running === null) {
      report.count('  refused');
      const wrong = judgeRefusal(await launched.ended, bytesOf(copy) === before);
      if (wrong !== null) report.found(`${what}: ${wrong}`);
    } else {
      report.count('  started');
      await judgeKnown(report, what, running.ready, sent);
      await running.stop();
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Everything answered is known: orders as repeats, logs in their lists. */
export async function judgeKnown(report: Report, what: string, ready: Ready, sent: readonly Sent[]): Promise<void> {
  const connections = [connect(ready.url), connect(ready.url)];
  const accepted = sent.filter(({ reply }) => reply?.status === 200);
  const problems = await repeatOrders(
    connections,
    accepted.filter(({ kind }) => kind === 'order'),
  ).catch((error: unknown) => [String(error)]);
  for (const who of ready.accounts) problems.push(...(await logsOf(who, accepted, connections[0]!)));
  if (problems.length > 0)
    report.found(`${what}: started, and ${problems.length} things are wrong, such as ${problems[0]}`);
  for (const connection of connections) connection.close();
}

async function logsOf(
  who: Account,
  accepted: readonly Sent[],
  connection: ReturnType<typeof connect>,
): Promise<string[]> {
  const logs = accepted.filter((one) => one.kind === 'log' && one.who.uid === who.uid);
  return checkLogs(connection, who, logs, logs).catch((error: unknown) => [String(error)]);
}

/** Damages one file of the folder; says what it did. */
function damage(random: Random, folder: string): string {
  const there = readdirSync(folder).filter((name) => FILES.includes(name));
  const name = random.below(3) === 0 ? 'journal.log' : pick(random, there);
  const path = join(folder, name);
  const { size } = statSync(path);
  const at = random.below(Math.max(1, size));
  const what = random.below(9);
  if (what === 0) return done(`${name} deleted`, () => rmSync(path));
  if (what === 1) return done(`${name} cut to ${at} bytes`, () => truncateSync(path, at));
  if (what === 2) return done(`${name} emptied`, () => truncateSync(path, 0));
  if (what === 3) return done(`${name} made readable by all`, () => chmodSync(path, 0o644));
  if (what === 4) return done(`${name} replaced by text`, () => writeFileSync(path, 'not what should be here\n'));
  const bytes = readFileSync(path);
  if (what === 5) bytes.fill(0, at);
  else if (what === 6) bytes.fill(0, at - (at % 4096), Math.min(size, at - (at % 4096) + 4096));
  else if (bytes.length > 0) bytes[at]! ^= 1 << random.below(8);
  const words = what === 5 ? 'zeros from' : what === 6 ? 'a page of zeros around' : 'one bit flipped at';
  return done(`${name}: ${words} byte ${at} of ${size}`, () => writeFileSync(path, bytes));
}

function done(what: string, work: () => void): string {
  work();
  return what;
}

/** A hash over names and bytes, the lock's and the compiled code left out: a start may take and leave those. */
export function bytesOf(folder: string): string {
  const hash = createHash('sha256');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/^(compiled|lock)/.test(name),
  );
  for (const name of names.toSorted()) {
    const path = join(folder, name);
    if (statSync(path).isFile()) hash.update(`${name}\n`).update(readFileSync(path));
  }
  return hash.digest('hex');
}
