// What every route of v3 owes, by what the route states about itself: its method, its signature, its required
// parameters, keys given once, bodies that are objects. What each answers is in operations.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { neededNames } from '../../../src/api/call/parameter.ts';
import { ROUTES_V3 } from '../../../src/api/v3/index.ts';
import { CODE_ROWS } from '../../../src/api/v3/words/codes.ts';
import { type Answer, type Kit, startKit } from '../kit.ts';

let kit: Kit;
beforeAll(async () => {
  kit = await startKit(['--no-rate-limit-enabled']);
});
afterAll(() => kit.stop());

/** Numbers of v3 for a code of v2. */
const numbersOf = (code: number): number[] => CODE_ROWS.filter(({ of }) => of === code).map((row) => row.code);

describe.each(ROUTES_V3.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_, route) => {
  const { method, path, sample, access, parameters } = route;
  const isBody = sample.startsWith('{') || method === 'POST';
  const send = (input: string): Promise<Answer> => {
    if (isBody) return method === 'DELETE' ? kit.delete(kit.alice, path, input) : kit.post(kit.alice, path, input);
    const target = input === '' ? path : `${path}?${input}`;
    return method === 'DELETE' ? kit.delete(kit.alice, target) : kit.get(kit.alice, target);
  };

  it('answers 405 to other methods, naming those it has, and 404 to a slash behind it', async () => {
    const methods = ROUTES_V3.filter((one) => one.path === path).map((one) => one.method);
    const other = await kit.send({ method: 'PATCH', target: path });
    expect([other.status, other.headers['allow']?.split(', ').toSorted()]).toEqual([405, methods.toSorted()]);
    expect((await kit.send({ method, target: `${path}/` })).status).toBe(404);
  });

  if (access === 'private')
    it('needs a signature, and a right one', async () => {
      const unsigned = await kit.send({ method, target: path });
      const wrong = await kit.send({ method, target: path, headers: { 'ACCESS-KEY': 'x', 'ACCESS-SIGN': 'y' } });
      expect(numbersOf(40001)).toContain(unsigned.json.code);
      expect(numbersOf(40003)).toContain(wrong.json.code);
    });

  if (!isBody && Object.keys(parameters).length > 0)
    it('takes no known parameter twice', async () => {
      for (const name of Object.keys(parameters)) {
        const { json } = await send(`${name}=1&${name}=1`);
        expect([numbersOf(40017).includes(json.code), JSON.stringify(json)]).toEqual([
          true,
          expect.stringContaining(name),
        ]);
      }
    });

  if (neededNames(parameters).length > 0)
    it('names a required parameter that is missing', async () => {
      const [first] = neededNames(parameters);
      const { json } = await send(isBody ? '{}' : '');
      expect([numbersOf(40019).includes(json.code), json.msg]).toEqual([true, expect.stringContaining(first!)]);
    });

  if (isBody && access === 'private')
    it('takes one object, each key once, and nothing behind it', async () => {
      for (const broken of ['{"x":1,"x":2}', '{}x', '[]', '1', 'null', '"{}"', '{']) {
        const { json, status } = await send(broken);
        expect([broken, status, numbersOf(40017).includes(json.code)]).toEqual([broken, 400, true]);
      }
    });
});
