// A real process that appends under load, in small segments that are closed and compressed all the time, is killed with
// SIGKILL at random instants. Whatever it had answered is in the journal, once and at its place, and the next process
// goes on from there. (Killing a process loses no written page; lost power is simulated in
// test/property/journal.test.ts.)
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from '../../src/sequencer/journal/journal-file.ts';
import { lockFolder } from '../../src/sequencer/disk/lock.ts';
import { PATIENCE_MS } from '../patience.ts';
import { verifyChain } from '../../src/sequencer/journal/verify-chain.ts';

const KILLS = 20;
const writer = fileURLToPath(new URL('./journal-writer.ts', import.meta.url));

let folder = '';
const segments = (): string => join(folder, 'journal');
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-kill-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const compressed = (): number =>
  existsSync(segments()) ? readdirSync(segments()).filter((name) => name.endsWith('.zst')).length : 0;

/**
 * Starts the writer, kills it a moment after its start line, or after it has begun to compress. Gives the whole lines
 * it printed.
 */
async function runAndKill(firstId: number, waitsForCompression: boolean): Promise<string[]> {
  const before = compressed();
  const child = spawn(process.execPath, [writer, folder, String(firstId)], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('close', (_code, signal) => resolve(signal)),
  );
  child.stderr.on('data', (data: Buffer) => {
    errors += data.toString();
  });
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (data: Buffer) => {
      output += data.toString();
      resolve();
    });
    child.once('close', () => resolve());
  });
  const latest = performance.now() + PATIENCE_MS;
  while (waitsForCompression && compressed() <= before && performance.now() < latest)
    await new Promise((resolve) => setTimeout(resolve, 1));
  await new Promise((resolve) => setTimeout(resolve, randomInt(waitsForCompression ? 40 : 160)));
  child.kill('SIGKILL');
  expect([await ended, errors]).toEqual(['SIGKILL', '']);
  return output.split('\n').slice(0, -1);
}

/** The ids in the journal by sequence: opened as a next start would, so a torn tail is cut. */
async function idsInJournal(): Promise<number[]> {
  const lock = await lockFolder(folder);
  const journal = await openJournal(join(folder, 'journal.log'));
  const ids = [...journal.read()].map(({ command }) => (command.name === 'deposit' ? command.account : Number.NaN));
  expect(ids.length).toBe(journal.end.sequence);
  // Half of the starts find a seal, half do not.
  if (randomInt(2) === 0) await journal.close();
  lock.release();
  return ids;
}

describe('a process killed with SIGKILL while it appends', () => {
  it(`has lost nothing it had answered, ${KILLS} times over`, async () => {
    const answered = new Map<number, number>();
    let before: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const [first, ...lines] = await runAndKill(1 + kill * 1_000_000, kill % 2 === 0);
      expect(first).toBe(`start ${before.length}`);
      for (const line of lines) {
        const [sequence, id] = line.split(' ').map(Number);
        expect(answered.has(sequence!)).toBe(false);
        answered.set(sequence!, id!);
      }
      const ids = await idsInJournal();
      expect(ids.slice(0, before.length)).toEqual(before);
      expect(new Set(ids).size).toBe(ids.length);
      const lost = [...answered].filter(([sequence, id]) => ids[sequence - 1] !== id);
      expect(lost).toEqual([]);
      before = ids;
    }
    expect(answered.size).toBeGreaterThan(KILLS * 10);
    expect(compressed()).toBeGreaterThanOrEqual(KILLS / 2);
    expect((await verifyChain(join(folder, 'journal.log'))).damaged).toEqual([]);
  });
});
