// The exchange at a glance, for the operator's page: every figure is the metric's, only who may look does, and many who
// look cost as much as one.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENCE_MS } from '../patience.ts';
import { type Kit, startKit, SYMBOL } from './kit.ts';

let kit: Kit;
beforeAll(async () => {
  kit = await startKit();
  await kit.setPrice(SYMBOL, '50000');
});
afterAll(() => kit.stop());

const credential = async (name: string, role: string): Promise<string> =>
  (await kit.admin('POST', '/admin/v1/credentials', { name, role })).token;

async function asked(token: string, method: 'GET' | 'POST', path: string, body?: object) {
  const answer = await fetch(kit.app.adminUrl + path, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, any> };
}

/** The metrics, by name and labels as they are written. */
async function metrics(): Promise<Map<string, number>> {
  const { text } = await kit.send({ target: '/metrics' });
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

describe('the overview', () => {
  it('says what the metrics say', async () => {
    await kit.place(kit.alice, {
      symbol: SYMBOL,
      type: '1',
      order_type: '0',
      match_price: '0',
      size: '0.01',
      price: '49000',
    });
    await vi.waitFor(
      async () => {
        const overview = await kit.admin('GET', '/admin/v1/overview');
        const known = await metrics();
        expect(overview).toMatchObject({
          version: expect.stringMatching(/^\d+\.\d+\.\d+/),
          health: { takesCommands: true, findings: [] },
          sequence: known.get('outcry_sequence'),
          queue: { waiting: 0, most: 10_000 },
          command: { count: expect.any(Number), p50Ms: expect.any(Number), longestMs: expect.any(Number) },
          journalBytes: known.get('outcry_journal_bytes'),
          folder: { journal: expect.any(Number), store: expect.any(Number) },
          connections: { sockets: { public: 0, private: 0 } },
          fund: String(known.get('outcry_insurance_fund_usdt')) === '0' ? '0' : expect.any(String),
        });
        expect(overview.command.p50Ms).toBeLessThanOrEqual(overview.command.p99Ms);
        expect(overview.journalSync.count).toBeGreaterThan(0);
        expect(overview.disk.freeBytes).toBeGreaterThan(0);
      },
      { timeout: PATIENCE_MS, interval: 300 },
    );
    const { contracts } = await kit.admin('GET', '/admin/v1/overview');
    expect(contracts).toHaveLength(8);
    expect(contracts[0]).toMatchObject({ symbol: SYMBOL, state: 'TRADING', index: '50000.0', mark: '50000.0' });
  });

  it('has the points that came before, when they are asked for', async () => {
    await vi.waitFor(
      async () => {
        const { lines, point } = await kit.admin('GET', '/admin/v1/overview?lines=true');
        expect(lines.everyMs).toBe(2_000);
        expect(lines.points.at(-1)).toEqual(point);
        expect(point).toEqual({
          timeMs: expect.any(Number),
          commandsPerSecond: expect.any(Number),
          waiting: 0,
          lag: expect.any(Number),
          fund: expect.any(Number),
        });
      },
      { timeout: PATIENCE_MS, interval: 500 },
    );
    expect(await kit.admin('GET', '/admin/v1/overview')).not.toHaveProperty('lines');
  });

  it('names the liquidated, and counts them once', async () => {
    const carol = await kit.newAccount({ balance: '500' });
    const order = { symbol: SYMBOL, order_type: '0', match_price: '0', size: '0.15', price: '50000' };
    await kit.place(kit.bob, { ...order, type: '2' });
    await kit.place(carol, { ...order, type: '1' });
    await kit.setPrice(SYMBOL, '46500');
    const risk = await kit.admin('GET', '/admin/v1/risk');
    const known = await metrics();
    expect(risk.liquidations).toMatchObject([{ account: carol.uid, symbol: SYMBOL, mode: 'cross' }]);
    expect(risk.figures.liquidations.cross).toBe(1);
    expect(known.get('outcry_liquidations_total{margin_mode="cross"}')).toBe(1);
    const closed = Object.values(risk.figures.closedAtMark as Record<string, number>).reduce(
      (sum, one) => sum + one,
      0,
    );
    expect(risk.closedAtMark).toHaveLength(closed);
    expect(risk.isWhole).toBe(true);
  });

  it('is for owners and auditors; only an owner halts', async () => {
    const [owner, judge, auditor] = await Promise.all([
      credential('olga', 'owner'),
      credential('jon', 'judge'),
      credential('ada', 'auditor'),
    ]);
    for (const path of ['/admin/v1/overview', '/admin/v1/risk']) {
      expect((await asked(owner, 'GET', path)).status, path).toBe(200);
      expect((await asked(auditor, 'GET', path)).status, path).toBe(200);
      expect(await asked(judge, 'GET', path)).toMatchObject({
        status: 403,
        json: { code: 'forbidden', msg: 'jon is judge; this needs owner or auditor' },
      });
    }
    const halt = { symbol: 'cmt_ethusdt', state: 'HALTED' };
    for (const token of [judge, auditor])
      expect((await asked(token, 'POST', '/admin/contracts/state', halt)).status).toBe(403);
    expect(await asked(owner, 'POST', '/admin/contracts/state', halt)).toMatchObject({ status: 200, json: halt });
    await vi.waitFor(
      async () => {
        const { contracts } = await kit.admin('GET', '/admin/v1/overview');
        expect(contracts.find((one: { symbol: string }) => one.symbol === halt.symbol).state).toBe('HALTED');
      },
      { timeout: PATIENCE_MS, interval: 300 },
    );
  });

  it('is made once a second, however many look', async () => {
    const looks = await Promise.all(Array.from({ length: 50 }, () => kit.admin('GET', '/admin/v1/overview')));
    expect(new Set(looks.map(({ nowMs }) => nowMs)).size).toBeLessThanOrEqual(3);
  });
});
