import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wallClock } from './wall-clock.ts';

const START = Date.parse('2026-01-01T09:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A machine whose clocks are moved by hand, and a clock on it that continues from a journal. */
function machine(journal: { timeMs?: number; aheadUntilMs?: number } | null = {}) {
  const at = { wallMs: START, steadyMs: 1_000, bootMs: 9_000_000 };
  const clock = wallClock({
    wallMs: () => at.wallMs,
    steadyMs: () => at.steadyMs,
    bootMs: () => Math.floor(at.bootMs / 10) * 10,
  });
  if (journal !== null) clock.goOnFrom({ timeMs: 0, aheadUntilMs: 0, ...journal });
  return {
    at,
    clock,
    /** Time passes for everybody. */
    pass(ms: number) {
      at.wallMs += ms;
      at.steadyMs += ms;
      at.bootMs += ms;
    },
    /** The machine sleeps: its wall clock goes on, and the clock that counts sleep. */
    sleep(ms: number) {
      at.wallMs += ms;
      at.bootMs += ms;
    },
    set(ms: number) {
      at.wallMs += ms;
    },
  };
}

describe('the wall clock', () => {
  it('is the time of the machine, in whole milliseconds', () => {
    const before = Date.now();
    const now = wallClock().nowMs();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
    expect(Number.isSafeInteger(now)).toBe(true);
  });

  it.each([
    ['400 days forward', 400 * DAY, 'jumped 400 days forward'],
    ['an hour forward', HOUR, 'jumped 60 minutes forward'],
    ['6 seconds forward', 6_000, 'jumped 6 seconds forward'],
    ['6 seconds back', -6_000, 'jumped 6 seconds back'],
    ['a day back', -DAY, 'jumped 24 hours back'],
  ])('is not believed when it was set %s, and again when it is back', (_, ms, text) => {
    const { clock, pass, set } = machine();
    expect(clock.nowMs()).toBe(START);
    pass(300);
    set(ms);
    expect(clock.trouble()).toMatchObject({ kind: 'jumped', byMs: ms, retryAfterSeconds: 5 });
    expect(clock.trouble()!.text).toContain(text);
    expect(clock.jumpMs()).toBe(ms);
    pass(60_000);
    expect(clock.nowMs()).toBe(START);
    set(-ms);
    expect(clock.trouble()).toBeNull();
    expect(clock.nowMs()).toBe(START + 60_300);
  });

  it.each([3_000, -3_000, 1_000, -1_000])('is followed when it was put right by %i ms', (ms) => {
    const { clock, pass, set } = machine();
    clock.nowMs();
    pass(10_000);
    set(ms);
    expect(clock.trouble()).toBeNull();
    pass(10_000);
    expect(clock.nowMs()).toBe(START + 20_000 + ms);
  });

  it('is not believed after small steps that add up, and is after a smeared leap second and a year of slow drift', () => {
    const stepped = machine();
    stepped.clock.nowMs();
    for (let step = 0; step < 5; step++) {
      stepped.pass(2_000);
      stepped.set(1_500);
    }
    expect(stepped.clock.trouble()).toMatchObject({ kind: 'jumped' });

    const smeared = machine();
    smeared.clock.nowMs();
    for (let minute = 0; minute < 24 * 60; minute++) {
      smeared.pass(60_000);
      smeared.set(-1_000 / (24 * 60));
      expect(smeared.clock.trouble()).toBeNull();
    }
    const drifting = machine();
    drifting.clock.nowMs();
    for (let hour = 0; hour < 365 * 24; hour++) {
      drifting.pass(HOUR);
      drifting.set(hour % 2 === 0 ? 500 : 100);
      drifting.clock.nowMs();
    }
    expect(drifting.clock.trouble()).toBeNull();
  });

  it.each(['sleep', 'pass'] as const)('is believed after hours of sleep (%s), at the first look', (how) => {
    const one = machine();
    one.clock.nowMs();
    one.pass(100);
    one[how](9 * HOUR);
    expect(one.clock.trouble()).toBeNull();
    expect(one.clock.nowMs()).toBe(START + 9 * HOUR + 100);
  });

  it('is held to nothing before the first stamp: a machine may find the time after the exchange was started', () => {
    const { clock, set } = machine(null);
    set(20 * DAY);
    clock.goOnFrom({ timeMs: START + 20 * DAY, aheadUntilMs: 0 });
    set(-19 * DAY);
    expect(clock.trouble()).toMatchObject({ kind: 'behind', byMs: 19 * DAY, retryAfterSeconds: 3_600 });
    set(40 * DAY);
    expect(clock.trouble()).toBeNull();
    expect(clock.nowMs()).toBe(START + 41 * DAY);
    set(DAY);
    expect(clock.trouble()).toMatchObject({ kind: 'jumped' });
  });
});

describe('a journal that ends after the wall clock', () => {
  it('is waited for, and says how long', () => {
    const { clock, pass } = machine({ timeMs: START + 65_000 });
    expect(clock.trouble()).toMatchObject({ kind: 'behind', byMs: 65_000, retryAfterSeconds: 60 });
    expect(clock.trouble()!.text).toContain('the journal ends 65 seconds after');
    pass(59_999);
    expect(clock.trouble()).not.toBeNull();
    expect(clock.nowMs()).toBe(START + 65_000);
    pass(1);
    expect(clock.trouble()).toBeNull();
    expect(clock.nowMs()).toBe(START + 65_000);
  });

  it('is nothing within 5 seconds: time goes on at half speed until it is the wall clock’s again', () => {
    const { clock, pass } = machine({ timeMs: START + 4_000 });
    expect(clock.nowMs()).toBe(START + 4_000);
    pass(1_000);
    expect(clock.nowMs()).toBe(START + 4_500);
    expect(clock.aheadMs()).toBe(3_500);
    pass(6_999);
    expect(clock.nowMs()).toBe(START + 7_999);
    pass(1);
    expect([clock.nowMs(), clock.aheadMs()]).toEqual([START + 8_000, 0]);
    pass(500);
    expect(clock.nowMs()).toBe(START + 8_500);
  });
});

describe('accepting the wall clock', () => {
  it('says nothing when there is nothing to accept', () => {
    expect(machine().clock.accept()).toBeNull();
  });

  it('after a jump forward: time goes on from there at once', () => {
    const { clock, pass, set } = machine();
    clock.nowMs();
    set(HOUR);
    expect(clock.accept()).toMatchObject({ wallMs: START + HOUR, aheadUntilMs: 0, trouble: { kind: 'jumped' } });
    expect(clock.trouble()).toBeNull();
    pass(10);
    expect(clock.nowMs()).toBe(START + HOUR + 10);
  });

  it('after a jump back: half speed, and the wall clock’s time again after twice the lead', () => {
    const { clock, pass, set } = machine();
    clock.nowMs();
    set(-HOUR);
    expect(clock.accept()).toMatchObject({ wallMs: START - HOUR, aheadUntilMs: START + HOUR });
    for (let minute = 1; minute <= 120; minute++) {
      pass(60_000);
      expect(clock.trouble()).toBeNull();
      expect(clock.nowMs()).toBe(START + minute * 30_000);
    }
    expect(clock.aheadMs()).toBe(0);
    pass(60_000);
    expect(clock.nowMs()).toBe(START + HOUR + 60_000);
  });

  it('holds over a restart for what is left of the lead, and for no more', () => {
    const accepted = { timeMs: START + HOUR, aheadUntilMs: START + 2 * HOUR };
    expect(machine(accepted).clock.trouble()).toBeNull();
    const worse = machine(accepted);
    worse.set(-60_000);
    expect(worse.clock.trouble()).toMatchObject({ kind: 'behind', byMs: HOUR + 60_000 });
    expect(machine({ ...accepted, timeMs: START + 3 * HOUR }).clock.trouble()).toMatchObject({ kind: 'behind' });
  });

  it('can be taken back', () => {
    const { clock, set } = machine();
    clock.nowMs();
    set(HOUR);
    clock.accept()!.undo();
    expect(clock.trouble()).toMatchObject({ kind: 'jumped', byMs: HOUR });
  });
});

it('never gives out a time before the last, nor one that the truth, drift and what was accepted do not explain', () => {
  const moves = fc.array(
    fc.record({
      pass: fc.nat(20_000),
      sleep: fc.nat(50_000),
      set: fc.oneof(fc.integer({ min: -4e8, max: 4e8 }), fc.integer({ min: -7_000, max: 7_000 })),
      chance: fc.nat(9),
    }),
    { minLength: 1, maxLength: 60 },
  );
  fc.assert(
    fc.property(moves, (list) => {
      const one = machine();
      let last = one.clock.nowMs();
      // The true time: the wall clock before anybody set it, moved by what was accepted.
      let trueMs = START;
      let lead = 0;
      for (const { pass, sleep, set, chance } of list) {
        one.pass(pass);
        one.sleep(sleep);
        trueMs += pass + sleep;
        if (chance < 3) one.set(set);
        if (chance === 9) {
          const accepted = one.clock.accept();
          if (accepted !== null) {
            trueMs = accepted.wallMs;
            lead = Math.max(0, last - trueMs);
          }
        }
        const now = one.clock.nowMs();
        expect(now).toBeGreaterThanOrEqual(last);
        if (one.clock.trouble() === null) {
          expect(now - trueMs).toBeLessThanOrEqual(lead + 15_000);
          expect(now - trueMs).toBeGreaterThanOrEqual(-15_000);
        }
        last = now;
      }
    }),
  );
});
