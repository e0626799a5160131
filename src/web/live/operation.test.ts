import { expect, it, vi } from 'vitest';

vi.mock('../base/admin-session.ts', () => ({ read: vi.fn(), write: vi.fn() }));
const { withPoints } = await import('./operation.ts');

const point = (timeMs: number) => ({ timeMs, commandsPerSecond: 1, waiting: 0, lag: 0, fund: 0 });

it('adds a point once, takes all that are sent, and keeps 450', () => {
  const first = withPoints([], { point: point(1) });
  expect(first).toEqual([point(1)]);
  expect(withPoints(first, { point: point(1) }), 'the same point again').toBe(first);
  expect(withPoints(first, { point: null })).toBe(first);
  const many = Array.from({ length: 500 }, (_, at) => point(at));
  const all = withPoints(first, { point: point(499), lines: { everyMs: 2_000, points: many } });
  expect([all.length, all[0], all.at(-1)]).toEqual([450, point(50), point(499)]);
  expect(withPoints(all, { point: point(900) }).length).toBe(450);
});
