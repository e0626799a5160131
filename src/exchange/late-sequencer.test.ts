import { describe, expect, it } from 'vitest';
import { NotExecuted } from '../sequencer/refusals.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import { createLateSequencer } from './late-sequencer.ts';

function fakeSequencer(): Sequencer & { readonly listeners: string[] } {
  const listeners: string[] = [];
  return {
    listeners,
    sequence: 7,
    waiting: 3,
    mostWaiting: 50,
    submit: (async (command: { name: string }) => ({
      ok: true,
      result: command.name,
    })) as unknown as Sequencer['submit'],
    onDurable: () => void listeners.push('durable'),
    onFault: () => void listeners.push('fault'),
    onJournalFailure: () => void listeners.push('journal'),
    healthy: () => false,
    stop: async () => void listeners.push('stopped'),
  };
}

describe('createLateSequencer', () => {
  it('takes nothing before the real one is there', async () => {
    const late = createLateSequencer();
    expect(late.sequence).toBe(0);
    expect(late.healthy()).toBe(true);
    await expect(late.submit<'tick'>({ name: 'tick' })).rejects.toBeInstanceOf(NotExecuted);
    await late.stop();
  });

  it('hands over whoever wanted to listen, before and after, and is the real one from then on', async () => {
    const late = createLateSequencer();
    const real = fakeSequencer();
    late.onFault(() => {});
    expect(real.listeners).toEqual([]);
    late.begin(real);
    late.onDurable(() => {});
    late.onJournalFailure(() => {});
    expect(real.listeners).toEqual(['fault', 'durable', 'journal']);
    expect([late.sequence, late.healthy(), late.waiting, late.mostWaiting]).toEqual([7, false, 3, 50]);
    expect(await late.submit<'tick'>({ name: 'tick' })).toEqual({ ok: true, result: 'tick' });
    await late.stop();
    expect(real.listeners.at(-1)).toBe('stopped');
  });
});
