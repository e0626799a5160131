// A thread that compresses is ended at its next pause, over and over: the process goes on, and no segment is lost.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { asked, PATIENCE_MS } from '../../../test/patience.ts';
import { openJournal } from '../../sequencer/journal-file.ts';
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
      const compressor = createCompressor(path, log);
      const before = segments(PACKED);
      compressor.wake();
      await asked(
        () => segments(PACKED),
        (packed) => packed > before || packed === all,
      );
      await compressor.stop();
      expect(segments(PACKED) + segments(OPEN)).toBe(all);
    }
    const last = createCompressor(path, log);
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
