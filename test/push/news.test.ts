// The public channels that tell what REST answers, over real sockets of a started exchange: what agents say and do, as
// far as it is disclosed and no further; the head of the log; the board of a contest.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enter, openContest, untilLive } from '../api/contest-kit.ts';
import { type Kit, order, startKit, SYMBOL, type TestAccount } from '../api/kit.ts';
import { PATIENCE_MS } from '../patience.ts';
import { connect, type Message, PUBLIC, type TestSocket } from './push-kit.ts';

let kit: Kit;
let socket: TestSocket;
beforeAll(async () => {
  kit = await startKit();
  await kit.setPrice(SYMBOL, '90000');
  socket = await connect(kit.url, PUBLIC);
});
afterAll(async () => {
  socket.close();
  await kit.stop();
});

/** Says why, then rests an order that names the reason by its hash. */
async function trade(account: TestAccount, why: string, price: string): Promise<string> {
  const explanation = `Because ${why}.`;
  const output = { decision: 'OPEN_LONG', symbol: SYMBOL, size: '0.01' };
  const body = JSON.stringify({ stage: 'Decision', model: 'm-1', input: { why }, output, explanation });
  expect((await kit.post(account, '/capi/v2/order/uploadAiLog', body)).status).toBe(200);
  const client_oid = `ai1-${createHash('sha256').update(body).digest('hex').slice(0, 32)}`;
  return kit.place(account, order({ client_oid, size: '0.01', price, match_price: '0' }));
}

const rest = async (target: string): Promise<any> => (await kit.send({ target })).json;
const payloadsOf = (channel: string): Message[] =>
  socket.got.filter((message) => message.event === 'payload' && message.channel === channel);

/** The rows a listener holds: a row that comes again takes the place of the one before; a snapshot of all. */
function held(channel: string): any[] {
  let rows = new Map<string, any>();
  for (const { type, data } of payloadsOf(channel)) {
    if (type === 'snapshot') rows = new Map();
    for (const row of data[0].list) rows.set(row.id, row);
  }
  return [...rows.values()];
}
const byId = (rows: readonly any[]): any[] => rows.toSorted((a, b) => (a.id < b.id ? 1 : -1));

/** Waits until a listener of the channel holds what REST answers to the same question. */
async function untilAsRest(channel: string, query: string, also: (rows: readonly any[]) => boolean): Promise<any[]> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const answered = byId((await rest(`/capi/v2/activity?limit=50${query}`)).list);
    const told = byId(held(channel));
    if (JSON.stringify(told) === JSON.stringify(answered) && also(told)) return told;
    if (Date.now() > deadline) expect(told).toEqual(answered);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

it('tells what agents said and did as REST shows it, and nothing of those who disclose nothing', async () => {
  const stranger = await kit.newAccount({ allowed: true });
  for (const channel of ['activity', `activity.${SYMBOL}`, 'activity.cmt_ethusdt'])
    expect(await socket.subscribe(channel)).toEqual({ event: 'subscribed', channel });
  const first = await socket.ever((m) => m.event === 'payload' && m.channel === 'activity');
  expect(first).toMatchObject({ type: 'snapshot', data: [{ startId: null, endId: null, list: [] }] });
  await trade(stranger, 'nobody is to know', '88000');
  const orderId = await trade(kit.alice, 'momentum turned', '89000');
  await kit.place(kit.bob, order({ size: '0.01', price: '89000', match_price: '0', type: '2' }));
  const hasAll = (rows: readonly any[]): boolean =>
    rows.some(({ kind }) => kind === 'fill') && rows.some(({ explanation }) => explanation !== undefined);
  const shown = await untilAsRest('activity', '', hasAll);
  // The log was told before its order named it, and again with the order.
  expect(shown.find(({ kind }) => kind === 'log')).toMatchObject({ links: [{ orderId, how: 'hash' }] });
  expect(shown.find((row) => row.orderId === orderId && row.kind === 'order')).toMatchObject({ grade: 'A' });
  await untilAsRest(`activity.${SYMBOL}`, `&symbol=${SYMBOL}`, hasAll);
  expect(held('activity.cmt_ethusdt')).toEqual([]);
  expect(JSON.stringify(socket.got)).not.toContain('nobody is to know');
});

it('joins what it tells: each change begins where the message before it ended, and who comes later has the same', async () => {
  await trade(kit.alice, 'it goes on', '80000');
  const rows = await untilAsRest('activity', '', (all) => JSON.stringify(all).includes('it goes on'));
  const parts = payloadsOf('activity');
  for (const [at, { type, data }] of parts.entries())
    if (at > 0 && type === 'change') expect(data[0].startId).toBe(parts[at - 1].data[0].endId);
  const late = await connect(kit.url, PUBLIC);
  await late.subscribe('activity');
  const { type, data } = await late.next(({ event }) => event === 'payload');
  late.close();
  expect([type, byId(data[0].list)]).toEqual(['snapshot', rows]);
  expect(data[0].endId).toBe(parts.at(-1).data[0].endId);
  expect(data[0].startId).toBe(data[0].list.at(-1).id);
});

it('shows what a contest discloses late sealed, then open, and not before its time', {
  timeout: PATIENCE_MS,
}, async () => {
  const late = await kit.newAccount({ balance: '0', allowed: true });
  // Entered before it begins, also on a busy machine.
  await openContest(kit, 'soon', 12_000, { disclosure: { what: 'full', delayMs: 3_000 } });
  await enter(kit, 'soon', late, 'Soon');
  await kit.setPrice(SYMBOL, '90000');
  await untilLive(kit, 'soon');
  await trade(late, 'later', '70000');
  const opened = await untilAsRest('activity', '', (rows) => JSON.stringify(rows).includes('Because later.'));
  const log = opened.find(({ explanation }) => explanation?.includes('later'));
  const [sealed, shown] = payloadsOf('activity')
    .flatMap(({ data }) => data[0].list)
    .filter(({ id }: { id: string }) => id === log.id)
    .filter((row: any, at: number, all: any[]) => at === 0 || row.opensAt !== all[at - 1].opensAt);
  expect(Object.keys(sealed).toSorted()).toEqual(['id', 'index', 'kind', 'opensAt', 't']);
  expect(shown.explanation).toBe('"Because later."');
});

it('tells the board of a contest as REST has it, and that there is no such contest', async () => {
  expect(await socket.subscribe('board.none')).toMatchObject({ event: 'error', code: '40020' });
  expect(await socket.subscribe('board.soon')).toMatchObject({ event: 'subscribed' });
  const { type, data } = await socket.ever(({ event, channel }) => event === 'payload' && channel === 'board.soon');
  const board = await rest('/capi/v2/contest/leaderboard?id=soon');
  expect(type).toBe('snapshot');
  expect({ ...data[0], at: board.at }).toEqual(board);
});

it('tells each checkpoint with every leaf it covers, once', async () => {
  await socket.subscribe('log.head');
  const channel = 'log.head';
  const [begin] = (await socket.ever((m) => m.event === 'payload' && m.channel === channel)).data;
  expect(begin.size).toBe(begin.leaves.length + begin.skipped);
  await trade(kit.alice, 'the log grows', '79000');
  // The reason and the order.
  await socket.ever((m) => m.event === 'payload' && m.channel === channel && m.data[0].size >= begin.size + 2);
  let size = 0;
  for (const { data } of payloadsOf(channel)) {
    const [{ leaves, skipped, note, size: next }] = data;
    expect(note.split('\n')[1]).toBe(String(next));
    const indices = leaves.map(({ index }: { index: number }) => index);
    expect(indices).toEqual(Array.from({ length: next - size - skipped }, (_, at) => next - 1 - at));
    size = next;
  }
  const newest = payloadsOf(channel).at(-1).data[0];
  const listed = await rest('/capi/v2/ai/leaves?limit=100');
  for (const leaf of newest.leaves) expect(listed).toContainEqual(leaf);
});
