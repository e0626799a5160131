// Three nodes of `outcry serve` in processes of their own, over three members of etcd and a schema of PostgreSQL: what
// callers see of them, and what they lose when one of them, or the leader of etcd, is killed. Skipped, visibly, where
// there is no etcd or no PostgreSQL. Larger numbers: `npm run cluster:trial`.
import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import type { DepthBook } from '../../src/client/live/depth-book.ts';
import { replayFolder } from '../../src/folder/replay/replay-folder.ts';
import { beginOf } from '../../src/sequencer/journal/find-journal.ts';
import { ask as askV3, connectPrivate, connectPublic } from '../api/v3/socket-kit.ts';
import { type Account, outcry, startExchange } from '../cli/process.ts';
import { refusalOf } from '../push/push-kit.ts';
import { read } from '../source.ts';
import { askAdmin, knownAt, openAccount } from './accounts.ts';
import { ask } from './ask.ts';
import { startBalancer } from './balancer.ts';
import { etcdVersion } from './etcd-members.ts';
import { type RealCluster, type RealNode, startCluster } from './real-nodes.ts';
import { findPostgres } from './schema.ts';

const ASSETS = '/capi/v2/account/assets';
const PLACE = '/capi/v2/order/placeOrder';
const SYMBOL = 'cmt_btcusdt';
const PATIENCE_MS = 20_000;

const postgres = await findPostgres();
const missing = [
  ...(etcdVersion() === null ? ['etcd is not on the path'] : []),
  ...(postgres === null ? ['no PostgreSQL answers'] : []),
];
const skipped = missing.length === 0 ? '' : ` (skipped: ${missing.join(', ')})`;

describe.skipIf(missing.length > 0)(`three nodes of serve${skipped}`, () => {
  let cluster: RealCluster;
  let account: Account;
  beforeAll(async () => {
    cluster = await startCluster(postgres!, ['--no-rate-limit-enabled', '--snapshot-commands', '50']);
    await Promise.all(cluster.nodes.map((node) => node.ready()));
    account = await openAccount(cluster.nodes[0]!, cluster.token, '1000');
    await knownAt(cluster.nodes, account);
    await priced(cluster.nodes[0]!);
  }, 120_000);
  afterAll(() => cluster.stop());

  /** So that orders are taken. */
  const priced = (node: RealNode): Promise<unknown> =>
    askAdmin(node, cluster.token, 'POST', '/admin/index-price', { symbol: SYMBOL, price: '90000' });
  const deposit = (node: RealNode, amount: string): Promise<unknown> =>
    askAdmin(node, cluster.token, 'POST', '/admin/accounts/deposit', { uid: account.uid, amount });
  const equity = async (node: RealNode): Promise<string> =>
    (await ask(node.url, account, 'GET', ASSETS)).body[0].equity;
  const rolesOf = async (node: RealNode): Promise<string[]> => {
    const text = await (await fetch(`${node.url}/metrics`)).text();
    return [...text.matchAll(/^outcry_role_held\{role="(\w+)"\} 1$/gm)].map(([, role]) => role!);
  };
  /** The node that ticks, once all roles are somebody's; at first one node has all of them. */
  const holder = async (): Promise<RealNode> => {
    for (const untilMs = performance.now() + PATIENCE_MS; performance.now() < untilMs; await pause(100)) {
      const held = await Promise.all(cluster.nodes.map((node) => rolesOf(node).catch((): string[] => [])));
      const ticks = held.findIndex((roles) => roles.includes('clock'));
      if (held.flat().length === 3 && ticks >= 0) return cluster.nodes[ticks]!;
    }
    throw new Error('a role is nobody’s');
  };
  /** A write that is taken, at whichever attempt. */
  const untilTaken = (node: RealNode): Promise<void> =>
    expect
      .poll(
        () =>
          deposit(node, '1').then(
            () => true,
            () => false,
          ),
        { timeout: PATIENCE_MS },
      )
      .toBe(true);
  const hashesAt = (sequence: number): Promise<string[]> =>
    Promise.all(
      cluster.nodes.map(async ({ data }) => {
        const fromSnapshot = beginOf(join(data, 'journal.log')).sequence > 0;
        return (await replayFolder(data, { until: sequence, fromSnapshot })).hash;
      }),
    );

  it('read at any of them what was written at another, and history too', async () => {
    const [a, b, c] = cluster.nodes as [RealNode, RealNode, RealNode];
    for (const [at, node] of [a, b, c, a, b, c].entries()) {
      await deposit(node, '1');
      const others = cluster.nodes.filter((other) => other !== node);
      expect(await Promise.all(others.map(equity))).toEqual(Array(2).fill(`${1_001 + at}.00000000`));
    }
    const { body } = await ask(c.url, account, 'POST', '/capi/v2/account/bills', {});
    expect(body.items).toHaveLength(7);
  });

  it('say all that their alerts and their dashboard ask for', async () => {
    const said = (await Promise.all(cluster.nodes.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()))).join(
      '\n',
    );
    const names = new Set([...said.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!));
    const asking = ['prometheus-alerts.yaml', 'grafana-dashboard.json']
      .map((name) => read(`ops/cluster/${name}`))
      .join('\n');
    const asked = new Set([...asking.matchAll(/\boutcry_\w+/g)].map(([name]) => name));
    expect(asked.size).toBeGreaterThan(7);
    expect([...asked].filter((name) => !names.has(name))).toEqual([]);
    const ofEtcd = new Set([...asking.matchAll(/\betcd_\w+/g)].map(([name]) => name));
    const member = await (await fetch(`http://${cluster.members.all[0]!.address}/metrics`)).text();
    expect([...ofEtcd].filter((name) => !member.includes(`\n${name} `))).toEqual([]);
  });

  it('carry the same order out once when all get it at the same moment, and answer alike', async () => {
    await priced(cluster.nodes[1]!);
    for (let at = 0; at < 5; at++) {
      const order = {
        symbol: SYMBOL,
        client_oid: `once-${at}`,
        size: '0.001',
        type: '1',
        order_type: '0',
        price: '50000',
        match_price: '0',
      };
      const replies = await Promise.all(cluster.nodes.map(({ url }) => ask(url, account, 'POST', PLACE, order)));
      expect(new Set(replies.map(({ status }) => status)), JSON.stringify(replies)).toEqual(new Set([200]));
      expect(new Set(replies.map(({ body }) => body.order_id)).size).toBe(1);
    }
    const { body } = await ask(cluster.nodes[2]!.url, account, 'GET', `/capi/v2/order/current?symbol=${SYMBOL}`);
    expect(body).toHaveLength(5);
  });

  it('go on when the one with all roles is killed; its roles go on elsewhere, and it comes back with an empty folder', async () => {
    const killed = await holder();
    const balancer = await startBalancer(cluster.nodes.map(({ url }) => url));
    killed.signal('SIGKILL');
    await killed.gone();
    const others = cluster.nodes.filter((node) => node !== killed);
    for (const node of others) await deposit(node, '1');
    await expect.poll(() => balancer.ready().length, { timeout: PATIENCE_MS }).toBe(2);
    expect((await ask(balancer.url, account, 'GET', ASSETS)).body[0].equity).toBe('1008.00000000');
    const next = await holder();
    expect(next).not.toBe(killed);
    const ticked = await tickedBy(next);
    killed.empty();
    killed.start();
    await killed.ready();
    expect(await equity(killed)).toBe('1008.00000000');
    await expect.poll(() => balancer.ready().length, { timeout: PATIENCE_MS }).toBe(3);
    await balancer.close();
    expect(new Set(await hashesAt(ticked)).size).toBe(1);
  }, 60_000);

  it('go on when the leader of etcd is killed, and are alike afterwards', async () => {
    const leader = await cluster.members.leader();
    leader.signal('SIGKILL');
    for (const node of cluster.nodes) await untilTaken(node);
    leader.start();
    const live = await askAdmin<{ sequence: number; hash: string }>(
      cluster.nodes[1]!,
      cluster.token,
      'GET',
      '/admin/state',
    );
    for (const { url } of cluster.nodes) {
      const headers = { 'X-Outcry-Sequence': String(live.sequence) };
      expect((await ask(url, account, 'GET', ASSETS, undefined, { headers })).status).toBe(200);
    }
    expect(new Set([...(await hashesAt(live.sequence)), live.hash]).size).toBe(1);
    expect(
      await cluster.store.ask(
        'SELECT count(*)::int AS holes FROM (SELECT place - lag(place, 1, 0) OVER (ORDER BY revision) AS step FROM journal_batch) AS s WHERE step <> 1',
      ),
    ).toEqual([{ holes: 0 }]);
  }, 60_000);

  it('hand their roles on when they are asked to stop, and are back at once', async () => {
    const asked = await holder();
    asked.signal('SIGTERM');
    expect(await asked.gone()).toBe(0);
    const next = await holder();
    expect(next).not.toBe(asked);
    expect(next.log()).not.toContain('"level":50');
    asked.start();
    await asked.ready();
    await deposit(asked, '1');
  }, 60_000);

  it('say that there is no majority, take nothing and answer no read, and go on once there is one', async () => {
    const [first, second] = cluster.members.all;
    const [node] = cluster.nodes as [RealNode];
    const listening = await Promise.all([connectPublic(node.url), connectPrivate(node.url, account)]);
    for (const member of [first!, second!]) member.signal('SIGSTOP');
    await expect.poll(async () => (await fetch(`${node.url}/readyz`)).status, { timeout: PATIENCE_MS }).toBe(503);
    expect(await (await fetch(`${node.url}/readyz`)).text()).toContain('no majority');
    expect((await ask(node.url, account, 'GET', ASSETS)).status).toBe(503);
    expect((await fetch(`${node.url}/capi/v2/market/tickers`)).status).toBe(503);
    await expect(deposit(node, '1')).rejects.toThrow(/ 503 /);
    expect(await Promise.all(listening.map((socket) => socket.closed()))).toEqual([1013, 1013]);
    expect(await refusalOf(connectPublic(node.url))).toMatchObject({ status: 503 });
    for (const member of [first!, second!]) member.signal('SIGCONT');
    for (const one of cluster.nodes) await untilTaken(one);
    expect((await ask(node.url, account, 'GET', ASSETS)).status).toBe(200);
    const again = await connectPublic(node.url);
    again.close();
  }, 60_000);

  it('let a stream go on at another node when its own is killed: no fill missed or told twice, books and orders whole', async () => {
    const [own, b, c] = cluster.nodes as [RealNode, RealNode, RealNode];
    const there = [own.url];
    const balancer = await startBalancer(there);
    const other = await openAccount(b, cluster.token, '10000');
    const trader = await openAccount(c, cluster.token, '10000');
    for (const who of [other, trader]) await knownAt(cluster.nodes, who);
    const place = (node: RealNode, who: Account, type: string, price: string): Promise<string> =>
      priced(b).then(async () => {
        const order = {
          symbol: SYMBOL,
          client_oid: randomUUID(),
          size: '0.001',
          type,
          order_type: '0',
          match_price: '0',
        };
        const { body } = await ask(node.url, who, 'POST', PLACE, { ...order, price });
        return String(body.order_id);
      });
    /** The trader buys of the other, at two nodes; a third order of the trader's rests. */
    const trade = async (one: RealNode, two: RealNode, price: string): Promise<void> => {
      await place(one, other, '2', price);
      await place(two, trader, '1', price);
      await place(one, trader, '1', '60000');
    };
    const client = createClient({ url: balancer.url, ...trader });
    const [account, market] = [client.account(), client.market()];
    const told: string[] = [];
    const shown: DepthBook[] = [];
    account.fills.add((fills) => void told.push(...fills.map(({ id }) => id)));
    market.depth(SYMBOL, 200, (book) => void (shown[0] = book));
    await account.ready();
    await trade(b, c, '90001');
    await expect.poll(() => [told.length, account.orders.size], { timeout: PATIENCE_MS }).toEqual([1, 1]);
    const third = await connectPrivate(own.url, trader);
    await askV3(third, 'SUBSCRIBE', 'orders');
    own.signal('SIGKILL');
    await third.closed();
    await trade(b, c, '90002');
    await trade(c, b, '90003');
    there.splice(0, 1, b.url, c.url);
    await expect.poll(() => [told.length, account.orders.size], { timeout: PATIENCE_MS }).toEqual([3, 3]);
    await trade(b, c, '90004');
    const { body } = await ask(c.url, trader, 'GET', `/capi/v2/order/fills?symbol=${SYMBOL}`);
    const fills = body.list.map(({ tradeId }: { tradeId: number }) => String(tradeId)).toReversed();
    await expect.poll(() => told, { timeout: PATIENCE_MS }).toEqual(fills);
    expect(fills).toHaveLength(4);
    const depth = (await ask(c.url, trader, 'GET', `/capi/v2/market/depth?symbol=${SYMBOL}&limit=200`)).body;
    await expect
      .poll(() => [shown[0]?.bids, shown[0]?.asks], { timeout: PATIENCE_MS })
      .toEqual([depth.bids, depth.asks]);
    await expect.poll(() => account.orders.size).toBe(4);
    await numbersOfV3(b, trader, () => place(c, trader, '1', '60000'));
    account.close();
    market.close();
    await balancer.close();
    own.start();
    await own.ready();
  }, 90_000);

  /** A socket of v3 at another node begins with a snapshot, and its numbers follow on it. */
  async function numbersOfV3(node: RealNode, who: Account, change: () => Promise<unknown>): Promise<void> {
    const socket = await connectPrivate(node.url, who);
    await askV3(socket, 'SUBSCRIBE', 'orders');
    const first = await socket.ever((message) => message.e === 'orders');
    expect([first.msgEvent, first.d.length]).toEqual(['Snapshot', 4]);
    await change();
    const next = await socket.ever((message) => message.e === 'orders' && message.msgEvent !== 'Snapshot');
    expect(next.v).toBe(first.v + 1);
    socket.close();
  }

  it('begin an empty folder from a snapshot in the archive, under load, and reach the hash of the others', async () => {
    const [a, b, c] = cluster.nodes as [RealNode, RealNode, RealNode];
    const newest = async (): Promise<number> => {
      const [row] = await cluster.store.ask('SELECT COALESCE(max(sequence), 0)::int AS last FROM snapshot');
      return row!.last as number;
    };
    const [before, untilMs] = [await newest(), performance.now() + 2 * PATIENCE_MS];
    let isOver = false;
    const load = (async () => {
      for (; !isOver; await pause(30)) await deposit(a, '1');
    })();
    while ((await newest()) <= before && performance.now() < untilMs) await pause(50);
    c.signal('SIGKILL');
    await c.gone();
    c.empty();
    c.start();
    await c.ready();
    isOver = true;
    await load;
    expect(c.log()).toContain('the folder begins from a snapshot of the archive');
    expect(await equity(c)).toBe(await equity(b));
    expect(new Set(await hashesAt(await tickedBy(c))).size).toBe(1);
    expect(cluster.nodes.map((node) => node.log()).join('')).not.toContain('states of nodes differ');
  }, 90_000);

  it('end when etcd is thrown away under them, and go on in the next generation, with their folders or an empty one', async () => {
    const [a, b, c] = cluster.nodes as [RealNode, RealNode, RealNode];
    await untilTaken(c);
    const before = await equity(a);
    await cluster.members.replaceAll();
    for (const node of cluster.nodes) {
      expect(await node.gone()).toBe(1);
      expect(node.log()).toContain('begin the next generation of the order with `outcry cluster recover`');
    }
    const done = await recover(a, [b, c]);
    expect(done, done.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('Generation 2 of the order') });
    expect(await recover(a, [b])).toMatchObject({ code: 1, stderr: expect.stringContaining('etcd is not empty') });
    c.empty();
    for (const node of cluster.nodes) node.start();
    await Promise.all(cluster.nodes.map((node) => node.ready()));
    // Of the generation before.
    expect(c.log()).toContain('the folder begins from a snapshot of the archive');
    expect(await Promise.all(cluster.nodes.map(equity))).toEqual(Array(3).fill(before));
    for (const node of cluster.nodes) await deposit(node, '1');
    expect(new Set(await hashesAt(await tickedBy(c))).size).toBe(1);
    const compared = await outcry('cluster', 'compare', '--json', '--journal', cluster.order);
    expect(compared, compared.stderr).toMatchObject({ code: 0 });
    const { sequence, nodes } = JSON.parse(compared.stdout);
    expect(nodes).toEqual((await hashesAt(sequence)).map((hash, at) => ({ node: `n${at + 1}`, hash })));
    const seen = JSON.parse((await outcry('cluster', 'status', '--json', '--journal', cluster.order)).stdout);
    expect(seen).toMatchObject({ generation: 2, nodes: [{ name: 'n1' }, { name: 'n2' }, { name: 'n3' }] });
    expect(await recover(a, [])).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use by process') });
    const early = await recover({ data: copyOf(a) }, []);
    expect(early).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nodes run: n1, n2, n3. Stop all of them'),
    });
  }, 120_000);

  /** As an operator copies one to another machine. */
  const copyOf = ({ data }: RealNode): string => {
    cpSync(data, `${data}-copy`, { recursive: true, filter: (path) => !path.includes('lock.') });
    return `${data}-copy`;
  };
  const recover = (own: Pick<RealNode, 'data'>, others: readonly RealNode[]) => {
    const given = ['--data', own.data, '--others', others.map(({ data }) => data).join(',')];
    return outcry('cluster', 'recover', ...given, '--journal', cluster.order, '--store', cluster.store.url);
  };

  it('leave in each folder all that a single machine goes on from, and several nodes from that one’s', async () => {
    const node = cluster.nodes[1]!;
    await untilTaken(node);
    const before = await equity(node);
    for (const one of cluster.nodes) {
      one.signal('SIGKILL');
      await one.gone();
    }
    const alone = await startExchange('serve', node.data, '--store', cluster.store.url, '--no-rate-limit-enabled');
    const { body } = await ask(alone.ready.url, account, 'GET', ASSETS);
    expect(body[0].equity).toBe(before);
    const bills = await ask(alone.ready.url, account, 'POST', '/capi/v2/account/bills', {});
    expect(bills.body.items.length).toBeGreaterThan(0);
    await askAdmin(node, cluster.token, 'POST', '/admin/accounts/deposit', { uid: account.uid, amount: '5' });
    const after = (await ask(alone.ready.url, account, 'GET', ASSETS)).body[0].equity;
    expect(Number(after) - Number(before)).toBe(5);
    await cluster.members.replaceAll();
    const held = await recover({ data: `${cluster.nodes[0]!.data}-copy` }, []);
    expect(held).toMatchObject({ code: 1, stderr: expect.stringContaining('another exchange has this database') });
    await alone.stop();
    const short = await recover(cluster.nodes[0]!, []);
    expect(short).toMatchObject({ code: 1, stderr: expect.stringContaining('give it with --others') });
    const done = await recover(node, []);
    expect(done, done.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('Generation 3 of the order') });
    // It was behind when the single machine went on.
    const [own] = cluster.nodes as [RealNode];
    own.start();
    await own.ready();
    expect(await equity(own)).toBe(after);
  }, 120_000);

  /** A sequence after a tick of that node. */
  async function tickedBy(node: RealNode): Promise<number> {
    const sequence = async (): Promise<number> => JSON.parse(await (await fetch(`${node.url}/readyz`)).text()).sequence;
    const before = await sequence();
    await expect.poll(sequence, { timeout: PATIENCE_MS }).toBeGreaterThan(before);
    return before;
  }
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
