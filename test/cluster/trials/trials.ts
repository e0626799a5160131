/** Trials of three real nodes under load, each of a promise that they make, and how well it was kept. */
import { createRandom } from '../../../src/market/random.ts';
import type { Account } from '../../cli/process.ts';
import { askAdmin, knownAt, openAccount } from '../accounts.ts';
import { ask, type Reply } from '../ask.ts';
import { pause } from '../load.ts';
import type { RealNode } from '../real-nodes.ts';
import { bits, disk, quota } from './broken.ts';
import { database } from './database.ts';
import { CALM_MS, CALLERS, judgedWith, loaded, onCluster, type Trial } from './kit.ts';
import { tooOld, upgrade, voided } from '../upgrade.ts';
import { join, kills, member, stopped } from './kills.ts';
import { clock, cut } from './apart.ts';
import { power } from './power.ts';

const PLACE = '/capi/v2/order/placeOrder';
const CANCEL = '/capi/v2/order/cancel_order';
const SYMBOL = 'cmt_btcusdt';
/** Attempts at one order, of callers who get no answer. */
const MOST_TRIES = 300;

/** Reads at random nodes never show less than what was answered before. */
function reads(kind: 'confirmed' | 'local'): Trial {
  return (options) =>
    onCluster(
      options,
      async (cluster) => {
        const load = await loaded(cluster, options, kind === 'local');
        load.begin(CALLERS);
        while (load.reads.length < options.count) {
          await pause(CALM_MS);
          options.say(`${load.reads.length} reads, ${load.answered} writes`);
        }
        await load.end();
        return judgedWith(cluster, load, {});
      },
      ['--reads', kind],
    );
}

/** The same order sent to all nodes at once is one order, and all answer alike. */
const once: Trial = (options) =>
  onCluster(options, async (cluster) => {
    const { nodes, token } = cluster;
    const accounts = await Promise.all(
      Array.from({ length: 8 }, (_, at) => openAccount(nodes[at % nodes.length]!, token, '100000')),
    );
    const price = (): Promise<unknown> =>
      askAdmin(nodes[0]!, token, 'POST', '/admin/index-price', { symbol: SYMBOL, price: '90000' });
    for (const account of accounts) await knownAt(nodes, account);
    await price();
    const timer = setInterval(() => void price().catch(() => undefined), 2_000);
    const objections: string[] = [];
    let sent = 0;
    let again = 0;
    const untilCanceled = async ({ url }: RealNode, account: Account, orderId: unknown): Promise<void> => {
      for (let tries = 0; tries < MOST_TRIES; tries++, await pause(200)) {
        const reply = await ask(url, account, 'POST', CANCEL, { orderId }).catch(() => null);
        if (reply !== null && reply.status < 500) return;
      }
    };
    const placeOnce = async (account: Account, at: number): Promise<void> => {
      const order = { symbol: SYMBOL, client_oid: `once-${at}`, size: '0.001', type: '1', order_type: '0' };
      const fields = { ...order, match_price: '0', price: '50000' };
      // Not executed, nobody knows, or prices are too old meanwhile: the same again, as whoever asks has to.
      const untilTaken = async ({ url }: RealNode): Promise<Reply> => {
        for (let tries = 1; ; tries++) {
          const reply = await ask(url, account, 'POST', PLACE, fields).catch(() => null);
          if (reply?.status === 200 || (reply !== null && tries > MOST_TRIES)) return reply;
          again += 1;
          await pause(200);
        }
      };
      const replies = await Promise.all(nodes.map(untilTaken));
      const ids = new Set(replies.map(({ status, body }) => `${status} ${body.order_id}`));
      if (ids.size !== 1 || replies[0]!.status !== 200)
        objections.push(`${order.client_oid}: ${JSON.stringify(replies.map(({ status, body }) => [status, body]))}`);
      await untilCanceled(nodes[at % nodes.length]!, account, replies[0]!.body.order_id);
    };
    await Promise.all(
      accounts.map(async (account) => {
        while (sent < options.count) {
          const at = ++sent;
          if (at % 1_000 === 0) options.say(`${at} orders`);
          await placeOnce(account, at);
        }
      }),
    );
    clearInterval(timer);
    // Written by then.
    await ask(nodes[0]!.url, accounts[0]!, 'POST', '/capi/v2/account/bills', {}).catch(() => null);
    const uids = accounts.map(({ uid }) => uid).join(', ');
    const count = async (): Promise<number> => {
      const [row] = await cluster.store.ask(`SELECT count(*)::int AS orders FROM order_record WHERE uid IN (${uids})`);
      return Number(row?.['orders']);
    };
    for (let tries = 0; tries < 50 && (await count()) < sent; tries++) await pause(200);
    if ((await count()) !== sent) objections.push(`${sent} orders were sent, and ${await count()} are there`);
    return { objections, figures: { sent, requests: sent * nodes.length, again } };
  });

/** Nodes upgraded one by one, whose rules change then; one of an old program; and a command at which engines throw. */
const upgraded: Trial = (options) =>
  onCluster(options, async (cluster) => {
    const { count: between, seed, say } = options;
    const random = createRandom(seed, 3);
    const { objections, figures } = await upgrade(cluster, { random, callers: CALLERS, between, say });
    say('an old program is started, and the engines throw');
    const old = await tooOld(cluster.nodes[1]!);
    return { objections: [...objections, ...old, ...(await voided(cluster))], figures };
  });

export const TRIALS: Readonly<Record<string, { readonly run: Trial; readonly count: number; readonly about: string }>> =
  {
    reads: { run: reads('confirmed'), count: 100_000, about: 'confirmed reads at random nodes, so many' },
    local: { run: reads('local'), count: 100_000, about: 'local reads that name the newest sequence known, so many' },
    once: { run: once, count: 10_000, about: 'orders sent to all nodes at the same moment, so many' },
    join: { run: join, count: 20_000, about: 'a node asleep for so many revisions, then one with an empty folder' },
    stopped: {
      run: stopped,
      count: 60,
      about: 'leader and holder of the roles stopped for 5 s in turn, so many times',
    },
    database: { run: database, count: 300, about: 'PostgreSQL stopped for so many seconds under load' },
    kills: { run: kills, count: 200, about: 'kills, half of them of the leader' },
    upgrade: { run: upgraded, count: 200, about: 'an upgrade that changes rules, so many answers between two steps' },
    power: { run: power, count: 10, about: 'power cuts of all three machines at once, as root' },
    bits: { run: bits, count: 20, about: 'bits flipped in the files of one member, so many times' },
    cut: { run: cut, count: 10, about: 'one machine cut off from the others, half the times with the leader' },
    clock: { run: clock, count: 6, about: "one machine's clock set by 10 s, forward and back, so many times" },
    disk: { run: disk, count: 4, about: 'the disk of a node, then of a member, full, as root' },
    member: { run: member, count: 6, about: 'members replaced by empty ones under load, half of them the leader' },
    quota: { run: quota, count: 6, about: 'etcd with a quota of so many MiB fills while PostgreSQL is away' },
  };
