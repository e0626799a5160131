/**
 * How fast an agent trains in process: steps of a second with one contract, an order a minute, as processor time of one
 * core. `npm run bench -- env`. Options: `--steps` (40000), `--seed` (drawn).
 */
import { makeEnv } from '../src/env/index.ts';
import { seedsOf } from './facts.ts';
import { type BenchOptions, countOption, type Result } from './kit/result.ts';

const GOAL = 5_000;
/** In which the compiler sees the hot paths. */
const UNTIMED = 5_000;
const ORDER_EVERY = 60;

export function run(options: BenchOptions): Promise<Result> {
  const [seed] = seedsOf(options, 1) as [string];
  const steps = countOption(options, 'steps', 40_000);
  const env = makeEnv({ episodeSeconds: steps + UNTIMED, balance: 1_000_000 });
  env.reset({ seed });
  const pass = (count: number): void => {
    for (let at = 0; at < count; at++) {
      const side = at % (2 * ORDER_EVERY) === 0 ? 'long' : 'short';
      const order = { name: 'placeOrder', side, size: 0.01 } as const;
      env.step(at % ORDER_EVERY === 0 ? [{ name: 'closePositions' }, order] : null);
    }
  };
  pass(UNTIMED);
  const began = process.cpuUsage();
  pass(steps);
  const { user, system } = process.cpuUsage(began);
  const rate = steps / ((user + system) / 1e6);
  return Promise.resolve({
    name: 'env',
    rows: [{ figure: 'steps of a second, one contract, a second of one core', found: Math.round(rate), least: GOAL }],
    remarks: [`${steps} steps of seed ${seed}.`],
    goalMet: rate >= GOAL,
  });
}
