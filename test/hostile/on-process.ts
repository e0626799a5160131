/**
 * The process and its disk: killed under load, started twice on one folder with its locks removed, files that may not
 * grow.
 */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../src/market/random.ts';
import { newFolder, type Running, whenReady } from '../cli/process.ts';
import { callUntilKilled, type Sent } from '../crash/callers.ts';
import { connect } from '../crash/connection.ts';
import { checkLogs, repeatOrders, sendAgain } from '../crash/evidence.ts';
import { fileLimitUnit, launchKillable, launchWithSmallFiles, startKillable } from '../crash/killable.ts';
import { judgeState } from './on-requests.ts';
import { judgeRefusal, judgeSuccession } from './judge.ts';
import type { Report } from './report.ts';

const CONNECTIONS = 4;
const SLOWEST_MS = 20_000;
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Loads, kills, starts again and asks for everything that was answered; at the end for the state and the audit. */
export async function attackByKilling(random: Random, report: Report, kills: number): Promise<void> {
  const data = newFolder();
  const sent: Sent[] = [];
  let running = await startKillable(data);
  for (let kill = 0; kill < kills; kill++) {
    const from = sent.length;
    const load = callUntilKilled(running.ready, running.ready.accounts, CONNECTIONS, random, sent);
    while (sent.length < from + 40 + random.below(80)) await sleep(2);
    await running.stop('SIGKILL');
    await load;
    report.count('kills under load');
    running = await startKillable(data);
    await examine(report, 'after a kill', running, sent.slice(from));
  }
  await judgeState(data, report);
  await running.stop();
}

/**
 * A second start while the first one trades, whatever was removed of the lock: it is refused, or the first one has
 * noticed that its lock is gone and ended. Never do both run.
 */
export async function attackWithTwo(random: Random, report: Report): Promise<void> {
  const data = newFolder();
  const sent: Sent[] = [];
  const first = await startKillable(data);
  const load = callUntilKilled(first.ready, first.ready.accounts, CONNECTIONS, random, sent);
  while (sent.length < 40) await sleep(2);
  for (const name of readdirSync(data).filter((name) => name.startsWith('lock')))
    if (random.below(2) === 0) rmSync(join(data, name));
  const launched = launchKillable(data);
  const second = await whenReady(launched).catch(() => null);
  const wrong = second === null ? judgeRefusal(await launched.ended, true) : judgeSuccession(first.child.exitCode);
  if (wrong !== null) report.found(`a second exchange on one folder: ${wrong}`);
  report.count(second === null ? 'second processes refused' : 'second processes behind one whose lock was removed');
  await first.stop('SIGKILL');
  await load;
  await second?.stop('SIGKILL');
  await examineAndStop(report, 'after a second process', await startKillable(data), sent);
}

/** Files that may not grow: what is answered is kept, what is not is refused, and room again is all that is needed. */
export async function attackDisk(random: Random, report: Report): Promise<void> {
  const unit = fileLimitUnit();
  if (unit === 0) return report.count('full disks skipped: no limit on files here');
  const data = newFolder();
  await (await startKillable(data)).stop();
  const size = statSync(join(data, 'journal.log')).size;
  const running = await whenReady(launchWithSmallFiles(data, size + 512 * 1024, unit)).catch(() => null);
  report.count('full disks');
  if (running === null) return;
  const sent: Sent[] = [];
  const load = callUntilKilled(running.ready, running.ready.accounts, CONNECTIONS, random, sent);
  const end = performance.now() + SLOWEST_MS;
  while (running.child.exitCode === null && performance.now() < end && !sent.some(({ reply }) => reply?.status === 503))
    await sleep(20);
  await running.stop('SIGKILL');
  await load;
  await examineAndStop(report, 'after a full disk', await startKillable(data), sent);
}

export async function examineAndStop(
  report: Report,
  when: string,
  running: Running,
  sent: readonly Sent[],
): Promise<void> {
  await examine(report, when, running, sent);
  await running.stop();
}

/** Every answered order is a repeat, every answered log is listed; what got no answer can be sent again. */
async function examine(report: Report, when: string, running: Running, sent: readonly Sent[]): Promise<void> {
  const connections = Array.from({ length: CONNECTIONS }, () => connect(running.ready.url));
  const accepted = sent.filter(({ reply }) => reply?.status === 200);
  const problems = await repeatOrders(
    connections,
    accepted.filter(({ kind }) => kind === 'order'),
  );
  for (const who of running.ready.accounts) {
    const logs = accepted.filter((one) => one.kind === 'log' && one.who.uid === who.uid);
    problems.push(...(await checkLogs(connections[0]!, who, logs, logs)));
  }
  await sendAgain(
    connections,
    sent.filter(({ reply }) => reply === null),
  );
  report.count('answered requests asked for again', accepted.length);
  for (const problem of problems) report.found(`${when}: ${problem}`);
  for (const connection of connections) connection.close();
}
