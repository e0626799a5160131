import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createMetrics } from '../api/ops/metrics.ts';
import { dataFolder } from './data-folder.ts';
import { addProcessGauges, sizesOf } from './process-gauges.ts';

const path = mkdtempSync(join(tmpdir(), 'outcry-gauges-'));
afterAll(() => rmSync(path, { recursive: true, force: true }));
const folder = dataFolder(path);

it('tells how large the folder is, by kind of file', () => {
  writeFileSync(folder.journal, 'x'.repeat(1_000));
  writeFileSync(folder.database, 'x'.repeat(200));
  writeFileSync(`${folder.database}-wal`, 'x'.repeat(30));
  writeFileSync(folder.keyFile, 'x'.repeat(4));
  expect(sizesOf(folder)).toEqual({ journal: 1_000, store: 230, other: 4 });
  expect(sizesOf(dataFolder(join(path, 'nowhere')))).toEqual({ journal: 0, store: 0, other: 0 });
});

it('tells how long the event loop was held since the last scrape, the heap, and the journal', async () => {
  mkdirSync(path, { recursive: true });
  const metrics = createMetrics();
  const end = addProcessGauges(metrics, folder, () => 777);
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
  expect(await value('outcry_heap_bytes{kind="used"}')).toBeGreaterThan(1e6);
  expect(await value('outcry_journal_bytes')).toBe(777);
  expect(await value('outcry_folder_bytes{kind="journal"}')).toBe(1_000);
});
