import { expect, it } from 'vitest';
import { onEachDatabase } from '../../../test/store/each-database.ts';
import { everyPage, everyPageBefore } from '../../../test/store/every-page.ts';
import { openingCommands, sha256, START_MS, TRADERS, tradingDay, uploadOf } from '../../../test/store/trading-day.ts';
import type { Command } from '../../core/language/commands.ts';
import type { Money } from '../../core/num/units.ts';
import { createEngine } from '../../core/engine.ts';
import type { Bill } from '../../core/language/bills.ts';
import type { Database } from '../database/db.ts';
import { payloadsPut } from '../evidence/payloads.ts';
import { createProjector } from '../write/projector.ts';
import { aiLog } from './aiLog.ts';
import { type AiLogsArgs, aiLogs } from './aiLogs.ts';
import { allowlistChanges } from './allowlistChanges.ts';
import { type BillsArgs, bills } from './bills.ts';
import { fundingRates } from './fundingRates.ts';
import { type HistoryPlanArgs, historyPlan } from './historyPlan.ts';

const UID = TRADERS[0];
const BTC = 'cmt_btcusdt';
const ETH = 'cmt_ethusdt';
const allBills: BillsArgs = {
  uid: UID,
  symbol: null,
  businessType: null,
  startMs: null,
  endMs: null,
  limit: 100,
  page: 0,
  cursor: null,
};
const allPlans: HistoryPlanArgs = {
  uid: UID,
  symbol: BTC,
  startMs: null,
  endMs: null,
  type: null,
  limit: 100,
  page: 0,
  cursor: null,
};
const allLogs: AiLogsArgs = { uid: UID, orderId: null, startMs: null, endMs: null, limit: 100, page: 0, cursor: null };

/** A database with a day of trading, and every bill of UID as the engine posted it, newest first. */
async function withDay(
  fresh: () => Promise<Database>,
  seed: number,
  count = 900,
): Promise<{ database: Database; posted: Bill[] }> {
  const database = await fresh();
  const day = tradingDay(seed, count);
  await payloadsPut(database, day.payloads);
  const engine = createEngine(sha256);
  const projector = await createProjector(database);
  const posted: Bill[] = [];
  for (const sequenced of day.commands) {
    const outcome = engine.apply(sequenced);
    for (const event of outcome.events)
      if (event.name === 'billPosted' && event.bill.account === UID) posted.unshift(event.bill);
    projector.project(sequenced, outcome);
  }
  await projector.flush();
  return { database, posted };
}

onEachDatabase('the lists', ({ fresh }) => {
  it('bills: every bill of the account to the digit, newest first, on all ways of paging (W-06, BILL-002)', async () => {
    const { database, posted } = await withDay(fresh, 21, 2_500);
    expect(posted.length).toBeGreaterThan(100);
    for (const by of ['cursor', 'page'] as const) {
      expect(await everyPage(by, 7, (page) => bills(database, { ...allBills, ...page }))).toEqual(posted);
    }
    const byTime = everyPageBefore(
      (endMs) => bills(database, { ...allBills, endMs, limit: 7 }),
      ({ timeMs }) => timeMs,
    );
    expect(await byTime).toEqual(posted);
  });

  it('bills: symbol, type and time, ends included, alone and together (W-05)', async () => {
    const { database, posted } = await withDay(fresh, 22, 1_500);
    const first = posted[Math.floor(posted.length * 0.2)]?.timeMs ?? 0;
    const last = posted[Math.floor(posted.length * 0.8)]?.timeMs ?? 0;
    const filters = [
      { symbol: BTC },
      { symbol: '' },
      { businessType: 'deposit' },
      { businessType: 'tracking_follow_pay' },
      { businessType: 'position_open_long', symbol: BTC },
      { startMs: last, endMs: first },
      { startMs: last, endMs: last },
      { startMs: last, endMs: first, businessType: 'position_open_short', symbol: 'cmt_ethusdt' },
    ] as const;
    for (const filter of filters) {
      const { symbol = null, businessType = null, startMs = null, endMs = null } = filter as Partial<typeof allBills>;
      const expected = posted.filter(
        (bill) =>
          (symbol === null || bill.symbol === symbol) &&
          (businessType === null || bill.businessType === businessType) &&
          (startMs === null || bill.timeMs >= startMs) &&
          (endMs === null || bill.timeMs <= endMs),
      );
      const found = await everyPage('cursor', 9, (page) => bills(database, { ...allBills, ...filter, ...page }));
      expect(found, JSON.stringify(filter)).toEqual(expected);
    }
    expect((await bills(database, { ...allBills, uid: 1_999_999 })).items).toEqual([]);
  });

  it('lists refuse a cursor that is none of theirs', async () => {
    const database = await fresh();
    const refused = { name: 'StoreRefusal', reason: 'badCursor' };
    await expect(bills(database, { ...allBills, cursor: 'x' })).rejects.toMatchObject(refused);
    await expect(historyPlan(database, { ...allPlans, cursor: 'b1-1' })).rejects.toMatchObject(refused);
    await expect(aiLogs(database, { ...allLogs, cursor: 'b1-1' })).rejects.toMatchObject(refused);
  });

  it('historyPlan: ended plan orders only, newest created first, by type and time (PLAN-005)', async () => {
    const { database } = await withDay(fresh, 23, 2_000);
    const all = await everyPage('cursor', 3, (page) => historyPlan(database, { ...allPlans, ...page }));
    expect(all.length).toBeGreaterThan(10);
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((a, b) => b - a));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['filled', 'canceled']));
    expect(new Set(all.map(({ account, symbol }) => `${account} ${symbol}`))).toEqual(new Set([`${UID} ${BTC}`]));
    expect(await everyPage('page', 3, (page) => historyPlan(database, { ...allPlans, ...page }))).toEqual(all);
    const byTime = everyPageBefore(
      (endMs) => historyPlan(database, { ...allPlans, endMs, limit: 3 }),
      ({ createdMs }) => createdMs,
    );
    expect(await byTime).toEqual(all);
    for (const type of [
      { side: 'long', effect: 'close' },
      { side: 'short', effect: 'open' },
    ] as const) {
      const found = await everyPage('cursor', 2, (page) => historyPlan(database, { ...allPlans, type, ...page }));
      expect(found).toEqual(all.filter(({ side, effect }) => side === type.side && effect === type.effect));
      expect(found.length).toBeGreaterThan(0);
    }
    const everywhere = await everyPage('cursor', 3, (page) =>
      historyPlan(database, { ...allPlans, symbol: null, ...page }),
    );
    expect(everywhere.filter(({ symbol }) => symbol === BTC)).toEqual(all);
    expect(new Set(everywhere.map(({ symbol }) => symbol)).size).toBeGreaterThan(1);
    expect(everywhere.map(({ id }) => id)).toEqual(everywhere.map(({ id }) => id).sort((a, b) => b - a));
    const middle = all[Math.floor(all.length / 2)]?.createdMs ?? 0;
    const until = await historyPlan(database, { ...allPlans, endMs: middle });
    expect(until.items).toEqual(all.filter(({ createdMs }) => createdMs <= middle).slice(0, 100));
    const since = await historyPlan(database, { ...allPlans, startMs: middle });
    expect(since.items).toEqual(all.filter(({ createdMs }) => createdMs >= middle).slice(0, 100));
  });

  it('aiLogs: own logs newest first, and by the order they carry or are linked to', async () => {
    const { database } = await withDay(fresh, 24);
    const all = await everyPage('cursor', 4, (page) => aiLogs(database, { ...allLogs, ...page }));
    expect(all.length).toBeGreaterThan(10);
    expect(all.map(({ index }) => index)).toEqual(all.map(({ index }) => index).sort((a, b) => b - a));
    const linked = all.find(({ links }) => links.length > 0);
    expect(linked).toBeDefined();
    const orderId = linked?.links[0]?.orderId ?? '';
    const ofOrder = await aiLogs(database, { ...allLogs, orderId });
    expect(ofOrder.items).toEqual(
      all.filter((log) => log.orderId === orderId || log.links.some((link) => link.orderId === orderId)),
    );
    const unknown = all.find(({ orderId: carried, links }) => carried !== null && links.length === 0);
    expect((await aiLogs(database, { ...allLogs, orderId: unknown?.orderId ?? '' })).items).toContainEqual(unknown);
    expect((await aiLogs(database, { ...allLogs, uid: TRADERS[3] })).items).toEqual([]);
    expect((await aiLogs(database, { ...allLogs, uid: TRADERS[3], orderId })).items).toEqual([]);
    const middle = all[5]?.receivedAtMs ?? 0;
    expect((await aiLogs(database, { ...allLogs, startMs: middle, endMs: middle })).items).toContainEqual(all[5]);
  });

  it('aiLog: the whole log for its owner and nobody else', async () => {
    const { database } = await withDay(fresh, 25, 300);
    const [item] = (await aiLogs(database, { ...allLogs, limit: 1 })).items;
    if (item === undefined) throw new Error('the day has no log');
    const whole = await aiLog(database, { uid: UID, index: item.index });
    expect(whole).toMatchObject({ ...item });
    const body = Buffer.from(whole?.body ?? []).toString();
    const again = uploadOf(body, { salt: JSON.parse(body).input.at % 251 });
    expect(JSON.parse(whole?.entry ?? '')).toMatchObject({
      h: again.payload.h,
      k: 'ailog',
      t: item.receivedAtMs,
      v: 1,
    });
    expect(JSON.parse(whole?.header ?? '')).toMatchObject({ kind: 'ailog', uid: String(UID), keyId: 'ak_test' });
    expect(Object.keys(whole?.keys ?? {}).sort()).toEqual(['body', 'explanation', 'header', 'input', 'output']);
    expect(whole?.leaf).toBe(
      Buffer.from(sha256(Buffer.concat([Buffer.from([0]), Buffer.from(whole?.entry ?? '')]))).toString('hex'),
    );
    expect(await aiLog(database, { uid: TRADERS[1], index: item.index })).toBeNull();
    expect(await aiLog(database, { uid: UID, index: 999_999 })).toBeNull();
    // The leaf of an order isn't an AI log.
    const orderLeaf = await database.sql
      .selectFrom('tlog_leaf')
      .select('idx')
      .where('kind', '=', 'order')
      .where('uid', '=', UID)
      .executeTakeFirstOrThrow();
    expect(await aiLog(database, { uid: UID, index: orderLeaf.idx })).toBeNull();
  });

  it('allowlistChanges: the leaves of an account, oldest first', async () => {
    const { database } = await withDay(fresh, 26, 5);
    expect(await allowlistChanges(database, { uid: UID })).toEqual([
      { index: 1, timeMs: expect.any(Number) as number, allowed: true, reason: 'demo' },
    ]);
    expect(await allowlistChanges(database, { uid: TRADERS[3] })).toEqual([]);
  });

  it('gives the latest funding rates of a contract, newest first, those of other contracts left out', async () => {
    const database = await fresh();
    const engine = createEngine(sha256);
    const projector = await createProjector(database);
    const settled: { symbol: string; rateE8: number; fundingMs: number; mark: Money }[] = [];
    const rates = ['0.0001', '-0.0002', '0', '0.003'];
    const passes = rates.map((rate, at): Command => ({ name: 'settleFunding', symbol: at === 1 ? ETH : BTC, rate }));
    for (const [at, command] of [...openingCommands(), ...passes].entries()) {
      const sequenced = { sequence: at + 1, timeMs: START_MS + at, command };
      const outcome = engine.apply(sequenced);
      for (const event of outcome.events)
        if (event.name === 'fundingSettled')
          settled.unshift({
            symbol: event.instrument.contract.symbol,
            rateE8: event.rateE8,
            fundingMs: sequenced.timeMs,
            mark: event.mark,
          });
      projector.project(sequenced, outcome);
    }
    await projector.flush();
    const ofBtc = settled.flatMap(({ symbol, ...rate }) => (symbol === BTC ? [rate] : []));
    expect(ofBtc.map(({ rateE8 }) => rateE8)).toEqual([300_000, 0, 10_000]);
    expect(settled.length).toBe(4);
    const of = (symbol: string, limit: number, startMs: number | null = null, endMs: number | null = null) =>
      fundingRates(database, { symbol, limit, startMs, endMs });
    expect(await of(BTC, 100)).toEqual(ofBtc);
    expect(await of(BTC, 2)).toEqual(ofBtc.slice(0, 2));
    expect(await of('cmt_solusdt', 2)).toEqual([]);
    const [newest, middle, oldest] = ofBtc.map(({ fundingMs }) => fundingMs) as [number, number, number];
    expect(await of(BTC, 100, middle)).toEqual(ofBtc.slice(0, 2));
    expect(await of(BTC, 100, oldest + 1, newest - 1)).toEqual([ofBtc[1]]);
  });
});
