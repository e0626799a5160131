// A bot written for the client's `rehearse`, over HTTP: in lockstep, in turns and sealed, to the lockstep's end; at a
// pace; through a used-up rate; and agents of one lockstep that think for up to two seconds.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Lockstep, type Now, rehearse } from '../../src/client/lockstep.ts';
import { createClient } from '../../src/client/client.ts';
import { journalHash } from '../../src/folder/replay/journal-hash.ts';
import { FROM_MS, inLockstep, rehearsals } from '../rehearsal-kit.ts';

const SYMBOL = 'cmt_btcusdt';
/** Short: a second of a market costs as much whatever it is for. */
const STEP_MS = 2_000;
const PATIENCE_MS = 240_000;
const [FIRST, SECOND] = [1_000_001, 1_000_002] as const;

const open = rehearsals();

const market = (clientOid: string, isBuy: boolean) =>
  ({
    symbol: SYMBOL,
    client_oid: clientOid,
    size: '0.001',
    type: isBuy ? 1 : 3,
    order_type: 0,
    match_price: 1,
  }) as const;

describe('a bot', { timeout: PATIENCE_MS }, () => {
  it('decides at each barrier until the lockstep ends', async () => {
    const untilMs = FROM_MS + 5 * STEP_MS;
    const begins = inLockstep({ agents: [FIRST], untilMs, stepMs: STEP_MS });
    const { keyOf, app } = await open({ begins });
    const seen: Now[] = [];
    await rehearse({ ...keyOf(0), stepMs: STEP_MS }, async (now, exchange) => {
      seen.push(now);
      await exchange.placeOrder(market(`b${seen.length}`, seen.length % 2 === 1));
      return seen.length === 2 ? { untilMs: now.ms + 2 * STEP_MS } : undefined;
    });
    expect(seen.map(({ ms }) => (ms - FROM_MS) / STEP_MS)).toEqual([0, 1, 3, 4]);
    expect(seen.map(({ turn }) => turn!.reason)).toEqual(['joined', 'time', 'time', 'time']);
    expect(app.control.clock()).toMatchObject({ mode: 'paused', state: 'ready', virtualMs: untilMs });
  });

  it('leaves when it is done, fails or is stopped, and the others go on', async () => {
    const { keyOf, app } = await open({ begins: inLockstep({ agents: [FIRST, SECOND] }) });
    let turns = 0;
    const stop = new AbortController();
    const other = rehearse({ ...keyOf(1), stepMs: STEP_MS, signal: stop.signal }, () => void (turns += 1));
    await rehearse({ ...keyOf(0), stepMs: STEP_MS }, ({ ms }) => (ms > FROM_MS ? null : {}));
    expect(app.control.clock().waitingFor).not.toContain(FIRST);
    await expect.poll(() => turns, { timeout: PATIENCE_MS }).toBeGreaterThan(3);
    const failing = rehearse(keyOf(0), () => {
      throw new Error('no idea');
    });
    await expect(failing).rejects.toThrow('no idea');
    stop.abort();
    await other;
    await expect.poll(() => app.control.clock().waitingFor, { timeout: PATIENCE_MS }).toEqual([]);
    const agent = new Lockstep(createClient(keyOf(0)));
    await expect(agent.leave()).rejects.toThrow('60002');
    await expect(agent.pass({ barrier: 0 })).rejects.toThrow('60002');
    expect(await agent.time()).toMatchObject({ mode: 'lockstep', waitingFor: [] });
  });

  it('passes when a rate is used up, and is told to without a client that does', async () => {
    const flags = ['--rate-limit-orders-per-second', '2'];
    const { keyOf, app } = await open({ flags, begins: inLockstep({ agents: [FIRST] }) });
    await rehearse(keyOf(0), async (_, exchange) => {
      for (let n = 0; n < 7; n++) await exchange.placeOrder(market(`r${n}`, true));
      return null;
    });
    const passedMs = app.control.clock().virtualMs - FROM_MS;
    expect(passedMs).toBeGreaterThanOrEqual(3_000);
    expect(passedMs).toBeLessThanOrEqual(7_000);
    const agent = new Lockstep(createClient(keyOf(0)));
    await agent.join();
    const plain = createClient({ ...keyOf(0), retries: 0 });
    const many = [7, 8, 9, 10].map((n) => plain.placeOrder(market(`r${n}`, true)));
    const refused = (await Promise.allSettled(many)).filter(({ status }) => status === 'rejected');
    expect(String((refused[0] as PromiseRejectedResult).reason)).toMatch(/429.*in lockstep time stands until you pass/);
  });

  it('is the same at a pace, where it sleeps', async () => {
    const { keyOf } = await open({ begins: { speed: 50 } });
    const at: number[] = [];
    await rehearse({ ...keyOf(0), stepMs: 5_000 }, async ({ ms, turn }, exchange) => {
      at.push(ms);
      expect(turn).toBeNull();
      await exchange.placeOrder(market(`p${at.length}`, at.length % 2 === 1));
      return at.length === 3 ? null : {};
    });
    expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(5_000);
    expect(at[2]! - at[1]!).toBeGreaterThanOrEqual(5_000);
  });
});

/**
 * What counts is who answers before whom, so delays take a hundredth here. `LOCKSTEP_RUNS=10 npm test --
 * test/client/lockstep.test.ts` has them in full, ten times.
 */
const ASKED = process.env['LOCKSTEP_RUNS'];
const SHORTER = ASKED === undefined ? 100 : 1;
const RUNS = Number(ASKED ?? 2);

/** Agents that think for a random time of up to two seconds before each thing they do; the hash of the commands. */
async function play(order: 'turns' | 'sealed', agents: number, steps: number): Promise<string> {
  const uids = Array.from({ length: agents }, (_, at) => FIRST + at);
  const untilMs = FROM_MS + steps * 3_000;
  const { keyOf, data, end } = await open({ begins: inLockstep({ agents: uids, order, untilMs, stepMs: STEP_MS }) });
  const think = () => new Promise((resolve) => setTimeout(resolve, (Math.random() * 2_000) / SHORTER));
  await Promise.all(
    uids.map((uid, at) => {
      let turns = 0;
      return rehearse(keyOf(at), async ({ ms }, exchange) => {
        await think();
        const body = market(`${uid}-${(turns += 1)}`, turns % 2 === 1);
        if (order === 'turns') await exchange.placeOrder(body);
        await think();
        const actions = [{ method: 'POST', path: '/capi/v2/order/placeOrder', body }] as const;
        // Steps of different length live together.
        return { untilMs: ms + 2_000 + 500 * (uid % 3), ...(order === 'sealed' ? { actions } : {}) };
      });
    }),
  );
  await end();
  return (await journalHash(join(data, 'journal.log'))).hash;
}

describe('agents that think for up to two seconds', { timeout: RUNS * PATIENCE_MS }, () => {
  it(`give the same commands in ${RUNS} of ${RUNS} runs, two in turns`, async () => {
    const hashes = new Set<string>();
    for (let run = 0; run < RUNS; run++) hashes.add(await play('turns', 2, 2));
    expect(hashes.size).toBe(1);
  });

  it(`give the same commands in ${RUNS} of ${RUNS} runs, five sealed`, async () => {
    const hashes = new Set<string>();
    for (let run = 0; run < RUNS; run++) hashes.add(await play('sealed', 5, 2));
    expect(hashes.size).toBe(1);
  });
});
