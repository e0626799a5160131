/**
 * A life that was taken away does nothing any more: its store, which would start a new thread a second after its death,
 * must not write beside the store of the next life.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryDisk } from '../../src/sequencer/disk/memory-disk.ts';
import { KEEP_ALL } from '../../src/store/upkeep/keep.ts';
import type { FromThread } from '../../src/store/thread/protocol.ts';
import { PATIENCE_MS } from '../patience.ts';
import { nearStore } from './service/near-store.ts';

function dataIn(folder: string) {
  return {
    databaseUrl: join(folder, 'outcry.db'),
    journalPath: join(folder, 'journal.log'),
    keyFilePath: join(folder, 'key-file'),
    rebuild: false,
    mayLackBodies: false,
    markPath: null,
    keep: KEEP_ALL,
    snapshots: null,
    node: null,
  };
}

describe('the store of a life that ended', () => {
  it('starts as long as the life goes on, and never after', { timeout: PATIENCE_MS }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'outcry-near-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const data = dataIn(folder);
    const near = nearStore(memoryDisk());
    const first = near.open(data);
    await new Promise<FromThread>((resolve) => void first.on('message', resolve));
    expect(existsSync(data.databaseUrl)).toBe(true);
    await near.drop();

    const other = dataIn(mkdtempSync(join(folder, 'next-')));
    near.open(other).postMessage({ kind: 'durable', timeMs: 0, sequence: 1 });
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
    expect(existsSync(other.databaseUrl)).toBe(false);
  });
});
