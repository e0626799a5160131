// Branches of a rehearsal, over HTTP: from a checkpoint the same requests give the same commands, others give others,
// the past stays as it was, and the market can be drawn anew.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { BranchInfo, CheckpointInfo, RehearsalClock } from '../src/api/call/rehearsal.ts';
import { readConfig } from '../src/app/settings/config.ts';
import { createClient } from '../src/client/client.ts';
import { journalHash } from '../src/folder/replay/journal-hash.ts';
import { createAdminAsk, type AdminAsk } from '../src/rehearsal/admin-ask.ts';
import { openRehearsal, type RehearsalApp } from '../src/rehearsal/timed/rehearsal.ts';
import { FROM_MS, rehearsals } from './rehearsal-kit.ts';

const MINUTE_MS = 60_000;
const openAnother = rehearsals();
const PATIENCE_MS = 120_000;

const folder = mkdtempSync(join(tmpdir(), 'outcry-branches-'));
const data = join(folder, 'data');
let app: RehearsalApp;
let admin: AdminAsk;

const FLAGS = ['--port', '0', '--admin-port', '0', '--data', data, '--log-level', 'error', '--no-warm-up'];

async function open(branch?: string): Promise<void> {
  const mark = { fromMs: FROM_MS, seed: 'branches', accounts: 1, balance: '5000', hasMarket: true };
  const often = { timestamps: 'either', begins: null, checkpointEveryMs: 3_600_000 } as const;
  const options = { mark, ...often, ...(branch && { branch }) };
  app = await openRehearsal(readConfig(FLAGS, {}), {}, options);
  admin = createAdminAsk(app.adminUrl, readFileSync(join(data, 'admin-token'), 'utf8').trim());
}

beforeAll(() => open(), PATIENCE_MS);
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

const PATH = '/admin/v1/rehearsal';
const clockOf = () => admin<RehearsalClock>('GET', '/admin/clock');
const step = (untilMs: number) => admin<RehearsalClock>('POST', `${PATH}/step`, { untilMs, wait: 60 });
const folderOf = (branch: string) => (branch === 'main' ? data : join(data, 'branches', branch));

async function restore(body: object): Promise<string> {
  const { name } = await admin<BranchInfo>('POST', `${PATH}/checkpoints/restore`, body);
  const branch = () =>
    clockOf().then(
      (clock) => (clock.state === 'advancing' ? null : clock.branch),
      () => null,
    );
  await expect.poll(branch, { timeout: 60_000, interval: 50 }).toBe(name);
  return name;
}

/** An hour's trading in small: an order each ten seconds, from wherever the clock stands. */
async function trade(size: string): Promise<void> {
  const client = createClient({ url: app.url, ...app.accounts[0]! });
  const { virtualMs } = await clockOf();
  for (let n = 1; n <= 3; n++) {
    const type = n % 2 === 1 ? '1' : '3';
    const order = { symbol: 'cmt_btcusdt', client_oid: `${size}-${n}`, size, type, order_type: '0', match_price: '1' };
    await client.placeOrder(order as never);
    // Not at whole seconds: a checkpoint may be anywhere in one.
    await step(virtualMs + n * 10_000 + 440);
  }
}

/** Of the commands written, up to one of them. */
async function hashOf(branch: string): Promise<string> {
  await app.exchange.driven.sync();
  return (await journalHash(join(folderOf(branch), 'journal.log'))).hash;
}

const priceOf = async (): Promise<string> => {
  const response = await fetch(`${app.url}/capi/v2/market/ticker?symbol=cmt_ethusdt`);
  return ((await response.json()) as { readonly indexPrice: string }).indexPrice;
};

describe('branches of a rehearsal', { timeout: PATIENCE_MS }, () => {
  it('go on from a checkpoint as the old branch did, for the same requests', async () => {
    await trade('0.001');
    const made = await admin<CheckpointInfo>('POST', `${PATH}/checkpoints`, { name: 'noon' });
    const { virtualMs, sequence } = await clockOf();
    expect(made).toMatchObject({ name: 'noon', branch: 'main', sequence, virtualMs });
    const past = await hashOf('main');
    await trade('0.002');
    const [future, price] = [await hashOf('main'), await priceOf()];
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/v2/ws/public`);
    await new Promise((resolve) => socket.once('open', resolve));
    const ended = new Promise((resolve) => socket.once('close', resolve));

    expect(await restore({ name: 'noon', as: 'again' })).toBe('again');
    expect(await ended).toBe(4010);
    expect(await clockOf()).toMatchObject({ virtualMs, sequence, branch: 'again', state: 'ready' });
    expect(await hashOf('again')).toBe(past);
    await trade('0.002');
    expect(await hashOf('again')).toBe(future);
    expect(await priceOf()).toBe(price);
    // Its past lies on the disk once, and the state is read and not replayed.
    expect(readdirSync(join(folderOf('again'), 'snapshots')).length).toBeGreaterThan(0);
  });

  it('go another way for other requests, or with another seed, and the old ones stay', async () => {
    const [old, price] = [await hashOf('again'), await priceOf()];
    await restore({ name: 'noon', as: 'other' });
    await trade('0.003');
    expect(await hashOf('other')).not.toBe(old);
    // A market that nobody can move.
    expect(await priceOf()).toBe(price);
    await restore({ name: 'noon', as: 'drawn-anew', seedAfter: 'another seed' });
    await trade('0.002');
    expect(await priceOf()).not.toBe(price);
    expect((await journalHash(join(folderOf('again'), 'journal.log'))).hash).toBe(old);
  });

  it('without the snapshot of the checkpoint, they replay and come to the same', async () => {
    const old = (await journalHash(join(folderOf('again'), 'journal.log'))).hash;
    const snapshots = join(data, 'checkpoints', 'noon', 'data', 'snapshots');
    rmSync(snapshots, { recursive: true });
    await restore({ name: 'noon' });
    await trade('0.002');
    expect(await hashOf((await clockOf()).branch)).toBe(old);
  });

  it('are listed, deleted, and gone on with by another start', async () => {
    const { name } = await admin<BranchInfo>('POST', `${PATH}/checkpoints/fork`, { name: 'noon', as: 'beside' });
    expect((await clockOf()).branch).toBe('noon-1');
    await expect(admin('POST', `${PATH}/checkpoints/fork`, { name: 'noon', as: name })).rejects.toThrow('60005');
    await expect(admin('POST', `${PATH}/checkpoints/restore`, { name: 'never' })).rejects.toThrow('60007');
    await expect(admin('POST', `${PATH}/checkpoints`, { name: '../x' })).rejects.toThrow('needs 1 to 40');
    await expect(admin('POST', `${PATH}/branches/delete`, { name: 'noon-1' })).rejects.toThrow('60004');
    await expect(admin('POST', `${PATH}/branches/delete`, { name: 'main' })).rejects.toThrow('60004');
    await admin('POST', `${PATH}/branches/delete`, { name: 'other' });
    const { branches } = await admin<{ branches: readonly BranchInfo[] }>('GET', `${PATH}/branches`);
    expect(branches).toEqual([
      { name: 'main', from: null, seedAfter: null, served: false },
      { name: 'again', from: 'noon', seedAfter: null, served: false },
      { name: 'beside', from: 'noon', seedAfter: null, served: false },
      { name: 'drawn-anew', from: 'noon', seedAfter: 'another seed', served: false },
      { name: 'noon-1', from: 'noon', seedAfter: null, served: true },
    ]);
    expect(existsSync(folderOf('other'))).toBe(false);
    await admin('POST', `${PATH}/run`, { speed: 1 });
    await expect(admin('POST', `${PATH}/checkpoints`, { name: 'moving' })).rejects.toThrow('60004');
    await admin('POST', `${PATH}/pause`, {});
    await admin('POST', `${PATH}/checkpoints/delete`, { name: 'noon' });
    expect(await admin('GET', `${PATH}/checkpoints`)).toEqual({ checkpoints: [] });

    const before = await clockOf();
    await app.stop();
    expect(existsSync(join(data, 'admin-url'))).toBe(false);
    await open();
    expect(await clockOf()).toMatchObject({ branch: 'noon-1', sequence: before.sequence, virtualMs: before.virtualMs });
    await app.stop();
    await open('main');
    expect(await clockOf()).toMatchObject({ branch: 'main' });
    await step((await clockOf()).virtualMs + MINUTE_MS);
    expect(statSync(join(data, 'admin-url')).size).toBeGreaterThan(0);
  });
});

it('checkpoints by themselves come so often in its time, and are gone on from', { timeout: PATIENCE_MS }, async () => {
  const made = await openAnother({ hasMarket: false, checkpointEveryMs: MINUTE_MS });
  const checkpoints = async () => {
    const { checkpoints: list } = await made.admin<{ checkpoints: readonly CheckpointInfo[] }>(
      'GET',
      `${PATH}/checkpoints`,
    );
    return list.map(({ name, virtualMs }) => [name, virtualMs - FROM_MS]);
  };
  await made.admin('POST', `${PATH}/step`, { ms: 2.5 * MINUTE_MS, wait: 60 });
  const both = [
    ['auto-20260101000100', MINUTE_MS],
    ['auto-20260101000200', 2 * MINUTE_MS],
  ];
  await expect.poll(checkpoints, { timeout: PATIENCE_MS }).toEqual(both);
  const lines = readFileSync(join(made.data, 'control.jsonl'), 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { verb: 'step', by: 'operator' },
    { verb: 'checkpoint', arguments: { name: 'auto-20260101000100' }, by: 'exchange' },
    { verb: 'checkpoint', by: 'exchange' },
  ]);
  await made.admin('POST', `${PATH}/checkpoints/restore`, { name: 'auto-20260101000100', as: 'again' });
  const branch = () =>
    made.admin<RehearsalClock>('GET', '/admin/clock').then(
      (clock) => (clock.state === 'advancing' ? null : [clock.branch, clock.virtualMs - FROM_MS]),
      () => null,
    );
  await expect.poll(branch, { timeout: PATIENCE_MS, interval: 50 }).toEqual(['again', MINUTE_MS]);
  // The moments of the branch before are passed again, and their checkpoints stay.
  await made.admin('POST', `${PATH}/step`, { ms: MINUTE_MS, wait: 60 });
  expect(await checkpoints()).toEqual(both);
  // Of a rehearsal that goes on the last 30 are kept, and those that were named.
  await made.admin('POST', `${PATH}/checkpoints`, { name: 'mine' });
  await made.admin('POST', `${PATH}/step`, { ms: 30 * MINUTE_MS, wait: 60 });
  const kept = Array.from({ length: 30 }, (_, at) => (at + 3) * MINUTE_MS);
  await expect
    .poll(async () => (await checkpoints()).map(([, at]) => at), { timeout: PATIENCE_MS })
    .toEqual([2 * MINUTE_MS, ...kept]);
  expect((await checkpoints())[0]).toEqual(['mine', 2 * MINUTE_MS]);
});
