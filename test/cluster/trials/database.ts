/** The trial of PostgreSQL that is stopped under load. */
import { createRandom } from '../../../src/market/random.ts';
import { type Account, outcry } from '../../cli/process.ts';
import { type OwnPostgres, ownPostgres, whyNoPostgres } from '../../store/own-postgres.ts';
import { askAdmin, knownAt, openAccount } from '../accounts.ts';
import { ask, type Reply } from '../ask.ts';
import { type Judged, Load, pause } from '../load.ts';
import type { RealCluster } from '../real-nodes.ts';
import { allReady, CALM_MS, judgedWith, onCluster, Skipped, type Trial, type TrialOptions } from './kit.ts';

const PLACE = '/capi/v2/order/placeOrder';
const CANCEL = '/capi/v2/order/cancel_order';
const SYMBOL = 'cmt_btcusdt';
const CALLERS = 8;
/** Orders go on when none is refused for longer than an election of etcd takes. */
const MOST_SILENT_MS = 5_000;

/** PostgreSQL stopped under load: orders go on, uploads and history are refused, and all of it is there afterwards. */
export const database: Trial = async (options) => {
  const why = whyNoPostgres();
  if (why !== '') throw new Skipped(why);
  const own = await ownPostgres();
  own.start();
  try {
    return await onCluster({ ...options, postgres: own.url }, (cluster) => withoutDatabase(cluster, own, options));
  } finally {
    own.remove();
  }
};

interface Traffic {
  /** Answers by what was asked and what it said. */
  readonly statuses: { readonly calm: Map<string, number>; readonly away: Map<string, number> };
  when: 'calm' | 'away';
  goesOn: boolean;
  /** Orders that were sent, taken, and of which nobody knows. */
  placed: number;
  taken: number;
  unknown: number;
  /** Times at which one was taken. */
  readonly takenMs: number[];
}

async function withoutDatabase(cluster: RealCluster, own: OwnPostgres, { count, say }: TrialOptions): Promise<Judged> {
  const { nodes, token } = cluster;
  const account = await openAccount(nodes[0]!, token, '100000');
  await knownAt(nodes, account);
  await askAdmin(nodes[0]!, token, 'POST', '/admin/allowlist', { uid: account.uid, allowed: true });
  const price = (): Promise<unknown> =>
    askAdmin(nodes[0]!, token, 'POST', '/admin/index-price', { symbol: SYMBOL, price: '90000' });
  await price();
  const timer = setInterval(() => void price().catch(() => undefined), 2_000);
  const statuses = { calm: new Map<string, number>(), away: new Map<string, number>() };
  const traffic: Traffic = { statuses, when: 'calm', goesOn: true, placed: 0, taken: 0, unknown: 0, takenMs: [] };
  const callers = Array.from({ length: CALLERS }, (_, at) => call(cluster, account, traffic, at === 0));
  await pause(CALM_MS);
  own.stop('fast');
  const awayMs = performance.now();
  await pause(CALM_MS);
  traffic.when = 'away';
  while (performance.now() - awayMs < count * 1_000) {
    await pause(5_000);
    say(`${Math.round((performance.now() - awayMs) / 1_000)} s away: ${JSON.stringify([...statuses.away])}`);
  }
  traffic.when = 'calm';
  const backMs = performance.now();
  own.start();
  await pause(5 * CALM_MS);
  traffic.goesOn = false;
  await Promise.all(callers);
  clearInterval(timer);
  await allReady(cluster);
  const { objections, figures } = await judgedWith(
    cluster,
    new Load({ cluster, random: createRandom(1), accounts: [] }),
    { awaySeconds: count, away: Object.fromEntries(statuses.away), orders: traffic.taken },
  );
  const [row] = await cluster.store.ask(`SELECT count(*)::int AS orders FROM order_record WHERE uid = ${account.uid}`);
  const { body: resting } = await ask(nodes[1]!.url, account, 'GET', `/capi/v2/order/current?symbol=${SYMBOL}`);
  const known = Number(row?.['orders']) + resting.length;
  const { taken, unknown, takenMs } = traffic;
  const away = [awayMs, ...takenMs.filter((ms) => ms > awayMs && ms < backMs), backMs];
  const silentMs = Math.max(...away.map((ms, at) => (away[at + 1] ?? ms) - ms));
  const fsck = await outcry('log', 'fsck', '--url', nodes[2]!.url);
  return {
    objections: [
      ...objections,
      ...[...statuses.away].flatMap(([what, times]) =>
        /^order (?!200|500|503|none)|^(history|upload) (?!503|none)/.test(what)
          ? [`while it was away: ${what}, ${times} times`]
          : [],
      ),
      ...(silentMs > MOST_SILENT_MS ? [`no order was taken for ${Math.round(silentMs)} ms while it was away`] : []),
      ...(known < taken || known > taken + unknown
        ? [`${taken} orders were taken, of ${unknown} nobody knows, and ${known} rest or are in history`]
        : []),
      ...(fsck.code === 0 ? [] : [`log fsck: ${fsck.stdout} ${fsck.stderr}`]),
    ],
    figures: { ...figures, known, unknown, longestMsWithoutOrder: Math.round(silentMs), fsck: fsck.stdout.trim() },
  };
}

/** One caller, who orders, and takes each order back; the first one also reads history and uploads. */
async function call({ nodes }: RealCluster, account: Account, traffic: Traffic, isFirst: boolean): Promise<void> {
  const send = async (what: string, url: string, path: string, fields: object): Promise<Reply | null> => {
    const reply = await ask(url, account, 'POST', path, fields).catch(() => null);
    const why = (reply?.status ?? 0) < 500 ? '' : ` ${String(reply?.body.hint).replaceAll(/\d+/g, '#')}`;
    const words = `${what} ${reply?.status ?? 'none'}${why}`;
    const counts = traffic.statuses[traffic.when];
    counts.set(words, (counts.get(words) ?? 0) + 1);
    return reply;
  };
  while (traffic.goesOn) {
    const at = ++traffic.placed;
    const { url } = nodes[at % nodes.length]!;
    const order = { symbol: SYMBOL, client_oid: `d-${at}`, size: '0.001', type: '1', order_type: '0' };
    const reply = await send('order', url, PLACE, { ...order, match_price: '0', price: '50000' });
    if (reply === null || reply.status === 500) traffic.unknown += 1;
    if (reply?.status === 200) {
      traffic.taken += 1;
      traffic.takenMs.push(performance.now());
      await ask(url, account, 'POST', CANCEL, { orderId: reply.body.order_id }).catch(() => null);
    }
    if (!isFirst) continue;
    await send('history', url, '/capi/v2/account/bills', {});
    const log = { stage: 's', model: `m${at}`, input: { at }, output: { decision: 'HOLD' } };
    await send('upload', url, '/capi/v2/order/uploadAiLog', log);
  }
}
