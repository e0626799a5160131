// The record of real requests over real sockets that a rehearsal writes, and that nothing of it is there elsewhere.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckupView } from '../src/api/shapes/checkup.ts';
import { createClient } from '../src/client/client.ts';
import { Lockstep } from '../src/client/lockstep.ts';
import { type Request, RequestLog } from '../src/rehearsal/checkup/facts/request-log.ts';
import { type Kit, LEVERAGE, order, PLACE, quote, signedRequest, startKit, SYMBOL } from './api/kit.ts';
import { PATIENCE_MS } from './patience.ts';
import { FROM_MS, inLockstep, rehearsals } from './rehearsal-kit.ts';
import { stampedRequest } from './signed-request.ts';

const open = rehearsals();

let folder: string;
let log: RequestLog;
let kit: Kit;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-rehearsal-'));
  log = new RequestLog(folder);
  kit = await startKit([], () => ({}), undefined, { requests: log });
  await kit.setPrice(SYMBOL, '90000');
  await quote(kit, SYMBOL, ['89999.9', '90000.1'], '10');
});
afterAll(async () => {
  await kit.stop();
  rmSync(folder, { recursive: true, force: true });
});

const rows = async () => {
  const { requests, unsigned } = await log.read(kit.alice.uid, 0, 1_000);
  return [...requests, ...unsigned.requests].toSorted((a, b) => a.n - b.n);
};
const last = async () => (await rows()).at(-1);

describe('a request on record', () => {
  it('has what was asked, by whom, and how it was answered', async () => {
    const fields = order({ size: 0.01, colour: 'red' });
    await kit.post(kit.alice, PLACE, fields);
    expect(await last()).toMatchObject({
      uid: kit.alice.uid,
      proven: true,
      op: 'placeOrder',
      method: 'POST',
      target: PLACE,
      status: 200,
      code: null,
      oid: fields['client_oid'],
      symbol: SYMBOL,
      mark: 90_000,
      middle: 90_000,
      weight: 5,
      used: [5, 1_000],
      ignored: ['colour'],
      numbers: ['size'],
    });
  });

  it('says of a refusal which it was', async () => {
    await kit.post(kit.alice, PLACE, order({ size: '0.00001234' }));
    expect(await last()).toMatchObject({ status: 400, code: '40015', token: 'SIZE_NOT_MULTIPLE_OF_STEP' });
  });

  it('has the same digest for two that differ in their client order id alone', async () => {
    for (const size of ['0.02', '0.02', '0.03']) await kit.post(kit.alice, PLACE, order({ size }));
    const [one, two, three] = (await rows()).slice(-3).map(({ same }) => same);
    expect(one).toBe(two);
    expect(two).not.toBe(three);
  });

  it('has the same digest for two equal answers', async () => {
    const target = `/capi/v2/market/depth?symbol=${SYMBOL}`;
    for (let n = 0; n < 2; n++) await kit.send({ target });
    const [one, two] = (await rows()).slice(-2);
    expect(one).toMatchObject({ op: 'depth', uid: null, proven: false, symbol: SYMBOL });
    expect(one?.answer).toBe(two?.answer);
  });

  it.each([
    ['query not signed', { signedTarget: '/capi/v2/order/current' }, 'GET', ''],
    ['body not signed', { signedBody: '' }, 'POST', '{"symbol":"x"}'],
    ['empty body signed as {}', { signedBody: '{}' }, 'POST', ''],
    ['body with blanks', { signedBody: '{"symbol": "x"}' }, 'POST', '{"symbol":"x"}'],
  ] as const)('names the slip in a signature: %s', async (cause, options, method, body) => {
    const target = method === 'GET' ? `/capi/v2/order/current?symbol=${SYMBOL}` : PLACE;
    await kit.send(signedRequest(kit.alice, method, target, body, options));
    expect(await last()).toMatchObject({ uid: kit.alice.uid, proven: false, code: '40009', cause });
  });

  it('names another secret', async () => {
    const request = signedRequest({ ...kit.alice, secret: 'x' }, 'GET', '/capi/v2/account/assets', '');
    await kit.send(request);
    expect(await last()).toMatchObject({ code: '40009', cause: 'another secret' });
  });

  it('has the skew of a timestamp, and what an unknown path was meant to be', async () => {
    const timestamp = String(Date.now() - 60_000);
    await kit.send(signedRequest(kit.alice, 'GET', '/capi/v2/account/assets', '', { timestamp }));
    const { code, skew } = (await last())!;
    expect([code, Math.round(skew! / 1_000)]).toEqual(['40008', -60]);
    await kit.send({ target: '/capi/v2/market/tiker' });
    expect(await last()).toMatchObject({ op: 'unknown', status: 404, meant: expect.stringContaining('ticker') });
  });

  it('has status 0 when the caller left before the answer', async () => {
    const fields = order({ size: '0.04' });
    const { headers, body } = signedRequest(kit.alice, 'POST', PLACE, JSON.stringify(fields));
    const head = Object.entries({ ...headers, Host: 'localhost', 'Content-Length': String(body!.length) });
    const text = `POST ${PLACE} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
    const socket = connect(Number(new URL(kit.url).port), '127.0.0.1');
    socket.write(text + String(body), () => socket.resetAndDestroy());
    await expect.poll(async () => (await last())?.oid).toBe(fields['client_oid']);
    expect(await last()).toMatchObject({ op: 'placeOrder', status: 0 });
  });

  it('never has a secret, a passphrase, a signature or a body', async () => {
    await log.flush();
    const text = readFileSync(join(folder, 'requests.jsonl'), 'utf8');
    const { headers } = signedRequest(kit.alice, 'GET', '/capi/v2/account/assets', '');
    for (const secret of [kit.alice.secret, kit.alice.passphrase, headers!['ACCESS-SIGN']!, 'match_price'])
      expect(text).not.toContain(secret);
  });
});

it('is nowhere but in a rehearsal', async () => {
  const plain = await startKit();
  try {
    await plain.get(plain.alice, '/capi/v2/account/assets');
    expect(() => readFileSync(join(plain.data, 'requests.jsonl'))).toThrow('ENOENT');
  } finally {
    await plain.stop();
  }
});

it('has a row for each action of a sealed pass, as it was carried out', { timeout: PATIENCE_MS }, async () => {
  const uid = 1_000_001;
  const lockstep = { stepMs: 1_000, agents: [uid], order: 'sealed' } as const;
  const { app, data, end, keyOf } = await open({ hasMarket: false, begins: inLockstep(lockstep) });
  const ask = (path: string, body: object) =>
    stampedRequest(app.url, app.accounts[0]!, 'POST', `/capi/v2/rehearsal/${path}`, Date.now(), body);
  await ask('join', {});
  const leverage = { symbol: SYMBOL, marginMode: 1, longLeverage: 5, shortLeverage: '5', colour: 'red' };
  const sealed = [
    { method: 'POST', path: LEVERAGE, body: leverage },
    { method: 'POST', path: PLACE, body: order({ client_oid: undefined, size: '0.00001234' }) },
  ];
  expect(await ask('pass', { barrier: 0, actions: sealed })).toMatchObject({
    body: { results: [{ ok: true }, { ok: false }] },
  });
  const { findings } = await createClient(keyOf(0))
    .get<CheckupView>('/capi/v2/rehearsal/checkup')
    .then(({ answer }) => answer);
  expect(findings.map(({ id }) => id)).toEqual(expect.arrayContaining(['D07', 'D14', 'D16']));
  await end();
  const written = readFileSync(join(data, 'requests.jsonl'), 'utf8').trim().split('\n');
  const acted = written.map((line) => JSON.parse(line) as Request).filter(({ method }) => method === 'PASS');
  expect(acted).toMatchObject([
    {
      uid,
      proven: true,
      op: 'leverage',
      target: LEVERAGE,
      status: 200,
      ignored: ['colour'],
      numbers: ['longLeverage'],
    },
    { uid, op: 'placeOrder', target: PLACE, status: 400, code: '40019', field: 'client_oid' },
  ]);
  expect(acted.every((row) => row.weight === undefined)).toBe(true);
});

it('tells changes of a turn that come at once from those one after the other', { timeout: PATIENCE_MS }, async () => {
  const { app, end, keyOf } = await open({ hasMarket: false, begins: inLockstep({ agents: [1_000_001, 1_000_002] }) });
  await app.exchange.submit({ name: 'setIndexPrice', symbol: SYMBOL, price: '90000', sourceTimeMs: FROM_MS });
  const found: (string | undefined)[] = [];
  for (const [at, isAtOnce] of [true, false].entries()) {
    const client = createClient(keyOf(at));
    const agent = new Lockstep(client);
    const { barrier } = await agent.join();
    const place = (n: number) =>
      client.placeOrder(order({ client_oid: `at-once-${n}`, match_price: '0', price: '80000' }) as never);
    if (isAtOnce) await Promise.all(Array.from({ length: 10 }, (_, n) => place(n)));
    else for (let n = 0; n < 10; n++) await place(n);
    const passed = agent.pass({ barrier });
    if (at === 1) await passed;
    const { answer } = await client.get<CheckupView>('/capi/v2/rehearsal/checkup');
    found.push(answer.findings.find(({ id }) => id === 'D25')?.what);
  }
  expect(found[0]).toMatch(/ [1-9]\d* changes of a turn came over several connections at once/);
  expect(found[1]).toContain(' 0 changes of a turn came');
  await end();
});
