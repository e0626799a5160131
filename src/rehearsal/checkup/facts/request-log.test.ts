// The file of requests: what is written and read back, its bound, and a line torn by a kill.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RequestRow } from '../../../api/call/recorder.ts';
import { RequestLog } from './request-log.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'outcry-requests-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const over = (socket: object): IncomingMessage => ({ socket }) as IncomingMessage;
const ONE = over({});
const OTHER = over({});
const THIRD = over({});

const row = (fields: Partial<RequestRow>): RequestRow => ({
  at: 1,
  uid: null,
  proven: false,
  op: 'ticker',
  method: 'GET',
  target: '/x',
  status: 200,
  code: null,
  token: null,
  field: null,
  meant: null,
  oid: null,
  symbol: null,
  mark: null,
  middle: null,
  weight: 0,
  ip: null,
  used: null,
  scope: null,
  retryAfter: null,
  fault: null,
  delay: 0,
  ignored: [],
  numbers: [],
  skew: null,
  cause: null,
  sent: 0,
  bytes: 0,
  took: 0,
  same: null,
  answer: null,
  refused: 0,
  replayed: false,
  ...fields,
});

it('reads back what an account asked, and what was asked unsigned where nobody else signed', async () => {
  const log = new RequestLog(folder);
  const own = row({ uid: 7, proven: true, op: 'placeOrder', status: 0, used: [5, 1000], ignored: ['x'] });
  log.request(own, ONE);
  log.request(row({ target: '/own' }), ONE);
  log.request(row({ uid: 8, proven: true }), OTHER);
  log.request(row({ target: '/others' }), OTHER);
  log.request(row({ target: '/anybody' }), THIRD);
  log.socket({ at: 2, uid: 7, event: 'open', side: 'private', channel: null, code: null }, THIRD);
  const { requests, sockets, unsigned, isCut, lost } = await log.read(7, 0, 100);
  expect(requests.map(({ n, conn }) => [n, conn])).toEqual([
    [1, 1],
    [2, 1],
  ]);
  expect(unsigned.requests.map(({ target }) => target)).toEqual(['/anybody']);
  expect(requests[0]).toMatchObject(own);
  expect(sockets).toMatchObject([{ n: 6, uid: 7, event: 'open', channel: null }]);
  expect([isCut, lost]).toEqual([false, 0]);
  expect((await log.read(7, 2, 100)).requests).toEqual([]);
});

it('gives what nobody signed to the only one who ever signed', async () => {
  const log = new RequestLog(folder);
  log.request(row({ uid: 7, proven: true }), ONE);
  log.request(row({ target: '/anybody' }), THIRD);
  const { requests, unsigned } = await log.read(7, 0, 100);
  expect([requests.length, unsigned.requests.length]).toEqual([2, 0]);
});

it('drops its oldest half at its bound, stays below it, and says that it did', async () => {
  const log = new RequestLog(folder, 20_000);
  for (let n = 0; n < 500; n++) {
    log.request(row({ uid: 7, proven: true, at: n + 1 }), ONE);
    if (n % 20 === 0) await log.flush();
  }
  const { requests, isCut } = await log.read(7, 0, 1_000);
  const bytes = ['requests.jsonl', 'requests-before.jsonl'].map((name) => statSync(join(folder, name)).size);
  expect(bytes[0]! + bytes[1]!).toBeLessThanOrEqual(20_000);
  expect(isCut).toBe(true);
  expect(requests.at(-1)?.n).toBe(500);
  expect(requests.map(({ n }) => n)).toEqual(Array.from(requests, (_, at) => 501 - requests.length + at));
  expect((await log.read(7, 0, 10)).requests).toHaveLength(10);
});

it('goes on after a kill: cuts off a torn line and numbers on', async () => {
  const before = new RequestLog(folder);
  before.request(row({ uid: 7, proven: true }), ONE);
  await before.flush();
  appendFileSync(join(folder, 'requests.jsonl'), '{"n":2,"ui');
  const log = new RequestLog(folder);
  log.request(row({ uid: 7, proven: true }), ONE);
  expect((await log.read(7, 0, 10)).requests.map(({ n, conn }) => [n, conn])).toEqual([
    [1, 1],
    [2, 2],
  ]);
  expect(readFileSync(join(folder, 'requests.jsonl'), 'utf8').split('\n')).toHaveLength(3);
});

it('counts what the disk refuses', async () => {
  const log = new RequestLog(join(folder, 'not-there'));
  log.request(row({}), ONE);
  expect(await log.read(7, 0, 10)).toMatchObject({ requests: [], sockets: [], isCut: false, lost: 1 });
});
