import { expect, it } from 'vitest';
import { onEachDatabase } from '../../../test/store/each-database.ts';
import { openingCommands, sha256, START_MS, TRADERS, uploadOf } from '../../../test/store/trading-day.ts';
import { aiClientOid } from '../../core/text/client-oid.ts';
import type { OrderHeader } from '../../core/log/header.ts';
import type { Command, PlaceOrder } from '../../core/language/commands.ts';
import type { Engine } from '../../core/engine.ts';
import { createEngine } from '../../core/engine.ts';
import type { OrderPlaced } from '../../core/turn/outcome.ts';
import type { Database } from '../database/db.ts';
import { insertRows } from '../database/insert-rows.ts';
import { leafRow } from '../schema/leaf-form.ts';
import { linkLogs } from '../write/link-logs.ts';
import { payloadsPut } from '../evidence/payloads.ts';
import { createProjector, type Projector } from '../write/projector.ts';
import { aiCoverage } from './aiCoverage.ts';
import { aiLogs } from './aiLogs.ts';
import { aiOrders } from './aiOrders.ts';

const UID = TRADERS[0];
const MINUTE = 60_000;

/** An exchange whose every command is projected immediately, driven by hand. */
class Desk {
  readonly database: Database;
  readonly engine: Engine = createEngine(sha256);
  readonly projector: Projector;
  sequence = 0;
  timeMs = START_MS;
  uploads = 0;

  constructor(database: Database, projector: Projector) {
    this.database = database;
    this.projector = projector;
  }

  static async open(database: Database): Promise<Desk> {
    const desk = new Desk(database, await createProjector(database));
    for (const command of openingCommands()) await desk.send(command);
    return desk;
  }

  async send(command: Command): Promise<unknown> {
    const sequenced = { sequence: ++this.sequence, timeMs: this.timeMs, command };
    const outcome = this.engine.apply(sequenced);
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.reject));
    this.projector.project(sequenced, outcome);
    await this.projector.flush();
    return outcome.result;
  }

  /** A resting order of UID; its id. */
  async order(clientOrderId: string, fields: Partial<PlaceOrder> = {}): Promise<string> {
    const caller = { account: UID, keyId: 'ak_test', channel: 'api' } as const;
    const placed = await this.send({
      name: 'placeOrder',
      ...caller,
      symbol: 'cmt_btcusdt',
      clientOrderId,
      side: 'long',
      effect: 'open',
      execution: 'normal',
      size: '0.001',
      price: '89000',
      takeProfit: null,
      stopLoss: null,
      marginMode: null,
      positionMode: null,
      positionId: null,
      ...fields,
    });
    return String((placed as OrderPlaced).orderId);
  }

  /** An upload of UID's; the body is made different each time. */
  async upload(fields: { orderId?: string; output?: object }, body?: string): Promise<void> {
    const text =
      body ??
      JSON.stringify({
        stage: 's',
        model: 'm',
        input: { n: this.uploads },
        ...fields,
        output: { decision: 'OPEN_LONG', ...fields.output },
      });
    const { command, payload } = uploadOf(text, { account: UID, salt: ++this.uploads, timeMs: this.timeMs });
    await payloadsPut(this.database, [payload]);
    await this.send(command);
  }

  coverage(filter: { symbol?: string; startMs?: number; endMs?: number } = {}) {
    return aiCoverage(this.database, {
      uid: UID,
      symbol: null,
      startMs: null,
      endMs: null,
      nowMs: this.timeMs,
      ...filter,
    });
  }
}

onEachDatabase('coverage', ({ fresh }) => {
  it('grades by hash, by name and by order id, and by time', async () => {
    const desk = await Desk.open(await fresh());
    // Named before the order, and one that nothing names.
    await desk.upload({ output: { decision: 'OPEN_LONG', clientOid: 'named-1' } });
    await desk.order('named-1');
    const bare = await desk.order('bare-1');
    // Bound by hash: the order first, its body ten minutes later.
    const body = JSON.stringify({ stage: 's', model: 'm', input: { b: 1 }, output: { decision: 'OPEN_LONG' } });
    await desk.order(aiClientOid(sha256(Buffer.from(body))));
    const soon = await desk.order('soon');
    const late = await desk.order('late', { symbol: 'cmt_ethusdt', price: '2990', size: '0.01' });
    const never = await desk.order('never');
    desk.timeMs += MINUTE;
    await desk.upload({ orderId: soon });
    expect((await desk.coverage()).grades).toEqual({ A: 1, B: 1, C: 0, D: 0, U: 4, X: 0 });
    desk.timeMs += 9 * MINUTE;
    await desk.upload({}, body);
    await desk.upload({ orderId: bare });
    desk.timeMs += 6 * MINUTE;
    await desk.upload({ orderId: late });
    const coverage = await desk.coverage();
    expect(coverage).toMatchObject({
      counted: 6,
      covered: 4,
      coveredPpm: 666_666,
      grades: { A: 2, B: 1, C: 1, D: 1, U: 1, X: 0 },
    });
    expect(coverage.open).toEqual([]);
    const until = { timelyUntilMs: START_MS + MINUTE, lateUntilMs: START_MS + 15 * MINUTE };
    expect(coverage.uncovered).toEqual([
      { orderId: never, symbol: 'cmt_btcusdt', type: '1', placedAtMs: START_MS, ...until },
      { orderId: late, symbol: 'cmt_ethusdt', type: '1', placedAtMs: START_MS, ...until },
    ]);
    expect((await desk.coverage({ symbol: 'cmt_ethusdt' })).counted).toBe(1);
    expect((await desk.coverage({ startMs: START_MS + 1 })).counted).toBe(0);
    expect((await desk.coverage({ startMs: START_MS, endMs: START_MS })).counted).toBe(6);
  });

  it('keeps an order open until the last moment of grade C, most urgent first', async () => {
    const desk = await Desk.open(await fresh());
    const first = await desk.order('first');
    desk.timeMs += MINUTE;
    const second = await desk.order('second');
    desk.timeMs = START_MS + 15 * MINUTE;
    expect((await desk.coverage()).open.map(({ orderId }) => orderId)).toEqual([first, second]);
    desk.timeMs += 1;
    const coverage = await desk.coverage();
    expect(coverage.open.map(({ orderId }) => orderId)).toEqual([second]);
    expect(coverage.uncovered.map(({ orderId }) => orderId)).toEqual([first]);
  });

  it('grades by what the log decided: against it, unclear, larger than it said', async () => {
    const desk = await Desk.open(await fresh());
    const market = { price: null, execution: 'ioc', size: '0.01' } as const;
    await desk.upload({ output: { decision: 'OPEN_SHORT', clientOid: 'against' } });
    await desk.upload({ output: { decision: 'perhaps', clientOid: 'unclear' } });
    await desk.upload({ output: { size: '0.009', clientOid: 'large' } });
    await desk.upload({ output: { size: '0.009', clientOid: 'large-at-mark' } });
    await desk.upload({ output: { size: '900', clientOid: 'in-quote' } });
    const against = await desk.order('against');
    const unclear = await desk.order('unclear');
    const large = await desk.order('large', { size: '0.01' });
    await desk.order('maker', { account: TRADERS[2], side: 'short', price: '90000', size: '1' });
    const atMark = await desk.order('large-at-mark', market);
    await desk.order('in-quote', market);
    const coverage = await desk.coverage();
    expect(coverage.grades).toEqual({ A: 1, B: 0, C: 0, D: 3, U: 0, X: 1 });
    expect(coverage.uncovered.map(({ orderId }) => orderId)).toEqual([atMark, large, unclear, against]);
  });

  it('gives orders in an outage longer, whenever it is declared', async () => {
    const desk = await Desk.open(await fresh());
    const orderId = await desk.order('first');
    desk.timeMs += 20 * MINUTE;
    await desk.upload({ orderId });
    expect((await desk.coverage()).grades.D).toBe(1);
    // No command declares one here: the leaf is put where the projector would put it.
    const outage = { cause: 'declared', from: START_MS + MINUTE, to: START_MS + 2 * MINUTE };
    const entry = JSON.stringify({ k: 'outage', p: outage, t: desk.timeMs, v: 1 });
    const leaf = { idx: 1_000_000, kind: 'outage', t: desk.timeMs, uid: null, header: null, entry };
    const { database } = desk;
    await insertRows(database, database.sql, 'tlog_leaf', [leafRow({ ...leaf, hash: new Uint8Array(32) })]);
    await linkLogs(database, database.sql, { logKeys: [], orders: [], outages: [leaf.idx, leaf.idx] });
    expect((await desk.coverage()).grades.C).toBe(1);
    const second = await desk.order('second');
    expect((await desk.coverage()).open).toMatchObject([
      { orderId: second, timelyUntilMs: desk.timeMs + MINUTE, lateUntilMs: desk.timeMs + 15 * MINUTE },
    ]);
  });

  it('lets one log cover ten orders by hash or name, the first by index, and any number by order id', async () => {
    const desk = await Desk.open(await fresh());
    const body = JSON.stringify({ stage: 's', model: 'm', input: { c: 1 }, output: { decision: 'OPEN_LONG' } });
    for (let child = 0; child < 8; child++) await desk.order(aiClientOid(sha256(Buffer.from(body)), child));
    await desk.upload({}, body);
    for (let child = 8; child < 14; child++) await desk.order(aiClientOid(sha256(Buffer.from(body)), child));
    expect((await desk.coverage()).grades).toEqual({ A: 10, B: 0, C: 0, D: 0, U: 4, X: 0 });
  });

  it('does not link a log to an order placed more than an hour later, or to another account', async () => {
    const desk = await Desk.open(await fresh());
    await desk.upload({ output: { clientOids: ['early', 'in-time', 'foreign'] } });
    desk.timeMs += 60 * MINUTE;
    await desk.send({ name: 'setIndexPrice', symbol: 'cmt_btcusdt', price: '90000', sourceTimeMs: desk.timeMs });
    await desk.order('in-time');
    await desk.order('foreign', { account: TRADERS[1] });
    desk.timeMs += 1;
    await desk.order('early');
    expect((await desk.coverage()).grades).toEqual({ A: 1, B: 0, C: 0, D: 0, U: 1, X: 0 });
    const foreign = await aiCoverage(desk.database, {
      uid: TRADERS[1],
      symbol: null,
      startMs: null,
      endMs: null,
      nowMs: desk.timeMs,
    });
    expect(foreign.grades.U).toBe(1);
  });

  it('counts a plan order from its first fill on, and never the plan orders of a preset', async () => {
    const desk = await Desk.open(await fresh());
    const caller = { keyId: 'ak_test', channel: 'api' } as const;
    const plan = {
      name: 'placePlanOrder',
      ...caller,
      account: UID,
      symbol: 'cmt_btcusdt',
      clientOrderId: 'plan-1',
      side: 'long',
    } as const;
    const none = {
      price: null,
      takeProfit: null,
      stopLoss: null,
      marginMode: null,
      positionMode: null,
      positionId: null,
    } as const;
    await desk.send({ ...plan, effect: 'open', size: '0.001', triggerPrice: '90100', triggerBy: 'mark', ...none });
    expect((await desk.coverage()).counted).toBe(0);
    await desk.order('maker', { account: TRADERS[2], side: 'short', price: '90100', size: '0.01' });
    await desk.send({ name: 'setIndexPrice', symbol: 'cmt_btcusdt', price: '90100', sourceTimeMs: desk.timeMs });
    await desk.send({ name: 'tick' });
    expect((await desk.coverage()).counted).toBe(1);
    await desk.order('with-preset', { price: '90200', takeProfit: '95000', stopLoss: '85000' });
    const leaves = await desk.database.sql.selectFrom('ai_order').selectAll().where('uid', '=', UID).execute();
    expect(leaves).toHaveLength(4);
    expect((await desk.coverage()).counted).toBe(2);
  });

  it('covers a take-profit with the opening it protects, as a report does, unless its trigger is at the mark', async () => {
    const desk = await Desk.open(await fresh());
    const maker = { account: TRADERS[2], size: '0.01' } as const;
    const price = async (at: string): Promise<void> => {
      desk.timeMs += MINUTE;
      await desk.send({ name: 'setIndexPrice', symbol: 'cmt_btcusdt', price: at, sourceTimeMs: desk.timeMs });
      await desk.send({ name: 'tick' });
    };
    const closing = async (clientOrderId: string, triggerPrice: string): Promise<void> => {
      const plan = { name: 'placePlanOrder', account: UID, keyId: 'ak_test', channel: 'api', clientOrderId } as const;
      const close = { symbol: 'cmt_btcusdt', side: 'long', effect: 'close', size: '0.002', triggerPrice } as const;
      const none = { price: null, takeProfit: null, stopLoss: null, marginMode: null, positionMode: null } as const;
      await desk.send({ ...plan, ...close, ...none, triggerBy: 'mark', positionId: null });
    };
    await desk.order('ask', { ...maker, side: 'short', price: '90000' });
    await desk.upload({ output: { decision: 'OPEN_LONG', clientOids: ['opening', 'named'] } });
    await desk.upload({ output: { decision: 'HOLD', clientOid: 'against' } });
    // Without a fill it opened nothing that could be protected.
    await desk.order('opening', { price: null, execution: 'ioc', size: '0.01' });
    await desk.order('waiting');
    await price('90000');
    await price('90000');
    for (const name of ['silent', 'named', 'against']) await closing(name, '91000');
    await closing('at-the-mark', '90050');
    expect((await desk.coverage()).counted).toBe(2);
    await desk.order('bid', { ...maker, side: 'long', price: '90900' });
    await price('91000');
    const coverage = await desk.coverage();
    expect(coverage).toMatchObject({ counted: 6, covered: 3, grades: { A: 3, B: 0, C: 0, D: 0, U: 2, X: 1 } });
    const asked = { uid: UID, symbol: null, startMs: null, endMs: null, limit: 10, page: 0, cursor: null };
    const { items } = await aiOrders(desk.database, asked);
    const clientOid = ({ header }: (typeof items)[number]): string => (JSON.parse(header) as OrderHeader).clientOid;
    expect(items.map((one) => [clientOid(one), one.grade, one.link?.how ?? null])).toEqual([
      ['at-the-mark', 'U', null],
      ['against', 'X', 'named'],
      ['named', 'A', 'opening'],
      ['silent', 'A', 'opening'],
      ['waiting', 'U', null],
      ['opening', 'A', 'named'],
    ]);
    const [silent, opening] = [items[3]!, items[5]!];
    expect(silent.link?.index).toBe(opening.link?.index);
    const listed = [...coverage.open, ...coverage.uncovered].map(({ orderId }) => orderId);
    expect(listed.toSorted()).toEqual([items[4]!, items[1]!, items[0]!].map(({ orderId }) => orderId).toSorted());
  });

  it('takes client order ids from outputs as data: odd ones link to nothing and harm nothing', async () => {
    const desk = await Desk.open(await fresh());
    await desk.upload({
      output: { clientOids: ['\u0000', 'a b', '💥', "x'; DROP TABLE ailog; --", 'fine'], decision: 'HOLD\u0000' },
    });
    await desk.order('fine');
    expect((await desk.coverage()).grades.X).toBe(1);
    const [log] = (
      await aiLogs(desk.database, {
        uid: UID,
        orderId: null,
        startMs: null,
        endMs: null,
        limit: 1,
        page: 0,
        cursor: null,
      })
    ).items;
    expect(log?.links.map(({ how }) => how)).toEqual(['named']);
  });
});
