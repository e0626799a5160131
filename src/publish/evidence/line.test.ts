import { expect, it } from 'vitest';
import { createLine } from './line.ts';

it('works one at a time, the contest before its teams, each in the order they asked', async () => {
  const line = createLine();
  const done: string[] = [];
  let running = 0;
  const job = (name: string) => async (): Promise<string> => {
    running++;
    expect(running, 'at the same time').toBe(1);
    await new Promise(setImmediate);
    running--;
    done.push(name);
    if (name === 'team 2') throw new Error(name);
    return name;
  };
  const asked = [
    line.take(false, job('team 1')),
    line.take(false, job('team 2')),
    line.take(false, job('team 3')),
    line.take(true, job('report')),
    line.take(true, job('full bundle')),
  ];
  const settled = await Promise.allSettled(asked);
  expect(done).toEqual(['team 1', 'report', 'full bundle', 'team 2', 'team 3']);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  expect(await line.take(false, job('later'))).toBe('later');
});

it('has ended when nothing waits any more, and can go on', async () => {
  const line = createLine();
  await line.ended();
  const done: string[] = [];
  for (const name of ['one', 'two'])
    void line.take(false, async () => {
      await new Promise(setImmediate);
      done.push(name);
    });
  await line.ended();
  expect(done).toEqual(['one', 'two']);
});
