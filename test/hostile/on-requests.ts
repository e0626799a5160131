/**
 * Hostile requests against a running exchange, several at a time, beside an account that does nothing and must not
 * notice. At the end everything is as it should be: the audit, the replay of the journal, the bystander's money.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, newFolder, outcryJson, type Ready } from '../cli/process.ts';
import { connect } from '../crash/connection.ts';
import { openAccount, startKillable } from '../crash/killable.ts';
import type { Random } from '../../src/market/random.ts';
import { judgeAdmin, judgeAny, judgeStop, judgeTrading } from './judge.ts';
import type { Report } from './report.ts';
import { sendCopies, sendPipeline } from './on-connection.ts';
import { hostileAdmin, hostileFraming, hostileTrading, type Hostile } from './requests.ts';
import { say } from './wire.ts';

const AT_ONCE = 8;
/** A socket that has not ended by now hangs: longer than every time-out of a head, a body and the next request. */
const HANG_MS = 90_000;
const KEEPS = [
  '/capi/v2/account/assets',
  '/capi/v2/account/position/allPosition',
  '/capi/v2/account/settings?symbol=cmt_btcusdt',
];

/** Everything the callers of one part need. */
interface Part {
  readonly random: Random;
  readonly report: Report;
  readonly ready: Ready;
  readonly token: string;
  readonly attackers: readonly Account[];
  readonly untilMs: number;
}

/** @param budgetMs how long requests are sent, counted from when the exchange and its accounts are there */
export async function attackRequests(random: Random, report: Report, budgetMs: number): Promise<void> {
  const data = newFolder();
  const { ready, stop, child } = await startKillable(data);
  const token = readFileSync(join(data, 'admin-token'), 'utf8');
  const attackers = [ready.accounts[0]!, await openAccount(ready, token)];
  const repeated = await openAccount(ready, token);
  const bystander = await openAccount(ready, token);
  const before = await seenBy(ready, bystander);
  const part = { random, report, ready, token, attackers, untilMs: performance.now() + budgetMs };
  await Promise.all([
    ...Array.from({ length: AT_ONCE }, () => sendOn(part)),
    sendCopies(random, report, ready, repeated, part.untilMs),
  ]);
  if (child.exitCode !== null) return report.found(`the exchange ended with ${child.exitCode}`);
  const after = await seenBy(ready, bystander);
  if (after !== before) report.found(`the bystander saw ${before} before and ${after} after`);
  const rss = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
  report.count('MB of memory at most', Math.round(Number(rss ?? 0) / 1024));
  await judgeState(data, report);
  const wrong = judgeStop(await stop());
  if (wrong !== null) report.found(`after hostile requests: ${wrong}`);
}

async function sendOn(part: Part): Promise<void> {
  const { random, report, ready, token, attackers } = part;
  const adminHost = new URL(ready.adminUrl).host;
  do {
    const what = random.below(20);
    const who = attackers[random.below(2)]!;
    if (what < 12) await once(report, 'hostile requests', ready.url, hostileTrading(random, ready, who), judgeTrading);
    else if (what < 16)
      await once(report, 'hostile administration', ready.adminUrl, hostileAdmin(random, adminHost, token), judgeAdmin);
    else if (what < 17) await sendPipeline(random, report, ready, who);
    else if (what < 18) await framing(random, report, ready.adminUrl, hostileAdmin(random, adminHost, token));
    else await framing(random, report, ready.url, hostileTrading(random, ready, who));
  } while (performance.now() < part.untilMs);
}

type Judge = typeof judgeTrading;

async function once(report: Report, kind: string, url: string, { bytes, what }: Hostile, judge: Judge): Promise<void> {
  const heard = await say(url, bytes, { answers: 1, patienceMs: HANG_MS });
  report.count(kind);
  const [answer] = heard.answers;
  if (answer === undefined) return report.found(`no answer (${heard.ended}) to ${shown(what)}`);
  report.count(`  answered ${answer.status}`);
  const isHead = bytes.toString('latin1', 0, 5) === 'HEAD ';
  const wrong = (isHead ? judgeAny : judge)(answer);
  if (wrong !== null) report.found(`${wrong}, to ${shown(what)}`);
}

/** Half requests, slow ones and garbage: an answer is not owed, but what comes is judged and the socket must end. */
async function framing(random: Random, report: Report, url: string, good: Hostile): Promise<void> {
  const { bytes, what } = hostileFraming(random, good);
  const isPatient = random.below(200) === 0;
  const slow = random.below(10) === 0 ? { slow: { bytes: 1 + random.below(40), pauseMs: 1 } } : {};
  const hangUp = isPatient ? {} : { hangUpAfterMs: 5 + random.below(60) };
  const heard = await say(url, bytes, { answers: 0, patienceMs: HANG_MS, ...slow, ...hangUp });
  report.count('half, torn and conflicting requests');
  if (heard.ended === 'hang') report.found(`a socket that never ends: ${shown(what)}`);
  for (const answer of heard.answers)
    if (answer.status >= 500 && answer.status !== 503) report.found(`${answer.status} to ${shown(what)}`);
}

const shown = (what: string): string => JSON.stringify(what.slice(0, 400));

/** What an account sees of itself, as one text. */
export async function seenBy(ready: Ready, who: Account): Promise<string> {
  const connection = connect(ready.url);
  const seen = [];
  for (const target of KEEPS) seen.push(JSON.stringify((await connection.send(who, 'GET', target)).body));
  connection.close();
  return seen.join();
}

/** Audit clean, and the journal replays to the live state. */
export async function judgeState(data: string, report: Report): Promise<void> {
  const audit = await outcryJson<{ ok: boolean; failures: unknown[] }>('audit', '--data', data);
  if (!audit.ok) report.found(`the audit found ${JSON.stringify(audit.failures)}`);
  const live = await outcryJson<{ sequence: number; hash: string }>('hash', '--live', '--data', data);
  const replayed = await outcryJson<{ hash: string }>('replay', '--until', String(live.sequence), '--data', data);
  if (replayed.hash !== live.hash)
    report.found(`the replay to ${live.sequence} has another hash than the running exchange`);
  report.count('audits and replays compared');
}
