import { describe, expect, it } from 'vitest';
import { OPERATOR } from './body.ts';
import { createSessions } from './sessions.ts';

const HOLDER = { person: OPERATOR, credential: null };
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe('codes and sessions of the administration', () => {
  it('a code is good for a minute, a session for twelve hours', () => {
    let nowMs = 5;
    const sessions = createSessions(() => nowMs);
    const late = sessions.code(HOLDER).code;
    const { code } = sessions.code(HOLDER);
    nowMs += MINUTE_MS - 1;
    const { token } = sessions.login(code)!;
    nowMs += 1;
    expect(sessions.login(late)).toBeNull();
    nowMs += 12 * HOUR_MS - 2;
    expect(sessions.holderOf(token)).toMatchObject(HOLDER);
    nowMs += 1;
    expect(sessions.holderOf(token)).toBeNull();
  });

  it('makes room for new codes by forgetting the oldest, so that nobody is kept out and memory is bounded', () => {
    const sessions = createSessions(() => 0);
    const codes = Array.from({ length: 101 }, () => sessions.code(HOLDER).code);
    expect(new Set(codes).size).toBe(101);
    expect(sessions.login(codes[0]!)).toBeNull();
    expect(sessions.login(codes[100]!)?.person).toBe(OPERATOR);
    expect(sessions.login(codes[99]!)?.person).toBe(OPERATOR);
  });
});
