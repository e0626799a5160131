// Gifts to an agent: the skill, valid by the conventions of agentskills.io and followed by its own script;
// and a seat, from the demo for whoever asks and from the operator's verb.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildWeb } from '../../scripts/web.ts';
import { createClient } from '../../src/client/client.ts';
import { keyOfToken, tokenOf } from '../../src/api/words/seat-words.ts';
import { filesUnder, read, root } from '../source.ts';
import { type Kit, quote, startKit, SYMBOL } from './kit.ts';

const SKILL = 'scripts/skills/outcry';
/** A page of rules for skills: https://agentskills.io/specification. */
const FIELDS = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'];
const MOST_LINES = 500;
const MOST_TOKENS = 5_000;
const CHARACTERS_A_TOKEN = 4;

let kit: Kit;
beforeAll(async () => {
  await buildWeb();
  kit = await startKit([], undefined, undefined, { webFolder: `${root}/dist/web` });
  await kit.setPrice(SYMBOL, '90000');
  await quote(kit, SYMBOL, ['89999.9', '90000.1'], '10');
}, 60_000);
afterAll(() => kit.stop());

const text = async (path: string): Promise<string> => (await kit.send({ target: path })).text;
const seat = (body: object | string, headers: Record<string, string> = {}) =>
  kit.send({ method: 'POST', target: '/seat', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });

describe('the skill', () => {
  it('is one by the conventions: fields, lengths, and files that are there', async () => {
    const skill = await text('/SKILL.md');
    const [, front = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(skill) ?? [];
    const fields = parse(front) as Record<string, string> & { metadata: Record<string, unknown> };
    expect(Object.keys(fields).filter((name) => !FIELDS.includes(name))).toEqual([]);
    expect(fields['name']).toMatch(/^(?!.*--)[a-z0-9][a-z0-9-]{0,62}[a-z0-9]$/);
    expect(fields['name']).toBe(basename(SKILL));
    expect(fields['description']!.length).toBeGreaterThan(80);
    expect(fields['description']!.length).toBeLessThanOrEqual(1024);
    expect(fields['compatibility']!.length).toBeLessThanOrEqual(500);
    expect(fields['license']).toBe('Apache-2.0');
    expect(Object.values(fields.metadata).filter((value) => typeof value !== 'string')).toEqual([]);
    expect(body.split('\n').length).toBeLessThan(MOST_LINES);
    expect(body.length / CHARACTERS_A_TOKEN).toBeLessThan(MOST_TOKENS);
  });

  it('leads only to what is there, at the address it was asked at and at relative paths', async () => {
    const files = filesUnder(SKILL).map((path) => path.slice(SKILL.length));
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const { status, text: served, headers } = await kit.send({ target: file });
      expect([file, status, headers['x-content-type-options']]).toEqual([file, 200, 'nosniff']);
      expect(served).toBe(read(SKILL + file).replaceAll('{{address}}', kit.url));
      const relative = [...served.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, link = '']) => `/${link}`);
      expect(relative.filter((link) => !files.includes(link))).toEqual([]);
      const own = [...served.matchAll(new RegExp(`${kit.url}(/[\\w./-]+\\w)`, 'g'))].map(([, path = '']) => path);
      for (const path of own.filter((one) => !/^\/(mcp|seat|capi)/.test(one)))
        expect([path, (await kit.send({ target: path })).status]).toEqual([path, 200]);
    }
    expect(await text('/llms.txt')).toContain(`${kit.url}/SKILL.md`);
  });

  it('is found by programs, under the hash of what is served', async () => {
    const { json } = await kit.send({ target: '/.well-known/agent-skills/index.json' });
    const [one] = json.skills;
    const digest = createHash('sha256')
      .update(await text(one.url))
      .digest('hex');
    expect(one).toMatchObject({ name: 'outcry', type: 'skill-md', url: '/SKILL.md', digest: `sha256:${digest}` });
    expect(json.$schema).toContain('schemas.agentskills.io/discovery');
  });

  it('repeats no name that is none', async () => {
    const { status, headers } = await kit.send({ target: '/SKILL.md', headers: { host: '127.0.0.1:1`$(id)`' } });
    expect([status, headers['content-type']]).toEqual([400, 'application/json; charset=utf-8']);
  });
});

describe('the script of the skill', () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'outcry-skill-'));
    writeFileSync(join(folder, 'outcry.py'), await text('/scripts/outcry.py'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (words: readonly string[], input = ''): Promise<{ code: number; said: string; error: string }> =>
    new Promise((resolve) => {
      const env = { PATH: process.env['PATH'] ?? '' };
      const child = execFile('python3', ['outcry.py', ...words], { cwd: folder, env }, (error, said, stderr) =>
        resolve({ code: error === null ? 0 : 1, said, error: stderr }),
      );
      child.stdin?.end(input);
    });

  it('goes the whole way: a seat, a look, a decision with its order, grade A', async () => {
    expect((await run(['state'])).error).toContain('no key');
    const seated = JSON.parse((await run(['seat', 'ada'])).said);
    expect(seated).toMatchObject({ money_usdt: '10000', limits: { dayLoss: '1000.00000000' } });
    expect(statSync(join(folder, 'outcry-key.json')).mode & 0o777).toBe(0o600);
    expect((await run(['market', SYMBOL])).said).toContain('best_bid');
    // The very text of the skill, as somebody who follows it would run it.
    const [, decision = ''] = /decide <<'END'\n([\s\S]*?)\nEND/.exec(await text('/SKILL.md')) ?? [];
    const { said, error } = await run(['decide'], decision);
    expect(error).toBe('');
    const [retry = ''] = said.split('\n', 1);
    const made = JSON.parse(said.slice(retry.length));
    expect(made).toMatchObject({ status: 'filled', filled_qty: '0.0100', warnings: null });
    const checked = JSON.parse((await run(['check'])).said);
    expect(checked.orders_with_grade[0]).toMatchObject({ orderId: made.order_id, grade: 'A', level: 3 });
    const again = await run(['decide'], retry);
    expect(JSON.parse(again.said.split('\n').slice(1).join('\n'))).toMatchObject({ order_id: made.order_id });
    expect(JSON.parse((await run(['check'])).said).orders_with_grade).toHaveLength(1);
  });

  it('says what the exchange says when it refuses', async () => {
    const { code, error } = await run(['call', 'POST', '/capi/v2/order/cancel_order', '{"orderId":"1"}']);
    expect([code, error]).toEqual([1, expect.stringContaining('50005')]);
  });
});

describe('a seat', () => {
  it('of a demo is an account with money and a limited key, for whoever asks', async () => {
    const { status, headers, json } = await seat({ name: 'Grace' });
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(json.sentence).toBe(`Read ${kit.url}/SKILL.md and trade.`);
    const { OUTCRY_URL: url, OUTCRY_TOKEN: token } = json.env;
    const client = createClient({ url, ...keyOfToken(token)! });
    expect(await client.apiKey()).toMatchObject({ uid: json.uid, permission: 'trade', label: 'Grace' });
    expect((await client.aiAllowlist()).allowed).toBe(true);
    const large = { symbol: SYMBOL, client_oid: 'a', size: '1', type: 1, order_type: 0, match_price: 1 } as const;
    await expect(client.placeOrder(large)).rejects.toThrow('an order may be');
  });

  it('is refused to pages elsewhere, to what is no object, and to names that can not be shown', async () => {
    const foreign = await seat({}, { origin: 'https://example.com', 'content-type': 'text/plain' });
    expect([foreign.status, foreign.json.code]).toEqual([403, '403']);
    const before = (await kit.admin('GET', '/admin/accounts')).list.length;
    expect((await seat('x'.repeat(5_000))).status).toBe(413);
    expect((await seat('[]')).json.code).toBe('40017');
    expect((await seat({ name: 5 })).json.code).toBe('40020');
    for (const name of ['', 'x'.repeat(65), 'a\u0000b', 'a\u202eb'])
      expect((await seat({ name })).json.msg).toContain('needs 1 to 64');
    expect((await kit.admin('GET', '/admin/accounts')).list).toHaveLength(before);
  });

  it('of an operator has the money and the limits that were asked for', async () => {
    const made = await kit.admin('POST', '/admin/seats', { name: 'bot', money: '500', limits: { dayLoss: '20' } });
    expect(made).toMatchObject({ money: '500', limits: { dayLoss: '20.00000000', orderValue: null } });
    expect(await kit.admin('POST', '/admin/seats', { name: 'free', limits: null })).toMatchObject({ limits: null });
    for (const [body, why] of [
      [{ name: 'bot', money: '0' }, 'above 0'],
      [{ name: 'bot', limits: { symbols: ['cmt_nothing'] } }, 'no contract'],
      [{}, 'name is missing'],
    ] as const)
      await expect(kit.admin('POST', '/admin/seats', body)).rejects.toThrow(why);
  });

  it('is written into a token and read out of it, whatever the passphrase is', () => {
    const key = { apiKey: 'local-demo-key-1', secret: 'a secret of one', passphrase: 'with : colons ~' };
    expect(keyOfToken(tokenOf(key))).toEqual(key);
    for (const none of ['', 'x', '%', tokenOf({ ...key, apiKey: 'a b' }), 'a'.repeat(2_000)])
      expect(keyOfToken(none)).toBeNull();
  });
});
