// `outcry verify` as a process: its exit codes, and its words for what was not checked.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bundleFiles, packed, POLICY } from '../verification/bundle-day.ts';
import { ContestDay } from '../verification/contest-day.ts';
import { cleanUp, newFolder, outcry } from './process.ts';

afterAll(cleanUp);

describe('outcry verify', () => {
  const folder = newFolder();
  const file = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  it('ends with 0, 1 and 2, and says what was not checked', async () => {
    const policy = file('policy', POLICY);
    const honest = new ContestDay().team('t1', '1000001');
    honest.minute([{ orderId: honest.pair() }]);
    const lazy = new ContestDay().team('t1', '1000001');
    lazy.minute([{ orderId: lazy.order('x') }]);
    const fine = file('fine', await packed(bundleFiles(honest).files));
    const agrees = await outcry('verify', fine, '--policy', policy);
    expect(agrees.code).toBe(0);
    expect(agrees.stdout).toContain('checked      the board the contest ended with follows from the leaves');
    expect(agrees.stdout).toContain('team t1  VERIFIED');
    const open = file('open', await packed(bundleFiles(honest, 'none').files));
    expect((await outcry('verify', open, '--policy', policy)).stdout).toContain('not checked  1 AI logs were withheld');
    const found = await outcry('verify', file('found', await packed(bundleFiles(lazy).files)), '--policy', policy);
    expect([found.code, found.stdout]).toEqual([1, expect.stringContaining('V01 REVIEW, V02 REVIEW')]);
    const broken = await outcry('verify', policy, '--policy', policy, '--json');
    expect([broken.code, JSON.parse(broken.stdout)]).toMatchObject([2, { outcome: 'broken' }]);
    expect((await outcry('verify', fine)).code).toBe(2);
    expect((await outcry('verify', join(folder, 'none'), '--policy', policy)).code).toBe(2);
  });
});
