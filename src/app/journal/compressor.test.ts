// A thread that compresses waits for a calm moment, but not for ever. It is ended at its next pause, over and over: the
// process goes on, and no segment is lost.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { asked, PATIENCE_MS } from '../../../test/patience.ts';
import { openJournal } from '../../sequencer/journal/journal-file.ts';
import { createCompressor } from './compressor.ts';

const COMMANDS = 600;
const ROUNDS = 12;
const folder = mkdtempSync(join(tmpdir(), 'outcry-compressor-'));
const path = join(folder, 'journal.log');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const segments = (form: RegExp): number =>
  readdirSync(join(folder, 'journal')).filter((name) => form.test(name)).length;
const OPEN = /\.seg$/;
const PACKED = /\.seg\.zst$/;

it(
  'ends when it is told to, and goes on where it was',
  async () => {
    const journal = await openJournal(path, { segmentBytes: 4_096, growBytes: 4_096 });
    for (let at = 0; at < COMMANDS; at++) {
      const text = JSON.stringify({ name: 'tick', filled: String(at).padStart(400, '0') });
      await journal.append([{ sequence: journal.end.sequence + 1, timeMs: 1 + at, text }]);
    }
    await journal.close();
    const all = segments(OPEN);
    expect(all).toBeGreaterThan(2 * ROUNDS);
    const said: unknown[] = [];
    const log = { info: () => undefined, error: (...what: unknown[]) => void said.push(what) };
    for (let round = 0; round < ROUNDS; round++) {
      const compressor = createCompressor(path, log, { lookEveryMs: 1 });
      const before = segments(PACKED);
      compressor.wake();
      await asked(
        () => segments(PACKED),
        (packed) => packed > before || packed === all,
      );
      await compressor.stop();
      expect(segments(PACKED) + segments(OPEN)).toBe(all);
    }
    const last = createCompressor(path, log, { lookEveryMs: 1 });
    last.wake();
    const left = await asked(
      () => segments(OPEN),
      (open) => open === 0,
    );
    await last.stop();
    expect([left, segments(PACKED), said]).toEqual([0, all, []]);
    const again = await openJournal(path);
    expect(again.end.sequence).toBe(COMMANDS);
    await again.close();
  },
  2 * PATIENCE_MS,
);

/** Leaves this thread next to no time for anything else. */
async function workFor(ms: number): Promise<void> {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs) {
    const turnEndMs = performance.now() + 20;
    while (performance.now() < turnEndMs);
    await nextTurn();
  }
}

describe('while the exchange is busy', () => {
  const nowhere = join(folder, 'none.log');
  const log = { info: () => undefined, error: () => undefined };

  it('a closed segment waits, until the first calm moment', async () => {
    let begun = 0;
    const compressor = createCompressor(nowhere, log, { onBegun: () => begun++, lookEveryMs: 100 });
    const busy = workFor(600);
    compressor.wake();
    await busy;
    expect(begun).toBe(0);
    await asked(
      () => begun,
      (times) => times === 1,
    );
    await compressor.stop();
  });

  it('eight of them wait no longer', async () => {
    let begun = 0;
    const compressor = createCompressor(nowhere, log, { onBegun: () => begun++, lookEveryMs: PATIENCE_MS });
    for (let closed = 1; closed <= 7; closed++) compressor.wake();
    expect(begun).toBe(0);
    compressor.wake();
    expect(begun).toBe(1);
    await compressor.stop();
  });

  it('none of them is begun after the end', async () => {
    let begun = 0;
    const compressor = createCompressor(nowhere, log, { onBegun: () => begun++, lookEveryMs: 1 });
    compressor.wake();
    await compressor.stop();
    await workFor(50);
    expect(begun).toBe(0);
  });
});
