/** Trials of what machines keep: files that change by themselves, disks that are full, an etcd without room. */
import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statfsSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../../src/market/random.ts';
import { ownPostgres, whyNoPostgres } from '../../store/own-postgres.ts';
import type { Member } from '../etcd-members.ts';
import { pause } from '../load.ts';
import { Mounts, whyNoMounts } from '../mounts.ts';
import type { RealCluster } from '../real-nodes.ts';
import { allReady, CALM_MS, LONG_MS, onCluster, Silences, Skipped, tormented, type Trial, untilReady } from './kit.ts';

const MOST_FLIPS = 8;
const WATCHED_MS = 5_000;

/** Bits flipped in the files of one member: nobody is answered from them. The member is replaced afterwards. */
export const bits: Trial = (options) =>
  onCluster(
    options,
    (cluster) =>
      tormented(cluster, options, async (_, random) => {
        const noticed: Record<string, number> = {};
        for (let at = 0; at < options.count; at++) {
          const member = cluster.members.all[random.below(cluster.members.all.length)]!;
          member.signal('SIGKILL');
          await member.gone();
          const file = flip(member, random);
          member.start();
          const who = await whoNotices(cluster, member);
          noticed[who] = (noticed[who] ?? 0) + 1;
          options.say(`${at + 1}: ${file}: ${who}`);
          await member.replace();
          await cluster.members.led();
          await allReady(cluster);
          await pause(CALM_MS);
        }
        return { noticed };
      }),
    [],
    { members: { args: ['--experimental-initial-corrupt-check'] } },
  );

/** @returns how many, and of which file: the database, or the newest of the log before it */
function flip({ data }: Member, random: Random): string {
  const flips = 1 + random.below(MOST_FLIPS);
  const wal = join(data, 'member', 'wal');
  const newest = readdirSync(wal)
    .filter((name) => name.endsWith('.wal'))
    .toSorted()
    .at(-1)!;
  const path = random.below(2) === 0 ? join(data, 'member', 'snap', 'db') : join(wal, newest);
  const file = openSync(path, 'r+');
  const used = usedBytes(file);
  for (let nth = 0; nth < flips; nth++) {
    const at = random.below(used);
    const byte = Buffer.alloc(1);
    readSync(file, byte, 0, 1, at);
    byte[0]! ^= 1 << random.below(8);
    writeSync(file, byte, 0, 1, at);
  }
  closeSync(file);
  return `${flips} bits of ${path.slice(data.length + 1)}`;
}

/** Up to the last byte that is not 0: the log's file is made larger before it is written. */
function usedBytes(file: number): number {
  const { size } = fstatSync(file);
  const all = Buffer.alloc(size);
  readSync(file, all, 0, size, 0);
  return all.findLastIndex((byte) => byte !== 0) + 1;
}

async function whoNotices({ nodes, members }: RealCluster, member: Member): Promise<string> {
  const healthy = members.all.find((one) => one !== member)!;
  for (const untilMs = performance.now() + WATCHED_MS; performance.now() < untilMs; await pause(100)) {
    if (member.isOver()) return 'the member does not start';
    const node = nodes.find((one) => / differs at batch|expected a batch/.test(one.log()));
    if (node !== undefined) return 'a node, which ended';
    for (const one of nodes) if (!(await isUp(one.url))) await untilReady(one);
  }
  const revision = (await hashOf(member, '0'))?.header?.revision;
  if (revision === undefined) return 'the member does not serve';
  const [here, there] = await Promise.all([member, healthy].map((one) => hashOf(one, revision)));
  return here?.hash === there?.hash
    ? 'nobody: it holds the same as the others'
    : 'nobody: it holds something else than the others';
}

async function isUp(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

interface Hash {
  readonly hash?: number;
  readonly header?: { readonly revision?: string };
}

/** Of all that it holds up to a revision; 0: the newest. */
async function hashOf({ address }: Member, revision: string): Promise<Hash | null> {
  const sent = { method: 'POST', body: JSON.stringify({ revision }), signal: AbortSignal.timeout(2_000) };
  return fetch(`http://${address}/v3/maintenance/hash`, sent)
    .then((answer) => answer.json() as Promise<Hash>)
    .catch(() => null);
}

/** The disk of a node, then of a member, is full: it takes nothing more, the others go on, and it is back with room. */
export const disk: Trial = async (options) => {
  const why = whyNoMounts();
  if (why !== '') throw new Skipped(why);
  const mounts = new Mounts();
  try {
    const places = { node: mounts.memory('node', 256), member: mounts.memory('member', 256) };
    return await onCluster(
      options,
      (cluster) =>
        tormented(cluster, options, async (load) => {
          const silences = new Silences();
          const { members, nodes } = cluster;
          const [node, member] = [nodes[1]!, members.all[1]!];
          for (let at = 0; at < options.count; at++) {
            const kind = at % 2 === 0 ? 'node' : 'member';
            const fromMs = performance.now();
            const filler = fill(places[kind]);
            load.avoided = kind === 'node' ? node : null;
            await pause(3 * CALM_MS);
            const state = kind === 'node' ? await readyzOf(node.url) : member.isOver() ? 'it ended' : 'it runs';
            rmSync(filler);
            if (kind === 'member') member.start();
            const ms = silences.note(kind, load, fromMs);
            options.say(`${at + 1}: the disk of a ${kind} full for 6 s (${state}), ${ms} ms without an answer`);
            await members.led();
            await allReady(cluster);
            load.avoided = null;
          }
          return { silences: silences.figures };
        }),
      ['--disk-reserve-bytes', String(8 * 1024 * 1024)],
      {
        members: { dataOf: (at) => join(at === 1 ? places.member : mounts.memory(`member-${at}`, 256), 'member') },
        dataOf: (at) => join(at === 1 ? places.node : mounts.memory(`node-${at}`, 256), 'node'),
      },
    );
  } finally {
    mounts.close();
  }
};

/** @returns a file that takes all the room there is */
function fill(place: string): string {
  const { bavail, bsize } = statfsSync(place);
  const path = join(place, 'filler');
  try {
    writeFileSync(path, Buffer.alloc(bavail * bsize));
  } catch {
    // It was written to meanwhile: what fits is there.
  }
  return path;
}

async function readyzOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/readyz`).catch(() => null);
  return answer === null ? 'it ended' : (((await answer.json()) as { reason?: string }).reason ?? 'ready');
}

/** etcd with a small quota fills while PostgreSQL is away: commands are refused before it is full, and go on again. */
export const quota: Trial = async (options) => {
  const why = whyNoPostgres();
  if (why !== '') throw new Skipped(why);
  const own = await ownPostgres();
  own.start();
  try {
    return await onCluster(
      { ...options, postgres: own.url },
      (cluster) =>
        tormented(cluster, options, async (load) => {
          own.stop('fast');
          const fromMs = performance.now();
          const [{ url }] = cluster.nodes as [RealCluster['nodes'][0]];
          const seen = new Set<string>();
          for (let isFull = false; !isFull; await pause(250)) {
            const { status, order, order_used_part: part, reason } = await readyz(url);
            if (order !== undefined && !seen.has('filling'))
              options.say(`filling at ${String(part)}, ${load.answered} answers`);
            if (order !== undefined) seen.add('filling');
            isFull = status === 'waiting' && String(reason).includes('nearly full');
            if (performance.now() - fromMs > 5 * LONG_MS) throw new Error('it does not fill');
          }
          const answered = load.answered;
          options.say(`full after ${Math.round((performance.now() - fromMs) / 1_000)} s, ${answered} answers`);
          await pause(3 * CALM_MS);
          const full = [...load.troubles].filter(([what]) => /^write 503 .*nearly full/.test(what));
          const backMs = performance.now();
          own.start();
          await allReady(cluster);
          const readyMs = Math.round(performance.now() - backMs);
          if (!seen.has('filling') || full.length === 0) throw new Error('it was full without a word before');
          return { answeredUntilFull: answered, readyAgainMs: readyMs, refusedWhenFull: full[0]![1] };
        }),
      [],
      { members: { args: [`--quota-backend-bytes=${options.count * 1024 * 1024}`] } },
    );
  } finally {
    own.remove();
  }
};

async function readyz(url: string): Promise<Record<string, unknown>> {
  return fetch(`${url}/readyz`).then((answer) => answer.json() as Promise<Record<string, unknown>>);
}
