// The environment in process: it shows what the exchange did, and the same seed and actions give the same again.
import { describe, expect, it } from 'vitest';
import { type Act, type Action, type Env, type EnvOptions, makeEnv, makeParallelEnv, type Step } from './index.ts';

const QUICK: EnvOptions = { episodeSeconds: 600, warmUpSeconds: 30 };
const buys = (size: number): Act => ({ name: 'placeOrder', side: 'long', size });

/** Resets, then carries out the actions that are named by step. */
function play(env: Env, steps: number, actions: Readonly<Record<number, Action>>, seed = 'tests'): Step[] {
  env.reset({ seed });
  return Array.from({ length: steps }, (_, at) => env.step(actions[at] ?? null));
}

describe('an episode', () => {
  const actions = { 3: [buys(0.02)], 40: [{ name: 'closePositions' }], 41: [buys(0.1)] } as const;

  it('is the same again with the same seed and actions, and another with others', () => {
    const [one, other] = [makeEnv(QUICK), makeEnv(QUICK)];
    const first = play(one, 90, actions);
    expect(play(other, 90, actions)).toEqual(first);
    expect(other.stateHash()).toBe(one.stateHash());
    expect(play(one, 90, actions)).toEqual(first);
    expect(play(one, 90, {})).not.toEqual(first);
    expect(play(one, 90, actions, 'another')[0]!.observation).not.toEqual(first[0]!.observation);
    expect(one.stateHash()).not.toBe(other.stateHash());
  });

  it('has a seed of its own each time: the given one, then the ones after it', () => {
    const env = makeEnv(QUICK);
    const seeds = [env.reset({ seed: 7 }), env.reset(), env.reset(), env.reset({ seed: 7 })].map(
      ({ info }) => info.seed,
    );
    expect(seeds).toEqual(['7', '7-1', '7-2', '7']);
    expect(makeEnv(QUICK).reset().info.seed).not.toBe(makeEnv(QUICK).reset().info.seed);
  });

  it('gives all agents the same index prices, whatever they do', () => {
    const indexes = (steps: readonly Step[]) => steps.map(({ observation }) => observation.contracts[0]!.index);
    expect(indexes(play(makeEnv(QUICK), 90, { 2: [buys(0.4)] }))).toEqual(indexes(play(makeEnv(QUICK), 90, {})));
  });

  it('is cut off at its end, in steps of the length asked for, and takes no step after it', () => {
    const env = makeEnv({ ...QUICK, episodeSeconds: 25, stepSeconds: 10, from: '2026-03-01T00:00:00Z' });
    const { observation } = env.reset({ seed: 'x' });
    const steps = [env.step(null), env.step(null), env.step(null)];
    expect(steps.map(({ truncated }) => truncated)).toEqual([false, false, true]);
    const seconds = [observation, ...steps.map((step) => step.observation)].map(({ timeMs }) => timeMs / 1_000);
    const first = Date.parse('2026-03-01T00:00:00Z') / 1_000 + QUICK.warmUpSeconds!;
    expect(seconds.map((second) => Math.ceil(second))).toEqual([first, first + 10, first + 20, first + 25]);
    expect(() => env.step(null)).toThrow(/has ended: reset begins another/);
  });

  it('ends for whoever has less than a USDT', () => {
    const env = makeEnv({ ...QUICK, balance: 3 });
    env.reset({ seed: 'poor' });
    let { observation } = env.step([{ name: 'setLeverage', leverage: 100 }]);
    const size = 0.001;
    let last: Step | null = null;
    while (last?.terminated !== true) {
      last = env.step(observation.contracts[0]!.position === 0 ? [buys(size)] : [{ name: 'closePositions' }]);
      ({ observation } = last);
    }
    expect(observation.equity).toBeLessThan(1);
    expect(() => env.step(null)).toThrow(/has ended/);
  });
});

describe('an observation', () => {
  it('and the rewards are what the account has: profit less fees', () => {
    const env = makeEnv(QUICK);
    const { observation: before } = env.reset({ seed: 'money' });
    const { ask } = before.contracts[0]!;
    const bought = env.step([buys(0.02)]);
    const [fill] = bought.info.fills;
    expect(fill).toMatchObject({ symbol: 'cmt_btcusdt', side: 'long', effect: 'open', isMaker: false });
    expect(Math.abs(fill!.price / ask - 1)).toBeLessThan(0.001);
    const [{ position, entry, mark }] = bought.observation.contracts as [Step['observation']['contracts'][0]];
    expect(position).toBe(0.02);
    const { fees, turnover } = bought.info.totals;
    expect(fees).toBeCloseTo(turnover * 0.0006, 6);
    expect(entry * 0.02).toBeCloseTo(turnover, 6);
    expect(bought.observation.equity).toBeCloseTo(10_000 - fees + 0.02 * (mark - entry), 6);
    expect(bought.reward).toBeCloseTo(bought.observation.equity - before.equity, 9);
    expect(bought.observation.available).toBeLessThan(bought.observation.equity);
    const steps = Array.from({ length: 50 }, () => env.step(null));
    const closed = env.step([{ name: 'closePositions' }]);
    const rewards = [bought, ...steps, closed].reduce((sum, { reward }) => sum + reward, 0);
    expect(closed.observation.contracts[0]).toMatchObject({ position: 0, entry: 0 });
    expect(10_000 + rewards).toBeCloseTo(closed.observation.equity, 6);
    const profit = closed.info.fills.reduce((sum, one) => sum + one.profit, 0);
    expect(closed.observation.equity).toBeCloseTo(10_000 + profit - closed.info.totals.fees, 6);
  });

  it('has resting orders, and an imbalance to which they belong', () => {
    const env = makeEnv({ ...QUICK, balance: 1_000_000 });
    const { observation } = env.reset({ seed: 'rests' });
    const { bid, imbalance } = observation.contracts[0]!;
    const price = bid - 40;
    const rests = env.step([{ name: 'placeOrder', side: 'long', size: 20, price, clientOrderId: 'mine' }]);
    const [result] = rests.info.results as [{ ok: true; orderId: number }];
    const [order] = rests.observation.orders;
    expect(order).toMatchObject({ orderId: result.orderId, clientOrderId: 'mine', side: 'long', effect: 'open' });
    expect(order!.price).toBeCloseTo(price, 6);
    expect(rests.observation.contracts[0]!.imbalance).toBeGreaterThan(Math.max(0.5, imbalance));
    const gone = env.step([{ name: 'cancelOrder', orderId: result.orderId }]);
    expect(gone.info.results).toEqual([{ ok: true, orderId: result.orderId }]);
    expect(gone.observation.orders).toEqual([]);
    expect(gone.observation.contracts[0]!.imbalance).toBeLessThan(0.9);
  });

  it('has the marks at the ends of the last minutes', () => {
    const env = makeEnv({ ...QUICK, warmUpSeconds: 60 });
    const { observation } = env.reset({ seed: 'closes' });
    const marks: number[] = [];
    let closes: readonly number[] = [];
    for (let second = 0; second < 180; second++) {
      const [{ mark, closes: latest }] = env.step(null).observation.contracts as [Step['observation']['contracts'][0]];
      if (second % 60 === 59) marks.push(mark);
      closes = latest;
    }
    expect(observation.contracts[0]!.closes).toHaveLength(60);
    expect(closes).toHaveLength(60);
    expect(closes.slice(-4)).toEqual([observation.contracts[0]!.mark, ...marks]);
  });
});

describe('an act', () => {
  it('closes at the stop that came with the order', () => {
    const env = makeEnv(QUICK);
    const { observation } = env.reset({ seed: 'stops' });
    const { mark } = observation.contracts[0]!;
    const stop = { takeProfit: mark * 1.0003, stopLoss: mark * 0.9997 };
    let step = env.step([{ name: 'placeOrder', side: 'long', size: 0.01, ...stop }]);
    expect(step.info.results).toMatchObject([{ ok: true }]);
    expect(step.observation.contracts[0]!.position).toBe(0.01);
    while (step.observation.contracts[0]!.position !== 0) step = env.step(null);
    expect(step.info.fills).toMatchObject([{ effect: 'close' }]);
  });

  it('that the exchange refuses says why, and changes nothing', () => {
    const env = makeEnv(QUICK);
    env.reset({ seed: 'refused' });
    const { info, observation } = env.step([
      buys(90),
      { name: 'closePositions', symbol: 'cmt_dogeusdt' },
      { name: 'cancelOrder', clientOrderId: 'unknown' },
      { name: 'placeOrder', side: 'long', size: '0.00005' },
      { name: 'setLeverage', leverage: 500 },
    ]);
    const reasons = info.results.map((result) => (result.ok ? 'ok' : result.reject.reason));
    expect(reasons).toEqual([
      'INSUFFICIENT_MARGIN',
      'PARAMETER_INVALID',
      'ORDER_NOT_FOUND',
      'SIZE_NOT_MULTIPLE_OF_STEP',
      'LEVERAGE_TOO_HIGH',
    ]);
    expect(observation.equity).toBe(10_000);
  });

  it('is brought to the grid where it is given in numbers', () => {
    const env = makeEnv(QUICK);
    const { observation } = env.reset({ seed: 'grid' });
    const price = observation.contracts[0]!.bid * 0.99 + 0.0123;
    const { orders } = env.step([{ name: 'placeOrder', side: 'long', size: 0.3 - 0.2 + 0.00009, price }]).observation;
    expect(orders[0]!.remaining).toBe(0.1);
    expect(Math.abs(orders[0]!.price - price)).toBeLessThanOrEqual(0.05 + 1e-6);
  });

  it.each([
    [{ name: 'buy' }, /an act's name is one of placeOrder, .*found \{"name":"buy"\}/],
    [{ name: 'placeOrder', side: 'long', size: Number.NaN }, /a size is a finite number, or text; found NaN/],
    [{ name: 'placeOrder', side: 'long', size: 1, symbol: 'cmt_ethusdt' }, /cmt_ethusdt is no contract of this/],
  ])('that is none is said at once: %j', (act, said) => {
    const env = makeEnv(QUICK);
    env.reset({ seed: 'none' });
    expect(() => env.step([act as Act])).toThrow(said);
  });
});

describe('agents in one market', () => {
  it('have accounts of their own, and act in turns that rotate', () => {
    const env = makeParallelEnv({ ...QUICK, agents: 3, balance: 100_000 });
    const first = env.reset({ seed: 'many' });
    expect(first.map(({ observation }) => observation.equity)).toEqual([100_000, 100_000, 100_000]);
    const all = (size: number) => env.step([[buys(size)], [buys(size)], [buys(size)]]);
    const paid = (steps: readonly Step[]) => steps.map(({ info: { fills, totals } }) => [fills.length, totals.fees]);
    const prices = (steps: readonly Step[]) => steps.map(({ info: { fills } }) => fills.at(-1)!.price);
    const [one, two] = [all(1), all(1)];
    // Whoever is later pays more: first 0 1 2, then 1 2 0.
    expect(prices(one)).toEqual(prices(one).toSorted((a, b) => a - b));
    expect(prices(two)[0]).toBe(Math.max(...prices(two)));
    expect(paid(one).every(([fills]) => fills! > 0)).toBe(true);
    expect(() => env.step([null])).toThrow('actions: one for each of 3; found 1');
  });
});

it.each([
  [{ contracts: ['cmt_xyzusdt'] }, /contracts: there is no cmt_xyzusdt; there are cmt_btcusdt, /],
  [{ contracts: [] }, /contracts: at least one, each once; found none/],
  [{ balance: 0.5 }, /balance: a whole number from 1 on; found 0.5/],
  [{ stepSeconds: 0 }, /stepSeconds: a whole number from 1 on; found 0/],
  [{ from: 'yesterday' }, /from: epoch ms, or ISO 8601 such as .*; found yesterday/],
])('options that are wrong are said at once: %j', (options, said) => {
  expect(() => makeEnv(options)).toThrow(said);
});

it('fees are an option, and above those of the contracts the exchange refuses them', () => {
  const free = makeEnv({ ...QUICK, fees: { makerFee: '0', takerFee: '0' } });
  expect(play(free, 2, { 0: [buys(0.1)] })[1]!.info.totals).toMatchObject({ fees: 0, fills: expect.any(Number) });
  const dear = makeEnv({ ...QUICK, fees: { makerFee: '0.1', takerFee: '0.1' } });
  expect(() => dear.reset({ seed: 'dear' })).toThrow(
    /the exchange refuses the options: PARAMETER_INVALID .*above 0.0006 of cmt_btcusdt/,
  );
});
