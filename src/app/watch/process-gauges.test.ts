import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Metrics } from '../../api/metrics/metrics.ts';
import { dataFolder } from '../../folder/disk/data-folder.ts';
import { addProcessGauges, sizesOf } from './process-gauges.ts';

const path = mkdtempSync(join(tmpdir(), 'outcry-gauges-'));
afterAll(() => rmSync(path, { recursive: true, force: true }));
const folder = dataFolder(path);

const NOTHING = { journal: 0, journal_compressed: 0, store: 0, snapshots: 0, bodies: 0, other: 0 };
const disk = { freeBytes: 4_096, secondsLeft: Number.POSITIVE_INFINITY };

it('tells how large the folder is, by kind of file', async () => {
  writeFileSync(folder.journal, 'x'.repeat(1_000));
  writeFileSync(folder.database, 'x'.repeat(200));
  writeFileSync(`${folder.database}-wal`, 'x'.repeat(30));
  writeFileSync(folder.keyFile, 'x'.repeat(4));
  expect(await sizesOf(folder)).toEqual({ ...NOTHING, journal: 1_000, store: 230, other: 4 });
  for (const name of ['journal', 'snapshots', 'bodies']) mkdirSync(join(path, name));
  writeFileSync(join(path, 'journal', '1.seg'), 'x'.repeat(20_000));
  writeFileSync(join(path, 'journal', '0.seg.zst'), 'x'.repeat(300_000));
  writeFileSync(join(path, 'snapshots', '7.snap'), 'x'.repeat(5));
  writeFileSync(join(path, 'bodies', '1.spool'), 'x'.repeat(60));
  expect(await sizesOf(folder)).toEqual({
    journal: 21_000,
    journal_compressed: 300_000,
    store: 230,
    snapshots: 5,
    bodies: 60,
    other: 4,
  });
  for (const name of ['journal', 'snapshots', 'bodies']) rmSync(join(path, name), { recursive: true });
  expect(await sizesOf(dataFolder(join(path, 'nowhere')))).toEqual(NOTHING);
});

it('tells how long the event loop was held since the last scrape, the heap, and the journal', async () => {
  mkdirSync(path, { recursive: true });
  const metrics = new Metrics();
  const end = addProcessGauges(metrics, folder, disk, () => 777, {
    delays: () => ({ p50: 0, p99: 0.5, max: 2 }),
    shared: null,
  });
  const value = async (name: string): Promise<number> => {
    const line = (await metrics.text()).split('\n').find((one) => one.startsWith(name));
    return Number(line?.split(' ').at(-1));
  };
  await new Promise((resolve) => setTimeout(resolve, 60));
  for (const until = performance.now() + 400; performance.now() < until; );
  await new Promise((resolve) => setTimeout(resolve, 60));
  const text = await metrics.text();
  end();
  const max = Number(/^outcry_event_loop_delay_seconds\{quantile="max"\} (.+)$/m.exec(text)?.[1]);
  expect(max).toBeGreaterThan(0.3);
  expect(max).toBeLessThan(5);
  expect(text).toMatch(/^outcry_event_loop_delay_seconds\{quantile="p99"\} /m);
  expect(text).toMatch(/^# TYPE outcry_event_loop_delay_seconds gauge$/m);
  expect(await value('outcry_event_loop_delay_seconds{quantile="max"}')).toBeLessThan(max);
  expect(await value('outcry_store_event_loop_delay_seconds{quantile="max"}')).toBe(2);
  expect(await value('outcry_heap_bytes{kind="used"}')).toBeGreaterThan(1e6);
  expect(await value('outcry_journal_bytes')).toBe(777);
  expect(await value('outcry_folder_bytes{kind="journal"}')).toBe(1_000);
  expect(await value('outcry_disk_free_bytes')).toBe(4_096);
  expect(text).toContain('outcry_disk_seconds_left +Inf');
});
