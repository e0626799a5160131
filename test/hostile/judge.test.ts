// A judge that can't find anything is no judge: each of the attack's judges is shown what it must find, one defect at a
// time, beside the good case that it must let pass.
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Sent } from '../crash/callers.ts';
import { connect } from '../crash/connection.ts';
import { repeatOrders } from '../crash/evidence.ts';
import {
  judgeAdmin,
  judgeBeside,
  judgeBundle,
  judgeCopies,
  judgeEntries,
  judgeMark,
  judgeNoticed,
  judgeOrder,
  judgePrey,
  judgeRefusal,
  judgeStop,
  judgeSuccession,
  judgeTeams,
  judgeTold,
  judgeTrading,
} from './judge.ts';
import { bytesOf } from './on-folder.ts';
import { createReport, reportText } from './report.ts';
import { type Answer, answersIn, say } from './wire.ts';

const envelope = { code: '40017', msg: 'size: found x, needed a decimal', requestTime: 1, data: null };
function answer(status: number, body: object | string, headers: Record<string, string> = {}): Answer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: new Map(Object.entries(headers)), body: text };
}

describe('the judge of trading answers', () => {
  it.each([
    ['a good answer', answer(200, '{"order_id":"1"}')],
    ['a refusal', answer(400, envelope)],
    ['a 503 that says when to come back', answer(503, envelope, { 'retry-after': '1' })],
    ['a 429 that does', answer(429, envelope, { 'retry-after': '1' })],
  ])('lets %s pass', (_, good) => expect(judgeTrading(good)).toBeNull());

  it.each([
    ['a 500', answer(500, envelope), 'status 500'],
    ['a status that no page names', answer(418, envelope), 'status 418'],
    ['a 503 without Retry-After', answer(503, envelope), '503 without Retry-After'],
    ['a 429 without it', answer(429, envelope), '429 without Retry-After'],
    [
      'a stack trace',
      answer(400, { ...envelope, msg: 'x\n    at /srv/src/api/front/body/body.ts:41:3' }),
      'the inside',
    ],
    [
      'an error of the database',
      answer(503, { ...envelope, msg: 'SQLITE_BUSY' }, { 'retry-after': '1' }),
      'the inside',
    ],
    ['a refusal without JSON', answer(400, 'Bad Request'), 'without JSON'],
    ['one in a foreign shape', answer(404, { statusCode: 404, error: 'Not Found' }), 'another shape'],
    ['a code that is a number', answer(400, { ...envelope, code: 40017 }), 'another shape'],
    ['a refusal with data', answer(400, { ...envelope, data: {} }), 'another shape'],
  ])('finds %s', (_, bad, what) => expect(judgeTrading(bad)).toContain(what));
});

describe('the judge of the administration', () => {
  it('lets its refusals pass and finds other shapes and faults', () => {
    expect(judgeAdmin(answer(401, { code: 'UNAUTHORIZED', msg: 'token' }))).toBeNull();
    expect(judgeAdmin(answer(400, { error: 'x' }))).toContain('another shape');
    expect(judgeAdmin(answer(500, { code: 'X', msg: 'x' }))).toContain('status 500');
    expect(judgeAdmin(answer(400, { code: 'X', msg: "TypeError: Cannot read 'x'" }))).toContain('the inside');
  });
});

describe('the judge of copies', () => {
  const first = answer(200, { order_id: '1', requestTime: 1 });
  const copy = answer(200, { order_id: '1', requestTime: 2 }, { 'idempotent-replay': 'true' });
  it('lets one execution pass and finds two, none, and two answers', () => {
    expect(judgeCopies([copy, first, copy])).toBeNull();
    expect(judgeCopies([first, first])).toContain('2 say that they were carried out');
    expect(judgeCopies([copy, copy])).toContain('0 say');
    expect(judgeCopies([first, answer(200, { order_id: '2' }, { 'idempotent-replay': 'true' })])).toContain(
      'differently',
    );
  });
});

describe('the judge of pipelines', () => {
  const of = (...ids: string[]) => ids.map((id) => answer(200, '{}', { 'x-request-id': id }));
  it('lets the order of the requests pass and finds another one, and an answer that is missing', () => {
    expect(judgeOrder(['a', 'b'], of('a', 'b'), true)).toBeNull();
    expect(judgeOrder(['a', 'b'], of('a'), false)).toBeNull();
    expect(judgeOrder(['a', 'b'], of('a'), true)).toContain('got 1 answers');
    expect(judgeOrder(['a', 'b'], of('b', 'a'), true)).toContain('is for b and not for a');
    expect(judgeOrder(['a'], of('a', 'a'), true)).toContain('is for a and not for undefined');
  });
});

describe('the judge of a refused start', () => {
  const refused = { code: 1, stderr: 'journal.log is damaged at byte 7\n' };
  it('lets plain words pass and finds a crash, silence, and a stack', () => {
    expect(judgeRefusal(refused, true)).toBeNull();
    expect(judgeRefusal({ ...refused, code: null }, true)).toContain('ended with null');
    expect(judgeRefusal({ ...refused, stderr: ' \n' }, true)).toContain('without plain words');
    expect(judgeRefusal({ ...refused, stderr: 'Error: x\n    at start (start.ts:1:1)' }, true)).toContain(
      'plain words',
    );
  });

  it('finds a folder whose bytes, files or names were changed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'outcry-judge-'));
    const path = join(folder, 'journal.log');
    writeFileSync(path, 'whole');
    const before = bytesOf(folder);
    writeFileSync(join(folder, 'lock.db'), 'a start may take the lock');
    expect(bytesOf(folder)).toBe(before);
    appendFileSync(path, '!');
    expect(judgeRefusal(refused, bytesOf(folder) === before)).toContain('the folder was changed');
    writeFileSync(path, 'whole');
    writeFileSync(join(folder, 'outcry.db'), '');
    expect(judgeRefusal(refused, bytesOf(folder) === before)).toContain('the folder was changed');
    rmSync(folder, { recursive: true });
  });
});

it('the judge of two processes lets one that ended pass, and finds two that run', () => {
  expect(judgeSuccession(1)).toBeNull();
  expect(judgeSuccession(null)).toContain('the first one runs');
  expect(judgeSuccession(0)).toContain('said 0');
});

it('the judge of a stop lets an end pass and finds a crash and a fault', () => {
  expect(judgeStop({ code: 0, stderr: '' })).toBeNull();
  expect(judgeStop({ code: null, stderr: '' })).toContain('ended with null');
  expect(judgeStop({ code: 1, stderr: 'outcry: internal error; see the log' })).toContain('internal error');
});

it('the judge of a mark lets the index pass, and finds what dust did to it and to whom it was after', () => {
  expect(judgeMark(50_000.1, 50_000.1)).toBeNull();
  expect(judgeMark(50_000.2, 50_000.1)).toContain('moved the mark to 50000.2');
  expect(judgeMark(Number.NaN, 50_000.1)).toContain('NaN');
  expect(judgePrey(['SHORT 1.0000'])).toBeNull();
  expect(judgePrey([])).toContain('no position');
  expect(judgePrey(['SHORT 0.4000'])).toContain('SHORT 0.4000');
});

it('the judge of a damaged past lets a start that names a file pass, and finds silence and another name', () => {
  expect(judgeTold(['0001.seg', '0009.seg'], 'journal/0009.seg.zst is damaged')).toBeNull();
  expect(judgeTold(['0001.seg'], '')).toContain('nothing is said of 0001.seg');
  expect(judgeTold(['0001.seg'], 'journal/0009.seg is missing')).toContain('nothing is said');
});

it('the judge of taken files lets an end that says so pass, and finds going on, other ends and silence', () => {
  const stderr = 'outcry: /srv/journal.log was removed while the exchange ran';
  expect(judgeNoticed({ code: 1, stderr }, 'journal.log')).toBeNull();
  expect(judgeNoticed(null, 'journal.log')).toContain('goes on');
  expect(judgeNoticed({ code: 0, stderr }, 'journal.log')).toContain('ended with 0');
  expect(judgeNoticed({ code: 1, stderr: 'internal error' }, 'journal.log')).toContain('without saying so');
  expect(judgeNoticed({ code: 1, stderr }, 'key-file')).toContain('without saying so');
});

it('the judge of handshakes lets one entry pass, and finds two, none, silence and another refusal', () => {
  expect(judgeEntries(['40008', 'in', '40008'], 1)).toBeNull();
  expect(judgeEntries(['40008'], 0)).toBeNull();
  expect(judgeEntries(['in', 'in'], 1)).toContain('let in 2 of 2 times, and not 1');
  expect(judgeEntries(['in'], 0)).toContain('let in 1 of 1 times, and not 0');
  expect(judgeEntries(['40008', '40008'], 1)).toContain('let in 0 of 2');
  expect(judgeEntries(['in', null], 1)).toContain('nothing');
  expect(judgeEntries(['in', '500'], 1)).toContain('500');
});

it('the judge of answers reads those of v3, whose codes are numbers and whose text may be an error', () => {
  const answer = (status: number, body: object) => ({
    status,
    headers: new Map([['retry-after', '1']]),
    body: JSON.stringify({ requestTime: 1, data: null, ...body }),
  });
  expect(judgeTrading(answer(400, { code: -1121, msg: 'Invalid symbol' }))).toBeNull();
  expect(judgeTrading(answer(429, { code: 429, error: 'Too many requests' }))).toBeNull();
  expect(judgeTrading(answer(400, { code: -1121 }))).toContain('in another shape');
  expect(judgeTrading(answer(400, { code: '40020', error: 'x' }))).toContain('in another shape');
});

it('the judge of heavy requests lets a quiet account go on, and finds one that waits, and nobody held back', () => {
  expect(judgeBeside([4, 5, 6], [9, 12, 300], [200, 429])).toBeNull();
  expect(judgeBeside([4, 5, 6], [9, 347, 347], [200, 429])).toContain('347 ms beside heavy requests, and 5 ms alone');
  expect(judgeBeside([100, 100, 100], [300, 300, 300], [200, 429])).toBeNull();
  expect(judgeBeside([4, 5, 6], [9, 12, 13], [200, 200])).toContain('none of 2 heavy requests was refused');
});

it('the judge of a board finds a team that an organiser took off, or put elsewhere', () => {
  expect(judgeTeams(['t1 ranked', 't2 FEW'], ['t2 FEW', 't1 ranked'])).toBeNull();
  expect(judgeTeams(['t1 ranked'], [])).toContain('took t1 ranked off the board');
  expect(judgeTeams(['t1 ranked'], ['t1 withdrawn'])).toContain('t1 ranked');
});

it('the judge of own bundles finds what is another team’s, and where', () => {
  const files = new Map([['bodies/1', '{"thought":"mine"}']]);
  expect(judgeBundle(files, ['theirs'])).toBeNull();
  expect(judgeBundle(files.set('report.json', '{"team":"t2","word":"theirs"}'), ['theirs'])).toContain('report.json');
});

describe('the judge of what was answered', () => {
  const who = { uid: 1, apiKey: 'k', secret: 's', passphrase: 'p' };
  const reply = { status: 200, headers: {}, body: { order_id: '7', client_oid: 'a' } };
  const order: Sent = { kind: 'order', who, body: '{"client_oid":"a"}', key: 'a', reply };

  /** What is found when an exchange answers the order's repeat so. */
  async function foundAt(status: number, body: object, headers: Record<string, string>): Promise<string[]> {
    const server = createServer((_, response) => response.writeHead(status, headers).end(JSON.stringify(body)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const connection = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const problems = await repeatOrders([connection], [order]);
    connection.close();
    await new Promise((resolve) => server.close(resolve));
    return problems;
  }

  it('lets the same order pass and finds one that is lost, doubled or another', async () => {
    const isRepeat = { 'idempotent-replay': 'true' };
    expect(await foundAt(200, reply.body, isRepeat)).toEqual([]);
    expect(await foundAt(200, reply.body, {})).toHaveLength(1);
    expect(await foundAt(200, { order_id: '8', client_oid: 'a' }, isRepeat)).toHaveLength(1);
    expect(await foundAt(400, envelope, {})).toHaveLength(1);
  });
});

describe('the wire', () => {
  it('tells whole answers from the rest, and a server that says nothing from one that answers', async () => {
    const text = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1 400 Bad\r\nContent-Length: 9\r\n\r\n{"co';
    const { answers, rest } = answersIn(Buffer.from(text));
    expect(answers).toEqual([{ status: 200, headers: new Map([['content-length', '2']]), body: '{}' }]);
    expect(rest).toContain('400 Bad');
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const heard = await say(url, Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'), { answers: 1, patienceMs: 50 });
    expect(heard).toMatchObject({ answers: [], ended: 'hang' });
    silent.close();
  });

  it('has its findings told and counted', () => {
    const told: string[] = [];
    const report = createReport((what) => told.push(what));
    report.found('a lost order');
    expect(told).toEqual(['a lost order']);
    expect(reportText(report)).toMatch(/1 {2}findings\nFOUND\na lost order$/);
    expect(reportText(createReport())).toBe('nothing found');
  });
});
