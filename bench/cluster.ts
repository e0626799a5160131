/**
 * The order that nodes share beside the journal of one machine: commands a second and how long a caller waits, at the
 * sequencer, with real engines and without HTTP. `file` is the sequencer of one machine on a real disk; `etcd` one node
 * over three members of etcd on this machine, `etcd, 3 nodes` the same callers spread over three; nodes are in one
 * process, so three of them share its thread. Rounds alternate; the first is warm-up and
 * not counted. Reads are 64 at a time: confirmed ones while nothing is written, and those of callers who have just
 * written at another node, confirmed and local.
 *
 * Options: `--callers` (1,64,512,2048), `--seconds` of each (2), `--rounds` (3), `--folder`.
 */
import { join } from 'node:path';
import { loadavg } from 'node:os';
import { createEngine } from '../src/core/engine.ts';
import type { Sequencer } from '../src/sequencer/sequencer.ts';
import { createSequencer } from '../src/sequencer/sequencer.ts';
import { openJournal } from '../src/sequencer/journal/journal-file.ts';
import { sha256 } from '../src/store/sha256.ts';
import type { Members } from '../test/cluster/etcd-members.ts';
import { median } from './kit/figures.ts';
import { clock, openNodes, overMembers, readsElsewhere, type Round, timed, writes } from './kit/node-load.ts';
import { type BenchOptions, countOption, type Result } from './kit/result.ts';

const NODES = 3;
const READERS = 64;

export function run(options: BenchOptions): Promise<Result> {
  return overMembers(options, (members, folder, version) => measured(folder, members, version, options));
}

async function measured(folder: string, members: Members, version: string, options: BenchOptions): Promise<Result> {
  const load = loadavg()[0] ?? 0;
  const counts = (options['callers'] ?? '1,64,512,2048').split(',').map(Number);
  const seconds = countOption(options, 'seconds', 2);
  const rounds = countOption(options, 'rounds', 3);
  const nodes = await openNodes(members, folder, NODES);
  const file = await openFile(join(folder, 'journal.log'));
  const contenders: readonly (readonly [string, readonly Pick<Sequencer, 'submit'>[]])[] = [
    ['file', [file]],
    ['etcd', [nodes[0]!.sequencer]],
    [`etcd, ${NODES} nodes`, nodes.map(({ sequencer }) => sequencer)],
  ];
  const rows: Record<string, string | number>[] = [];
  for (const callers of counts) {
    const found = new Map<string, Round[]>(contenders.map(([name]) => [name, []]));
    for (let round = 0; round <= rounds; round++)
      for (const [name, sequencers] of contenders) {
        const one = await writes(sequencers, callers, seconds);
        if (round > 0) found.get(name)!.push(one);
      }
    for (const [name, list] of found) rows.push(rowOf(name, callers, list));
  }
  const reads = await timed(READERS, seconds, (at) => nodes[at % NODES]!.sequencer.confirmed());
  rows.push(rowOf('confirmed reads', READERS, [reads]));
  const confirmed = await readsElsewhere(nodes, READERS, seconds, ({ sequencer }) => sequencer.confirmed());
  const local = await readsElsewhere(nodes, READERS, seconds, ({ sequencer }, at) => sequencer.reached(at));
  rows.push(rowOf('read elsewhere, confirmed', READERS, [confirmed]), rowOf('read elsewhere, local', READERS, [local]));
  for (const { sequencer } of nodes) await sequencer.confirmed();
  const hashes = new Set(nodes.map((node) => node.hash()));
  for (const node of nodes) await node.stop();
  const remarks = [`${version}; load average ${load.toFixed(1)} at the start; all nodes alike: ${hashes.size === 1}`];
  return { name: 'cluster: the order of several nodes', rows, remarks, goalMet: hashes.size === 1 };
}

async function openFile(path: string): Promise<Sequencer> {
  const journal = await openJournal(path);
  return createSequencer({ journal, engine: createEngine(sha256), clock: { nowMs: clock, trouble: () => null } });
}

function rowOf(order: string, callers: number, rounds: readonly Round[]): Record<string, string | number> {
  const of = (figure: (round: Round) => number): number => median(rounds.map(figure));
  return {
    order,
    callers,
    'a second': Math.round(of(({ perSecond }) => perSecond)),
    'p50 ms': of(({ p50Ms }) => p50Ms).toFixed(1),
    'p99 ms': of(({ p99Ms }) => p99Ms).toFixed(1),
  };
}
