// The collection of requests for Postman, Bruno and Insomnia: its script, run as those programs run it, signs so that a
// started exchange takes every request, of both dialects; and it carries no secret but the demo's.
import { createHmac } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/api/v2/index.ts';
import { ROUTES_V3 } from '../../src/api/v3/index.ts';
import { DEMO_ACCOUNTS } from '../../src/demo/demo-accounts.ts';
import { read } from '../source.ts';
import { type Answer, type Kit, startMarket } from './kit.ts';

interface Folder {
  readonly name: string;
  readonly item: readonly (Folder | Item)[];
}

interface Item {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly url: { readonly raw: string };
    readonly header: readonly { readonly key: string; readonly value: string }[];
    readonly body?: { readonly raw: string };
  };
}

const text = read('docs/outcry.postman_collection.json');
const collection = JSON.parse(text) as {
  readonly variable: readonly { readonly key: string; readonly value: string }[];
  readonly event: readonly { readonly script: { readonly exec: readonly string[] } }[];
  readonly item: Folder['item'];
};
const itemsOf = (item: Folder | Item): readonly Item[] => ('item' in item ? item.item.flatMap(itemsOf) : [item]);
const items = collection.item.flatMap(itemsOf);

/** After these the key can do less, or nothing. */
const OF_THE_KEY = ['apiKeyLimits', 'apiKeyStop'];

let kit: Kit;
beforeAll(async () => {
  kit = await startMarket();
});
afterAll(() => kit.stop());

/** What the script may use there: the package crypto-js, as far as it does. */
const cryptoJs = {
  HmacSHA256: (message: string, secret: string) => createHmac('sha256', secret).update(message).digest(),
  enc: { Base64: { stringify: (digest: Buffer) => digest.toString('base64') } },
};

/** What becomes of a request after it was signed. */
interface Changes {
  readonly body?: (sent: string) => string;
  readonly target?: (sent: string) => string;
}

const same = (sent: string): string => sent;
const named = (name: string): Item => items.find((item) => item.name === name)!;

/** Sends a request as those programs do: script first, then variables filled in. */
function send({ request }: Item, { body: ofBody = same, target: ofTarget = same }: Changes = {}): Promise<Answer> {
  const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
  variables.set('baseUrl', kit.url);
  const headers = new Map(request.header.map(({ key, value }) => [key, value]));
  const replaceIn = (value: string): string =>
    value.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => variables.get(name) ?? '');
  const pm = {
    variables: {
      get: (key: string) => variables.get(key),
      set: (key: string, value: string) => variables.set(key, value),
      replaceIn,
    },
    request: {
      method: request.method,
      url: { toString: () => request.url.raw },
      body: request.body,
      headers: { upsert: ({ key, value }: { key: string; value: string }) => headers.set(key, value) },
    },
  };
  const require = (name: string): unknown => (name === 'crypto-js' ? cryptoJs : undefined);
  runInNewContext(collection.event[0]!.script.exec.join('\n'), { pm, require });
  const target = ofTarget(replaceIn(request.url.raw).slice(kit.url.length));
  const filled = Object.fromEntries([...headers].map(([key, value]) => [key, replaceIn(value)]));
  const body = request.body === undefined ? {} : { body: ofBody(replaceIn(request.body.raw)) };
  return kit.send({ method: request.method, target, headers: filled, ...body });
}

/** The codes of what the samples' own ids are refused with: they are not of this exchange. */
const UNKNOWN: readonly unknown[] = ['40015', '50005', -1054, -3200];
/** What they ask about is not there: a log, a leaf, a contest. */
const OF_ONE = /^(aiLog$|aiProof$|contest)/;

describe('the collection', () => {
  it('has every operation', () => {
    const operations = [...ROUTES, ...ROUTES_V3].map(({ operation }) => operation);
    expect(items.map(({ name }) => name).toSorted()).toEqual(operations.toSorted());
  });

  it('has those of /capi/v3 in a folder of their own', () => {
    const [v3, ...others] = collection.item.toReversed();
    expect([
      v3?.name,
      itemsOf(v3!)
        .map(({ name }) => name)
        .toSorted(),
    ]).toEqual(['v3', ROUTES_V3.map(({ operation }) => operation).toSorted()]);
    expect(others.flatMap(itemsOf).filter(({ name }) => name.startsWith('v3.'))).toEqual([]);
  });

  const asked = async (name: string): Promise<void> => {
    const { status, json } = await send(named(name));
    // Everything before that was right.
    const isUnknown = UNKNOWN.includes(json?.code) || (OF_ONE.test(name) && json?.code === '40020');
    expect([status === 200 || isUnknown, json]).toEqual([true, json]);
  };
  const names = items.map(({ name }) => name);

  it.each(names.filter((name) => !OF_THE_KEY.includes(name)))('%s is signed and understood', asked);

  it.each([
    ['placeOrder', '0.01', '40009'],
    ['v3.placeOrder', '0.01', -1047],
    ['v3.cancelOrders', '700000000000040', -1047],
  ])('signs the body of %s: another one is refused', async (name, inIt, code) => {
    const { json } = await send(named(name), { body: (body) => body.replace(inIt, `${inIt}1`) });
    expect(json.code).toBe(code);
  });

  it('signs what a DELETE asks for: another order is refused', async () => {
    const cancel = named('v3.cancelOrder');
    expect(cancel.request).toMatchObject({ method: 'DELETE', url: { raw: expect.stringContaining('?orderId=7') } });
    const { json } = await send(cancel, { target: (target) => `${target}1` });
    expect(json.code).toBe(-1047);
  });

  it.each([
    ['placeOrder', 'order_id'],
    ['v3.placeOrder', 'orderId'],
    ['v3.placeAlgoOrder', 'orderId'],
  ])('%s sent twice is two orders', async (name, id) => {
    const first = await send(named(name));
    expect(first.json[id]).toMatch(/^\d{15}$/);
    await new Promise((resolve) => setTimeout(resolve, 2));
    const second = await send(named(name));
    expect(second.json[id]).toMatch(/^\d{15}$/);
    expect(second.json[id]).not.toBe(first.json[id]);
  });

  it('names each order of a batch', async () => {
    const { json } = await send(named('v3.placeOrders'));
    const names = json.map(({ clientOrderId }: { readonly clientOrderId: string }) => clientOrderId);
    expect(names).toEqual([expect.stringMatching(/^click-\d+-1$/), expect.stringMatching(/^click-\d+-2$/)]);
    // The second closes a short that isn't there.
    expect(json[0]).toMatchObject({ success: true });
  });

  it('holds the keys of the first demo account, which everybody knows, and no other secret', () => {
    const [demo] = DEMO_ACCOUNTS;
    const values = Object.fromEntries(collection.variable.map(({ key, value }) => [key, value]));
    expect(values).toMatchObject({ apiKey: demo!.apiKey, secret: demo!.secret, passphrase: demo!.passphrase });
    expect(demo!.secret).toContain('everybody-knows-it');
    expect([...text.matchAll(/secret[^"]*"\s*:\s*"([^"]*)"/gi)].map(([, found]) => found)).toEqual([]);
  });

  it.each(OF_THE_KEY)('%s is signed and understood, after all others', asked);
});
