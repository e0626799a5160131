// A copy of the data folder, taken by `outcry backup` while the exchange trades, and what `outcry restore` makes of it:
// every order answered before the copy began, the same state, the same rows. And everything that is wrong with a copy.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, cleanUp, newFolder, outcry, outcryJson, placeOrder, type Running, startExchange } from './process.ts';

const data = newFolder();
const root = newFolder();
const copy = join(root, 'copy');
const restored = join(root, 'restored');
const ORDERS = 40;
const UPLOADERS = 8;

interface Copied {
  readonly sequence: number;
  readonly hasStore: boolean;
}

/** What was uploaded while it was copied: the store was copied before some of it, and the journal after it. */
const uploaded: string[] = [];
/** client_oid and order id of each order that was answered before the copy began. */
const answered: [string, string][] = [];
let exchange: Running;
let copied: Copied;

const detailOf = async (running: Running, orderId: string) =>
  (await call(running.ready, running.ready.accounts[0]!, 'GET', `/capi/v2/order/detail?orderId=${orderId}`)).body as {
    client_oid: string;
    status: string;
  };

beforeAll(async () => {
  exchange = await startExchange('start', data, '--no-rate-limit-enabled');
  const account = exchange.ready.accounts[0]!;
  for (let at = 0; at < ORDERS; at++) {
    const { body } = await placeOrder(exchange.ready, account, `before-${at}`);
    expect(body.order_id, JSON.stringify(body)).toBeDefined();
    answered.push([`before-${at}`, String(body.order_id)]);
  }
  let isDone = false;
  const trading = (async () => {
    for (let at = 0; !isDone; at++) await placeOrder(exchange.ready, account, `meanwhile-${at}`);
  })();
  const uploading = Array.from({ length: UPLOADERS }, async (_, who) => {
    for (let at = 0; !isDone; at++) {
      const log = { stage: 's', model: 'm', input: { who, at }, output: { decision: 'HOLD' } };
      const { status } = await call(exchange.ready, account, 'POST', '/capi/v2/order/uploadAiLog', log);
      if (status === 200) uploaded.push(`${who} ${at}`);
    }
  });
  while (uploaded.length <= UPLOADERS) await new Promise((resolve) => setTimeout(resolve, 20));
  copied = await outcryJson<Copied>('backup', copy, '--data', data);
  isDone = true;
  await Promise.all([trading, ...uploading]);
});
afterAll(cleanUp);

describe('a copy of a running exchange', () => {
  it('holds every order answered before it, and the state the journal had there', async () => {
    expect(copied.hasStore).toBe(true);
    const { sequence } = await outcryJson<{ sequence: number }>('restore', copy, '--data', restored);
    expect(sequence).toBe(copied.sequence);
    expect(existsSync(`${restored}.restoring`)).toBe(false);
    const there = await outcryJson<{ hash: string; sequence: number }>('replay', '--data', restored);
    const original = await outcryJson<{ hash: string }>('replay', '--until', String(sequence), '--data', data);
    expect(there).toMatchObject({ sequence, hash: original.hash, problems: [], mismatches: [] });
    expect((await outcry('doctor', '--data', restored)).code).toBe(0);

    const again = await startExchange('start', restored);
    for (const [clientOid, orderId] of answered) {
      const [now, then] = [await detailOf(again, orderId), await detailOf(exchange, orderId)];
      expect(now.client_oid).toBe(clientOid);
      if (then.status !== 'open') expect(now).toEqual(then);
    }
    // Each log that is in its journal has its body.
    const logs = await call(again.ready, again.ready.accounts[0]!, 'GET', '/capi/v2/ai/logs?limit=100');
    expect((logs.body as { list: unknown[] }).list.length).toBeGreaterThan(UPLOADERS);
    // It goes on.
    const { status } = await placeOrder(again.ready, again.ready.accounts[0]!, 'after');
    expect(status).toBe(200);
    expect((await again.stop()).code).toBe(0);
  });

  it('keeps secrets apart from the rest, and all of it for its owner alone', async () => {
    expect(readdirSync(join(copy, 'keys')).toSorted()).toEqual(['ailog-key', 'key-file', 'market.json']);
    expect(readdirSync(join(copy, 'data'))).toEqual(expect.arrayContaining(['journal.log', 'outcry.db']));
    for (const name of ['admin-token', 'lock.db', 'admin-url'])
      expect(existsSync(join(copy, 'data', name))).toBe(false);
    if (process.platform !== 'win32')
      for (const path of ['data/journal.log', 'data/outcry.db', 'keys/key-file', 'manifest.json'])
        expect(statSync(join(copy, path)).mode & 0o077, path).toBe(0);

    const [apart, keys] = [join(root, 'apart'), join(root, 'the-keys')];
    await outcryJson('backup', apart, '--keys', keys, '--data', data);
    expect(existsSync(join(apart, 'keys'))).toBe(false);
    const without = await outcry('restore', apart, '--data', join(root, 'without'));
    expect(without.stderr).toContain('name their folder with --keys');
    expect((await outcry('restore', apart, '--keys', keys, '--data', join(root, 'with'))).code).toBe(0);
  });

  it('is taken of a stopped exchange too', async () => {
    const [folder, stopped] = [newFolder(), join(root, 'stopped')];
    const running = await startExchange('start', folder, '--no-market');
    await running.stop();
    await outcryJson('backup', stopped, '--data', folder);
    expect((await outcry('restore', stopped, '--data', join(root, 'from-stopped'))).code).toBe(0);
  });
});

describe('what is wrong with a copy', () => {
  /** A copy that something was done to: what restore says, and that nothing was made. */
  async function refusal(change: (folder: string) => void): Promise<string> {
    const changed = newFolder();
    cpSync(copy, changed, { recursive: true });
    change(changed);
    const target = join(changed, 'target');
    const { code, stderr } = await outcry('restore', changed, '--data', target);
    expect(code).toBe(1);
    expect(existsSync(target) || existsSync(`${target}.restoring`)).toBe(false);
    return stderr;
  }

  it.each([
    ['not finished', (folder: string) => rmSync(join(folder, 'manifest.json')), 'has no manifest.json'],
    ['without a file', (folder: string) => rmSync(join(folder, 'data', 'journal.log')), 'journal.log is missing'],
    ['with a flipped bit', (folder: string) => flip(join(folder, 'data', 'outcry.db')), 'is damaged: its SHA-256 is'],
    ['shorter', (folder: string) => writeFileSync(join(folder, 'keys', 'key-file'), 'x'), 'has 1 bytes'],
    [
      'of another version',
      (folder: string) => edit(folder, (manifest) => ({ ...manifest, format: 9 })),
      'is not of format 1',
    ],
    [
      'that leads out of the folder',
      (folder: string) =>
        edit(folder, (manifest) => ({ ...manifest, data: [{ path: '../../x', bytes: 0, sha256: '' }] })),
      'which is no file of a data folder',
    ],
  ])('%s is said, and nothing is made', async (_, change, said) => {
    expect(await refusal(change)).toContain(said);
  });

  it('neither a copy nor a folder is written over', async () => {
    expect((await outcry('backup', copy, '--data', data)).stderr).toContain('is not empty');
    expect((await outcry('restore', copy, '--data', data)).stderr).toContain('is not empty');
    expect((await outcry('backup', join(root, 'none'), '--data', newFolder())).stderr).toContain('there is no journal');
  });

  it('a store that is a database of its own is not left out without a word', async () => {
    process.env['OUTCRY_STORE'] = 'postgres://localhost/nowhere';
    try {
      const { stderr } = await outcry('backup', join(root, 'own'), '--data', data);
      expect(stderr).toContain('pg_dump');
    } finally {
      delete process.env['OUTCRY_STORE'];
    }
  });
});

function flip(path: string): void {
  const bytes = readFileSync(path);
  const at = bytes.length >> 1;
  bytes[at] = bytes[at]! ^ 1;
  writeFileSync(path, bytes);
}

function edit(folder: string, change: (manifest: Record<string, unknown>) => unknown): void {
  const path = join(folder, 'manifest.json');
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>)));
}
