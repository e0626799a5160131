import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { timedDisk } from './disk.ts';
import { watchHeldLoop } from './held-loop.ts';
import { syncOf } from './sync-way.ts';

/** Keeps this thread busy. */
function hold(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

describe('the held event loop', () => {
  it('is what a gap between turns is longer than a turn', () => {
    let nowMs = 0;
    const held = watchHeldLoop(() => nowMs);
    nowMs = 15;
    expect(held.end()).toBe(0);
    const long = watchHeldLoop(() => nowMs);
    nowMs += 500;
    expect(long.end()).toBe(490);
  });
});

describe('how long the disk took', () => {
  it('is not how long the event loop was held while it worked', async () => {
    const sync = syncOf(0, hold.bind(null, 30), () => new Promise((resolve) => setTimeout(resolve, 30)));
    const startMs = performance.now();
    const background = sync();
    hold(600);
    const tookMs = await background;
    expect(performance.now() - startMs).toBeGreaterThan(590);
    expect(tookMs).toBeGreaterThan(0);
    expect(tookMs).toBeLessThan(300);
  });

  it('is told of each sync, with the writes before it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'outcry-disk-'));
    const seen: number[] = [];
    const file = timedDisk((ms) => seen.push(ms)).open(join(folder, 'journal.log'), false);
    await file.write(Buffer.alloc(100), 0);
    expect(seen).toEqual([]);
    await file.sync();
    await file.sync();
    expect(seen).toHaveLength(2);
    for (const ms of seen) expect(ms).toBeGreaterThan(0);
    file.close();
    rmSync(folder, { recursive: true });
  });

  it('is not told when the disk failed', async () => {
    const fail = (): never => {
      throw new Error('EIO');
    };
    const sync = syncOf(0, fail, async () => fail());
    await expect(sync()).rejects.toThrow('EIO');
    await expect(sync(1_000)).rejects.toThrow('EIO');
    const folder = mkdtempSync(join(tmpdir(), 'outcry-disk-'));
    closeSync(openSync(join(folder, 'journal.log'), 'w'));
    const seen: number[] = [];
    const file = timedDisk((ms) => seen.push(ms)).open(join(folder, 'journal.log'), true);
    file.close();
    await expect(file.sync()).rejects.toThrow();
    expect(seen).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});

describe('who syncs', () => {
  /** A disk whose syncs take so long; notes who made them. */
  function noted() {
    const made: string[] = [];
    const disk = { ms: 0 };
    const spot = (): void => {
      made.push('this thread');
      hold(disk.ms);
    };
    const aside = async (): Promise<void> => {
      made.push('another');
      hold(disk.ms);
    };
    return { made, disk, sync: syncOf(0, spot, aside) };
  }

  it('is another thread while few wait, and where many have come together for once', async () => {
    const { made, sync } = noted();
    for (let at = 0; at < 20; at++) await sync(7);
    await sync(20);
    expect(new Set(made)).toEqual(new Set(['another']));
  });

  it('is this thread where many wait each time, unless the disk is typically slow', async () => {
    const { made, disk, sync } = noted();
    for (let at = 0; at < 40; at++) await sync(20);
    expect(made.splice(0).at(-1)).toBe('this thread');
    disk.ms = 40;
    await sync(20);
    disk.ms = 0;
    await sync(20);
    expect(made.splice(0)).toEqual(['this thread', 'another']);
    for (let at = 0; at < 40; at++) await sync(20);
    expect(made.at(-1)).toBe('this thread');
  });
});
