/** Trials of processes that are killed or stopped, and of what becomes of them afterwards. */
import { pause } from '../load.ts';
import type { Member } from '../etcd-members.ts';
import type { RealCluster, RealNode } from '../real-nodes.ts';
import {
  allReady,
  CALM_MS,
  CALLERS,
  holderOf,
  judgedWith,
  loaded,
  onCluster,
  Silences,
  tormented,
  type Trial,
  untilReady,
} from './kit.ts';

const STOPPED_MS = 5_000;
/** To each kill. */
const ANSWERS = 500;

/** The leader of etcd, and the node with the roles, stopped for longer than a lease. */
export const stopped: Trial = (options) =>
  onCluster(options, (cluster) =>
    tormented(cluster, options, async (load) => {
      const silences = new Silences();
      for (let at = 0; at < options.count; at++) {
        const kind = at % 2 === 0 ? 'leader' : 'holder';
        const holder = kind === 'leader' ? null : await holderOf(cluster);
        const one = holder ?? (await cluster.members.leader());
        load.avoided = holder;
        const fromMs = performance.now();
        one.signal('SIGSTOP');
        await pause(STOPPED_MS);
        one.signal('SIGCONT');
        await pause(3_000);
        const ms = silences.note(kind, load, fromMs);
        options.say(`${at + 1}: ${kind} stopped for 5 s, ${ms} ms without an answer, ${load.answered} answers`);
        await allReady(cluster);
        load.avoided = null;
      }
      return { silences: silences.figures };
    }),
  );

/** Kills at random, half of them of etcd's leader, the others of nodes and members; all are started again. */
export const kills: Trial = (options) =>
  onCluster(options, (cluster) =>
    tormented(cluster, options, async (load, random) => {
      const silences = new Silences();
      for (let at = 0; at < options.count; at++) {
        const kind = at % 2 === 0 ? 'leader' : random.below(3) === 0 ? 'member' : 'node';
        const fromMs = performance.now();
        if (kind === 'node') {
          const node = cluster.nodes[random.below(cluster.nodes.length)]!;
          node.signal('SIGKILL');
          await node.gone();
          if (random.below(4) === 0) node.empty();
          await untilReady(node);
        } else {
          const leader = await cluster.members.leader();
          await killed(kind === 'leader' ? leader : cluster.members.all.find((one) => one !== leader)!);
        }
        const ms = silences.note(kind, load, fromMs);
        options.say(`${at + 1}: ${kind} killed, ${ms} ms without an answer, ${load.answered} answers`);
      }
      // On a slow machine fewer are answered meanwhile.
      while (load.answered < options.count * ANSWERS) await pause(CALM_MS);
      return { silences: silences.figures };
    }),
  );

async function killed(member: Member): Promise<void> {
  member.signal('SIGKILL');
  await pause(2_500);
  member.start();
  await pause(1_000);
}

/** One member after the other leaves for good, and another one with nothing takes its place. */
export const member: Trial = (options) =>
  onCluster(options, (cluster) =>
    tormented(cluster, options, async (load, random) => {
      const { members } = cluster;
      const silences = new Silences();
      const joinedMs: number[] = [];
      for (let at = 0; at < options.count; at++) {
        const leader = await members.leader();
        const kind = at % 2 === 0 ? 'leader' : 'member';
        const others = members.all.filter((one) => one !== leader);
        const fromMs = performance.now();
        await (kind === 'leader' ? leader : others[random.below(others.length)]!).replace();
        await members.led();
        joinedMs.push(Math.round(performance.now() - fromMs));
        await pause(CALM_MS);
        const ms = silences.note(kind, load, fromMs);
        options.say(`${at + 1}: ${kind} replaced in ${joinedMs.at(-1)} ms, ${ms} ms without an answer`);
      }
      return { silences: silences.figures, joinedMs };
    }),
  );

/** A node with an empty folder, and one that slept past what the order keeps, become ready under load. */
export const join: Trial = (options) =>
  onCluster(options, async (cluster) => {
    const load = await loaded(cluster, options);
    load.begin(CALLERS);
    const [first, second] = cluster.nodes as [RealNode, RealNode];
    const figures: Record<string, unknown> = {};
    const revision = async (): Promise<number> => {
      const text = await (await fetch(`${first.url}/metrics`)).text();
      return Number(/^outcry_order_revision (\d+)$/m.exec(text)?.[1] ?? 0);
    };
    load.avoided = second;
    second.signal('SIGSTOP');
    const sleptFrom = await revision();
    while ((await revision()) < sleptFrom + options.count || !(await isCompacted(cluster, sleptFrom))) {
      await pause(CALM_MS);
      options.say(`asleep for ${(await revision()) - sleptFrom} revisions`);
    }
    const wokeMs = performance.now();
    second.signal('SIGCONT');
    await untilReady(second);
    load.avoided = null;
    Object.assign(figures, {
      sleptRevisions: (await revision()) - sleptFrom,
      sleptPastCompaction: true,
      readyAgainMs: Math.round(performance.now() - wokeMs),
    });
    second.signal('SIGKILL');
    await second.gone();
    second.empty();
    const startedMs = performance.now();
    await untilReady(second);
    const commands = load.answered;
    Object.assign(figures, { emptyReadyMs: Math.round(performance.now() - startedMs), afterCommands: commands });
    await pause(CALM_MS);
    await load.end();
    return judgedWith(cluster, load, figures);
  });

/** Whether etcd no longer keeps what was at a revision. */
async function isCompacted({ members }: RealCluster, revision: number): Promise<boolean> {
  const { address } = members.all[0]!;
  const range = { key: 'AA==', revision: String(revision) };
  const answer = await fetch(`http://${address}/v3/kv/range`, { method: 'POST', body: JSON.stringify(range) });
  return (await answer.text()).includes('has been compacted');
}
