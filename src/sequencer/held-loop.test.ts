import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { timedDisk } from './disk.ts';
import { watchHeldLoop } from './held-loop.ts';
import { type SyncHelper, syncOf } from './sync-way.ts';

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
  /** A disk that takes `ms`, first on the spot and then, as it is slow, in the background. */
  const disk = (ms: number) => ({
    fdatasyncSync: () => hold(ms),
    fdatasync: ((_: number, done: (error: Error | null) => void) => setTimeout(done, ms, null)) as never,
  });

  it('is not how long the event loop was held while it worked', async () => {
    const sync = syncOf(0, disk(30));
    // On the spot: what holds the loop is the disk.
    expect(await sync()).toBeGreaterThanOrEqual(30);
    const startMs = performance.now();
    const background = sync();
    hold(600);
    const tookMs = await background;
    expect(performance.now() - startMs).toBeGreaterThan(590);
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
    const sync = syncOf(0, {
      fdatasyncSync: () => {
        throw new Error('EIO');
      },
      fdatasync: (() => undefined) as never,
    });
    await expect(sync()).rejects.toThrow('EIO');
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
  /** A disk and a helper that note the syncs asked of them. */
  function asked(work: () => void = () => undefined) {
    const calls: string[] = [];
    let isWary = false;
    const disk = {
      fdatasyncSync: () => {
        calls.push('spot');
        work();
      },
      fdatasync: (() => calls.push('background')) as never,
    };
    const helper: SyncHelper = {
      sync: (_, spotMs) => void calls.push(`helper, ${spotMs} ms on the spot`),
      isWary: () => isWary,
      beWary: () => void (isWary = true),
    };
    return { calls, helper, sync: syncOf(0, disk, helper) };
  }

  it('is this thread while the disk is fast and nothing is to be expected, a helper in wary times', async () => {
    const { calls, helper, sync } = asked();
    await sync();
    helper.beWary();
    await sync();
    expect(calls).toEqual(['spot', 'helper, 2 ms on the spot']);
  });

  it('is this thread in wary times, too, where a crowd waits each time, unless its last sync was slow just now', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const { calls, helper, sync } = asked(() => void vi.advanceTimersByTime(8));
      const helped = 'helper, 2 ms on the spot';
      helper.beWary();
      await sync(60);
      for (let at = 0; at < 40; at++) await sync(7);
      expect(new Set(calls.splice(0)), 'who came together for once, and a few').toEqual(new Set([helped]));
      for (let at = 0; calls.at(-1) !== 'spot' && at < 40; at++) await sync(20);
      expect(calls.splice(0).at(-1)).toBe('spot');
      vi.advanceTimersByTime(16 - 1);
      await sync(20);
      vi.advanceTimersByTime(1);
      await sync(20);
      expect(calls).toEqual([helped, 'spot']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is the helper after a sync that was slow, waited for on the spot once the disk is fast again', async () => {
    const { calls, sync } = asked(() => hold(50));
    for (let at = 0; at < 40; at++) await sync();
    expect(calls[0]).toBe('spot');
    expect(calls[1]).toBe('helper, 0 ms on the spot');
    expect(calls.at(-1)).toBe('helper, 2 ms on the spot');
    expect(calls.filter((call) => call === 'spot')).toHaveLength(1);
  });
});
