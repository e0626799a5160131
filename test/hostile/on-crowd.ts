/**
 * A crowd of connections that take and give nothing: idle ones, heads and bodies byte by byte, from many addresses. A
 * trader beside them is served all the time, and what is half sent is ended by the exchange.
 */
import { connect, type Socket } from 'node:net';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../src/market/random.ts';
import { newFolder, type Ready } from '../cli/process.ts';
import { TARGETS } from '../crash/callers.ts';
import { connect as connectTrader } from '../crash/connection.ts';
import { startKillable } from '../crash/killable.ts';
import { judgeStop } from './judge.ts';
import type { Report } from './report.ts';

/** Of one address; the default allows 256. */
const PER_ADDRESS = 200;
/** What a trader waits at most for an order, on a machine where everything else is slow as well. */
const SLOWEST_ORDER_MS = 10_000;
/** Longer than the time a head or a body may take, 30 s, with room for a busy machine. */
const ENDED_WITHIN_MS = 60_000;
const MOST_MB = 1_024;
const ORDERS = 50;

/** @param waitsForEnd whether it is watched until the exchange has ended what was half sent */
export async function attackCrowd(random: Random, report: Report, size: number, waitsForEnd: boolean): Promise<void> {
  const { ready, child, stop } = await startKillable(newFolder());
  const crowd: Socket[] = [];
  for (let at = 0; at < size; at++) {
    crowd.push(join(random, ready, `127.0.1.${1 + Math.floor(at / PER_ADDRESS)}`, at % 3));
    if (at % 100 === 99) await sleep(5);
  }
  report.count('idle and slow connections', size);
  report.count('orders beside a crowd', ORDERS);
  const slowest = await trade(report, ready);
  report.count('slowest order beside a crowd, ms', Math.round(slowest));
  const rss = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
  if (Number(rss) > MOST_MB * 1024) report.found(`${size} connections that send nothing take ${rss} kB`);
  if (waitsForEnd) await untilEnded(report, crowd);
  for (const socket of crowd) socket.destroy();
  const wrong = judgeStop(await stop());
  if (wrong !== null) report.found(`after a crowd: ${wrong}`);
}

/** Every third says nothing; the others send a part of a head, and a head with a part of its body. */
function join(random: Random, ready: Ready, localAddress: string, kind: number): Socket {
  const { hostname, port } = new URL(ready.url);
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  socket.on('error', () => undefined);
  const head = `POST ${TARGETS.order} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 1000000\r\n`;
  if (kind === 1) socket.write(head.slice(0, 1 + random.below(head.length - 1)));
  if (kind === 2) socket.write(`${head}ACCESS-KEY: ${ready.accounts[0]!.apiKey}\r\n\r\n{"symbol":`);
  return socket;
}

/** Orders one after the other; how long the slowest took. */
async function trade(report: Report, ready: Ready): Promise<number> {
  const connection = connectTrader(ready.url);
  let slowestMs = 0;
  for (let at = 0; at < ORDERS; at++) {
    const from = performance.now();
    const order = { symbol: 'cmt_btcusdt', client_oid: `crowd-${at}`, size: '0.001', type: '1', order_type: '0' };
    const body = JSON.stringify({ ...order, match_price: '1' });
    const { status } = await connection.send(ready.accounts[0]!, 'POST', TARGETS.order, body);
    slowestMs = Math.max(slowestMs, performance.now() - from);
    if (status !== 200) report.found(`an order beside a crowd was answered ${status}`);
  }
  connection.close();
  if (slowestMs > SLOWEST_ORDER_MS) report.found(`an order beside a crowd took ${Math.round(slowestMs)} ms`);
  return slowestMs;
}

/** What was half sent is ended by the other side. */
async function untilEnded(report: Report, crowd: readonly Socket[]): Promise<void> {
  const half = crowd.filter((_, at) => at % 3 !== 0);
  for (const socket of half) socket.resume();
  const isOver = () => half.every((socket) => socket.destroyed || socket.readableEnded);
  for (const untilMs = performance.now() + ENDED_WITHIN_MS; !isOver() && performance.now() < untilMs; )
    await sleep(100);
  const left = half.filter((socket) => !socket.destroyed && !socket.readableEnded).length;
  if (left > 0) report.found(`${left} half requests are open after ${ENDED_WITHIN_MS} ms`);
  report.count('half requests ended by the exchange', half.length - left);
}
