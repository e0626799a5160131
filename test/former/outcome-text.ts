/**
 * An outcome as text, a line for each event, with all that the records in it say at that moment: for comparing engines.
 * Records name each other, so what a record holds is written to a depth of two, and beyond it by its id.
 */
import type { Outcome } from '../../src/core/turn/outcome.ts';

const DEPTH = 3;
/** Which parts are looked at is no part of what was decided. */
const UNSAID = new Set(['queued', 'guarded', 'guards', 'slack', 'spendable', 'spendableAt', 'touched', 'markChanges']);

export function outcomeText(outcome: Outcome): string {
  const { events, ...rest } = outcome;
  return [rest, ...events].map((one) => textOf(one, DEPTH)).join('\n');
}

function textOf(value: unknown, depth: number): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (value === undefined) return 'undefined';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex');
  if (Array.isArray(value)) return `[${value.map((one) => textOf(one, depth - 1)).join()}]`;
  // A map has no entries of this kind, so that it would say only that it is there.
  const entries = Object.entries(value).filter(([name, one]) => !UNSAID.has(name) && !(one instanceof Map));
  if (depth > 0) return `{${entries.map(([name, one]) => `${name}:${textOf(one, depth - 1)}`).join()}}`;
  const id = entries.find(([name]) => name === 'id' || name === 'symbol');
  return id === undefined ? '{}' : `{${String(id[1])}}`;
}
