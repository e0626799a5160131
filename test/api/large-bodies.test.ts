// The largest bodies there may be, of one account: each is read in steps between which others are served, whatever
// route it is for, and its answer is that of a small one (docs/api.md, Rate limits).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_BODY } from '../../src/api/front/limits/http-limits.ts';
import { ROUTES } from '../../src/api/v2/index.ts';
import { ROUTES_V3 } from '../../src/api/v3/index.ts';
import { ACCOUNT, startFront } from './front-kit.ts';
import { type Answer, type Kit, ORDER, PLACE, signedRequest, startKit, SYMBOL, type TestAccount } from './kit.ts';

let kit: Kit;
beforeAll(async () => {
  kit = await startKit();
  await kit.setPrice(SYMBOL, '90000');
});
afterAll(() => kit.stop());

const posts = [...ROUTES, ...ROUTES_V3].filter(({ method }) => method === 'POST');
const STEP_BYTES = 16 * 1024;
const KEY = 'k'.repeat(240);

/** What fits the route, and as many members that nobody asked for as there may be: the worst there is to read. */
function largest({ sample, bodyLimit = MAX_BODY }: (typeof posts)[number]): string {
  const members: string[] = [];
  let bytes = sample.length;
  for (let at = 0; bytes < bodyLimit - 300; at++) {
    const member = `"${KEY}${at}":${at}`;
    members.push(member);
    bytes += member.length + 1;
  }
  return `${sample.slice(0, -1)}${sample === '{}' ? '' : ','}${members.join(',')}}`;
}

const send = (account: TestAccount, target: string, body: string): Promise<Answer> =>
  kit.send(signedRequest(account, 'POST', target, body));

async function steps(): Promise<number> {
  const { text } = await kit.send({ target: '/metrics' });
  return Number(/^outcry_http_body_steps_total (\d+)$/m.exec(text)?.[1]);
}

describe('the largest body', () => {
  it.each(posts.map((route) => [route.operation, route] as const))('of %s is read in steps', async (_, route) => {
    const body = largest(route);
    expect(body.length).toBeGreaterThan(255 * 1024);
    const before = await steps();
    // One ends the key it comes by.
    const who = route.operation === 'apiKeyStop' ? await kit.newAccount() : kit.alice;
    const answer = await send(who, route.path, body);
    expect(answer.status, answer.text).not.toBe(413);
    for (const broken of ['40017', -1135]) expect(answer.json.code, answer.text).not.toBe(broken);
    expect((await steps()) - before).toBeGreaterThanOrEqual(Math.floor(body.length / STEP_BYTES));
  });

  it('of one account does not keep another’s order waiting, which is answered before the last of them', async () => {
    const validate = posts.find(({ operation }) => operation === 'aiValidate')!;
    const done: string[] = [];
    const note = async (name: string, answer: Promise<Answer>): Promise<void> => {
      const { status, text } = await answer;
      expect(status, text).toBe(200);
      done.push(name);
    };
    const body = largest(validate);
    const before = await steps();
    const large = Array.from({ length: 6 }, () => note('large', send(kit.bob, validate.path, body)));
    while ((await steps()) === before) await new Promise(setImmediate);
    await note('order', send(kit.alice, PLACE, JSON.stringify({ ...ORDER, client_oid: 'beside-large' })));
    expect(done.filter((name) => name === 'large').length, 'answered before the order').toBeLessThan(6);
    await Promise.all(large);
  });

  it('is refused with the code, place and hint of a small one', async () => {
    const many = Array(5)
      .fill(`"${'z'.repeat(4_000)}"`)
      .join();
    const filled = `"x":"${'y'.repeat(4_000)}","z":[${many}]`;
    for (const [body, code, about] of [
      [`{${filled},"x":1}`, '40017', 'duplicateKey at $.x'],
      [`{${filled}`, '40017', 'syntax at $'],
      [`{${filled},"orderID":"5"}`, '40017', 'the name is orderId'],
      [`[${many}]`, '40017', 'notObject'],
    ] as const) {
      expect(body.length).toBeGreaterThan(STEP_BYTES);
      const { json, text } = await send(kit.alice, '/capi/v2/order/cancel_order', body);
      expect([json.code, text.includes(about)], text).toEqual([code, true]);
    }
  });

  it('is not answered with a multiple of itself: fifty decisions show the start of a symbol', async () => {
    const symbol = `${'中'.repeat(63)}😀${'b'.repeat(500_000)}`;
    const output = { symbol, decisions: Array.from({ length: 50 }, () => ({ action: 'BUY' })) };
    const body = JSON.stringify({ stage: 's', model: 'm', input: { a: 1 }, output });
    const { json, text } = await send(kit.alice, '/capi/v2/ai/validate', body);
    expect(json.decisions).toHaveLength(50);
    expect(json.decisions[0].symbol).toBe(`${'中'.repeat(63)}😀…`);
    expect(text.length).toBeLessThan(20_000);
  });

  it('is refused when its key was withdrawn while it waited', async () => {
    const front = await startFront();
    try {
      const body = largest(posts.find(({ path }) => path === PLACE)!);
      const codes: string[] = [];
      const sent = Array.from({ length: 6 }, async (_, at) => {
        const timestamp = String(front.knobs.nowMs - at);
        const { json } = await front.send(signedRequest(ACCOUNT, 'POST', PLACE, body, { timestamp }));
        codes.push(json.code ?? 'done');
        front.loadKeys([{ enabled: false }]);
      });
      await Promise.all(sent);
      expect(codes[0]).not.toBe('40753');
      expect(codes.at(-1)).toBe('40753');
    } finally {
      await front.close();
    }
  });
});
