import { describe, expect, it } from 'vitest';
import { createPace, createTeller } from './pace.ts';
import { canBeRead, historyOf, isFarBehind, type Progress, secondsUntil } from './progress.ts';

const IDLE: Progress = { projected: 1_000, applied: 1_000, perSecond: null, proving: null };

describe('how long until something can be read', () => {
  it('is nothing for what is stored, unknown without a pace, and commands over pace with one', () => {
    expect(secondsUntil(IDLE, 1_000)).toBe(0);
    expect(secondsUntil(IDLE, 1_001)).toBeNull();
    expect(secondsUntil({ ...IDLE, perSecond: 500 }, 6_000)).toBe(10);
    // At a start the rows are there and the engine is not: what is stored can be read, and the rest after all of it.
    expect(secondsUntil({ ...IDLE, projected: 9_000, perSecond: 1_000 }, 9_000)).toBe(0);
    expect(secondsUntil({ ...IDLE, projected: 9_000, perSecond: 1_000 }, 9_001)).toBe(8.001);
  });

  it('counts a proof that holds the thread', () => {
    const proving = { what: 'audit', part: 0.5, seconds: 4 } as const;
    expect(secondsUntil({ ...IDLE, proving }, 1_001)).toBe(4);
    expect(secondsUntil({ ...IDLE, proving, perSecond: 1_000 }, 3_000)).toBe(6);
    expect(secondsUntil({ ...IDLE, proving: { ...proving, seconds: null } }, 1_001)).toBeNull();
  });

  it('is too long from five seconds on; what is unknown is waited for', () => {
    expect(isFarBehind(IDLE, 50_000)).toBe(false);
    expect(isFarBehind({ ...IDLE, perSecond: 1_000 }, 6_000)).toBe(false);
    expect(isFarBehind({ ...IDLE, perSecond: 1_000 }, 6_001)).toBe(true);
    expect(isFarBehind({ ...IDLE, perSecond: 1_000 }, 0)).toBe(false);
  });

  it('is shown in whole seconds, and says whether questions are answered', () => {
    const far = historyOf({ ...IDLE, perSecond: 1_000 }, 6_500);
    expect(far).toEqual({ sequence: 1_000, behind: 5_500, seconds: 6 });
    expect(canBeRead(far)).toBe(false);
    expect(canBeRead(historyOf(IDLE, 1_000))).toBe(true);
    expect(canBeRead(historyOf(IDLE, 1_500))).toBe(true);
    // Nothing measured yet, and the whole journal to go.
    expect(historyOf({ ...IDLE, projected: 90_000, applied: 0 }, 90_010)).toEqual({
      sequence: 90_000,
      behind: 90_010,
      seconds: null,
    });
    expect(canBeRead({ sequence: 90_000, behind: 90_010, seconds: null })).toBe(false);
  });
});

describe('the pace', () => {
  it('is that of the last seconds of work without a pause, and of nothing else', () => {
    let nowMs = 0;
    const pace = createPace(() => nowMs);
    const work = (ms: number, applied: number): boolean => {
      nowMs += ms;
      return pace.mark(applied);
    };
    expect(work(0, 0)).toBe(false);
    expect(work(100, 50)).toBe(false);
    expect(pace.perSecond).toBeNull();
    expect(work(200, 600)).toBe(true);
    expect(pace.perSecond, 'less than a second says nothing').toBeNull();
    expect(work(800, 2_200)).toBe(true);
    expect(pace.perSecond).toBe(2_000);
    for (let at = 1; at <= 20; at++) work(300, 2_200 + at * 30);
    expect(pace.perSecond).toBe(100);
    expect(pace.rest()).toBe(true);
    expect(pace.perSecond).toBeNull();
    expect(pace.rest()).toBe(false);
  });
});

describe('how long a proof or a snapshot will take yet', () => {
  /** Work on 300 000 records: pairs of milliseconds and records, as they pass. */
  const tellsOf = (course: readonly (readonly [number, number])[], all = 300_000): (number | null)[] => {
    let nowMs = 0;
    let done = 0;
    const told: (number | null)[] = [];
    const tell = createTeller(
      'snapshot',
      () => all,
      ({ seconds }) => told.push(seconds),
      () => nowMs,
    );
    for (const [ms, records] of course) {
      nowMs += ms;
      done += records;
      tell(done);
    }
    return told;
  };

  it('is unknown, and so waited for, until a second of it was measured: a slow beginning refuses nobody', () => {
    // As measured beside a busy core: half a second for the first thousand lines, as much for all the others together.
    const told = tellsOf([[477, 1_000], [300, 1_000], ...Array.from({ length: 6 }, () => [100, 48_000] as const)]);
    expect(told.length).toBeGreaterThan(0);
    for (const seconds of told)
      expect(isFarBehind({ ...IDLE, proving: { what: 'snapshot', part: 0, seconds } }, 1_027), `${seconds} s`).toBe(
        false,
      );
  });

  it('is what is left at the pace of the last seconds', () => {
    expect(tellsOf(Array.from({ length: 11 }, () => [250, 5_000] as const)).at(-1)).toBeCloseTo(12.25);
    const slow = tellsOf([[5_000, 1_000], ...Array.from({ length: 20 }, () => [250, 10_000] as const)]);
    expect(slow.at(-1), 'its beginning is forgotten').toBeCloseTo((300_000 - 201_000) / 40_000);
  });

  it('is nothing beyond what was expected, and unknown while nothing is done', () => {
    expect(
      tellsOf(
        Array.from({ length: 8 }, () => [250, 100] as const),
        500,
      ).at(-1),
    ).toBe(0);
    expect(tellsOf(Array.from({ length: 8 }, () => [250, 0] as const)).every((seconds) => seconds === null)).toBe(true);
  });
});
