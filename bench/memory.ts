/**
 * What is remembered of an ended order for its 24 hours, in bytes of one replica: a day of orders with client order ids
 * of 32 characters that find nobody, then a second such day, on which as many are forgotten as end. The process holds
 * two replicas, so twice that is what an order costs. Goals: at most 50 bytes, and the second day adds nothing.
 *
 * Options: `--orders` a day (2000000).
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Footprint } from './memory-replica.ts';
import { type BenchOptions, countOption, type Result } from './result.ts';

const MOST_BYTES = 50;
/** What the second day may add, in hundredths of the first: rows in use are whole blocks. */
const MOST_GROWTH = 0.1;

export async function run(options: BenchOptions): Promise<Result> {
  const orders = countOption(options, 'orders', 2_000_000);
  const replica = fileURLToPath(new URL('./memory-replica.ts', import.meta.url));
  const args = [...process.execArgv, '--expose-gc', replica, String(orders)];
  const printed = execFileSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [before, ...days] = JSON.parse(String(printed)) as [Footprint, ...Footprint[]];
  const held = ({ heap, arrays }: Footprint): number => heap + arrays;
  const rows = days.map((day, at) => ({
    day: at + 1,
    'bytes an order, held': ((held(day) - held(before)) / orders).toFixed(1),
    'bytes an order, resident': ((day.rss - before.rss) / orders).toFixed(1),
    'longest command, ms': day.longestMs.toFixed(1),
  }));
  const [first, second] = days.map((day) => held(day) - held(before)) as [number, number];
  const isSmall = first / orders <= MOST_BYTES;
  const isFlat = second <= first * (1 + MOST_GROWTH);
  return {
    name: 'memory',
    rows,
    remarks: [
      `${orders} orders a day, of one engine alone; held: heap and array buffers after garbage collection.`,
      `Goals: at most ${MOST_BYTES} bytes held: ${isSmall ? 'met' : 'missed'}; the second day holds no more: ${isFlat ? 'met' : 'missed'}.`,
    ],
    goalMet: isSmall && isFlat,
  };
}
