// What every endpoint owes, checked for each route of the table of contents by what the route states about itself:
// signature, method, headers, required parameters in order, types, repeated keys, both languages, the shape of its
// answer, and its place in OpenAPI.
import { Errors } from 'typebox/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODES } from '../../src/api/words/errors.ts';
import type { Route } from '../../src/api/call/route.ts';
import { neededNames } from '../../src/api/call/parameter.ts';
import { ROUTES } from '../../src/api/v2/index.ts';
import { CONTEST, enter, openContest } from './contest-kit.ts';
import { type Answer, type Kit, oid, startKit, SYMBOL } from './kit.ts';

const ETH = 'cmt_ethusdt';

/** Parameters that are ignored when they make no sense, so that nothing is wrong for them. */
const IGNORED: Readonly<Record<string, readonly string[]>> = {
  placeOrder: ['price', 'positionId'],
  plan_order: ['execute_price', 'positionId'],
  currentPlan: ['orderId'],
  current: ['orderId'],
  fills: ['orderId'],
  aiLogs: ['orderId'],
  placeTpSlOrder: ['marginMode'],
};

/** What is wrong in every parameter; an array of one number is right where arrays are wanted. */
const WRONG: Readonly<Record<string, unknown>> = {
  ids: [[1]],
  cids: [[1]],
  models: [[1]],
  members: [[1]],
  symbols: [[1]],
};

/** A request that is fine for the route: its sample, made to fit this exchange. */
const FITTING: Readonly<Record<string, string>> = {
  // Where the last thing done is a fill.
  activity: `symbol=${ETH}&limit=1`,
  aiLog: 'index=0',
  // The leaf of the order below.
  aiProof: 'index=4',
  cancel_order: '{"orderId":"700000000000999"}',
  cancel_plan: '{"orderId":"700000000000999"}',
  modifyTpSlOrder: '{"orderId":"700000000000999","triggerPrice":"84000"}',
  contestWithdraw: '{"contestId":"c2","reason":"One in which it has no team"}',
  detail: 'orderId=ORDER&clientOid=every-route',
};

/** What the fitting request of a route answers where that is no success. */
const REFUSED: Readonly<Record<string, string>> = {
  aiLog: '40020',
  cancel_order: '50005',
  cancel_plan: '50005',
  modifyTpSlOrder: '50005',
  adjustMargin: '40015',
  modifyAutoAppendMargin: '40015',
  contestBundle: '40017',
  contestRegister: '40017',
  contestAnswer: '40020',
  contestAppeal: '40020',
  contestWithdraw: '40020',
};

/** Budgets on, so that their headers are there, and large. */
const ROOMY = [
  '--rate-limit-ip-budget',
  '1000000',
  '--rate-limit-uid-budget',
  '1000000',
  '--rate-limit-orders-per-second',
  '0',
];

let kit: Kit;
/** An order of the account that asks. */
let orderId: string;
beforeAll(async () => {
  kit = await startKit(ROOMY);
  await kit.setPrice(SYMBOL, '90000');
  await kit.place(kit.bob, { match_price: '0', price: '90000', size: '1', type: '2' });
  orderId = await kit.place(kit.alice, { match_price: '0', price: '80000', client_oid: 'every-route' });
  await kit.setPrice(ETH, '3000');
  await kit.place(kit.bob, { symbol: ETH, match_price: '0', price: '3000', size: '1', type: '2' });
  await kit.place(kit.alice, { symbol: ETH, size: '0.1' });
  await openContest(kit, 'c1', 3_600_000);
  await openContest(kit, 'c2', 3_600_000);
  await enter(kit, 'c1', await kit.newAccount({ balance: '0' }), 'Others');
  await kit.post(
    kit.alice,
    `${CONTEST}/register`,
    ROUTES.find(({ operation }) => operation === 'contestRegister')!.sample,
  );
});
afterAll(() => kit.stop());

function fitting(route: Route): string {
  const text = FITTING[route.operation] ?? route.sample;
  return text.replace('demo-0001', oid()).replace('ORDER', orderId);
}

const ask = (route: Route, input: string): Promise<Answer> =>
  route.method === 'GET'
    ? kit.get(kit.alice, input === '' ? route.path : `${route.path}?${input}`)
    : kit.post(kit.alice, route.path, input);

/** The fitting request with one parameter changed, or left out. */
function changed(route: Route, name: string, value: unknown): string {
  if (route.method === 'POST') {
    const body = JSON.parse(fitting(route)) as Record<string, unknown>;
    if (value === undefined) delete body[name];
    else body[name] = value;
    return JSON.stringify(body);
  }
  const query = new URLSearchParams(fitting(route));
  query.delete(name);
  if (value !== undefined) query.set(name, String(value));
  return query.toString();
}

describe.each(ROUTES.map((route) => [route.operation, route] as const))('%s', (operation, route) => {
  const names = Object.keys(route.parameters);
  const required = neededNames(route.parameters);

  it('answers its sample with the fields of its sample, in that order', async () => {
    const { status, json, text, headers } = await ask(route, fitting(route));
    const isText = route.isText === true;
    const isFile = route.isFile === true && status === 200;
    const asText = isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
    expect(headers['content-type']).toBe(isFile ? 'application/gzip' : asText);
    if (isFile) return;
    expect(text).not.toMatch(/^\s|": |, "/);
    expect(headers['x-ratelimit-ip-limit']).toBe('1000000');
    expect(headers['x-ratelimit-uid-limit']).toBe(route.access === 'private' ? '1000000' : undefined);
    if (status !== 200) {
      expect(json.code).toBe(REFUSED[operation]);
      return;
    }
    expect(REFUSED[operation]).toBeUndefined();
    if (!isText) expectShape(json, route.answer.sample, operation);
    expect(Errors(route.answer.schema, isText ? text : json)).toEqual([true, []]);
  });

  it('has an example that fits its schema, and a schema that lets no field be forgotten', () => {
    const { schema, sample } = route.answer;
    expect(Errors(schema, sample)).toEqual([true, []]);
    const all = eachWithout(sample);
    expect(all.length).toBeGreaterThan(0);
    for (const broken of all) expect([Errors(schema, broken)[0], broken]).toEqual([false, broken]);
  });

  it(
    route.access === 'private' ? 'needs a signature' : 'needs no signature, and a wrong one does no harm',
    async () => {
      const target = route.method === 'GET' && fitting(route) !== '' ? `${route.path}?${fitting(route)}` : route.path;
      const unsigned = await kit.send({ method: route.method, target });
      const wrong = await kit.send({
        method: route.method,
        target,
        headers: { 'ACCESS-KEY': 'x', 'ACCESS-SIGN': 'y' },
      });
      if (route.access === 'private') expect([unsigned.json.code, wrong.json.code]).toEqual(['40001', '40003']);
      else {
        const code = REFUSED[operation];
        const isAnswered = ({ status, json }: Answer): boolean => status === 200 || json.code === code;
        expect([isAnswered(unsigned), isAnswered(wrong)]).toEqual([true, true]);
      }
    },
  );

  it('answers 405 to another method and 404 to a slash behind it', async () => {
    const other = await kit.send({ method: route.method === 'GET' ? 'POST' : 'GET', target: route.path });
    expect([other.status, other.headers['allow']]).toEqual([405, route.method]);
    expect((await kit.send({ method: route.method, target: `${route.path}/` })).status).toBe(404);
  });

  if (required.length > 0) {
    it('names the first required parameter that is missing, in table order, in both languages', async () => {
      for (const [at, name] of required.entries()) {
        const later = required.slice(at);
        const input = later.reduce((text, one) => without(route, text, one), fitting(route));
        const { code, msg } = told(route, await ask(route, input));
        expect([code, msg]).toEqual(['40019', `Parameter ${name} cannot be empty`]);
      }
      const headers = { locale: 'zh-CN' };
      const chinese =
        route.method === 'GET'
          ? await kit.get(kit.alice, route.path, { headers })
          : await kit.post(kit.alice, route.path, '{}', { headers });
      expect(told(route, chinese).msg).toBe(`参数${required[0]}不能为空`);
    });
  }

  if (route.method === 'POST') {
    it('refuses a value of the wrong type in every parameter, with its name', async () => {
      for (const name of names) {
        if (IGNORED[operation]?.includes(name)) continue;
        const { code, msg } = told(route, await ask(route, changed(route, name, WRONG[name] ?? [1])));
        expect([code, msg]).toEqual(['40020', `Parameter ${name} is invalid`]);
      }
    });

    it('refuses a key given twice, text behind the object, and anything but an object', async () => {
      const body = fitting(route);
      for (const broken of [
        body.replace('{', '{"x":1,"x":2,').replace(',}', '}'),
        `${body}x`,
        '[]',
        '1',
        'null',
        '"{}"',
      ]) {
        expect([broken, told(route, await ask(route, broken)).code]).toEqual([broken, '40017']);
      }
    });

    it('ignores unknown fields', async () => {
      const { status, json } = await ask(route, changed(route, 'no_such_field', { deep: [1] }));
      expect(status === 200 || json.code === REFUSED[operation]).toBe(true);
    });
  } else if (names.length > 0) {
    it('refuses a known parameter given twice and ignores unknown ones', async () => {
      for (const name of names) {
        const { json } = await ask(route, `${name}=1&${name}=1`);
        expect([json.code, json.msg]).toEqual([
          '40017',
          `Parameter validation failed: duplicateKey at query parameter ${name}`,
        ]);
      }
      const { status, json } = await ask(route, `${fitting(route)}&no_such=1&no_such=2`);
      expect(status === 200 || json.code === REFUSED[operation]).toBe(true);
    });

    it('takes an empty value for one that is not given', async () => {
      for (const name of names.filter((one) => !required.includes(one))) {
        const { status } = await ask(route, changed(route, name, ''));
        expect([name, status]).toEqual([name, 200]);
      }
    });
  }

  it('stands in openapi.json with its parameters and an example', async () => {
    const { json } = await kit.send({ target: '/openapi.json' });
    const described = json.paths[route.path][route.method.toLowerCase()];
    expect(described.operationId).toBe(operation);
    const listed =
      route.method === 'GET'
        ? described.parameters
            .filter((one: { in: string }) => one.in === 'query')
            .map((one: { name: string }) => one.name)
        : Object.keys(described.requestBody.content['application/json'].schema.properties);
    expect(listed).toEqual(names);
    const asText = route.isText === true ? 'text/plain' : 'application/json';
    const type = route.isFile === true ? 'application/gzip' : asText;
    expect(described.responses['200'].content[type].example).toEqual(route.answer.sample);
  });
});

/** The value without one of its fields, for each field of it, of the first of its rows, or of what a name leads to. */
function eachWithout(value: unknown): unknown[] {
  if (Array.isArray(value)) return eachWithout(value[0]).map((row) => [row]);
  const fields = Object.entries(value as object);
  if (fields[0]?.[0] === SYMBOL) return eachWithout(fields[0][1]).map((row) => ({ [SYMBOL]: row }));
  return fields.map(([name]) => Object.fromEntries(fields.filter(([other]) => other !== name)));
}

function without(route: Route, input: string, name: string): string {
  if (route.method === 'POST') {
    const body = JSON.parse(input) as Record<string, unknown>;
    delete body[name];
    return JSON.stringify(body);
  }
  const query = new URLSearchParams(input);
  query.delete(name);
  return query.toString();
}

/** The error a request got; the dry run of an AI log tells it inside a success. */
function told(route: Route, { json, status }: Answer): { readonly code: string; readonly msg: string } {
  if (route.operation === 'aiValidate') return json.error;
  expect(status).toBe(400);
  expect(Object.keys(json).slice(0, 4)).toEqual(['code', 'msg', 'requestTime', 'data']);
  expect(json).toMatchObject({
    code: expect.any(String),
    msg: expect.any(String),
    requestTime: expect.any(Number),
    data: null,
  });
  return json;
}

/** Same keys in the same order and the same kinds of values, as far as the answer has rows to compare. */
function expectShape(found: unknown, sample: unknown, at: string): void {
  // Whether it may be null is its schema's to say.
  if (found === null) return;
  if (Array.isArray(sample)) {
    expect(Array.isArray(found), at).toBe(true);
    if (Array.isArray(found) && found.length > 0 && sample.length > 0) expectShape(found[0], sample[0], `${at}[0]`);
    return;
  }
  if (typeof sample === 'object' && sample !== null) {
    expect(Object.keys(found as object), at).toEqual(Object.keys(sample));
    // Rows of another kind have other fields in them.
    if ('kind' in sample && (found as typeof sample).kind !== sample.kind) return;
    for (const [key, value] of Object.entries(sample))
      expectShape((found as Record<string, unknown>)[key], value, `${at}.${key}`);
    return;
  }
  if (sample === null) return;
  expect(typeof found, at).toBe(typeof sample);
}

describe('the table of contents', () => {
  it('has every operation once, spelt like the end of its path or with its folder in front', () => {
    const operations = ROUTES.map((route) => route.operation);
    expect(new Set(operations).size).toBe(operations.length);
    expect(new Set(ROUTES.map((route) => `${route.method} ${route.path}`)).size).toBe(operations.length);
    for (const { operation, path } of ROUTES) {
      const [folder = '', name = ''] = path.split('/').slice(-2);
      const joined = folder + name.charAt(0).toUpperCase() + name.slice(1);
      expect([name, joined]).toContain(operation);
    }
  });

  it('states only codes that exist', () => {
    const codes = new Set(Object.keys(CODES));
    for (const { errors, operation } of ROUTES) {
      for (const one of errors)
        expect([operation, one, /^E\d\d(-E\d\d)?$/.test(one) || codes.has(one)]).toEqual([operation, one, true]);
    }
  });
});
