// GET /activity, over the wire: what agents said beside what they did. On a demo its own accounts are shown whole; of a
// contest as much as its frozen config discloses, and when; of everybody else nothing. What is shown opens what the log
// committed to.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitUnder, opens } from '../../src/core/log/commit.ts';
import { PATIENCE_MS } from '../patience.ts';
import { enter, openContest, untilLive } from './contest-kit.ts';
import { type Answer, type Kit, order, startKit, SYMBOL, type TestAccount } from './kit.ts';

const UPLOAD = '/capi/v2/order/uploadAiLog';
const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const key = (text: string): Uint8Array => Buffer.from(text, 'base64');

let kit: Kit;
beforeAll(async () => {
  kit = await startKit();
  await kit.setPrice(SYMBOL, '90000');
});
afterAll(() => kit.stop());

const ask = (query = ''): Promise<Answer> => kit.send({ target: `/capi/v2/activity${query}` });
const list = async (query = ''): Promise<any[]> => (await ask(query)).json.list;

/** Says why, then rests an order that names the reason by its hash. */
async function trade(account: TestAccount, why: string, price = '89000'): Promise<string> {
  const body = JSON.stringify({
    stage: 'Decision',
    model: 'm-1',
    input: { mark: '90000', why },
    output: { decision: 'OPEN_LONG', symbol: SYMBOL, size: '0.01' },
    explanation: `Because ${why}.`,
  });
  expect((await kit.post(account, UPLOAD, body)).status).toBe(200);
  const client_oid = `ai1-${createHash('sha256').update(body).digest('hex').slice(0, 32)}`;
  return kit.place(account, order({ client_oid, size: '0.01', price, match_price: '0' }));
}

describe('on a demo', () => {
  it('shows log, order and fill of its accounts, each with what proves it, and nothing of others', async () => {
    const stranger = await kit.newAccount({ allowed: true });
    await trade(stranger, 'nobody is to know', '88000');
    const orderId = await trade(kit.alice, 'momentum "turned"');
    const sell = order({ client_oid: 'sell-1', size: '0.01', price: '89000', match_price: '0', type: '2' });
    await kit.place(kit.bob, sell);

    const shown = await list();
    const mine = shown.filter(({ name }) => name === `demo ${kit.alice.uid}`);
    expect(mine.map(({ kind }) => kind)).toEqual(['fill', 'order', 'log']);
    expect(shown.map(({ name }) => name)).not.toContain(String(stranger.uid));
    expect(JSON.stringify(shown)).not.toContain('nobody is to know');
    const [fill, placed, log] = mine;
    expect(fill).toMatchObject({ orderId, symbol: SYMBOL, type: '1', size: '0.0100', price: '89000.0', role: 'MAKER' });
    expect(placed).toMatchObject({ orderId, symbol: SYMBOL, type: '1', size: '0.0100', grade: 'A', contest: null });
    expect(placed.links).toEqual([{ index: log.index, how: 'hash', deltaMs: log.t - placed.t }]);
    expect(log).toMatchObject({ stage: 'Decision', model: 'm-1', links: [{ orderId, how: 'hash' }] });
    expect(log.decisions).toMatchObject([{ action: 'OPEN_LONG', symbol: SYMBOL, size: '0.01' }]);
    expect(JSON.parse(log.explanation)).toBe('Because momentum "turned".');

    const header = JSON.parse(log.header);
    for (const field of ['explanation', 'input', 'output'])
      expect(opens(sha256, header[field], key(log.keys[field]), Buffer.from(log[field])), field).toBe(true);
    for (const { index, header: text, keys } of [log, placed]) {
      const target = `/capi/v2/ai/log?index=${index}`;
      const h = commitUnder(sha256, key(keys.header), Buffer.from(text));
      if (index === log.index) expect(JSON.parse((await kit.get(kit.alice, target)).json.entry).h).toBe(h);
      else {
        const receipt = (await kit.get(kit.alice, `/capi/v2/ai/proof?index=${index}`)).text;
        const opening = JSON.parse(Buffer.from(/^extra (.*)$/m.exec(receipt)![1]!, 'base64').toString());
        expect([opening.header, opening.keys]).toEqual([text, keys]);
        expect(JSON.parse(opening.entry).h).toBe(h);
      }
    }
    expect(Object.keys(log.keys).toSorted()).toEqual(['explanation', 'header', 'input', 'output']);
  });

  it('is read on in both directions without losing or repeating an item', async () => {
    for (let at = 0; at < 4; at++) await trade(kit.alice, `reason ${at}`, `${80000 - at}`);
    const all = (await list('?limit=200')).map(({ id }) => id);
    const walked: string[] = [];
    for (let before = ''; ; ) {
      const { json } = await ask(`?limit=3${before === '' ? '' : `&before=${before}`}`);
      walked.push(...json.list.map(({ id }: { id: string }) => id));
      before = walked.at(-1)!;
      if (!json.nextPage) break;
    }
    expect(walked).toEqual(all);
    expect(new Set(all).size).toBe(all.length);
    expect((await list(`?after=${all[3]}`)).map(({ id }) => id)).toEqual(all.slice(0, 3));
    expect(await list(`?after=${all[0]}`)).toEqual([]);
  });

  it('is narrowed to a contract, and says what is wrong with a question', async () => {
    expect((await list(`?symbol=${SYMBOL}`)).length).toBeGreaterThan(3);
    expect(await list('?symbol=cmt_ethusdt')).toEqual([]);
    for (const query of ['before=7', 'after=1-9-1', 'limit=201', 'team=a', 'contest=none', 'symbol=cmt_x'])
      expect([query, (await ask(`?${query}`)).status]).toEqual([query, 400]);
  });
});

async function openedFor(account: TestAccount, id: string): Promise<string> {
  await openContest(kit, id, 2_000, { disclosure: { what: 'full', delayMs: 0 } });
  await enter(kit, id, account, `Team-${id}`);
  await kit.setPrice(SYMBOL, '90000');
  await untilLive(kit, id);
  return id;
}

describe('of a contest', { timeout: PATIENCE_MS }, () => {
  it('as much is shown as its config discloses, and not before its time', { timeout: PATIENCE_MS }, async () => {
    const HOUR_MS = 3_600_000;
    const levels = {
      silent: { what: 'none', delayMs: 0 },
      acting: { what: 'actions', delayMs: 0 },
      saying: { what: 'reasons', delayMs: 0 },
      late: { what: 'full', delayMs: HOUR_MS },
    };
    const teams: Record<string, TestAccount> = {};
    for (const [id, disclosure] of Object.entries(levels)) {
      await openContest(kit, id, 4_000, { disclosure });
      const account = await kit.newAccount({ balance: '0', allowed: true });
      teams[id] = account;
      await enter(kit, id, account, `Team-${id}`);
    }
    await kit.setPrice(SYMBOL, '90000');
    for (const id of Object.keys(levels)) await untilLive(kit, id);
    for (const [id, account] of Object.entries(teams)) await trade(account, `secret of ${id}`);

    const all = async (id: string): Promise<any[]> => list(`?contest=${id}`);
    const of = async (id: string): Promise<any[]> => (await all(id)).filter(({ kind }) => kind !== 'phase');
    expect(await of('silent')).toEqual([]);
    for (const id of Object.keys(levels))
      expect((await all(id)).flatMap(({ kind, text }) => (kind === 'phase' ? text : []))).toEqual([
        'live',
        'registration',
      ]);
    const [acted, reasoned] = [await of('acting'), await of('saying')];
    for (const [id, shown] of [
      ['acting', acted],
      ['saying', reasoned],
    ] as const) {
      expect(shown.map(({ kind }) => kind)).toEqual(['order', 'log']);
      expect(shown[0]).toMatchObject({ contest: id, name: `Team-${id}`, grade: 'A', size: '0.0100' });
    }
    expect([acted[1].explanation, acted[1].input, Object.keys(acted[1].keys)]).toEqual([
      undefined,
      undefined,
      ['header'],
    ]);
    expect(JSON.parse(reasoned[1].explanation)).toBe('Because secret of saying.');
    expect([reasoned[1].input, reasoned[1].output]).toEqual([undefined, undefined]);
    expect(Object.keys(reasoned[1].keys).toSorted()).toEqual(['explanation', 'header']);
    const sealed = await of('late');
    expect(sealed).toHaveLength(2);
    for (const item of sealed) {
      expect(Object.keys(item).toSorted()).toEqual(['id', 'index', 'kind', 'opensAt', 't']);
      expect(item.opensAt).toBe(item.t + HOUR_MS);
    }
    const everything = JSON.stringify(await list('?limit=200'));
    expect(everything).toContain('secret of saying');
    for (const id of ['silent', 'acting', 'late']) expect(everything).not.toContain(`secret of ${id}`);
    const [team] = acted.map((item) => item.team);
    expect(await list(`?contest=acting&team=${team}`)).toEqual(acted);
  });

  it('shows what concerns all between what is done: outages of everybody, phases of its own', async () => {
    const to = Date.now();
    await kit.admin('POST', '/admin/v1/outages', { fromMs: to - 5_000, toMs: to, cause: 'a cable' });
    const [outage] = await list('?limit=1');
    expect(outage).toMatchObject({ kind: 'outage', contest: null, text: `a cable · ${to - 5_000} · ${to}` });
    expect(await list(`?before=${outage.id}&limit=1`)).not.toEqual([outage]);
    expect((await list('?contest=silent')).map(({ kind }) => kind)).toEqual(['outage', 'phase', 'phase']);
    expect((await list('?contest=silent')).map(({ contest }) => contest)).toEqual([null, 'silent', 'silent']);
    expect((await list(`?symbol=${SYMBOL}`)).map(({ kind }) => kind)).not.toContain('outage');
    expect((await list('?contest=acting&team=t1')).map(({ kind }) => kind)).not.toContain('outage');
  });

  it('says of whom in which contest, of an account that was in several', async () => {
    const account = await kit.newAccount({ balance: '0', allowed: true });
    const id = await openedFor(account, 'first');
    await trade(account, 'in the first');
    await kit.admin('POST', '/admin/v1/contests/move', { contest: id, phase: 'cancelled' });
    expect((await list('?contest=first')).map(({ kind }) => kind)).not.toContain('log');
    await kit.post(account, '/capi/v2/order/cancelAllOrders', '{"cancelOrderType":"normal"}');
    await openedFor(account, 'second');
    await trade(account, 'in the second');
    const said = (await list('?limit=200')).filter(({ explanation }) => explanation?.includes('in the '));
    expect(said.map(({ contest, name }) => [contest, name])).toEqual([['second', 'Team-second']]);
  });
});
