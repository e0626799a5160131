/** Trials of three real nodes under load, each of a promise that they make, and how well it was kept. */
import { createRandom } from '../../src/market/random.ts';
import type { Account } from '../cli/process.ts';
import { askAdmin, knownAt, openAccount } from './accounts.ts';
import { ask, type Reply } from './ask.ts';
import { type OwnPostgres, ownPostgres, whyNoPostgres } from '../store/own-postgres.ts';
import { judge, type Judged, Load, openAccounts, pause } from './load.ts';
import { tooOld, upgrade, voided } from './upgrade.ts';
import { type RealCluster, type RealNode, startCluster } from './real-nodes.ts';

const PLACE = '/capi/v2/order/placeOrder';
const CANCEL = '/capi/v2/order/cancel_order';
const SYMBOL = 'cmt_btcusdt';
const CALLERS = 24;
const ACCOUNTS = 12;
const CALM_MS = 2_000;
const LONG_MS = 120_000;

export interface TrialOptions {
  readonly postgres: string;
  readonly count: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

export type Trial = (options: TrialOptions) => Promise<Judged>;

const NO_LIMITS = ['--no-rate-limit-enabled'];

async function onCluster(
  { postgres }: TrialOptions,
  run: (cluster: RealCluster) => Promise<Judged>,
  args: readonly string[] = [],
): Promise<Judged> {
  const cluster = await startCluster(postgres, [...NO_LIMITS, ...args]);
  try {
    await Promise.all(cluster.nodes.map((node) => node.ready()));
    return await run(cluster);
  } catch (error) {
    for (const node of cluster.nodes) console.error(node.name, node.log().split('\n').slice(-8).join('\n'));
    throw error;
  } finally {
    await cluster.stop();
  }
}

async function loaded(cluster: RealCluster, { seed }: TrialOptions, namesSequence = false): Promise<Load> {
  const accounts = await openAccounts(cluster, ACCOUNTS);
  return new Load({ cluster, random: createRandom(seed, 1), accounts, namesSequence });
}

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
        return judge(cluster, load);
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
    const placeOnce = async (account: Account, at: number): Promise<void> => {
      const order = { symbol: SYMBOL, client_oid: `once-${at}`, size: '0.001', type: '1', order_type: '0' };
      const fields = { ...order, match_price: '0', price: '50000' };
      // Not executed, or nobody knows: the same again, as whoever asks has to.
      const untilTaken = async ({ url }: RealNode): Promise<Reply> => {
        for (;;) {
          const reply = await ask(url, account, 'POST', PLACE, fields);
          if (reply.status < 500) return reply;
          again += 1;
          await pause(200);
        }
      };
      const replies = await Promise.all(nodes.map(untilTaken));
      const ids = new Set(replies.map(({ status, body }) => `${status} ${body.order_id}`));
      if (ids.size !== 1 || replies[0]!.status !== 200)
        objections.push(`${order.client_oid}: ${JSON.stringify(replies.map(({ status, body }) => [status, body]))}`);
      await ask(nodes[at % nodes.length]!.url, account, 'POST', CANCEL, { orderId: replies[0]!.body.order_id });
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
    await ask(nodes[0]!.url, accounts[0]!, 'POST', '/capi/v2/account/bills', {});
    const uids = accounts.map(({ uid }) => uid).join(', ');
    const count = async (): Promise<number> => {
      const [row] = await cluster.store.ask(`SELECT count(*)::int AS orders FROM order_record WHERE uid IN (${uids})`);
      return Number(row?.['orders']);
    };
    for (let tries = 0; tries < 50 && (await count()) < sent; tries++) await pause(200);
    if ((await count()) !== sent) objections.push(`${sent} orders were sent, and ${await count()} are there`);
    return { objections, figures: { sent, requests: sent * nodes.length, again } };
  });

/** PostgreSQL stopped under load: orders go on, uploads and history are refused, and all of it is there afterwards. */
const database: Trial = async (options) => {
  const why = whyNoPostgres();
  if (why !== '') throw new Error(why);
  const own = await ownPostgres();
  own.start();
  try {
    return await onCluster({ ...options, postgres: own.url }, (cluster) => withoutDatabase(cluster, own, options));
  } finally {
    own.remove();
  }
};

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
  let when: keyof typeof statuses = 'calm';
  let goesOn = true;
  let placed = 0;
  const note = (what: string, { status, body }: Reply): void => {
    const why = status < 500 ? '' : ` ${String(body.hint).replaceAll(/[0-9]+/g, '#')}`;
    const words = `${what} ${status}${why}`;
    statuses[when].set(words, (statuses[when].get(words) ?? 0) + 1);
  };
  const callers = Array.from({ length: 8 }, async (_, at) => {
    while (goesOn) {
      const { url } = nodes[(at + placed) % nodes.length]!;
      const order = { symbol: SYMBOL, client_oid: `d-${++placed}`, size: '0.001', type: '1', order_type: '0' };
      const reply = await ask(url, account, 'POST', PLACE, { ...order, match_price: '0', price: '50000' });
      note('order', reply);
      if (reply.status === 200) await ask(url, account, 'POST', CANCEL, { orderId: reply.body.order_id });
      if (at > 0) continue;
      note('history', await ask(url, account, 'POST', '/capi/v2/account/bills', {}));
      note(
        'upload',
        await ask(url, account, 'POST', '/capi/v2/order/uploadAiLog', {
          stage: 's',
          model: `m${placed}`,
          input: { placed },
          output: { decision: 'HOLD' },
        }),
      );
    }
  });
  await pause(CALM_MS);
  own.stop('fast');
  const awayMs = performance.now();
  await pause(CALM_MS);
  when = 'away';
  while (performance.now() - awayMs < count * 1_000) {
    await pause(5_000);
    say(`${Math.round((performance.now() - awayMs) / 1_000)} s away: ${JSON.stringify([...statuses.away])}`);
  }
  when = 'calm';
  own.start();
  await pause(5 * CALM_MS);
  goesOn = false;
  await Promise.all(callers);
  clearInterval(timer);
  for (const node of nodes) await untilReady(node);
  const objections = [...statuses.away].flatMap(([what, times]) =>
    /^order (?!200)|^(history|upload) (?!503)/.test(what) ? [`while it was away: ${what}, ${times} times`] : [],
  );
  const judged = await judge(cluster, new Load({ cluster, random: createRandom(1), accounts: [] }));
  const [row] = await cluster.store.ask(`SELECT count(*)::int AS orders FROM order_record WHERE uid = ${account.uid}`);
  const taken = [...statuses.calm, ...statuses.away].flatMap(([what, times]) => (what === 'order 200' ? times : []));
  const orders = taken.reduce((sum, times) => sum + times, 0);
  const { body: resting } = await ask(nodes[1]!.url, account, 'GET', `/capi/v2/order/current?symbol=${SYMBOL}`);
  const known = Number(row?.['orders']) + resting.length;
  if (known !== orders) objections.push(`${orders} orders were taken, ${known} rest or are in history`);
  const figures = { ...judged.figures, awaySeconds: count, away: Object.fromEntries(statuses.away), orders };
  return { objections: [...objections, ...judged.objections], figures };
}

/** A node with an empty folder, and one that slept past what the order keeps, become ready under load. */
const join: Trial = (options) =>
  onCluster(options, async (cluster) => {
    const load = await loaded(cluster, options);
    load.begin(CALLERS);
    const [first, second] = cluster.nodes as [RealNode, RealNode];
    const figures: Record<string, unknown> = {};
    const revision = async (): Promise<number> => {
      const text = await (await fetch(`${first.url}/metrics`)).text();
      return Number(/^outcry_order_revision (\d+)$/m.exec(text)?.[1] ?? 0);
    };
    second.signal('SIGSTOP');
    const sleptFrom = await revision();
    while ((await revision()) < sleptFrom + options.count) {
      await pause(CALM_MS);
      options.say(`asleep for ${(await revision()) - sleptFrom} revisions`);
    }
    const compacted = await compactedAt(cluster);
    const wokeMs = performance.now();
    second.signal('SIGCONT');
    await untilReady(second);
    Object.assign(figures, {
      sleptRevisions: options.count,
      sleptPastCompaction: compacted > sleptFrom,
      readyAgainMs: Math.round(performance.now() - wokeMs),
    });
    second.signal('SIGKILL');
    await second.gone();
    second.empty();
    const startedMs = performance.now();
    second.start();
    await second.ready();
    const commands = load.notes.length;
    Object.assign(figures, { emptyReadyMs: Math.round(performance.now() - startedMs), afterCommands: commands });
    await pause(CALM_MS);
    await load.end();
    const judged = await judge(cluster, load);
    return { objections: judged.objections, figures: { ...judged.figures, ...figures } };
  });

/** The leader of etcd, and the node with the roles, stopped for longer than a lease. */
const stopped: Trial = (options) =>
  onCluster(options, async (cluster) => {
    const load = await loaded(cluster, options);
    load.begin(CALLERS);
    await pause(CALM_MS);
    const silences: Record<string, number[]> = { leader: [], holder: [] };
    for (let at = 0; at < options.count; at++) {
      const kind = at % 2 === 0 ? 'leader' : 'holder';
      const one = kind === 'leader' ? await cluster.members.leader() : await holderOf(cluster);
      const fromMs = performance.now();
      one.signal('SIGSTOP');
      await pause(5_000);
      one.signal('SIGCONT');
      await pause(3_000);
      silences[kind]!.push(Math.round(load.silenceSince(fromMs)));
      options.say(`${kind} stopped for 5 s: ${silences[kind]!.at(-1)} ms without an answer`);
      for (const node of cluster.nodes) {
        node.start();
        await untilReady(node);
      }
    }
    await load.end();
    const judged = await judge(cluster, load);
    return {
      objections: [...judged.objections, ...(await overlaps(cluster))],
      figures: { ...judged.figures, silences },
    };
  });

/** Kills at random, half of them of etcd's leader, the others of nodes and members; all are started again. */
const kills: Trial = (options) =>
  onCluster(options, async (cluster) => {
    const random = createRandom(options.seed, 2);
    const load = await loaded(cluster, options);
    load.begin(CALLERS);
    await pause(CALM_MS);
    const silences: Record<string, number[]> = { leader: [], member: [], node: [] };
    for (let at = 0; at < options.count; at++) {
      const kind = at % 2 === 0 ? 'leader' : random.below(3) === 0 ? 'member' : 'node';
      const fromMs = performance.now();
      if (kind === 'node') {
        const node = cluster.nodes[random.below(cluster.nodes.length)]!;
        node.signal('SIGKILL');
        await node.gone();
        if (random.below(4) === 0) node.empty();
        node.start();
        await node.ready();
      } else {
        const leader = await cluster.members.leader();
        const member = kind === 'leader' ? leader : cluster.members.all.find((one) => one !== leader)!;
        member.signal('SIGKILL');
        await pause(2_500);
        member.start();
        await pause(1_000);
      }
      silences[kind]!.push(Math.round(load.silenceSince(fromMs)));
      options.say(
        `${at + 1}: ${kind} killed, ${silences[kind]!.at(-1)} ms without an answer, ${load.answered} answers`,
      );
    }
    for (const node of cluster.nodes) await untilReady(node);
    await load.end();
    const judged = await judge(cluster, load);
    return {
      objections: [...judged.objections, ...(await overlaps(cluster))],
      figures: { ...judged.figures, silences },
    };
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
      count: 10,
      about: 'leader and holder of the roles stopped for 5 s in turn, so many times',
    },
    database: { run: database, count: 300, about: 'PostgreSQL stopped for so many seconds under load' },
    upgrade: { run: upgraded, count: 200, about: 'an upgrade that changes rules, so many answers between two steps' },
    kills: { run: kills, count: 200, about: 'kills, half of them of the leader' },
  };

async function untilReady(node: RealNode): Promise<void> {
  for (const untilMs = performance.now() + LONG_MS; performance.now() < untilMs; await pause(100)) {
    const answer = await fetch(`${node.url}/readyz`).catch(() => null);
    if (answer?.ok === true) return;
    // It may have ended itself, as it must when its lease and its batch are gone.
    node.start();
  }
  throw new Error(`${node.name} does not get ready: ${node.log()}`);
}

async function holderOf({ nodes }: RealCluster): Promise<RealNode> {
  for (const untilMs = performance.now() + LONG_MS; performance.now() < untilMs; await pause(100))
    for (const node of nodes) {
      const text = await fetch(`${node.url}/metrics`, { signal: AbortSignal.timeout(1_000) })
        .then((answer) => answer.text())
        .catch(() => '');
      if (text.includes('outcry_role_held{role="clock"} 1')) return node;
    }
  throw new Error('no node ticks');
}

/** The first revision that etcd still keeps, as far as it says. */
async function compactedAt({ members }: RealCluster): Promise<number> {
  const { address } = members.all[0]!;
  const watch = { create_request: { key: 'AA==', start_revision: '1' } };
  const answer = await fetch(`http://${address}/v3/watch`, { method: 'POST', body: JSON.stringify(watch) });
  for await (const chunk of answer.body!) {
    const found = /"compact_revision":"(\d+)"/.exec(Buffer.from(chunk).toString());
    if (found !== null) return Number(found[1]);
    if (Buffer.from(chunk).toString().includes('"created":true')) return 0;
  }
  return 0;
}

/** Two gateways of the role that ticks never published in turn: each one's batches are all before the next one's. */
async function overlaps({ store }: RealCluster): Promise<string[]> {
  const { decodeBatch, isFence } = await import('../../src/sequencer/nodes/batch.ts');
  const spans = new Map<string, { first: number; last: number }>();
  const rows = await store.ask('SELECT revision, gateway, body FROM journal_batch ORDER BY revision');
  for (const { revision, gateway, body } of rows) {
    if (isFence(body as Buffer)) continue;
    const { commands } = decodeBatch(body as Buffer);
    if (commands.length === 0 || !commands.every(({ name }) => name === 'tick')) continue;
    const at = Number(revision);
    const span = spans.get(String(gateway));
    if (span === undefined) spans.set(String(gateway), { first: at, last: at });
    else span.last = at;
  }
  const all = [...spans].toSorted(([, a], [, b]) => a.first - b.first);
  return all.flatMap(([gateway, { first }], at) => {
    const before = all[at - 1];
    return before !== undefined && before[1].last > first
      ? [`gateway ${gateway} ticked from ${first} on, and ${before[0]} until ${before[1].last}`]
      : [];
  });
}
