/**
 * A restart: checks and replays a journal of a million commands (W1 as placeOrder and cancelOrder of a thousand funded
 * accounts) through the real engine, in a fresh process, cold, as a start of the service does. Reports commands per
 * second and the highest resident memory. The state it comes to is held to the hash of the state the commands made when
 * they were first applied.
 *
 * Options: `--rounds` (3), `--commands` (1000000, or 20000 for a quick look), `--folder` for the journal.
 */
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEngine } from '../src/core/engine.ts';
import { stateHash } from '../src/core/state/hash.ts';
import { openJournal } from '../src/sequencer/journal/journal-file.ts';
import { commandText } from '../src/sequencer/journal/record.ts';
import { replay } from '../src/sequencer/replay.ts';
import { medians } from './kit/figures.ts';
import { type Contender, interleave, type Measurement } from './kit/interleave.ts';
import { buildCommands, sequencedCommands } from './kit/replay-on-engine.ts';
import { type BenchOptions, countOption, inFolder, type Result } from './kit/result.ts';
import { knownWorkload } from './kit/workload.ts';

const MEBIBYTE = 1024 * 1024;
const BATCH = 1_000;
const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');

interface Job {
  /** Holds `journal.log` and `state-hash`. */
  readonly folder: string;
  readonly commands: number;
}

/** Writes the journal in one process, replays it `rounds` times, each in another. */
export function run(options: BenchOptions): Promise<Result> {
  const rounds = countOption(options, 'rounds', 3);
  return inFolder(options, async (folder) => {
    const job: Job = { folder, commands: countOption(options, 'commands', 1_000_000) };
    const measured = async (name: string, times: number): Promise<Measurement[]> => {
      const contender: Contender = { name, module: new URL(import.meta.url), function: name, options: job };
      return (await interleave([contender], times)).get(name)!;
    };
    const [written] = await measured('writeJournal', 1);
    const row = { ...written, ...medians(await measured('replayJournal', rounds)) };
    const remarks = [
      `Medians of ${rounds} rounds, each in a fresh process without warm-up; the state hash is that of the first run.`,
      '"check" reads the journal and verifies every record, "replay" reads it again and applies it; the rate counts both.',
    ];
    return { name: 'replay', rows: [row], remarks, goalMet: true };
  });
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
  const [found, first] = [stateHash(engine.state, sha256), readFileSync(join(folder, 'state-hash'), 'utf8')];
  if (found !== first) throw new Error(`replaying gave the state ${found}, applying it first gave ${first}`);
  return {
    checkMs: Math.round(checkedMs - startMs),
    replayMs: Math.round(endMs - checkedMs),
    commandsPerSecond: Math.round((journal.end.sequence / (endMs - startMs)) * 1_000),
    peakMiB: Math.round(peakMiB),
  };
}
