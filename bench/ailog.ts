/**
 * The AI log: how many leaves a second go into the read store with their nodes, batched as the projector does; how long
 * a proof takes from a log of that size; and uploads of 2 KiB over HTTP, durable when answered, beside placeOrder.
 *
 * Goals: 50 000 leaves a second; a proof at p99 under 5 ms from 10 million leaves; uploads at half of placeOrder's
 * rate.
 *
 * Options: `--leaves` (10 000 000), `--proofs` (2 000), `--rounds` (3), `--requests` per connection and round (200),
 * `--connections` (32), `--folder` and `--profile` as in http.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Frontier, grow, rootOf } from '../src/core/ailog/log/merkle.ts';
import { verifyInclusion } from '../src/core/ailog/log/proof.ts';
import { blindedLeaf } from '../src/core/ailog/log/entry.ts';
import type { Database } from '../src/store/database/db.ts';
import { openDatabase } from '../src/store/database/open-database.ts';
import { writeHashRuns } from '../src/store/evidence/leaf-hashes.ts';
import { insertRows } from '../src/store/tables/insert-rows.ts';
import { migrate } from '../src/store/migrations/migrate.ts';
import { logProof } from '../src/store/queries/log-tiles.ts';
import { nodeRows } from '../src/store/rows/rows.ts';
import { sha256 } from '../src/store/sha256.ts';
import { leafRow } from '../src/store/tables/leaf-form.ts';
import type { LeafTable, NodeTable } from '../src/store/tables/log-tables.ts';
import { callersOf } from './http-requests.ts';
import { figure, loadOf, measureLoads } from './http-rounds.ts';
import { CONTRACTS, openAccounts, requireDisk, startServer } from './http-server.ts';
import { type BenchOptions, countOption, type Result } from './result.ts';

const BATCH = 4_000;
const START_MS = 1_700_000_000_000;
const H = Buffer.alloc(32, 7).toString('base64');
const GOALS = { leavesPerSecond: 50_000, proofMs: 5, uploads: 0.5 };

export async function run(options: BenchOptions): Promise<Result> {
  const leaves = countOption(options, 'leaves', 10_000_000);
  const proofs = countOption(options, 'proofs', 2_000);
  const folder = mkdtempSync(join(options['folder'] ?? tmpdir(), 'outcry-bench-ailog-'));
  try {
    const { perSecond, perCpuSecond, p50, p99, cpuMs } = await measureTree(join(folder, 'tree.db'), leaves, proofs);
    const { uploads, orders } = await measureUploads(folder, options);
    const share = uploads / orders;
    return {
      name: 'ailog',
      rows: [
        {
          what: `append, ${leaves} leaves`,
          found: `${Math.round(perSecond)} a second`,
          goal: `${GOALS.leavesPerSecond}`,
        },
        { what: 'of the processor', found: `${Math.round(perCpuSecond)} a second`, goal: '' },
        { what: 'proof, processor, mean', found: `${cpuMs.toFixed(2)} ms`, goal: '' },
        { what: 'proof, p50', found: `${p50.toFixed(2)} ms`, goal: '' },
        { what: 'proof, p99', found: `${p99.toFixed(2)} ms`, goal: `${GOALS.proofMs} ms` },
        { what: 'uploads of 2 KiB', found: `${Math.round(uploads)} a second`, goal: '' },
        { what: 'placeOrder', found: `${Math.round(orders)} a second`, goal: '' },
        { what: 'uploads of placeOrder', found: share.toFixed(2), goal: `${GOALS.uploads}` },
      ],
      remarks: [
        'Each proof is verified. The database is SQLite, in batches of the projector. A machine that does other work shows in the figures but those of the processor.',
      ],
      goalMet: perSecond >= GOALS.leavesPerSecond && p99 < GOALS.proofMs && share >= GOALS.uploads,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureTree(path: string, leaves: number, proofs: number) {
  const database = openDatabase(path);
  try {
    await migrate(database);
    const [started, cpuBefore] = [performance.now(), process.cpuUsage()];
    const { root, hashOf } = await append(database, leaves);
    const perSecond = leaves / ((performance.now() - started) / 1000);
    const perCpuSecond = leaves / (cpuMsSince(cpuBefore) / 1000);
    const taken: number[] = [];
    const cpuBeforeProofs = process.cpuUsage();
    for (let at = 0; at < proofs; at++) {
      const index = Math.floor(Math.random() * leaves);
      const before = performance.now();
      const proof = await logProof(database, { index, size: leaves });
      taken.push(performance.now() - before);
      if (!verifyInclusion(sha256, { index, size: leaves, leaf: hashOf(index), proof, root }))
        throw new Error(`the proof of leaf ${index} of ${leaves} is wrong`);
    }
    const cpuMs = cpuMsSince(cpuBeforeProofs) / proofs;
    taken.sort((a, b) => a - b);
    const at = (part: number): number => taken[Math.min(taken.length - 1, Math.floor(part * taken.length))]!;
    return { perSecond, perCpuSecond, p50: at(0.5), p99: at(0.99), cpuMs };
  } finally {
    await database.close();
  }
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Hashes leaves and nodes and writes their rows, a batch in each transaction. */
async function append(database: Database, leaves: number) {
  let frontier: Frontier = [];
  const leafOf = (idx: number) => blindedLeaf(sha256, 'ailog', H, START_MS + idx);
  for (let first = 0; first < leaves; first += BATCH) {
    const rows: LeafTable[] = [];
    const nodes: NodeTable[] = [];
    for (let idx = first; idx < Math.min(leaves, first + BATCH); idx++) {
      const { entry, hash } = leafOf(idx);
      const grown = grow(sha256, frontier, idx, hash);
      frontier = grown.frontier;
      rows.push(leafRow({ idx, kind: 'ailog', t: START_MS + idx, uid: 1_000_001, header: null, entry, hash }));
      nodes.push(...nodeRows(idx, grown.nodes));
    }
    await database.transaction('rebuildable', async (on) => {
      await insertRows(database, on, 'tlog_leaf', rows);
      await insertRows(database, on, 'tlog_node', nodes);
      await writeHashRuns(database, on, first);
    });
  }
  return { root: rootOf(sha256, frontier), hashOf: (idx: number) => leafOf(idx).hash };
}

async function measureUploads(folder: string, options: BenchOptions) {
  requireDisk(folder);
  const profile = options['profile'] === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options['profile']}`];
  const server = await startServer(folder, CONTRACTS, profile);
  try {
    const accounts = await openAccounts(server, countOption(options, 'connections', 32));
    for (const { uid } of accounts) await server.ask('/admin/allowlist', { uid, allowed: true, reason: 'bench' });
    const [orders, uploads] = [loadOf('placeOrder'), loadOf('uploadAiLog')];
    const measured = await measureLoads(server, {
      callers: callersOf(accounts, CONTRACTS),
      loads: [orders, uploads],
      rounds: countOption(options, 'rounds', 3),
      requests: countOption(options, 'requests', 200),
    });
    const rate = (load: typeof orders): number => figure(measured, load, 'requestsPerSecond');
    return { uploads: rate(uploads), orders: rate(orders) };
  } finally {
    await server.stop();
  }
}
