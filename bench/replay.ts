/**
 * A restart: checks and replays a journal of a million commands (W1 as placeOrder and cancelOrder of a thousand funded
 * accounts) through the real engine, in a fresh process, cold, as a start of the service does. Reports commands per
 * second and the highest resident memory. The state it comes to is held to the hash of the state the commands made when
 * they were first applied.
 *
 * Options: `--rounds` (3), `--commands` (1000000, or 20000 for a quick look).
 */
import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine } from '../src/core/engine.ts';
import { stateHash } from '../src/core/state/hash.ts';
import { type Journal, openJournal } from '../src/sequencer/journal-file.ts';
import { commandText } from '../src/sequencer/record.ts';
import { replay } from '../src/sequencer/replay.ts';
import { type Contender, interleave, type Measurement, median } from './interleave.ts';
import { buildCommands, sequencedCommands } from './replay-on-engine.ts';
import { type BenchOptions, countOption, type Result } from './result.ts';
import { knownWorkload } from './workload.ts';

const MEBIBYTE = 1024 * 1024;
const BATCH = 1_000;
const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');

interface Job {
  /** Holds `journal.log` and `state-hash`. */
  readonly folder: string;
  readonly commands: number;
}

/** Writes the journal in one process, replays it `rounds` times, each in another. */
export async function run(options: BenchOptions): Promise<Result> {
  const rounds = countOption(options, 'rounds', 3);
  const folder = mkdtempSync(join(tmpdir(), 'outcry-bench-replay-'));
  const job: Job = { folder, commands: countOption(options, 'commands', 1_000_000) };
  try {
    const written = (await interleave([contender('writeJournal', job)], 1)).get('writeJournal')!;
    const measured = (await interleave([contender('replayJournal', job)], rounds)).get('replayJournal')!;
    const row = { ...written[0], ...mediansOf(measured) };
    const remarks = [
      `Medians of ${rounds} rounds, each in a fresh process without warm-up; the state hash is that of the first run.`,
      '"check" reads the journal and verifies every record, "replay" reads it again and applies it; the rate counts both.',
    ];
    return { name: 'replay', rows: [row], remarks, goalMet: true };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function contender(name: string, options: Job): Contender {
  return { name, module: new URL(import.meta.url), function: name, options };
}

function mediansOf(measured: readonly Measurement[]): Measurement {
  const names = Object.keys(measured[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, Math.round(median(measured.map((each) => each[name] ?? Number.NaN)))]),
  );
}

/** Makes the journal, and the hash of the state its commands make. */
export async function writeJournal({ folder, commands }: Job): Promise<Measurement> {
  const all = sequencedCommands(buildCommands(knownWorkload('W1', commands)));
  const engine = createEngine(sha256);
  const journal = await openJournal(join(folder, 'journal.log'));
  for (let first = 0; first < all.length; first += BATCH) {
    const batch = all.slice(first, first + BATCH);
    await journal.append(
      batch.map(({ sequence, timeMs, command }) => ({ sequence, timeMs, text: commandText(command) })),
    );
    for (const sequenced of batch) engine.apply(sequenced);
  }
  await journal.close();
  writeFileSync(join(folder, 'state-hash'), stateHash(engine.state, sha256));
  return { commands: all.length, journalMiB: Math.round(journal.end.endOffset / MEBIBYTE) };
}

/** One restart. */
export async function replayJournal({ folder }: Job): Promise<Measurement> {
  const startMs = performance.now();
  const journal = await openJournal(join(folder, 'journal.log'), { readonly: true });
  const checkedMs = performance.now();
  const engine = createEngine(sha256);
  await replay(journal, engine);
  const endMs = performance.now();
  const peakMiB = process.resourceUsage().maxRSS / 1024;
  requireSameState(journal, stateHash(engine.state, sha256), readFileSync(join(folder, 'state-hash'), 'utf8'));
  return {
    checkMs: checkedMs - startMs,
    replayMs: endMs - checkedMs,
    commandsPerSecond: (journal.end.sequence / (endMs - startMs)) * 1_000,
    peakMiB,
  };
}

function requireSameState({ path, end }: Journal, found: string, expected: string): void {
  if (found !== expected)
    throw new Error(
      `replaying ${path} to sequence ${end.sequence} gave the state ${found}, applying it first gave ${expected}`,
    );
}
