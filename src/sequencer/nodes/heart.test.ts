import { describe, expect, it } from 'vitest';
import { Heart } from './heart.ts';
import { type Heartbeat, OrderUnreachable, type Pulse } from './shared-order.ts';

const said = { revision: 1, sequence: 1, gateways: [], version: '0', trouble: null };

/** A heart among others, whose clocks are so far from this machine's. */
function among(others: Record<string, number>, ownMs = 0, unseen: Record<string, number> = {}) {
  const skews = { ...others };
  let own = ownMs;
  let isThere = true;
  const pulses: Pulse[] = [];
  const nowMs = (): number => 1_700_000_000_000 + performance.now();
  const heart = new Heart({
    name: 'a',
    says: () => said,
    wallMs: () => nowMs() + own,
    random: () => 0,
    onPulse: (pulse) => void pulses.push(pulse),
    order: {
      async beat(heartbeat) {
        if (!isThere) throw new OrderUnreachable('nobody');
        const rest = Object.entries(skews).map(([name, ms]): Heartbeat => {
          return { ...said, name, wallMs: nowMs() + ms, unseenMs: unseen[name] ?? 0 };
        });
        return { nodes: [heartbeat, ...rest], newest: 7, place: 7, diverged: [] };
      },
    },
  });
  return { heart, pulses, skews, step: (ms: number) => void (own = ms), part: (is: boolean) => void (isThere = is) };
}

describe('the heart of a node', () => {
  it('tells the least time for which another has not looked at what is shared, and nothing when nobody is heard', async () => {
    const unseen = { b: 70_000, c: 90_000 };
    const { heart, part } = among({ b: 0, c: 0 }, 0, unseen);
    await heart.begin();
    expect(heart.othersUnseenMs).toBe(70_000);
    unseen.c = 300;
    await heart.begin();
    const alone = among({});
    await alone.heart.begin();
    expect(alone.heart.othersUnseenMs).toBe(Infinity);
    part(false);
    await expect.poll(() => heart.othersUnseenMs, { timeout: 5_000 }).toBeNull();
    for (const one of [heart, alone.heart]) await one.stop();
  });

  it('tells a clock that is too far ahead of the median of three, and one far behind, as soon as it steps', async () => {
    const { heart, step, pulses } = among({ b: 0, c: 20 });
    await heart.begin();
    expect(heart.clock()).toMatchObject({ nodes: 3, isWrong: false });
    expect(Math.abs(heart.clock().byMs)).toBeLessThan(100);
    step(400);
    expect(heart.clock().isWrong).toBe(true);
    expect(heart.clock().byMs).toBeGreaterThan(250);
    step(-900);
    expect(heart.clock(), 'behind does no harm to time').toMatchObject({ isWrong: false });
    step(-1_300);
    expect(heart.clock()).toMatchObject({ isWrong: true });
    step(0);
    expect(heart.clock().isWrong).toBe(false);
    expect(heart.nodes.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(pulses.at(-1)?.newest).toBe(7);
    await heart.stop();
  });

  it('does not hold its clock against one that was wrong and is right again', async () => {
    const { heart, step, skews } = among({ b: 10_000, c: 0 });
    await heart.begin();
    skews['b'] = 0;
    step(600);
    await expect.poll(() => heart.clock()).toMatchObject({ nodes: 3, isWrong: true });
    await heart.stop();
  });

  it('accuses no clock because the first beats of the others come late, once they were gone', async () => {
    const { heart, skews } = among({ b: 0, c: 0 });
    await heart.begin();
    for (const name of ['b', 'c']) delete skews[name];
    await heart.begin();
    expect(heart.clock().nodes).toBe(1);
    Object.assign(skews, { b: -800, c: -800 });
    await expect.poll(() => heart.clock().nodes, { timeout: 5_000 }).toBe(3);
    expect(heart.clock()).toMatchObject({ isWrong: false });
    await heart.stop();
  });

  it('accuses no clock while there are two nodes, since nobody knows which is wrong', async () => {
    const { heart, step } = among({ b: 0 });
    await heart.begin();
    step(10_000);
    expect(heart.clock()).toMatchObject({ nodes: 2, isWrong: false });
    expect(heart.clock().byMs).toBeGreaterThan(4_000);
    await heart.stop();
  });

  it('says that nobody answers, and when somebody does again', async () => {
    const { heart, part } = among({});
    await heart.begin();
    expect(heart.silentMs).toBeNull();
    part(false);
    await expect.poll(() => heart.silentMs, { timeout: 10_000 }).toBeGreaterThan(2_000);
    part(true);
    await expect.poll(() => heart.silentMs, { timeout: 10_000 }).toBeNull();
    await heart.stop();
  });
});
