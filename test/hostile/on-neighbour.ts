/**
 * An account that sends the heaviest there is, at the limits an exchange has by default: dry runs and uploads of bodies
 * that are long to read, over several connections from an address of its own, without a pause. A quiet account trades
 * beside it and must not notice: it is refused nothing, and its orders take about what they take alone.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../src/market/random.ts';
import { type Account, newFolder, startExchange } from '../cli/process.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TARGETS } from '../crash/callers.ts';
import { connect } from '../crash/connection.ts';
import { openAccount } from '../crash/killable.ts';
import { judgeBeside, judgeStop } from './judge.ts';
import type { Report } from './report.ts';

/** Of the account that sends the heaviest. */
const CONNECTIONS = 4;
const ADDRESS = '127.0.2.1';
const VALIDATE = '/capi/v2/ai/validate';
/** Nearly the largest body: names of 200 characters, each another, which a scanner has to tell apart. */
const NAMES = 4_000;
const NAME_LENGTH = 200;
/** An order and its cancel, far below what an account may send. */
const PAUSE_MS = 100;
const QUIET_ORDERS = 30;
/** Whoever is refused comes again; a body is signed in the process that measures, which must not wait for it. */
const REFUSED_PAUSE_MS = 1_000;

export async function attackNeighbour(random: Random, report: Report, budgetMs: number): Promise<void> {
  const data = newFolder();
  const { ready, stop } = await startExchange('start', data, '--log-level', 'error');
  const token = readFileSync(join(data, 'admin-token'), 'utf8');
  const quiet = ready.accounts[0]!;
  const heavy = await openAccount(ready, token);
  const alone = await trade(report, ready.url, quiet, (nth) => nth < QUIET_ORDERS);
  let isOver = false;
  const untilMs = performance.now() + budgetMs;
  const burdens = Promise.all(
    Array.from({ length: CONNECTIONS }, () => burden(random, report, ready.url, heavy, () => isOver)),
  );
  const beside = await trade(report, ready.url, quiet, (nth) => nth < QUIET_ORDERS || performance.now() < untilMs);
  isOver = true;
  const answers = (await burdens).flat();
  report.count('heavy requests beside a quiet account', answers.length);
  report.count('  refused for their weight', answers.filter((status) => status !== 200).length);
  const ended = await stop();
  const wrong = judgeBeside(alone, beside, answers) ?? judgeStop(ended);
  if (wrong !== null) report.found(wrong);
}

/** Orders that rest far away, and their cancels, one after the other: how long each order took, ms. */
async function trade(report: Report, url: string, who: Account, goesOn: (nth: number) => boolean): Promise<number[]> {
  const connection = connect(url);
  const took: number[] = [];
  for (let nth = 0; goesOn(nth); nth++) {
    const order = {
      symbol: 'cmt_btcusdt',
      size: '0.001',
      type: '1',
      order_type: '0',
      match_price: '0',
      price: '45000',
    };
    const client_oid = `quiet-${++made}`;
    const fromMs = performance.now();
    const placed = await connection.send(who, 'POST', TARGETS.order, JSON.stringify({ ...order, client_oid }));
    took.push(performance.now() - fromMs);
    if (placed.status !== 200) report.found(`a quiet account was answered ${placed.status} to an order`);
    await connection.send(who, 'POST', TARGETS.cancel, JSON.stringify({ clientOid: client_oid }));
    await sleep(PAUSE_MS);
  }
  connection.close();
  return took;
}

let made = 0;

/** The heaviest bodies, one after the other without a pause; the statuses they were answered with. */
async function burden(
  random: Random,
  report: Report,
  url: string,
  who: Account,
  isOver: () => boolean,
): Promise<number[]> {
  const statuses: number[] = [];
  while (!isOver()) {
    // What is refused for its weight ends the connection, often before its answer is read: 0.
    const connection = connect(url, ADDRESS);
    const target = random.below(4) === 0 ? TARGETS.log : VALIDATE;
    const { status } = await connection.send(who, 'POST', target, heavyLog()).catch(() => ({ status: 0 }));
    statuses.push(status);
    connection.close();
    if (![0, 200, 429].includes(status)) report.found(`a heavy body was answered ${status}`);
    if (status !== 200) await sleep(REFUSED_PAUSE_MS);
  }
  return statuses;
}

/** Made once: what is measured in this process must not wait for it. */
const HEAVY = `${Array.from({ length: NAMES }, (_, at) => `"${`${at}-`.padEnd(NAME_LENGTH, 'k')}":1`).join(',')}},`;

function heavyLog(): string {
  return `{"stage":"s","model":"m","output":{"decision":"HOLD"},"input":{"n":${++made},${HEAVY}"orderId":null}`;
}
