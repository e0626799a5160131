/**
 * The check mark of a thread: set only after this page has verified the checkpoint's signature, that the leaves are in
 * it, and that header and every shown text open their commitments. Threads are checked one after another, newest first,
 * so that a busy stream costs the exchange no more than a quiet one.
 */
import { signal } from '@preact/signals';
import type { ActivityRow, Thread } from './threads.ts';
import { checkLeaf } from './log-head.ts';
import type { Verdict } from './verifier.ts';

/** By `checkKey`: what was checked of the thread. */
export const checks = signal<ReadonlyMap<string, Verdict>>(new Map());

const KEPT = 1_000;
const waiting = new Map<string, Thread>();
let isBusy = false;

/** Extent of a check: it is done again when the thread has more leaves, or shows more. */
export function checkKey({ log, order }: Thread): string | null {
  const parts = [log, order].flatMap((row) => (typeof row?.index === 'number' ? `${row.index}${fieldsOf(row)}` : []));
  return parts.length === 0 ? null : parts.join(' ');
}

function fieldsOf({ header, explanation, input, output }: ActivityRow): string {
  return [header, explanation, input, output].map((value) => (value == null ? '-' : '+')).join('');
}

/** Asks for the thread to be checked, once. */
export function wantCheck(thread: Thread): void {
  const key = checkKey(thread);
  if (key === null || checks.value.has(key) || waiting.has(key)) return;
  waiting.set(key, thread);
  if (!isBusy) void work();
}

async function work(): Promise<void> {
  isBusy = true;
  for (let next = newest(); next !== null; next = newest()) {
    const [key, thread] = next;
    waiting.delete(key);
    const verdict = await verdictOn(thread);
    const kept = [...checks.value].slice(1 - KEPT);
    checks.value = new Map([...kept, [key, verdict]]);
  }
  isBusy = false;
}

function newest(): [string, Thread] | null {
  return [...waiting].reduce<[string, Thread] | null>(
    (best, one) => (best === null || one[1].t > best[1].t ? one : best),
    null,
  );
}

async function verdictOn({ log, order }: Thread): Promise<Verdict> {
  try {
    let isUnknown = false;
    for (const row of [log, order]) {
      if (typeof row?.index !== 'number') continue;
      const { header, keys, explanation, input, output } = row;
      const isOpen = typeof header === 'string' && keys != null;
      const shown = withoutNothing({ explanation, input, output });
      const { signature, included, opened } = await checkLeaf(row.index, isOpen ? { header, keys, shown } : null);
      for (const verdict of [signature, included, opened]) {
        if (verdict?.is === 'wrong') return verdict;
        isUnknown ||= verdict === null || verdict.is === 'unknown';
      }
    }
    return isUnknown ? { is: 'unknown' } : { is: 'right' };
  } catch (error) {
    // The log could not be read: that proves nothing, either way.
    return { is: 'unknown', why: (error as Error).message } as Verdict;
  }
}

function withoutNothing<Shape extends object>(shape: Shape): Partial<Shape> {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value != null)) as Partial<Shape>;
}
