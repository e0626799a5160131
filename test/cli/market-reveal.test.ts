// A market of a real folder: committed to by its contests, shown only when they are over, and verified price by price
// from the journal, over a stop, a shock and a kill; one price of another world is named.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE_MS } from '../patience.ts';
import { cleanUp, newFolder, outcry, outcryJson, type Running, startExchange } from './process.ts';

const SEED = 'the seed of this folder';
const place = mkdtempSync(join(tmpdir(), 'outcry-reveal-'));
const revealed = join(place, 'revealed.json');
const WORLD = ['--market', 'world', '--seed', SEED, '--no-warm-up'];
let data: string;
let running: Running;
let commitment: string;

const on = (...words: string[]): string[] => [...words, '--data', data];
const verified = () => outcryJson<any>(...on('market', 'verify', revealed));

/** Waits until the market has made so many steps more than it had. */
async function steps(count: number): Promise<void> {
  const sequences = async (): Promise<number> =>
    (await outcryJson<{ readonly compared: number }>(...on('market', 'verify', revealed))).compared;
  const before = await sequences();
  while ((await sequences()) < before + 8 * count) await new Promise((resolve) => setTimeout(resolve, 200));
}

beforeAll(async () => {
  data = newFolder();
  running = await startExchange('start', data, ...WORLD);
  commitment = (await outcryJson<{ commitment: string }>(...on('market', 'commit'))).commitment;
}, PATIENCE_MS);
afterAll(async () => {
  await cleanUp();
  rmSync(place, { recursive: true, force: true });
});

describe('a market that is committed to', () => {
  it('is carried by the contests that are made while it runs, and not shown before they are over', async () => {
    const contests = await outcryJson<any[]>(...on('contest', 'list'));
    expect(contests.map(({ config }) => config.market)).toEqual([commitment]);
    const { code, stderr } = await outcry(...on('market', 'reveal', revealed));
    expect([code, existsSync(revealed)]).toEqual([1, false]);
    expect(stderr).toContain('contests depend on this market and are not over: practice-1 (live); nothing was written');
  });

  it('is written down when that is wanted all the same, once and for its owner', async () => {
    expect((await outcry(...on('market', 'reveal', revealed, '--even-now'))).code).toBe(0);
    expect(statSync(revealed).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(revealed, 'utf8'))).toMatchObject({ market: 1, seed: SEED });
    expect((await outcry(...on('market', 'reveal', revealed, '--even-now'))).code).toBe(1);
    const inside = await outcry(...on('market', 'reveal', join(data, 'revealed.json'), '--even-now'));
    expect(inside.stderr).toContain('that holds only what is the exchange');
  });

  it('gives every price of the journal, over a shock, a stop and a kill', { timeout: PATIENCE_MS }, async () => {
    await steps(2);
    await outcry(...on('market', 'shock', 'cmt_ethusdt', '--down', '5'));
    await steps(2);
    await running.stop();
    running = await startExchange('start', data, ...WORLD);
    await steps(2);
    await running.stop('SIGKILL');
    running = await startExchange('start', data, ...WORLD);
    await steps(2);
    const found = await verified();
    expect(found).toMatchObject({
      commitment,
      contests: ['practice-1'],
      differing: 0,
      fault: null,
      outside: 0,
      shocks: 1,
    });
    expect(found.gaps).toBeGreaterThanOrEqual(1);
    const { code, stdout } = await outcry(...on('market', 'verify', revealed));
    expect([code, stdout]).toEqual([0, expect.stringContaining('every price is the one of its second')]);
  });

  it('is told from another one, and names a price that was set by hand', { timeout: PATIENCE_MS }, async () => {
    const other = join(place, 'other.json');
    writeFileSync(other, readFileSync(revealed, 'utf8').replace(SEED, `${SEED}!`));
    const { code, stderr } = await outcry(...on('market', 'verify', other));
    expect([code, stderr]).toEqual([1, expect.stringContaining('no world that began is of this seed and table')]);
    const headers = {
      authorization: `Bearer ${readFileSync(join(data, 'admin-token'), 'utf8').trim()}`,
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ symbol: 'cmt_solusdt', price: '139.99' });
    const set = await fetch(`${running.ready.adminUrl}/admin/index-price`, { method: 'POST', headers, body });
    expect(set.status).toBe(200);
    const named = await outcry(...on('market', 'verify', revealed));
    expect(named.code).toBe(1);
    expect(named.stdout).toMatch(/DIFFERS \S+ cmt_solusdt: the price is 139\.99, /);
    expect(named.stdout).toMatch(/^1 price of \d+ DIFFER$/m);
  });
});
