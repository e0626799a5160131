// Activity of many accounts is what the lists of each say, in one order, and is found in a few statements however many
// accounts are asked for.
import { expect, it } from 'vitest';
import { onEachDatabase } from '../../../test/store/each-database.ts';
import { sha256, TRADERS, tradingDay } from '../../../test/store/trading-day.ts';
import { THOROUGH } from '../../../test/thorough.ts';
import { createEngine } from '../../core/engine.ts';
import type { Database } from '../database/db.ts';
import { payloadsPut } from '../evidence/payloads.ts';
import { createProjector } from '../write/projector.ts';
import { activity } from './activity.ts';
import type { ActivityArgs, ActivityPlace, DisclosedAccount } from './activity-args.ts';
import { aiLogs } from './aiLogs.ts';
import { aiOrders } from './aiOrders.ts';
import { fills } from './fills.ts';

const FOREVER = Number.MAX_SAFE_INTEGER;
const ETH = 'cmt_ethusdt';
const always: Omit<DisclosedAccount, 'uid'> = {
  what: 'full',
  delayMs: 0,
  notBeforeMs: 0,
  fromMs: 0,
  untilMs: FOREVER,
};
const page = { cursor: null, page: 0, limit: 10_000, startMs: null, endMs: null };

/** A day whose clock moves on in steps of so many milliseconds. */
async function withDay(fresh: () => Promise<Database>, stepMs = 1): Promise<{ database: Database; endMs: number }> {
  const database = await fresh();
  const day = tradingDay(31, 1_500);
  await payloadsPut(database, day.payloads);
  const engine = createEngine(sha256);
  const projector = await createProjector(database);
  let timeMs = 0;
  for (const { timeMs: exactMs, ...sequenced } of day.commands) {
    timeMs = exactMs - (exactMs % stepMs);
    projector.project({ ...sequenced, timeMs }, engine.apply({ ...sequenced, timeMs }));
  }
  await projector.flush();
  return { database, endMs: timeMs };
}

const idOf = ({ timeMs, rank, number }: ActivityPlace): string => `${timeMs}-${rank}-${number}`;

/** The ids of everything these accounts did in their times, newest first, from their own lists. */
async function listed(database: Database, accounts: readonly DisclosedAccount[], symbol: string | null) {
  const places: ActivityPlace[] = [];
  for (const { uid, fromMs, untilMs } of accounts) {
    const logs = (await aiLogs(database, { ...page, uid, orderId: null })).items.filter(
      ({ decisions }) => symbol === null || decisions.some((one) => one.symbol === symbol),
    );
    const orders = (await aiOrders(database, { ...page, uid, symbol })).items;
    const made = (await fills(database, { ...page, uid, symbol, orderId: null })).items;
    const all = [
      ...logs.map((one) => ({ timeMs: one.receivedAtMs, rank: 0, number: one.index })),
      ...orders.map((one) => ({ timeMs: one.placedAtMs, rank: 1, number: one.index })),
      ...made.map((one) => ({ timeMs: one.timeMs, rank: one.role === 'taker' ? 2 : 3, number: one.id })),
    ];
    places.push(...all.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= untilMs));
  }
  const sorted = places.toSorted((a, b) => b.timeMs - a.timeMs || b.rank - a.rank || b.number - a.number);
  return sorted.map(idOf);
}

/** The same, page by page from the newest on. */
async function walked(database: Database, args: ActivityArgs): Promise<string[]> {
  const ids: string[] = [];
  for (let before: ActivityPlace | null = null; ; ) {
    const { rows, nextPage } = await activity(database, { ...args, before });
    ids.push(...rows.map(({ place }) => idOf(place)));
    before = rows.at(-1)?.place ?? before;
    if (!nextPage) return ids;
  }
}

onEachDatabase('activity', ({ fresh }) => {
  it('is what the lists of the accounts say, whole, by contract, and each in its own times', async () => {
    const { database, endMs } = await withDay(fresh);
    const accounts = TRADERS.map((uid) => ({ ...always, uid }));
    const asked = {
      notices: null,
      symbol: null,
      namesSealed: true,
      after: null,
      before: null,
      limit: 7,
      nowMs: endMs + 1,
    };
    const all = await listed(database, accounts, null);
    expect(all.length).toBeGreaterThan(200);
    expect(await walked(database, { ...asked, accounts })).toEqual(all);
    const ofEth = await listed(database, accounts, ETH);
    expect(ofEth.length).toBeGreaterThan(20);
    expect(await walked(database, { ...asked, accounts, symbol: ETH, limit: 20 })).toEqual(ofEth);
    const third = Number(all[Math.floor(all.length / 3)]!.split('-')[0]);
    const parts = TRADERS.flatMap((uid, at) => [
      { ...always, uid, untilMs: third - at },
      { ...always, uid, fromMs: third - at + 1, untilMs: third + 60_000 },
    ]);
    expect(await walked(database, { ...asked, accounts: parts })).toEqual(await listed(database, parts, null));
    const since = { timeMs: third, rank: -1, number: 0 };
    const { rows } = await activity(database, { ...asked, accounts, after: since, limit: 10_000 });
    expect(rows.map(({ place }) => idOf(place))).toEqual(all.filter((id) => Number(id.split('-')[0]) >= third));
  });

  it('leaves out nothing of a millisecond in which very much was done', async () => {
    const { database, endMs } = await withDay(fresh, 300_000);
    const accounts = TRADERS.map((uid) => ({ ...always, uid }));
    const all = await listed(database, accounts, null);
    const times = all.map((id) => id.split('-')[0]);
    expect(all.length / new Set(times).size, 'items in a millisecond').toBeGreaterThan(40);
    const asked = { notices: null, namesSealed: true, after: null, before: null, nowMs: endMs + 1, accounts };
    for (const limit of THOROUGH ? [1, 7] : [7])
      expect(await walked(database, { ...asked, symbol: null, limit })).toEqual(all);
    const ofEth = await listed(database, accounts, ETH);
    expect(await walked(database, { ...asked, symbol: ETH, limit: 5 })).toEqual(ofEth);
  });

  it('of what may not be shown yet names the place alone, and not even that where it would say whose it is', async () => {
    const { database, endMs } = await withDay(fresh);
    const asked = { notices: null, symbol: null, namesSealed: true, after: null, before: null, limit: 10_000 };
    const nowMs = endMs + 1;
    const all = await activity(database, { ...asked, nowMs, accounts: TRADERS.map((uid) => ({ ...always, uid })) });
    const halfMs = all.rows[Math.floor(all.rows.length / 2)]!.place.timeMs;
    const waits = [{ delayMs: nowMs - halfMs }, { notBeforeMs: nowMs + 60_000, fromMs: halfMs + 1 }];
    for (const wait of waits) {
      // Those of before in full, those of after only later.
      const spans = 'fromMs' in wait ? [{ untilMs: halfMs }, wait] : [wait];
      const accounts = TRADERS.flatMap((uid) => spans.map((span) => ({ ...always, uid, ...span })));
      const { rows } = await activity(database, { ...asked, nowMs, accounts });
      const young = all.rows.filter(({ place, kind }) => place.timeMs > halfMs && kind !== 'fill');
      expect(young.length).toBeGreaterThan(20);
      const sealed = rows.filter(({ kind }) => kind === 'sealed');
      expect(sealed.map(({ place }) => place)).toEqual(young.map(({ place }) => place));
      for (const row of sealed) expect(Object.keys(row).toSorted()).toEqual(['kind', 'opensAtMs', 'place']);
      const open = rows.filter(({ kind }) => kind !== 'sealed');
      expect(open.map(({ place }) => place)).toEqual(
        all.rows.filter(({ place }) => place.timeMs <= halfMs).map(({ place }) => place),
      );
      // A log links to no order that is not shown.
      const told = new Set(open.flatMap((row) => (row.kind === 'order' ? row.order.orderId : [])));
      const linked = open.flatMap((row) => (row.kind === 'log' ? row.log.links.map(({ orderId }) => orderId) : []));
      expect(linked.length).toBeGreaterThan(0);
      const later = all.rows.flatMap((row) =>
        row.kind === 'order' && row.place.timeMs > halfMs ? row.order.orderId : [],
      );
      expect(linked.filter((orderId) => later.includes(orderId))).toEqual([]);
      expect(told.size).toBeGreaterThan(0);
      const unnamed = await activity(database, { ...asked, nowMs, accounts, namesSealed: false });
      expect(unnamed.rows).toEqual(open);
    }
  });

  it('of a thousand accounts takes a few statements, and a page of the newest no more than the first of them', async () => {
    const { database, endMs } = await withDay(fresh);
    let statements = 0;
    const counted: Database = {
      ...database,
      sql: database.sql.withPlugin({
        transformQuery: ({ node }) => {
          statements++;
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      }),
    };
    const nobody = Array.from({ length: 996 }, (_, at) => ({ ...always, uid: 5_000_000 + at }));
    const accounts = [...nobody, ...TRADERS.map((uid) => ({ ...always, uid }))];
    const asked = {
      accounts,
      notices: null,
      symbol: null,
      namesSealed: true,
      after: null,
      before: null,
      limit: 50,
      nowMs: endMs + 1,
    };
    const { rows } = await activity(counted, asked);
    const everything = await listed(database, accounts.slice(-TRADERS.length), null);
    expect(rows.map(({ place }) => idOf(place))).toEqual(everything.slice(0, 50));
    expect(statements).toBeLessThan(100);
    // Those whose time is over come after those whose time is not.
    statements = 0;
    const past = nobody.map((one) => ({ ...one, untilMs: 1 }));
    const now = { ...asked, accounts: [...past, ...accounts.slice(-TRADERS.length)] };
    expect((await activity(counted, now)).rows).toEqual(rows);
    expect(statements).toBeLessThan(20);
  });
});
