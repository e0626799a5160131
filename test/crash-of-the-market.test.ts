// A crash of 30 % in a running demo, as an operator and its traders see it: leveraged accounts are liquidated, the
// insurance fund pays, winners are deleveraged, and every invariant holds; bills, stored orders and fills, metrics and
// the log tell it, and the journal gives the same state again. Real processes, real HTTP, the command's own verbs.
import { rowsInWords } from './store/in-words.ts';
import { openDatabase } from '../src/store/database/open-database.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Account,
  call,
  cleanUp,
  newFolder,
  outcry,
  outcryJson,
  type Running,
  startExchange,
} from './cli/process.ts';
import { PATIENCE_MS } from './patience.ts';

const symbol = 'cmt_btcusdt';
const FUND = 3;
const GAMBLED = 2;
/** How each gambler holds it: crossed or isolated. */
const MODES = [1, 3, 1, 3, 1, 3] as const;
const data = newFolder();
let running: Running;
let gambler: Account[] = [];
let winner: Account;

async function admin<Answer>(path: string, body: unknown): Promise<Answer> {
  const authorization = `Bearer ${readFileSync(join(data, 'admin-token'), 'utf8').trim()}`;
  const response = await fetch(`${running.ready.adminUrl}${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Answer;
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer;
}

async function newAccount(label: string, amount: string): Promise<Account> {
  const { uid } = await admin<{ uid: number }>('/admin/accounts', { label });
  await admin('/admin/accounts/deposit', { uid, amount });
  return { uid, ...(await admin<Omit<Account, 'uid'>>('/admin/keys', { uid, label })) };
}

async function post(account: Account, path: string, body: object): Promise<void> {
  const answer = await call(running.ready, account, 'POST', path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
}

interface Trade {
  readonly type: '1' | '2';
  readonly size: string;
  /** Absent: at market. */
  readonly price?: string;
  readonly marginMode: 1 | 3;
}

function open(account: Account, name: string, { type, size, price, marginMode }: Trade): Promise<void> {
  const limit = price === undefined ? { match_price: '1' } : { match_price: '0', price };
  return post(account, '/capi/v2/order/placeOrder', {
    symbol,
    client_oid: name,
    size,
    type,
    order_type: '0',
    ...limit,
    marginMode,
  });
}

interface Position {
  readonly side: string;
  readonly size: string;
  readonly liquidatePrice: string;
}

const positionsOf = async (account: Account): Promise<readonly Position[]> =>
  (await call(running.ready, account, 'GET', `/capi/v2/account/position/singlePosition?symbol=${symbol}`)).body;

const sizeOf = async (account: Account): Promise<number> =>
  (await positionsOf(account)).reduce((sum, position) => sum + Number(position.size), 0);

const markPrice = async (): Promise<number> => {
  const response = await fetch(`${running.ready.url}/capi/v2/market/ticker?symbol=${symbol}`);
  return Number(((await response.json()) as { markPrice: string }).markPrice);
};

/** Buys (or sells short) until the position is as large as wanted: the house quotes no more than so much at a time. */
async function openAtMarket(account: Account, wanted: number, trade: Omit<Trade, 'size'>): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const missing = wanted - (await sizeOf(account));
    if (missing < 0.0001) return;
    await open(account, `m-${attempt}`, { ...trade, size: Math.min(missing, 1).toFixed(4) });
    // The house quotes anew in its own time, which on a busy machine is long.
    if (attempt >= 10) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`account ${account.uid} never got ${wanted}`);
}

async function metrics(): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${running.ready.url}/metrics`)).text();
  const rows = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    rows.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

interface Bill {
  readonly businessType: string;
  readonly amount: string;
  readonly fillFee: string;
}

async function billsOf(account: Account): Promise<Bill[]> {
  const { body } = await call(running.ready, account, 'POST', '/capi/v2/account/bills', { symbol, limit: 100 });
  return body.items;
}

const countOf = (bills: readonly Bill[], type: string): number =>
  bills.filter(({ businessType }) => businessType === type).length;

/** The index goes down by 30 % at the market's next turn. */
async function crash(): Promise<void> {
  const { list } = await outcryJson<{ list: { from: string; to: string }[] }>(
    'market',
    'shock',
    symbol,
    '--down',
    '30',
    '--data',
    data,
  );
  expect(Number(list[0]!.to) / Number(list[0]!.from)).toBeCloseTo(0.7, 4);
  for (let waited = 0; waited < 300; waited++) {
    if ((await metrics()).get('outcry_liquidations_total{margin_mode="cross"}')! > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('nobody was liquidated within 30 s');
}

beforeAll(async () => {
  running = await startExchange('start', data, '--seed', '7', '--no-rate-limit-enabled');
  winner = running.ready.accounts[1]!;
  await outcryJson('account', 'deposit', String(FUND), '20000', '--data', data);
  gambler = await Promise.all(MODES.map((_mode, at) => newAccount(`gambler ${at}`, '12000')));
  for (const [at, marginMode] of MODES.entries()) await openAtMarket(gambler[at]!, GAMBLED, { type: '1', marginMode });
  // One of them is hedged a little: that much is offset inside the account.
  await open(gambler[0]!, 'hedge', { type: '2', size: '0.1', marginMode: 1 });
  // Isolated and leveraged, so that it is the first to be deleveraged; and somebody who waits for a bargain.
  await openAtMarket(winner, 0.5, { type: '2', marginMode: 3 });
  const hunter = await newAccount('hunter', '100000');
  for (let at = 0; at < 10; at++)
    await open(hunter, `bid-${at}`, { type: '1', size: '0.2', price: '64000', marginMode: 1 });
  await crash();
}, 10 * 60_000);
afterAll(cleanUp);

describe('a crash of 30 %', () => {
  it('liquidates everybody who borrowed too much, and nobody goes below zero', async () => {
    // A mark that falls in steps has a part reduced first, and what is left may be what its margin carries.
    for (const [at, account] of gambler.entries()) {
      const isCarried = async () => {
        const [held, mark] = [(await positionsOf(account)).filter(({ side }) => side === 'LONG'), await markPrice()];
        const size = held.reduce((sum, position) => sum + Number(position.size), 0);
        return size < GAMBLED && held.every(({ liquidatePrice }) => Number(liquidatePrice) < mark);
      };
      await expect.poll(isCarried, { timeout: PATIENCE_MS, message: `gambler ${at}` }).toBe(true);
      const { body } = await call(running.ready, account, 'GET', '/capi/v2/account/assets');
      expect(Number(body[0].equity), `gambler ${at}`).toBeGreaterThanOrEqual(0);
    }
  });

  it('shows in the bills: where it began and ended, what the fund paid, and the winner who was closed without a fee', async () => {
    const all = await Promise.all(gambler.map(billsOf));
    for (const bills of all) {
      expect(countOf(bills, 'start_liquidate')).toBeGreaterThan(0);
      expect(countOf(bills, 'finish_liquidate')).toBe(countOf(bills, 'start_liquidate'));
      expect(bills[0]!.businessType).toBe('finish_liquidate');
    }
    const paid = all.flat().filter(({ businessType }) => businessType === 'order_fix_margin_amount');
    expect(paid.length).toBeGreaterThan(0);
    expect(paid.every(({ amount }) => Number(amount) > 0)).toBe(true);
    expect(await sizeOf(winner)).toBe(0);
    const closes = (await billsOf(winner)).filter(({ businessType }) => businessType === 'position_close_short');
    expect(closes.length).toBeGreaterThan(0);
    expect(closes.map(({ fillFee }) => Number(fillFee))).toEqual(closes.map(() => 0));
  });

  it('shows in the metrics, without an alarm', async () => {
    const found = await metrics();
    for (const [name, marginMode] of Object.entries({ cross: 1, isolated: 3 })) {
      const those = await Promise.all(gambler.filter((_, at) => MODES[at] === marginMode).map(billsOf));
      const begun = countOf(those.flat(), 'start_liquidate');
      expect(found.get(`outcry_liquidations_total{margin_mode="${name}"}`), name).toBe(begun);
    }
    expect(found.get(`outcry_deleveraged_fills_total{symbol="${symbol}"}`)).toBeGreaterThan(0);
    expect(found.get('outcry_insurance_usdt_total{direction="paid"}')).toBeGreaterThan(0);
    expect(found.get('outcry_insurance_usdt_total{direction="received"}')).toBeGreaterThan(20_000);
    expect(found.get('outcry_insurance_fund_usdt')).toBeGreaterThanOrEqual(0);
    expect(found.get(`outcry_closed_at_mark_total{symbol="${symbol}"}`)).toBeUndefined();
    expect(found.get('outcry_losses_shared_usdt_total{payer="exchange"}')).toBe(0);
  });

  it('leaves every invariant true, as the running exchange and its journal both say', async () => {
    const live = await outcry('audit', '--data', data);
    expect([live.code, live.stdout]).toEqual([
      0,
      expect.stringMatching(/^sequence \d+: \d+ accounts, .*\nsound: every invariant holds\n$/),
    ]);
    expect(await outcryJson('audit', '--journal', '--data', data)).toMatchObject({ ok: true, failures: [] });
  });

  it('leaves a market that goes on around the new price', async () => {
    const depth = async () => {
      const response = await fetch(`${running.ready.url}/capi/v2/market/depth?symbol=${symbol}&limit=15`);
      const { bids, asks } = (await response.json()) as Record<'bids' | 'asks', [string, string][]>;
      return { bids: bids.length, asks: asks.length, ask: Number(asks[0]?.[0] ?? 0) };
    };
    await expect
      .poll(depth, { timeout: PATIENCE_MS, interval: 250 })
      .toSatisfy(
        ({ bids, asks, ask }: Awaited<ReturnType<typeof depth>>) =>
          bids >= 10 && asks >= 10 && ask > 60_000 && ask < 67_000,
      );
  });

  it('is replayed to the same hash', async () => {
    const live = await outcryJson<{ sequence: number; hash: string }>('hash', '--live', '--data', data);
    expect(await outcryJson('replay', '--until', String(live.sequence), '--data', data)).toMatchObject({
      ...live,
      problems: [],
    });
  });

  it('is in the history of orders and fills with its causes', async () => {
    // Answered when the read store has come as far as the exchange.
    await billsOf(winner);
    const database = openDatabase(join(data, 'outcry.db'));
    for (const table of ['order_record', 'fill'] as const) {
      const causes = (await rowsInWords(database, table)).map(({ cause }) => cause);
      expect(new Set(causes), table).toEqual(new Set(['deleverage', 'liquidation', 'reduce', 'wanted']));
    }
    await database.close();
  });
});
