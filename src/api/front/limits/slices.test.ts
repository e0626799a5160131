// Work in steps: by turns, and one job of an account after the other.
import { describe, expect, it } from 'vitest';
import type { Steps } from '../../../core/text/steps.ts';
import { createSlices } from './slices.ts';

/** A job that notes its steps. */
function* job(name: string, steps: number, notes: string[]): Steps<string> {
  for (let step = 1; step < steps; step++) {
    notes.push(`${name}${step}`);
    yield;
  }
  notes.push(`${name}${steps}`);
  return name;
}

describe('slices', () => {
  it('take accounts by turns, and the jobs of one after the other', async () => {
    const slices = createSlices();
    const notes: string[] = [];
    const all = [
      slices.run(1, job('a', 3, notes)),
      slices.run(1, job('b', 1, notes)),
      slices.run(2, job('c', 2, notes)),
    ];
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
    expect(notes).toEqual(['a1', 'c1', 'a2', 'c2', 'a3', 'b1']);
    expect(slices.taken).toBe(6);
  });

  it('give way to the event loop after each step', async () => {
    const slices = createSlices();
    const notes: string[] = [];
    const tick = (): void => {
      notes.push('-');
      if (notes.length < 40) setImmediate(tick);
    };
    setImmediate(tick);
    await slices.run(1, job('a', 4, notes));
    expect(notes.join('').replaceAll(/-+/g, '-')).toBe('-a1-a2-a3-a4');
  });

  it('go on after a job that throws, which rejects', async () => {
    const slices = createSlices();
    const notes: string[] = [];
    const faulty: Steps<never> = (function* () {
      yield;
      throw new Error('no');
    })();
    const first = slices.run(1, faulty);
    const second = slices.run(1, job('b', 2, notes));
    await expect(first).rejects.toThrow('no');
    expect(await second).toBe('b');
    expect(await slices.run(1, job('c', 1, notes))).toBe('c');
  });
});
