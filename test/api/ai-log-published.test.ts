// The AI log as the outside sees it, over real sockets: checkpoint, tiles, policy, receipts, the beacon, a new key.
// What is served is checked by the verifier that everybody has, and by openssl and sha256sum alone.
import { spawn, spawnSync } from 'node:child_process';
import { createPublicKey, verify as verifySignature } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkReceipt } from '../../src/core/log/check-receipt.ts';
import { checkLog } from '../../src/core/log/check-log.ts';
import { openCheckpoint } from '../../src/core/log/checkpoint.ts';
import { type Ed25519Signature, verifierKeyText } from '../../src/core/log/note.ts';
import { parsePolicy } from '../../src/core/log/policy.ts';
import { tilePath } from '../../src/core/log/tiles.ts';
import { sha256 } from '../../src/store/sha256.ts';
import { type Answer, type Kit, sendRaw, startKit, SYMBOL } from './kit.ts';

const UPLOAD = '/capi/v2/order/uploadAiLog';
const PROOF = '/capi/v2/ai/proof';
const BODY =
  '{"stage":"Decision Making","model":"demo-model-1","input":{"prompt":"BTC, 做多?"},"output":{"decision":"HOLD"},"explanation":"wait"}';

let kit: Kit;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-receipt-'));
  kit = await startKit(['--no-rate-limit-enabled', '--origin', 'outcry.test/ailog']);
  await kit.setPrice(SYMBOL, '90000');
});
afterAll(async () => {
  await kit?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function verify({ publicKey, message, signature }: Ed25519Signature): boolean {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey]);
  return verifySignature(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature);
}
const crypto = { sha256, verify };
const served = (path: string): Promise<Answer> => sendRaw(kit.url, { target: `/ailog/${path}` });
const uploaded = async (body = BODY): Promise<number> => {
  const answer = await kit.post(kit.alice, UPLOAD, body);
  expect(answer.status, answer.text).toBe(200);
  return Number(answer.headers['ai-log-index']);
};
const bytesAt = async (path: string): Promise<Uint8Array | null> => {
  const response = await fetch(`${kit.url}/ailog/${path}`);
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
};

/** The newest checkpoint, opened. */
async function opened() {
  const policy = parsePolicy(sha256, (await served('policy')).text);
  if (!policy.ok) throw new Error(policy.why);
  const checkpoint = (await served('checkpoint')).text;
  const found = openCheckpoint(checkpoint, policy.policy, verify);
  if (!found.ok) throw new Error(found.why);
  return { ...found, checkpoint };
}

describe('a receipt', () => {
  it('is given once a checkpoint covers the leaf, and holds with the body', async () => {
    const index = await uploaded();
    const { status, text, headers } = await kit.get(kit.alice, `${PROOF}?index=${index}`);
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const policy = (await served('policy')).text;
    const given = { receipt: text, policy, body: Buffer.from(BODY) };
    expect(checkReceipt(crypto, given)).toMatchObject({ ok: true, index, kind: 'ailog' });
    const changed = { ...given, body: Buffer.from(BODY.replace('HOLD', 'SELL')) };
    expect(checkReceipt(crypto, changed)).toMatchObject({ ok: false, why: expect.stringContaining('body') });
  });

  it('opens orders and allowlist changes too, each for its owner alone', async () => {
    const placed = await kit.post(kit.alice, '/capi/v2/order/placeOrder', {
      symbol: SYMBOL,
      client_oid: 'receipt-1',
      size: '0.01',
      type: '1',
      order_type: '0',
      match_price: '0',
      price: '80000',
    });
    const index = Number(placed.headers['ai-log-index']);
    const receipt = (await kit.get(kit.alice, `${PROOF}?index=${index}`)).text;
    const policy = (await served('policy')).text;
    const checked = checkReceipt(crypto, { receipt, policy, body: null });
    expect(checked).toMatchObject({ ok: true, kind: 'order', header: expect.stringContaining('receipt-1') });
    for (const one of [index, 0, 999_999])
      expect((await kit.get(kit.bob, `${PROOF}?index=${one}`)).json).toMatchObject({ code: '40020' });
  });

  describe('checked by openssl and sha256sum alone, in a POSIX shell', () => {
    const SHELLS = ['sh', 'dash', 'bash'].filter((shell) => spawnSync(shell, ['-c', ':']).status === 0);
    const SCRIPT = 'examples/check_receipt.sh';
    const file = (name: string, content: string): string => {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    };
    const run = (shell: string, ...files: readonly string[]) => {
      const { status, stdout } = spawnSync(shell, [SCRIPT, ...files], { encoding: 'utf8' });
      return { status, said: stdout };
    };
    const receiptOf = async (index: number) => (await kit.get(kit.alice, `${PROOF}?index=${index}`)).text;

    it('leads from the body over header, entry and leaf to the signed root, wherever the leaf is', async () => {
      expect(SHELLS).toContain('sh');
      const policy = file('policy', (await served('policy')).text);
      const bodies = ['wait', 'a \\"b\\" \\\\ c', '手动'].map((stage) => BODY.replace('Decision Making', stage));
      for (const body of bodies) {
        const index = await uploaded(body);
        const given = [file('log.tlog-proof', await receiptOf(index)), policy, file('body.json', body)];
        const { leaf } = (await kit.get(kit.alice, `/capi/v2/ai/log?index=${index}`)).json as { leaf: string };
        const { head } = await opened();
        for (const shell of SHELLS) {
          const { status, said } = run(shell, ...given);
          expect([status, said], shell).toEqual([0, expect.stringContaining(`leaf ${index}      ${leaf}\n`)]);
          expect(said).toMatch(
            /^ok header .*\nok body .*\nleaf .*\nok root .*\nok signature {2}outcry\.test\/ailog\n$/,
          );
          expect(head.size).toBeGreaterThan(index);
        }
      }
      // An order's leaf too, which has no body, in a tree that has grown by then.
      const order = {
        symbol: SYMBOL,
        client_oid: 'receipt-2',
        size: '0.01',
        type: '1',
        order_type: '0',
        match_price: '0',
      };
      const placed = await kit.post(kit.alice, '/capi/v2/order/placeOrder', { ...order, price: '80000' });
      for (const body of ['1', '2', '3']) await uploaded(BODY.replace('wait', body));
      const receipt = file('order.tlog-proof', await receiptOf(Number(placed.headers['ai-log-index'])));
      expect(run('sh', receipt, policy)).toMatchObject({ status: 0, said: expect.stringContaining('receipt-2') });
    });

    it('says where it breaks', async () => {
      const policy = file('policy', (await served('policy')).text);
      const body = BODY.replace('wait', 'another reason');
      const text = await receiptOf(await uploaded(body));
      const lines = text.split('\n');
      const opening = Buffer.from(lines[1]!.slice('extra '.length), 'base64').toString();
      const withExtra = (from: RegExp, to: string) =>
        text.replace(lines[1]!, `extra ${Buffer.from(opening.replace(from, to)).toString('base64')}`);
      const flipped = (line: number) => {
        const bytes = Buffer.from(lines[line]!, 'base64');
        bytes[7]! ^= 1;
        return text.replace(lines[line]!, bytes.toString('base64'));
      };
      const root = lines.indexOf('') + 3;
      const signature = lines.at(-2)!.split(' ').at(-1)!;
      const otherKey = policyWith(readFileSync(policy, 'utf8'), Buffer.alloc(32, 9));
      const cases: readonly (readonly [string, string, string?, string?])[] = [
        ['commits to another body', text, policy, BODY],
        ['commits to another header', withExtra(/demo-model-1/, 'demo-model-2')],
        ['leads to root', withExtra(/\\"t\\":1/, '\\"t\\":2')],
        ['leads to root', flipped(3)],
        ['leads to root', flipped(lines.indexOf('') - 1)],
        ['leads to root', flipped(root)],
        ['hashes are missing', text.replace(`${lines[3]}\n`, '')],
        [
          'more hashes than nodes',
          text.replace(lines[3]!, `${lines[3]}\n${lines[3]}\n${lines[3]}\n${lines[3]}\n${lines[3]}`),
        ],
        ['is in no log of', text.replace(/index \d+/, 'index 99999')],
        ['is no number', text.replace(/index \d+/, 'index x')],
        ['is no receipt', text.slice(1)],
        [
          'no key of',
          text.replace(
            signature,
            Buffer.from(Buffer.from(signature, 'base64').map((byte, at) => (at === 20 ? byte ^ 1 : byte))).toString(
              'base64',
            ),
          ),
        ],
        ['no key of', text, file('other-policy', otherKey)],
        ["can't be read", text, join(folder, 'none')],
      ];
      expect(run('sh', file('fine', text), policy, file('body', body)).status).toBe(0);
      for (const [why, receipt, whom = policy, other = body] of cases) {
        const { status, said } = run('sh', file('changed', receipt), whom, file('body', other));
        expect([why, status, said]).toEqual([why, 2, expect.stringContaining(why)]);
        expect(said).toContain('BROKEN: ');
        expect(said).not.toContain('ok signature');
      }
      expect(run('sh').status).toBe(2);
    });
  });
});

/** A policy that believes another key of the same name. */
function policyWith(policy: string, key: Uint8Array): string {
  const [, name = ''] = /^log ([^+]+)\+/m.exec(policy) ?? [];
  return `log ${verifierKeyText(sha256, name, 'note', key)}\nquorum none\n`;
}

describe('evidence as the page lists it', () => {
  const orders = async () => (await kit.get(kit.bob, '/capi/v2/ai/orders?limit=2')).json;
  const places = async (fields: object): Promise<string> => {
    const rests = { type: '1', match_price: '0', price: '80000', size: '0.01', ...fields };
    return kit.place(kit.bob, rests);
  };

  it('gives each counted order its grade, level and deciding log: level 3 with a beacon quoted before the order', async () => {
    await kit.get(kit.alice, `${PROOF}?index=${await uploaded(BODY.replace('wait', 'beacon'))}`);
    const beacon = (await kit.send({ target: '/capi/v2/ai/beacon' })).text;
    const log = (prompt: string, quoted: string) =>
      JSON.stringify({
        stage: 'Decision Making',
        model: 'demo-model-1',
        input: { prompt, beacon: quoted },
        output: { decision: 'OPEN_LONG', symbol: SYMBOL, size: '0.01', responseId: 'r-1', usage: { total: 7 } },
      });
    const commit = (body: string): string =>
      `ai1-${Buffer.from(sha256(Buffer.from(body)))
        .toString('hex')
        .slice(0, 32)}`;
    const logged: Record<string, number> = {};
    for (const [prompt, quoted] of [
      ['right', beacon],
      ['wrong', `${beacon.split('.')[0]}.${'A'.repeat(43)}=`],
    ] as const) {
      const body = log(prompt, quoted);
      logged[prompt] = Number((await kit.post(kit.bob, UPLOAD, body)).headers['ai-log-index']);
      await places({ client_oid: commit(body) });
    }
    const [wrong, right] = await orders();
    expect(right).toMatchObject({
      symbol: SYMBOL,
      type: '1',
      size: '0.0100',
      grade: 'A',
      level: 3,
      link: { index: logged['right'], how: 'hash' },
    });
    expect(right.link.deltaMs).toBeLessThanOrEqual(0);
    expect(wrong).toMatchObject({ grade: 'A', level: 2, link: { index: logged['wrong'] } });
    expect((await kit.get(kit.alice, '/capi/v2/ai/orders')).text).not.toContain(right.orderId);
  });

  it('says of an order without log until when one gives B, and C; and pages newest first', async () => {
    const id = await places({});
    const first = await kit.get(kit.bob, '/capi/v2/ai/orders?limit=1');
    expect(first.json).toMatchObject([{ orderId: id, grade: 'U', level: null, link: null }]);
    const next = await kit.get(kit.bob, `/capi/v2/ai/orders?limit=1&cursor=${String(first.headers['x-next-cursor'])}`);
    expect(next.json[0].index).toBeLessThan(first.json[0].index);
    const { open } = (await kit.get(kit.bob, '/capi/v2/ai/coverage')).json;
    const { placedAt, deadline, deadlines } = open.find(({ orderId }: any) => orderId === id);
    expect(deadlines).toEqual({ B: placedAt + 60_000, C: placedAt + 900_000 });
    expect(deadline).toBe(deadlines.C);
  });

  it('lists leaves to everybody by kind and by hash, with nothing of whose they are', async () => {
    const ask = (query: string) => kit.send({ target: `/capi/v2/ai/leaves${query}` });
    const index = await uploaded(BODY.replace('wait', 'leaves'));
    const newest = await ask('?kind=ailog&limit=1');
    expect(newest.json).toEqual([{ index, k: 'ailog', t: expect.any(Number) }]);
    expect(
      (await ask(`?kind=ailog&limit=1&cursor=${String(newest.headers['x-next-cursor'])}`)).json[0].index,
    ).toBeLessThan(index);
    const { leaf } = (await kit.get(kit.alice, `/capi/v2/ai/log?index=${index}`)).json;
    expect((await ask(`?leaf=${leaf}`)).json).toEqual(newest.json);
    expect((await ask(`?leaf=${'0'.repeat(64)}`)).json).toEqual([]);
    for (const wrong of ['?kind=secret', '?leaf=xyz', '?cursor=nonsense'])
      expect((await ask(wrong)).json, wrong).toMatchObject({ code: '40020' });
  });
});

describe('the log for everybody', () => {
  it('is a checkpoint, tiles and entries that agree, with the headers a cache needs', async () => {
    for (let at = 0; at < 3; at++) await uploaded(BODY.replace('wait', `tiles ${at}`));
    await kit.get(kit.alice, `${PROOF}?index=${await uploaded(BODY.replace('wait', 'last'))}`);
    const { head } = await opened();
    expect(head.origin).toBe('outcry.test/ailog');
    const check = checkLog(sha256, head);
    for (let answer: Uint8Array | null = null; ; ) {
      const { done, value } = check.next(answer);
      if (done === true) {
        expect(value).toBe(null);
        break;
      }
      answer = await bytesAt(tilePath(value));
    }
    const checkpoint = await served('checkpoint');
    expect(checkpoint.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'max-age=1',
      'access-control-allow-origin': '*',
    });
    const tile = await served(`tile/0/000.p/${head.size}`);
    expect(tile.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': expect.stringContaining('immutable'),
      'access-control-allow-origin': '*',
    });
    expect(await bytesAt(`tile/0/000.p/${head.size}`)).toHaveLength(32 * head.size);
  });

  it('has nothing beyond its checkpoint and under no other name', async () => {
    const { head } = await opened();
    const wrong = [
      'tile/0/000',
      `tile/0/000.p/${head.size + 50}`,
      'tile/0/0',
      'tile/entries/000',
      'tile/1/000',
      'other',
      'tile/0/000.p/01',
    ];
    for (const path of wrong) {
      const { status, headers } = await served(path);
      expect([path, status, headers['cache-control']]).toEqual([path, 404, 'no-store']);
    }
    expect((await sendRaw(kit.url, { method: 'POST', target: '/ailog/checkpoint' })).status).toBe(405);
  });

  it('is sound to a reader that shares no code with it, and not when a byte of it is another', async () => {
    await kit.get(kit.alice, `${PROOF}?index=${await uploaded(BODY.replace('wait', 'python'))}`);
    const run = (url: string): Promise<number | null> =>
      new Promise((resolve) => {
        const child = spawn('python3', ['examples/check_log.py', `${url}/ailog`], { stdio: 'ignore' });
        child.on('exit', resolve);
      });
    expect(await run(kit.url)).toBe(0);
    for (const part of ['checkpoint', 'tile/0', 'tile/entries']) {
      const proxy = createServer((request, response) => {
        void fetch(`${kit.url}${request.url}`).then(async (answer) => {
          const bytes = Buffer.from(await answer.arrayBuffer());
          if (request.url?.includes(part)) bytes[40]! ^= 1;
          response.writeHead(answer.status).end(bytes);
        });
      });
      await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
      const { port } = proxy.address() as AddressInfo;
      expect(await run(`http://127.0.0.1:${port}`), part).toBe(2);
      await new Promise((resolve) => proxy.close(resolve));
      expect(await run(`http://127.0.0.1:${port}`), 'not asked is not broken').toBe(3);
    }
  });

  it('is named by a beacon, which is a checkpoint', async () => {
    await kit.get(kit.alice, `${PROOF}?index=${await uploaded(BODY.replace('wait', 'beacon'))}`);
    const before = await opened();
    const { text, status } = await sendRaw(kit.url, { target: '/capi/v2/ai/beacon' });
    const after = await opened();
    expect(status).toBe(200);
    const beacon = ({ head }: typeof before): string =>
      `${head.size}.${Buffer.from(sha256(Buffer.from(`${head.origin}\n${head.size}\n${Buffer.from(head.root).toString('base64')}\n`))).toString('base64')}`;
    expect([beacon(before), beacon(after)]).toContain(text);
  });

  it('is readable by a page of any origin, on a demo too', async () => {
    const { status } = await sendRaw(kit.url, {
      target: '/ailog/checkpoint',
      headers: { Origin: 'https://page.example' },
    });
    expect(status).toBe(200);
  });
});

describe('a new key', () => {
  it('signs beside the old one, and both are in the policy', async () => {
    const old = (await served('policy')).text;
    const { vkey } = await kit.admin('POST', '/admin/log/rotate', {});
    const index = await uploaded(BODY.replace('wait', 'rotated'));
    const receipt = (await kit.get(kit.alice, `${PROOF}?index=${index}`)).text;
    expect(receipt.match(/^— outcry\.test\/ailog /gm)).toHaveLength(2);
    const policies = [old, (await served('policy')).text, `log ${vkey}\nquorum none\n`];
    for (const policy of policies)
      expect(checkReceipt(crypto, { receipt, policy, body: null }), policy).toMatchObject({ ok: true, index });
    const state = await kit.admin('GET', '/admin/log');
    expect(state).toMatchObject({ origin: 'outcry.test/ailog', trouble: null });
    expect(state.keys).toHaveLength(2);
  });
});
