import { describe, expect, it } from 'vitest';
import type { Sequenced } from '../core/language/commands.ts';
import type { Outcome } from '../core/turn/outcome.ts';
import { openJournal } from './journal/journal-file.ts';
import { memoryDisk } from './disk/memory-disk.ts';
import { commandText } from './journal/record.ts';
import { ReplayFailed, replay } from './replay.ts';

function recorder(onApply: (sequenced: Sequenced) => void = () => {}) {
  const applied: Sequenced[] = [];
  return {
    applied,
    apply(sequenced: Sequenced): Outcome {
      onApply(sequenced);
      applied.push(sequenced);
      return { ok: true, result: null, sequence: sequenced.sequence, timeMs: sequenced.timeMs, events: [] };
    },
  };
}

async function journalOf(count: number) {
  const journal = await openJournal('journal.log', { disk: memoryDisk() });
  const entries = Array.from({ length: count }, (_, index) => ({
    sequence: index + 1,
    timeMs: index * 10,
    text: commandText({ name: 'deposit', account: index + 1, amount: '1' }),
  }));
  if (count > 0) await journal.append(entries);
  return journal;
}

describe('replay', () => {
  it('applies every command once, in order, as it was journaled', async () => {
    const journal = await journalOf(3);
    const engine = recorder();
    expect(await replay(journal, engine)).toEqual(journal.end);
    expect(engine.applied).toEqual(
      [1, 2, 3].map((n) => ({
        sequence: n,
        timeMs: (n - 1) * 10,
        command: { name: 'deposit', account: n, amount: '1' },
      })),
    );
  });

  it('stops after `until`, and goes on behind `after`', async () => {
    const journal = await journalOf(5);
    const engine = recorder();
    const position = await replay(journal, engine, { until: 2 });
    expect(position.sequence).toBe(2);
    expect(await replay(journal, engine, { after: position, until: 99 })).toEqual(journal.end);
    expect(engine.applied.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    expect((await replay(journal, engine, { until: 0 })).sequence).toBe(0);
    expect(engine.applied.length).toBe(5);
  });

  it('lets the event loop run, and says how far it is', async () => {
    const journal = await journalOf(640);
    const slow = recorder(() => {
      for (const until = performance.now() + 0.3; performance.now() < until; );
    });
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const parts: number[] = [];
    await replay(journal, slow, { onProgress: (part) => parts.push(part) });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(2);
    expect(parts.length).toBeGreaterThan(3);
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
    expect(parts[0]).toBeLessThan(0.5);
    expect(parts.at(-1)).toBe(1);
  });

  it('says it is done with an empty journal', async () => {
    const parts: number[] = [];
    await replay(await journalOf(0), recorder(), { onProgress: (part) => parts.push(part) });
    expect(parts).toEqual([1]);
  });

  it('names the command at which the engine threw, and keeps the cause', async () => {
    const cause = new Error('the ledger does not sum to zero');
    const engine = recorder(({ sequence }) => {
      if (sequence === 2) throw cause;
    });
    const failure = await replay(await journalOf(3), engine).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ReplayFailed);
    expect(failure).toMatchObject({ sequence: 2, cause });
    expect(String(failure)).toMatch(
      /stopped at sequence 2 \(deposit, ending at byte \d+\): the ledger does not sum to zero/,
    );
  });
});
