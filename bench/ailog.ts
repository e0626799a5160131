/**
 * The AI log: how many leaves a second go into the read store with their nodes, batched as the projector does, and how
 * long a proof takes from a log of that size. (Uploads: `http --loads placeOrder,uploadAiLog`.) Goals: 50 000 leaves a
 * second; a proof at p99 under 5 ms from 10 million leaves.
 *
 * Options: `--leaves` (10 000 000), `--proofs` (2 000), `--folder` for the store.
 */
import { join } from 'node:path';
import { blindedLeaf } from '../src/core/log/entry.ts';
import { type Frontier, grow, rootOf } from '../src/core/log/merkle.ts';
import { verifyInclusion } from '../src/core/log/proof.ts';
import type { Database } from '../src/store/database/db.ts';
import { openDatabase } from '../src/store/database/open-database.ts';
import { writeHashRuns } from '../src/store/evidence/leaf-hashes.ts';
import { makeTables } from '../src/store/database/schema.ts';
import { logProof } from '../src/store/evidence/log-tiles.ts';
import { nodeRows } from '../src/store/write/rows.ts';
import { sha256 } from '../src/store/sha256.ts';
import { insertRows } from '../src/store/database/insert-rows.ts';
import { leafRow } from '../src/store/schema/leaf-form.ts';
import type { LeafTable, NodeTable } from '../src/store/schema/log-tables.ts';
import { percentile } from './kit/figures.ts';
import { type BenchOptions, countOption, inFolder, type Result } from './kit/result.ts';

const BATCH = 4_000;
const START_MS = 1_700_000_000_000;
const H = Buffer.alloc(32, 7).toString('base64');
const GOALS = { leavesPerSecond: 50_000, proofMs: 5 };

const leafOf = (idx: number) => blindedLeaf(sha256, 'ailog', H, START_MS + idx);

export function run(options: BenchOptions): Promise<Result> {
  const leaves = countOption(options, 'leaves', 10_000_000);
  const proofs = countOption(options, 'proofs', 2_000);
  return inFolder(options, async (folder) => {
    const database = openDatabase(join(folder, 'tree.db'));
    await makeTables(database);
    const [startMs, cpuBefore] = [performance.now(), process.cpuUsage()];
    const root = await append(database, leaves);
    const perSecond = (leaves / (performance.now() - startMs)) * 1_000;
    const perCpuSecond = (leaves / cpuMsSince(cpuBefore)) * 1_000;
    const cpuBeforeProofs = process.cpuUsage();
    const tookMs: number[] = [];
    for (let at = 0; at < proofs; at++) tookMs.push(await prove(database, root, leaves));
    const cpuMs = cpuMsSince(cpuBeforeProofs) / proofs;
    await database.close();
    const [p50, p99] = [percentile(tookMs, 0.5), percentile(tookMs, 0.99)];
    return {
      name: 'ailog',
      rows: [
        { what: `append, ${leaves} leaves`, found: `${Math.round(perSecond)} a second`, goal: GOALS.leavesPerSecond },
        { what: 'of the processor', found: `${Math.round(perCpuSecond)} a second`, goal: '' },
        { what: 'proof, processor, mean', found: `${cpuMs.toFixed(2)} ms`, goal: '' },
        { what: 'proof, p50', found: `${p50.toFixed(2)} ms`, goal: '' },
        { what: 'proof, p99', found: `${p99.toFixed(2)} ms`, goal: `${GOALS.proofMs} ms` },
      ],
      remarks: [
        'Each proof is verified. The database is SQLite, in batches of the projector. A machine that does other work shows in the figures but those of the processor.',
      ],
      goalMet: perSecond >= GOALS.leavesPerSecond && p99 < GOALS.proofMs,
    };
  });
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Gives how long one proof took, ms. */
async function prove(database: Database, root: Uint8Array, size: number): Promise<number> {
  const index = Math.floor(Math.random() * size);
  const startMs = performance.now();
  const proof = await logProof(database, { index, size });
  const tookMs = performance.now() - startMs;
  if (!verifyInclusion(sha256, { index, size, leaf: leafOf(index).hash, proof, root }))
    throw new Error(`the proof of leaf ${index} of ${size} is wrong`);
  return tookMs;
}

/** Hashes leaves and nodes and writes their rows, a batch in each transaction. Gives the root. */
async function append(database: Database, leaves: number): Promise<Uint8Array> {
  let frontier: Frontier = [];
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
  return rootOf(sha256, frontier);
}
