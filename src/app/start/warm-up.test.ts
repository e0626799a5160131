import { describe, expect, it } from 'vitest';
import { warmUp } from './warm-up.ts';

/** In processor time, since a busy machine gives it less of it. */
const spentMs = (): number => process.cpuUsage().user / 1_000;

describe('warmUp', () => {
  it('runs many commands in about the time it is given', () => {
    const started = spentMs();
    const commands = warmUp(300);
    const spent = spentMs() - started;
    expect(commands).toBeGreaterThan(spent);
    expect(spent).toBeLessThan(3_000);
  });
});
