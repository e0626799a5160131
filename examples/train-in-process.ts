// Trains a rule of two numbers by cross-entropy search, in process, and then asks whether what it learned is more than
// luck. It needs no exchange: the market runs in this process, a quarter of an hour in a tenth of a second.
//
//   node scripts/node.mjs examples/train-in-process.ts
//
// In a program of yours the import is from 'outcry/env'.
import { type Action, backtest, makeEnv, type Observation, reportText } from '../src/env/index.ts';

interface Rule {
  /** Looks back so many minutes, */
  readonly minutes: number;
  /** and goes with a move of so many basis points; against it below 0. */
  readonly points: number;
}

const MARKET = { episodeSeconds: 900, warmUpSeconds: 600, stepSeconds: 15 };

function policyOf({ minutes, points }: Rule): (observation: Observation) => Action {
  return ({ contracts: [contract] }) => {
    const { closes, mark, position } = contract!;
    const before = closes[closes.length - minutes]!;
    const moved = (mark / before - 1) * 10_000;
    const side = Math.abs(moved) < Math.abs(points) ? 0 : Math.sign(moved) * Math.sign(points);
    if (side === 0 || side === Math.sign(position)) return null;
    return [{ name: 'closePositions' }, { name: 'placeOrder', side: side > 0 ? 'long' : 'short', size: 0.02 }];
  };
}

/** What a rule earns over some seeds, USDT. */
function earned(rule: Rule, seeds: readonly string[]): number {
  const env = makeEnv(MARKET);
  let sum = 0;
  for (const seed of seeds) {
    const decide = policyOf(rule);
    let { observation } = env.reset({ seed });
    for (let isOver = false; !isOver; ) {
      const step = env.step(decide(observation));
      ({ observation } = step);
      sum += step.reward;
      isOver = step.terminated || step.truncated;
    }
  }
  return sum;
}

let state = 1;
/** Uniform draws of a fixed seed, so that everybody sees the same. */
const uniform = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
const normal = (): number => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());

const mean = { minutes: 5, points: 0 };
const spread = { minutes: 3, points: 8 };
for (let generation = 1; generation <= 3; generation++) {
  const rules = Array.from({ length: 6 }, (): Rule => {
    const minutes = Math.round(Math.max(1, Math.min(9, mean.minutes + spread.minutes * normal())));
    return { minutes, points: mean.points + spread.points * normal() };
  });
  const tried = rules.map((rule) => ({ rule, usdt: earned(rule, [`train-${generation}`, `more-${generation}`]) }));
  const best = tried.toSorted((a, b) => b.usdt - a.usdt).slice(0, 2);
  for (const name of ['minutes', 'points'] as const) {
    const [one, other] = best.map(({ rule }) => rule[name]) as [number, number];
    mean[name] = (one + other) / 2;
    spread[name] = Math.max(0.5, Math.abs(one - other));
  }
  console.log(`generation ${generation}: best ${best[0]!.usdt.toFixed(2)} USDT`);
}

const learned = { minutes: Math.max(1, Math.round(mean.minutes)), points: mean.points };
console.log(`learned: ${learned.minutes} minutes, ${learned.points.toFixed(1)} basis points; on seeds it never saw:\n`);
const report = await backtest({ ...MARKET, policy: () => policyOf(learned), seeds: 6, seed: 'unseen', coins: 25 });
console.log(reportText(report));
