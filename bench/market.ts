/**
 * What the market costs: commands and rows a second, bytes of the journal, processor time of the world and of all of it
 * on the engine, in made-up time. `npm run bench -- market`. Options: `--hours` (24), `--seed` (drawn).
 */
import { commandText } from '../src/sequencer/journal/record.ts';
import type { Command } from '../src/core/language/commands.ts';
import { FIRST_SECOND, MadeUpMarket } from '../src/env/made-up-market.ts';
import { World } from '../src/market/world/world.ts';
import { sha256 } from '../src/store/sha256.ts';
import { seedsOf } from './facts.ts';
import { percentile } from './kit/figures.ts';
import { type BenchOptions, countOption, type Result } from './kit/result.ts';

const HOUR = 3_600;
const WORLD_SECONDS = 20_000;
/** Of a record beside its command: sequence, time, hash. */
const RECORD_BYTES = 60;

export function run(options: BenchOptions): Promise<Result> {
  const [seed] = seedsOf(options, 1) as [string];
  return Promise.resolve(costOf(seed, countOption(options, 'hours', 24)));
}

/** What so many hours of a seed cost. */
export function costOf(seed: string, hours: number): Result {
  const worldMicroseconds = timeWorld(seed);
  const market = new MadeUpMarket(seed);
  const commands = new Float64Array(hours * HOUR);
  const rowsOfHours = new Float64Array(hours);
  let bytes = 0;
  let at = 0;
  market.hooks = {
    onApplied(command) {
      commands[at]! += 1;
      rowsOfHours[Math.floor(at / HOUR)]! += rowsOf(command);
      bytes += commandText(command).length + RECORD_BYTES;
    },
  };
  const began = process.cpuUsage();
  for (; at < commands.length; at++) market.pass();
  const { user, system } = process.cpuUsage(began);
  const seconds = commands.length;
  const figures = [
    ['commands a second, mean', commands.reduce((sum, one) => sum + one, 0) / seconds, 40],
    ['commands a second, p99', percentile(commands, 0.99), 60],
    ['rows a second, the busiest hour', Math.max(...rowsOfHours) / HOUR, 90],
    ['the world, µs a second', worldMicroseconds, 50],
    ['house, engine and text, part of a core, %', (user + system) / seconds / 10_000, 10],
    ['journal, kB a second', bytes / seconds / 1_000, 8],
  ] as const;
  return {
    name: 'market',
    rows: figures.map(([figure, found, most]) => ({
      figure,
      found: found.toPrecision(3),
      most,
      held: found <= most ? 'pass' : 'FAIL',
    })),
    remarks: [`${hours} hours of seed ${seed}; orders of the house that were refused: ${market.refused}.`],
    goalMet: figures.every(([, found, most]) => found <= most) && market.refused === 0,
  };
}

function rowsOf(command: Command): number {
  if (command.name === 'batchOrders') return command.orders.length;
  if (command.name === 'cancelBatchOrders') return command.orderIds.length;
  return command.name === 'placeOrder' ? 1 : 0;
}

function timeWorld(seed: string): number {
  const world = new World({ seed, sha256, second: FIRST_SECOND });
  const began = process.cpuUsage();
  for (let second = 0; second < WORLD_SECONDS; second++) world.step(FIRST_SECOND + second);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / WORLD_SECONDS;
}
